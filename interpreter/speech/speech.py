"""Words for typed expressions: nouns for values, clauses for conditions.

Author texts come first: the section `phrases` says how sentences name a zone, a variable or a
definition. Otherwise the words come from names and from the meaning of the expression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ..program import ir
from . import clauses, kinds, noun_phrases, numbers, selections
from .book import Book
from .grammar import AGAIN, IT, YOU, Noun, NounPhrase, Part, Proposition, the
from .reading import Reader

_MEMBER: Final = re.compile(r"it\d+")
_EACH: Final = ("a", "an", "no", "every", "another", "each")


@dataclass(frozen=True)
class Speech:
    """Puts expressions into words.

    Attributes:
        book: the book.
        names: the nouns for local names; `actor` is the acting player.
        told: the definitions whose values are being written out, which are not written out again inside.
    """

    book: Book
    names: Mapping[str, NounPhrase] = field(default_factory=lambda: {"actor": YOU})
    told: tuple[str, ...] = ()

    def naming(self, name: str, noun: NounPhrase) -> Speech:
        """Return the same speech with a noun for one more name."""
        names = dict(self.names)
        if _MEMBER.fullmatch(name):  # of a member of an outer collection the pronoun would be misunderstood
            names |= {each: AGAIN for each, other in names.items() if _MEMBER.fullmatch(each) and _is_vague(other)}
        return replace(self, names={**names, name: noun})

    def telling(self, name: str) -> Speech:
        """Return the speech inside a definition, whose value is not written out again inside."""
        return replace(self, told=(*self.told, name))

    # -- author's words

    def filled(self, text: str, values: Mapping[str, NounPhrase]) -> Part:
        """Return an author's words, with `{p}`, `{p's}` and `{p has}` filled in."""
        return self._reader(values).words(text)

    def statement(self, text: str, values: Mapping[str, NounPhrase]) -> Part:
        """Return what a declaration says of a statement."""
        return self._reader(values).statement(text)

    def instruction(self, text: str, values: Mapping[str, NounPhrase]) -> Part:
        """Return an author's sentence about what to do, as a part of others."""
        return self._reader(values).instruction(text)

    def phrase(self, text: str, values: Mapping[str, NounPhrase], *, plural: bool, person: bool = False) -> NounPhrase:
        """Return an author's noun phrase."""
        return self._reader(values).noun(text, plural=plural, person=person)

    def stated(self, text: str, values: Mapping[str, NounPhrase], *, holds: bool) -> Proposition:
        """Return an author's clause, or its contrary."""
        reader = self._reader(values)
        return reader.clause(text) if holds else reader.denied(text)

    def _reader(self, values: Mapping[str, NounPhrase]) -> Reader:
        actor = self.names.get("actor", the("player", person=True))
        written = {name.removeprefix("·"): noun for name, noun in values.items()}  # no author has named `·c`
        return Reader({"actor": actor, **written}, self.book.label)

    def place(self, zone: str) -> NounPhrase:
        """Return the noun for a zone without naming its owner."""
        words = self.book.called("zones", zone)
        return self._reader({}).noun(self.book.label(zone) if "{" in words or not words else words)

    # -- expressions

    def noun(self, node: ir.Expr) -> NounPhrase:
        """Return a noun phrase for the value of an expression."""
        return noun_phrases.phrase(self, node)

    def clause(self, node: ir.Expr, *, holds: bool = True) -> Proposition:
        """Return a condition as a clause, or its contrary."""
        return clauses.clause(self, node, holds=holds)

    def relative(self, condition: ir.Expr, name: str, *, person: bool = False, one: bool = False) -> Part:
        """Return a relative clause: `that are hearts`, `who have passed`."""
        return clauses.relative(self, condition, name, person=person, one=one)

    def cards(self, node: ir.Expr) -> NounPhrase:
        """Return a noun for the cards that an expression is, rather than for their place."""
        return selections.cards(self, node)

    def cards_in(self, node: ir.Expr) -> NounPhrase:
        """Return the place of cards: `your hand`, `the trick`."""
        return selections.cards_in(self, node)

    def kind(self, condition: ir.Expr, name: str) -> Noun | None:
        """Return what the cards are for which a condition holds: `red fives`; None if unknown."""
        return kinds.kind(self, condition, name)

    def key(self, node: ir.Expr, name: str, it: NounPhrase = IT) -> Part:
        """Return what members are compared by, or what is added up: `score`, `value`."""
        return selections.key(self, node, name, it)

    def amount(self, node: ir.Expr, thing: str) -> NounPhrase:
        """Return how many there are: `three cards`, `as many cards as …`."""
        return numbers.amount(self, node, thing)


def _is_vague(noun: NounPhrase) -> bool:
    """Return whether a noun phrase does not say by itself what is meant."""
    return noun.head in ("it", "they", "that", "who") or noun.determiner in _EACH
