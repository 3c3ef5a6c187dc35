"""A folder for what takes long to make and can be made again, which nobody else can write to."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def cache_folder() -> Path | None:
    """Return the user's cache folder for cardrules, None if there is none that is private.

    It is `cardrules` in `XDG_CACHE_HOME`, or in `~/.cache`; without it, nothing is kept. What is
    read from there may be executed, so that a folder is refused that is a link, belongs to somebody
    else, or lets others in. `CARDRULES_NO_CACHE=1` switches it off.
    """
    if os.environ.get("CARDRULES_NO_CACHE"):
        return None
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = (Path(named) if named else Path.home() / ".cache") / "cardrules"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except (OSError, RuntimeError):  # no home, or one that cannot be written to
        return None
    if not stat.S_ISDIR(found.st_mode):
        return None
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o077):
        return None
    return folder
