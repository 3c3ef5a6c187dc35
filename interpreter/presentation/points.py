"""How points came about, in a line: "10 × 4 contract + 2 bags = 42"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..explanation.points.terms import named, negative
from ..source.halves import shown
from ..speech.english import listed, singular_noun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..explanation.points.terms import Term
    from .painter import Painter

_MOST: Final = 9  # cards that are named; more are counted


def told(painter: Painter, term: Term, name: str, viewer: int | None = None) -> str:
    """Return how a number came about.

    Args:
        painter: Draws the cards.
        term: The number.
        name: The player or side that it was added for; "you" for the viewer alone.
        viewer: The seat that it is told to.
    """
    if not term.parts and not term.cards:
        if term.doers:
            names = _doers(painter, term, viewer)
            who = "" if names == [name] != ["you"] else f"{listed(names)} "
            return f"{_signed(painter, term.value)} ({who}{term.label})"
        if term.label or term.reason is None:
            return f"{painter.style.minus if term.value < 0 else ''}{_named(term)}"
        clause = term.reason.you if name == "you" else named(term.reason.others, name)
        return f"{_signed(painter, term.value)} ({clause})"
    text = _text(painter, term, top=True)
    return f"{text} = {_signed(painter, term.value)}" if term.joined or len(term.cards) > 1 else text


def rows(
    painter: Painter, term: Term, name: str, viewer: int | None = None
) -> Iterator[tuple[str, tuple[str, ...], float]]:
    """Yield the parts of a number: in words without the number, the cards that count, and the number.

    The arguments are those of `told`.
    """
    for part in term.parts if term.joined == "+" else (term,):
        if part.cards:
            each = f"{shown(abs(part.value) / len(part.cards))} each" if len(part.cards) > 1 else ""
            label = part.label if part is term else ""
            yield " ".join(filter(None, [label, each])), part.cards, part.value
        elif part.parts:
            yield _text(painter, part, top=True), (), part.value
        elif part.doers:  # whose row it is need not be said
            names = _doers(painter, part, viewer)
            yield part.label if names == [name] else f"{listed(names)} {part.label}", (), part.value
        elif part.reason is not None and not part.label:
            yield told(painter, part, name, viewer).partition(" (")[2].removesuffix(")"), (), part.value
        else:
            yield part.label, (), part.value


def _doers(painter: Painter, term: Term, viewer: int | None) -> list[str]:
    """Return whose doing it is."""
    return [painter.who(each, viewer) if each >= 0 else "somebody" for each in term.doers]


def _text(painter: Painter, term: Term, *, top: bool = False) -> str:
    """Return a term without its sign, unless it is a sum."""
    if term.cards:
        count = len(term.cards)
        few = painter.faces.listed(term.cards)
        minus = painter.style.minus if top and term.value < 0 else ""
        each = f"{minus}{shown(abs(term.value) / count)}{' each' if count > 1 else ''}"
        return f"{few if count <= _MOST else f'{count} {painter.kind(term.cards)}'} {each}"
    if term.joined == "+":
        below = not top and term.value < 0  # the sign stands before the whole
        text = _sum(painter, tuple(map(negative, term.parts)) if below else term.parts)
        return text if top else f"({text})"
    if term.joined:
        minus = painter.style.minus if top and term.value < 0 else ""
        return minus + f" {painter.style.times} ".join(_text(painter, each) for each in term.parts)
    return _named(term)


def _sum(painter: Painter, terms: tuple[Term, ...]) -> str:
    alike = len({term.label for term in terms}) == 1 and not any(term.parts for term in terms)
    text = ""
    for index, term in enumerate(terms):
        sign = painter.style.minus if term.value < 0 else "+"
        text += f" {sign} " if text else sign.strip("+")
        if alike and not term.cards and index + 1 < len(terms):
            text += shown(abs(term.value))  # the last one says what they are
        else:
            text += _text(painter, term)
    return text


def _named(term: Term) -> str:
    """Return a number without its sign, and what it is called."""
    one = abs(term.value) == 1 and not term.label.startswith("for ")  # "1 for most coins"
    label = singular_noun(term.label) if one else term.label
    return f"{shown(abs(term.value))} {label}".rstrip()


def _signed(painter: Painter, value: float) -> str:
    return painter.number(value)
