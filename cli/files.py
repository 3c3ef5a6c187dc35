"""The files that a command is to look at: paths, folders and names of bundled rulesets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ENDINGS: Final = (".yaml", ".yml")


def find_files(paths: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the files and names to look at, each once, and the folders in which there is none.

    Of a folder these are all files *.yaml and *.yml, those of its subfolders too, in order.
    """
    from ..rulesets import path as bundled

    found: dict[Path, str] = {}
    empty: list[str] = []
    for path in paths:
        folder = Path(path)
        inside = list(_inside(folder)) if folder.is_dir() else [path]
        if not inside:
            empty.append(path)
        for file in inside:
            found.setdefault((bundled(file) or Path(file)).resolve(), file)
    return list(found.values()), empty


def _inside(folder: Path) -> Iterator[str]:
    """Yield the YAML files of a folder and its subfolders; nothing that is hidden."""
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if not hidden and file.suffix.lower() in _ENDINGS and not file.is_dir():
            yield str(file)
