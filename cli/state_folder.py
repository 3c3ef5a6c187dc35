"""The user's folders: for unfinished games and simulations, for statistics, and for what can be fetched again."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind: TypeAlias = Literal["games", "simulations", "statistics", "tables"]


def state_folder(kind: Kind) -> Path:
    """Return the folder for files of a kind, which may not exist yet.

    It is in `XDG_STATE_HOME` if that is set, else in the standard place of the platform.

    Raises:
        RuntimeError: The user has no home folder.
    """
    return _base("XDG_STATE_HOME", ".", "Application Support", ".local/state") / "cardrules" / kind


def cache_folder() -> Path:
    """Return the folder for what can be fetched again, which may not exist yet.

    It is in `XDG_CACHE_HOME` if that is set, else in the standard place of the platform.

    Raises:
        RuntimeError: The user has no home folder.
    """
    return _base("XDG_CACHE_HOME", "Cache", "Caches", ".cache") / "cardrules"


def _base(variable: str, windows: str, mac: str, others: str) -> Path:
    """Return the folder that a variable of the environment names, or else the one of the platform."""
    named = os.environ.get(variable, "")
    local = os.environ.get("LOCALAPPDATA", "")
    if os.path.isabs(named):
        return Path(named)
    if sys.platform == "win32" and local:
        return Path(local) / windows
    if sys.platform == "darwin":
        return Path.home() / "Library" / mac
    return Path.home() / others


def new_files(kind: Kind, name: str, ending: str) -> Iterator[Path]:
    """Yield new empty files, the best place first. No two processes get the same file.

    The places are the user's state folder, the current folder and the folder for temporary files.
    The caller stops at the first file that it can write. The others are removed.
    """
    for folder in _folders(kind):
        path = _new_file(folder, name, ending)
        if path is not None:
            yield path
            with suppress(OSError):
                path.unlink()


def _folders(kind: Kind) -> Iterator[Path]:
    with suppress(RuntimeError):
        yield state_folder(kind)
    yield Path.cwd()
    yield Path(tempfile.gettempdir())


def _new_file(folder: Path, name: str, ending: str) -> Path | None:
    """Create an empty file with an unused name; return None if that fails."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for number in count(1):
        path = folder / f"{name}{f'-{number}' if number > 1 else ''}{ending}"
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            continue
        except OSError:
            return None
        return path
    return None
