"""The tree of a rulebook, which the writers turn into a terminal text, Markdown and HTML.

Texts are plain: markup in them has no meaning, and each writer escapes what its format would read
as markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strong:
    """A word that stands out, such as the name of a move."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """What a player types."""

    text: str


Inline = str | Strong | Code
Line = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a chapter; that of the whole book has the level 1."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences."""

    line: Line


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; `numbered` if its order matters."""

    items: tuple[Line, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a row of headings."""

    head: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that lie somewhere; `None` is a card that is not seen."""

    label: str
    faces: tuple[str | None, ...]


Block = Heading | Paragraph | Bullets | Table | Cards
Document = tuple[Block, ...]


def line(*parts: Inline) -> Line:
    """Return a line without empty parts."""
    return tuple(part for part in parts if part)


def lines(document: Document) -> Iterator[Line]:
    """Yield every line of a document."""
    for block in document:
        match block:
            case Heading(text=text):
                yield (text,)
            case Paragraph(line=inner):
                yield inner
            case Bullets(items=items):
                yield from items
            case Table(head=head, rows=rows):
                yield head
                for row in rows:
                    yield from row
            case Cards(label=label):
                yield (label,)


def plain(text: Line) -> str:
    """Return the text of a line without its marks."""
    return "".join(part if isinstance(part, str) else part.text for part in text)
