"""The problems that are found while one YAML text is read."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..diagnostics import Diagnostic, Source, Span, error

MAX_PROBLEMS: Final = 100


class StopReadingError(Exception):
    """Ends the reading; the problem that causes it has been recorded."""


class Problems:
    """Collects the problems of one text.

    Attributes:
        file: The name of the file.
        found: The problems so far.
        faithful: Whether the data that was read can be relied on.
    """

    def __init__(self, file: str) -> None:
        """Begin without problems."""
        self.file = file
        self.found: list[Diagnostic] = []
        self.faithful = True

    def report(self, diagnostic: Diagnostic, *, faithful: bool) -> None:
        """Record a problem; `faithful` says whether the data can still be relied on."""
        self.found.append(diagnostic)
        self.faithful = self.faithful and faithful
        if len(self.found) >= MAX_PROBLEMS:
            message = f"Reading stopped after {MAX_PROBLEMS} problems."
            self.stop(error("CR019", message, diagnostic.span, help="Correct the others first."))

    def stop(self, diagnostic: Diagnostic) -> None:
        """Record a last problem and end the reading.

        What is known already of the same place, as a warning, is reported instead, as an error.
        """
        place = diagnostic.code, diagnostic.span.start
        same = [each for each in self.found if (each.code, each.span.start) == place]
        self.found = [each for each in self.found if each not in same]
        self.found.append(replace(same[0], severity="error") if same else diagnostic)
        self.faithful = False
        raise StopReadingError

    def forget_consequences(self, text: Source, cause: Diagnostic) -> None:
        """Drop the problems that follow a problem in the same line: they are its consequences."""
        line, _ = text.position(cause.span.start)
        end = cause.span.start + len(text.line(line))
        self.found = [each for each in self.found if not cause.span.start < each.span.start < end]

    def span(self, start: int, end: int) -> Span:
        """Return a span of the file."""
        return Span(self.file, start, max(start, end))
