"""The files that a command is given or may write, the hash of a file, and its replacement."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from .terminal import say_error

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

_ENDINGS: Final = (".yaml", ".yml")


def find_files(paths: Iterable[str]) -> tuple[list[str], bool]:
    """Return the files and names to look at, each once, and whether a folder contains none.

    A folder stands for all files *.yaml and *.yml in it and in its subfolders, in order. A folder
    without such a file is reported.
    """
    from ..rulesets import path as bundled

    found: dict[Path, str] = {}
    empty = False
    for path in paths:
        folder = Path(path)
        inside = list(_inside(folder)) if folder.is_dir() else [path]
        if not inside:
            empty = True
            say_error(f"Error: there is no file *.yaml or *.yml in '{path}'.")
        for file in inside:
            found.setdefault((bundled(file) or Path(file)).resolve(), file)
    return list(found.values()), empty


def _inside(folder: Path) -> Iterator[str]:
    """Yield the YAML files of a folder and its subfolders, except hidden ones."""
    found: list[Path] = []
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        names = (name for name in files if not name.startswith("."))
        found += [Path(place, name) for name in names if name.lower().endswith(_ENDINGS)]
    yield from map(str, sorted(found))


_OURS: Final = re.compile(r"(?m)^cardrules(?:_suite)?:")
_LINK: Final = re.compile(r"(?m)^(?:extends|ruleset):[ \t]*(?:'([^'\n]*)'|\"([^\"\n]*)\"|([^#\n]*))")


def built_on(paths: Iterable[str], files: Iterable[str]) -> list[str]:
    """Return further files that build on others: what extends them, and suites of scenarios.

    They are looked for in the repository of a file, or in its folder where there is none. What
    extends a bundled ruleset by its bare name is not looked for.

    Args:
        paths: paths that a user names, of which those of files count.
        files: files that are not wanted again.
    """
    links: dict[Path, dict[str, Path]] = {}  # by root: each file there, and what it builds on
    found: dict[str, None] = {}
    waiting = [Path(path).resolve() for path in paths if Path(path).is_file()]
    known = {Path(file).resolve() for file in files}
    seen = {*waiting}
    while waiting:
        file = waiting.pop()
        root = next((each for each in file.parents if (each / ".git").exists()), file.parent)
        if root not in links:
            links[root] = dict(_links(root))
        for other, parent in links[root].items():
            if parent == file and (path := Path(other).resolve()) not in seen:
                seen.add(path)
                waiting.append(path)
                found |= {} if path in known else {_shown(path): None}
    return sorted(found)


def _links(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield each file of a folder that builds on another one, with that file."""
    for file in _inside(root):
        with suppress(OSError):
            text = Path(file).read_text("utf-8", errors="replace")
            match = _LINK.search(text) if _OURS.search(text) else None
            name = next(filter(None, match.groups()), "").strip() if match is not None else ""
            if name:
                yield file, Path(file).parent.joinpath(name).resolve()


def _shown(path: Path) -> str:
    """Return a path as a user of the current folder would write it."""
    with suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    return str(path)


def check_new(file: str) -> None:
    """Check that `--save` writes over no file.

    Raises:
        click.UsageError: There is such a file.
    """
    if Path(file).expanduser().is_file():
        raise click.UsageError(f"--save: '{file}' exists already; go on with it by --resume, or choose another name.")


def digest(path: Path) -> str | None:
    """Return a hash of a regular file's content, None if there is none."""
    try:
        return sha256(path.read_bytes()).hexdigest() if path.is_file() else None
    except OSError:
        return None


@contextmanager
def named(path: Path) -> Generator[None]:
    """Add the name of a file to errors of the system that lack one, such as that a disk is full."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def replace_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: the old content stays until the new is complete.

    A link is followed, and permissions stay. A device or pipe is written to directly.

    Raises:
        OSError: The file cannot be written.
    """
    import tempfile  # takes longer to import than to use

    target = Path(os.path.realpath(path))
    exists = target.exists()
    if exists and not target.is_file():
        with named(path):
            target.write_bytes(data)
        return
    with (
        named(path),
        tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name[:100]}.", delete=False) as new,
    ):
        try:
            new.write(data)
            new.close()
            if exists:
                shutil.copymode(target, new.name)
            os.replace(new.name, target)
        except BaseException:
            Path(new.name).unlink(missing_ok=True)
            raise
