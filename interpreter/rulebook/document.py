"""The tree of a rulebook, which the writers turn into a terminal text, Markdown and HTML.

Texts are plain: markup in them has no meaning, and each writer escapes what its format would read
as markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..speech.english import prose
from ..speech.grammar import Part, Prose, Sentence, said


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out, such as the name of a move.

    Attributes:
        text: the words.
        about: the address of the rule that the line is about, such as `actions.draw`; empty if it has none.
    """

    text: str
    about: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class See:
    """That a rule is told elsewhere."""

    title: str

    @property
    def text(self) -> str:
        """The sentence that says so."""
        return f"As in “{self.title}”."


@dataclass(frozen=True, slots=True)
class Code:
    """What a player types."""

    text: str


Inline = str | Prose | Strong | See | Code
Line = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a chapter; that of the whole book has the level 1."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences; `leads` if they announce what stands below, and `after` which actions it applies, if that is it."""

    line: Line
    leads: bool = False
    after: str = ""


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; `numbered` if its order matters."""

    items: tuple[Line, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What happens; or a condition, with what happens then.

    Attributes:
        text: the statement, or the condition.
        under: what happens then.
    """

    text: Part
    under: tuple[Step, ...] = ()

    @property
    def line(self) -> Line:
        """The line that stands above what happens then."""
        return (prose([said(self.text, ":") if self.under else self.text]),)

    @property
    def parts(self) -> tuple[Part, ...]:
        """All of it, as the parts of one sentence."""
        if not self.under:
            return (self.text,)
        first, *more = (part for each in self.under for part in each.parts)
        return said(self.text, ": ", first), *more


@dataclass(frozen=True, slots=True)
class Steps:
    """A numbered list of what happens one after the other."""

    items: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a row of headings.

    Attributes:
        head: the headings.
        rows: the rows.
        about: the number of cards that it gives; empty if it gives something else.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that lie somewhere; `None` is a card that is not seen."""

    label: str
    faces: tuple[str | None, ...]


Block = Heading | Paragraph | Bullets | Steps | Table | Cards
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
            case Steps(items=items):
                yield from ((Prose((Sentence(each.parts),)),) for each in items)
            case Table(head=head, rows=rows):
                yield head
                for row in rows:
                    yield from row
            case Cards(label=label):
                yield (label,)


def paragraph(*statements: Part) -> Paragraph:
    """Return statements as a paragraph."""
    return Paragraph((prose(statements),))


def lead(*statements: Part) -> Paragraph:
    """Return statements that announce what stands below."""
    return Paragraph((prose(statements),), leads=True)


def plain(text: Line) -> str:
    """Return the text of a line without its marks."""
    return "".join(part if isinstance(part, str) else part.text for part in text)
