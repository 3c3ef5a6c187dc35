"""A rulebook at the terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...interpreter.diagnostics import printable
from ...interpreter.rulebook import document as d
from ..terminal import encodes

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_RED: Final = re.compile(r"(?:10|[0-9AJQK])[♦♥]")
_LETTERS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "“": '"', "”": '"', "−": "-", "…": "...", "▯": "?", "•": "-"}
_KEYS: Final = "space turns the page, b turns back, q leaves"
_WIDTH: Final = 88  # lines of prose are not longer, however wide the terminal is


def show(console: Console, document: d.Document, *, paged: bool) -> None:
    """Print a rulebook, page by page if it is longer than the terminal."""
    plain = not encodes("".join(_LETTERS))
    width = min(console.width, _WIDTH)

    def draw() -> None:
        for part in _parts(document, plain=plain):
            console.print(part, width=width)

    if paged and _height(console, document, width, plain=plain) > console.height:
        # The pager shows colours, and says at the bottom how to leave it.
        os.environ.setdefault("LESS", f"-RPs{_KEYS}$")
        with console.pager(styles=True):
            draw()
    else:
        draw()


def text(document: d.Document) -> str:
    """Return a rulebook as plain text, in lines of 80 columns."""
    from io import StringIO

    from rich.console import Console

    out = StringIO()
    console = Console(file=out, width=80, markup=False, highlight=False, emoji=False)
    for part in _parts(document, plain=False):
        console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _height(console: Console, document: d.Document, width: int, *, plain: bool) -> int:
    with console.capture() as drawn:
        for part in _parts(document, plain=plain):
            console.print(part, width=width)
    return drawn.get().count("\n")


def _parts(document: d.Document, *, plain: bool) -> Iterator[RenderableType]:
    """Yield what to print, with empty lines between blocks."""
    before: d.Block | None = None
    for block in document:
        if before is not None and not (isinstance(before, d.Cards) and isinstance(block, d.Cards)):
            yield Text()
        yield from _block(block, plain=plain)
        before = block


def _block(block: d.Block, *, plain: bool) -> Iterator[RenderableType]:
    match block:
        case d.Heading(level=level, text=text):
            style = {1: "bold reverse", 2: "bold underline"}.get(level, "bold")
            shown = _plain(text, plain=plain)
            yield Text(f" {shown} " if level == 1 else shown, style)
        case d.Paragraph(line=line):
            yield inline(line, plain=plain)
        case d.Bullets(items=items, numbered=numbered):
            yield from _bullets(items, numbered=numbered, plain=plain)
        case d.Steps(items=items):
            yield from _steps(items, plain=plain)
        case d.Table(head=head, rows=rows) if len(head) > 2:  # there is no room for so many columns
            yield from _bullets([_listed(head, row) for row in rows], numbered=False, plain=plain)
        case d.Table(head=head, rows=rows):
            table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
            for text in head:
                table.add_column(Text(_plain(text, plain=plain)), overflow="fold")
            for row in rows:
                table.add_row(*(inline(cell, plain=plain) for cell in row))
            yield table
        case d.Cards(label=label, faces=faces):
            shown = Text("  ".join(_plain(face or "▯", plain=plain) for face in faces))
            shown.highlight_regex(_RED, "red")
            grid = Table.grid(padding=(0, 1, 0, 0))  # cards that need a second line stay together
            grid.add_row(Text(f"   {_plain(label, plain=plain)}:", "dim"), shown)
            yield grid


def _bullets(
    items: Iterable[d.Line], *, numbered: bool, plain: bool, first: int = 1, indent: int = 1
) -> Iterator[RenderableType]:
    """Yield the lines of a list, indented after their marks."""
    for index, item in enumerate(items, first):
        mark = f"{index}." if numbered else _plain("•", plain=plain)
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=3 if numbered else 1, justify="right")
        grid.add_column()
        grid.add_row(mark, inline(item, plain=plain))
        yield Padding(grid, (0, 0, 0, indent))


def _steps(steps: Iterable[d.Step], *, plain: bool, indent: int = 1) -> Iterator[RenderableType]:
    """Yield the lines of steps; those that stand under others are indented further."""
    numbered = indent == 1
    for index, step in enumerate(steps, 1):
        yield from _bullets([step.line], numbered=numbered, plain=plain, first=index, indent=indent)
        yield from _steps(step.under, plain=plain, indent=indent + (4 if numbered else 2))


def _listed(head: Sequence[str], row: Sequence[d.Line]) -> d.Line:
    """Return a row of a table as a sentence: its name, its meaning, and the cells between."""
    first, *cells, meaning = row
    parts: list[d.Inline] = []
    for name, cell in zip(head[1:], cells, strict=False):
        parts += [f"; {name.lower()} " if parts else f"{name} ", *cell]
    return (*first, ": ", *meaning, " ", *parts, ".")


def inline(line: d.Line, *, plain: bool) -> Text:
    """Return a line of a rulebook."""
    text = Text()
    for part in line:
        match part:
            case d.Strong(text=inner):
                text.append(_plain(inner, plain=plain), "bold")
            case d.Code(text=inner):
                text.append(printable(inner), "cyan")
            case str():
                text.append(_plain(part, plain=plain))
            case _:
                text.append(_plain(part.text, plain=plain))
    text.highlight_regex(_RED, "red")
    return text


def _plain(text: str, *, plain: bool) -> str:
    """Return a text that is safe at a terminal, in ASCII signs where it shows no others."""
    for sign, letter in _LETTERS.items() if plain else ():
        text = text.replace(sign, letter)
    if not text.strip():
        return text
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{printable(text.strip())}{tail}"
