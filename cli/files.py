"""The files that a command is given or may write, the hash of a file, and its replacement."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
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
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if not hidden and file.suffix.lower() in _ENDINGS and not file.is_dir():
            yield str(file)


def check_new(file: str) -> None:
    """Check that `--save` writes over no file.

    Raises:
        click.UsageError: There is such a file.
    """
    if Path(file).expanduser().is_file():
        raise click.UsageError(
            f"--save: '{file}' exists already; go on with it by --resume, or choose another name."
        )


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
        tempfile.NamedTemporaryFile(
            dir=target.parent, prefix=f".{target.name[:100]}.", delete=False
        ) as new,
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
