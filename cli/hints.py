"""Commands in messages, written so that they work where they are printed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys


def command_line(*arguments: str) -> str:
    """Return a command of this program, as the user can type it in the same place.

    The program is `cardrules` if the shell finds it, else the path by which it was started.
    """
    return shlex.join([_program(), *arguments])


def _program() -> str:
    started = sys.argv[0]
    if os.path.basename(started).lower() not in ("cardrules", "cardrules.exe"):
        return "cardrules"  # started by Python, for instance in a test
    found = shutil.which("cardrules")
    try:
        return "cardrules" if found and os.path.samefile(found, started) else started
    except OSError:
        return started
