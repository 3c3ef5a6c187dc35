"""What the files that put expressions into words need from one another.

Nouns contain clauses and clauses contain nouns. Each file therefore gets a `Phrasing`, which
`speech.py` puts together from all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from ..program import ir
from ..program.tree_walk import size, walk
from ..syntax import types as ty
from .book import Book
from .grammar import Noun, NounPhrase, Part, Proposition

CARDS: Final = (ty.CARDS, ty.PILE)
MANY: Final = (ty.CARDS, ty.PILE, ty.PLAYERS)
"""The types of values that take a verb in the plural."""

INLINE: Final = 14
"""The most nodes of a definition that is written out where it is used."""


class Phrasing(Protocol):
    """Puts expressions into words."""

    @property
    def book(self) -> Book:
        """The book."""
        ...

    @property
    def names(self) -> Mapping[str, NounPhrase]:
        """The nouns for local names; `actor` is the acting player."""
        ...

    @property
    def told(self) -> tuple[str, ...]:
        """The definitions whose values are being written out, which are not written out again inside."""
        ...

    def naming(self, name: str, noun: NounPhrase) -> Phrasing:
        """Return the same phrasing with a noun for one more name."""
        ...

    def telling(self, name: str) -> Phrasing:
        """Return the phrasing inside a definition."""
        ...

    def filled(self, text: str, values: Mapping[str, NounPhrase]) -> Part:
        """Return an author's words, with `{p}`, `{p's}` and `{p has}` filled in."""
        ...

    def phrase(self, text: str, values: Mapping[str, NounPhrase], *, plural: bool, person: bool = False) -> NounPhrase:
        """Return an author's noun phrase."""
        ...

    def stated(self, text: str, values: Mapping[str, NounPhrase], *, holds: bool) -> Proposition:
        """Return an author's clause, or its contrary."""
        ...

    def noun(self, node: ir.Expr) -> NounPhrase:
        """Return a noun phrase for the value of an expression."""
        ...

    def clause(self, node: ir.Expr, *, holds: bool = True) -> Proposition:
        """Return a condition as a clause, or its contrary."""
        ...

    def relative(self, condition: ir.Expr, name: str, *, person: bool = False, one: bool = False) -> Part:
        """Return a relative clause: `that are hearts`, `who have passed`."""
        ...

    def cards(self, node: ir.Expr) -> NounPhrase:
        """Return a noun for the cards that an expression is, rather than for their place."""
        ...

    def cards_in(self, node: ir.Expr) -> NounPhrase:
        """Return the place of cards: `your hand`, `the trick`."""
        ...

    def kind(self, condition: ir.Expr, name: str) -> Noun | None:
        """Return what the cards are for which a condition holds: `red fives`; None if unknown."""
        ...

    def key(self, node: ir.Expr, name: str, it: NounPhrase = ...) -> Part:
        """Return what members are compared by, or what is added up: `score`, `value`."""
        ...

    def amount(self, node: ir.Expr, thing: str) -> NounPhrase:
        """Return how many there are: `three cards`, `as many cards as …`."""
        ...


def is_told_here(speech: Phrasing, name: str, value: ir.Expr) -> bool:
    """Return whether a definition is written out where it is used, because it is short."""
    if name.startswith("·"):
        return True
    if speech.book.has_help(name) and speech.book.simplifier.written_size(value) > INLINE:
        return False
    most = INLINE // 2 if speech.book.has_help(name) else INLINE
    branches = sum(isinstance(each, ir.Cond) for each in walk(value))
    return size(value) <= most and branches <= 1 and len(speech.told) < 4
