"""Fetches Pyodide, the Python of a browser: one version, known by its hash, once for each user."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from .npm import Package, fetch

if TYPE_CHECKING:
    from pathlib import Path

_PYODIDE: Final = Package(
    "pyodide",
    "314.0.7",
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4",
    "Pyodide",
    "--pyodide",
)
PACKAGE: Final = _PYODIDE.file
"""The file that `npm pack` writes."""

_FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def pyodide(folder: Path) -> dict[str, bytes]:
    """Return the files of Pyodide that a table needs, by name.

    Args:
        folder: where the package is kept; it is fetched if it is not there.

    Raises:
        SetupError: it cannot be fetched, or is another one.
    """
    fetch((_PYODIDE,), folder)
    files = dict[str, bytes](zip(_FILES, _PYODIDE.files(folder, _FILES), strict=True))
    lock = json.loads(files["pyodide-lock.json"])
    files["pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()  # none of which a table loads
    return files
