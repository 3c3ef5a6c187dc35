"""Rows of cells that fill as many lines as they need."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rich.text import Text

from .faces import NBSP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console, ConsoleOptions


BETWEEN: Final = ("│ ", "| ")
"""What stands between groups of cards."""

_UNBROKEN: Final = "\ue000"  # stands for a no-break space while lines are broken


@dataclass(frozen=True, slots=True)
class Row:
    """What stands beside a name: cells, which a line break does not separate if they fit."""

    name: Text
    cells: list[Text]


@dataclass(slots=True)
class Rows:
    """Rows under one another; the cells of a row fill as many lines as they need."""

    rows: list[Row] = field(default_factory=list)

    def add(self, name: Text, cells: Iterable[Text]) -> None:
        """Add a row."""
        self.rows.append(Row(name, list(cells)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        margin = max((row.name.cell_len for row in self.rows), default=0) + 3
        room = max(options.max_width - margin, 20)
        for row in self.rows:
            name = row.name
            for line in self._lines(console, row.cells, room) or [Text()]:
                space = " " * (margin - 1 - name.cell_len)
                yield Text.assemble(" ", name, space, line)
                name = Text()

    def _lines(self, console: Console, cells: list[Text], room: int) -> list[Text]:
        """Return cells in lines; a cell that is too long for a line is broken between words."""
        lines: list[Text] = []
        for cell in cells:
            if lines and lines[-1].cell_len + 3 + cell.cell_len <= room:
                lines[-1] = Text.assemble(lines[-1], "   ", cell)
            elif cell.cell_len <= room:
                lines += _wrapped(cell, console, room)
            else:  # cards stand under cards, not under the name before them
                label = min((each.end for each in cell.spans if each.start == 0), default=0)
                first, *others = _wrapped(cell, console, room - label)
                lines += [first, *(Text.assemble(" " * label, line) for line in others)]
        return lines


def folded(line: Text, width: int, indent: int) -> Iterator[Text]:
    """Yield a text in lines that end between words; those after the first are indented.

    Args:
        line: the text.
        width: how wide a line is.
        indent: by how much the lines after the first are indented.
    """
    while line.cell_len > width and (space := line.plain.rfind(" ", indent + 1, width - 1)) > 0:
        first, line = line.divide([space])
        yield first
        line = Text.assemble(" " * indent, line[1:])
    yield line


def _wrapped(text: Text, console: Console, room: int) -> list[Text]:
    """Return a text in lines, which end between groups of cards where they can."""
    groups = text.split(next((sign for sign in BETWEEN if sign in text.plain), "\n"), include_separator=True)
    if len(groups) == 1 or text.cell_len <= room:
        return _broken(text, console, room)
    lines: list[Text] = []
    for group in groups:
        if lines and lines[-1].cell_len + group.cell_len <= room:
            lines[-1] = Text.assemble(lines[-1], group)
        else:
            lines += _broken(group, console, room)
    return lines


def _broken(text: Text, console: Console, room: int) -> list[Text]:
    """Return a text in lines. Rich would break it at no-break spaces even if it need not."""
    text = text.copy()
    words = text.plain.split(" ")
    text.plain = " ".join(w.replace(NBSP, _UNBROKEN) if len(w) <= room else w for w in words)
    lines = list(text.wrap(console, room))
    for line in lines:
        line.plain = line.plain.replace(_UNBROKEN, NBSP)
    return lines
