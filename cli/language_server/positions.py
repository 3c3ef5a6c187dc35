"""Places of a text as the protocol counts them: lines, and units of an encoding in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types as lsp

if TYPE_CHECKING:
    from ...interpreter.diagnostics import Source, Span

_UNITS: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Positions:
    """Converts between offsets in characters and the positions of one encoding."""

    def __init__(self, encoding: str = "utf-16") -> None:
        """Count in the units of an encoding: `utf-8`, `utf-16` or `utf-32`."""
        self._codec, self._size = _UNITS.get(encoding, _UNITS["utf-16"])

    def offset(self, source: Source, position: lsp.Position) -> int:
        """Return the offset of a position; one outside the text is taken for the nearest one inside."""
        number = min(max(position.line, 0) + 1, source.line_count)
        line = source.line(number)
        data = line.encode(self._codec, "surrogatepass")[: max(position.character, 0) * self._size]
        return source.line_start(number) + len(data.decode(self._codec, "ignore"))

    def position(self, source: Source, offset: int) -> lsp.Position:
        """Return the position of an offset."""
        number, column = source.position(offset)
        before = source.line(number)[: column - 1]
        return lsp.Position(number - 1, len(before.encode(self._codec, "surrogatepass")) // self._size)

    def range(self, source: Source, span: Span) -> lsp.Range:
        """Return the range of a span."""
        return lsp.Range(self.position(source, span.start), self.position(source, span.end))

    def length(self, text: str) -> int:
        """Return how many units a text has."""
        return len(text.encode(self._codec, "surrogatepass")) // self._size
