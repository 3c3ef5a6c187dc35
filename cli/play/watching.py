"""Watching files: whether one of them was saved since they were looked at."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...interpreter.diagnostics import Sources

PAUSE: Final = 0.1
"""Seconds between two looks at the files."""

_GONE: Final = 5  # looks for which a file may be missing while an editor replaces it

_Mark = tuple[int, int, int]


class EditedError(Exception):
    """A file was saved while a person was asked for something."""


class Watch:
    """Files, of which somebody may save one at any moment."""

    def __init__(self) -> None:
        """Begin with no file."""
        self._marks: dict[str, _Mark | None] = {}
        self._missing = 0

    def on(self, files: Iterable[str]) -> None:
        """Watch these files from now on, beside those that were watched before.

        A file that was watched keeps its mark, so that nothing is missed that is saved while it is read.
        """
        for file in files:
            self._marks.setdefault(file, _mark(file))

    def edited(self) -> bool:
        """Return whether a file was saved since the last time; then all count as seen."""
        now = {file: _mark(file) for file in self._marks}
        if now == self._marks:
            self._missing = 0
            return False
        gone = any(now[file] is None and mark is not None for file, mark in self._marks.items())
        self._missing = self._missing + 1 if gone else 0
        if gone and self._missing < _GONE:
            return False
        self._marks = now
        return True

    def wait(self) -> None:
        """Return when a file has been saved."""
        while not self.edited():
            time.sleep(PAUSE)


def files_of(sources: Sources) -> list[str]:
    """Return the files among texts that were read."""
    return [file for file in sources if not file.startswith(("<", "-"))]


def _mark(file: str) -> _Mark | None:
    """Return what changes whenever a file is saved; None if there is no such file."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
