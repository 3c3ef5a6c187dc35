"""Files: which ones a command is given, and how one is replaced."""

from __future__ import annotations

import os
import shutil
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


def replace_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: the old content stays until the new is complete.

    A link is followed, permissions stay. What is no regular file, such as a device, is written to.

    Raises:
        OSError: The file cannot be written.
    """
    import tempfile  # takes longer to import than to use

    target = Path(os.path.realpath(path))
    exists = target.exists()
    if exists and not target.is_file():
        target.write_bytes(data)
        return
    with tempfile.NamedTemporaryFile(
        dir=target.parent, prefix=f".{target.name[:100]}.", delete=False
    ) as new:
        try:
            new.write(data)
            new.close()
            if exists:
                shutil.copymode(target, new.name)
            os.replace(new.name, target)
        except BaseException:
            Path(new.name).unlink(missing_ok=True)
            raise
