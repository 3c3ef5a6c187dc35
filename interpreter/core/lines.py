"""The lines of rules in generated code, which may come from several files.

A ruleset may extend another, and change a part of a rule: then the code of one function comes from both files. Python
has one file for each function. So the lines of all files are numbered on from file to file, that of the ruleset
itself first.
"""

from __future__ import annotations

from ..diagnostics import Sources, Span


class Lines:
    """The lines of all files of a ruleset.

    Attributes:
        file: the file whose lines have their own numbers.
    """

    def __init__(self, sources: Sources) -> None:
        """Number the lines.

        Args:
            sources: the files.
        """
        self._sources = sources
        self._before: dict[str, int] = {}
        count = 0
        for name, source in sources.items():
            self._before[name] = count
            count += source.line_count
        self.file = next(iter(sources), "<rules>")

    def named(self, span: Span) -> str:
        """Return where a rule begins, as `FILE:LINE:COLUMN`."""
        line, column = self._position(span)
        return f"{span.file}:{line}:{column}"

    def number(self, span: Span) -> int:
        """Return the number of the line on which a rule begins."""
        return self._before.get(span.file, 0) + self._position(span)[0]

    def place(self, number: int) -> str:
        """Return the file and the line with a number, as `FILE:LINE`."""
        before = self.file, 0
        for name, count in self._before.items():
            if count < number:
                before = name, count
        return f"{before[0]}:{number - before[1]}"

    def _position(self, span: Span) -> tuple[int, int]:
        source = self._sources.get(span.file)
        return source.position(span.start) if source is not None else (1, 1)
