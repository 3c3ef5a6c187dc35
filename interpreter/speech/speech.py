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
from . import clauses, english, kinds, noun_phrases, numbers, selections
from .book import Book, Kind
from .english import AGAIN, IT, YOU, Noun

_ONE: Final = re.compile(r"(?<!#)\b1 (card|chip|point|trick|hint)s\b")
_MEMBER: Final = re.compile(r"it\d+")
_VAGUE: Final = re.compile(r"(?:it|they|that|who)$|(?:an?|no|every|another|each) ")
_SLOT: Final = re.compile(r"\{(\w+)('s)?(?: ([\w ]+))?\}")


@dataclass(frozen=True)
class Speech:
    """Puts expressions into words.

    Attributes:
        book: the book.
        names: the nouns for local names; `actor` is the acting player.
        told: the definitions whose values are being written out, which are not written out again inside.
    """

    book: Book
    names: Mapping[str, Noun] = field(default_factory=lambda: {"actor": YOU})
    told: tuple[str, ...] = ()

    def naming(self, name: str, noun: Noun) -> Speech:
        """Return the same speech with a noun for one more name."""
        names = dict(self.names)
        if _MEMBER.fullmatch(name):  # of a member of an outer collection the pronoun would be misunderstood
            names |= {
                each: AGAIN for each, other in names.items() if _MEMBER.fullmatch(each) and _VAGUE.match(other.text)
            }
        return replace(self, names={**names, name: noun})

    def telling(self, name: str) -> Speech:
        """Return the speech inside a definition, whose value is not written out again inside."""
        return replace(self, told=(*self.told, name))

    # -- author's words

    def filled(self, text: str, values: Mapping[str, Noun]) -> str:
        """Return an author's words, with `{p}`, `{p's}` and `{p has}` filled in."""
        actor = self.names.get("actor", Noun("the player", person=True))
        values = {"actor": actor, **_written(values)}

        def fill(found: re.Match[str]) -> str:
            noun = values.get(found[1])
            if noun is None:
                return self.book.label(found[1])
            if found[2]:
                return noun.possessive + (f" {found[3]}" if found[3] else "")
            return noun.verb(found[3]) if found[3] else noun.text

        whole = re.match(r"(?:the )?\{(\w+)'s\} ([^{}]+)$", text)
        if whole is not None and whole[1] in values:
            return values[whole[1]].of(whole[2])
        whole = re.match(r"the ([^{}]+) of \{(\w+)\}$", text)
        if whole is not None and values.get(whole[2]) == YOU:
            return YOU.of(whole[1])
        for name, noun in values.items():
            counted = re.match(r"the number of (\w+) ", noun.text)
            if counted:  # `{n} cards` would name the cards twice
                text = re.sub(rf"\{{{name}\}} {counted[1]}\b", f"{{{name}}}", text)
        return _ONE.sub(r"1 \1", _SLOT.sub(fill, text))

    def stated(self, text: str, values: Mapping[str, Noun], *, holds: bool) -> str:
        """Return an author's clause, or its contrary."""
        found, values = _SLOT.search(text), _written(values)
        if not holds and found and found[3] and found[1] in values and not (english.AUXILIARY.match(found[3])):
            noun = values[found[1]]
            word = english.verb(found[3], plural=True)
            clause = f"{noun.verb('does')} not {word}"
            return self.filled(text[: found.start()] + clause + text[found.end() :], values)
        clause = self.filled(text, values)
        return clause if holds else english.negated(clause)

    def place(self, zone: str) -> str:
        """Return the noun for a zone without naming its owner."""
        words = self.book.called("zones", zone)
        return english.the(self.book.label(zone) if "{" in words or not words else words)

    # -- expressions

    def noun(self, node: ir.Expr) -> Noun:
        """Return a noun phrase for the value of an expression."""
        return noun_phrases.phrase(self, node)

    def clause(self, node: ir.Expr, *, holds: bool = True) -> str:
        """Return a condition as a clause, or its contrary."""
        return clauses.clause(self, node, holds=holds)

    def relative(self, condition: ir.Expr, name: str, *, person: bool = False, one: bool = False) -> str:
        """Return a relative clause: `that are hearts`, `who have passed`."""
        return clauses.relative(self, condition, name, person=person, one=one)

    def cards(self, node: ir.Expr) -> Noun:
        """Return a noun for the cards that an expression is, rather than for their place."""
        return selections.cards(self, node)

    def cards_in(self, node: ir.Expr) -> Noun:
        """Return the place of cards: `your hand`, `the trick`."""
        return selections.cards_in(self, node)

    def kind(self, condition: ir.Expr, name: str) -> Kind | None:
        """Return what the cards are for which a condition holds: `red fives`; None if unknown."""
        return kinds.kind(self, condition, name)

    def key(self, node: ir.Expr, name: str, it: Noun = IT) -> str:
        """Return what members are compared by, or what is added up: `score`, `value`."""
        return selections.key(self, node, name, it)

    def amount(self, node: ir.Expr, thing: str) -> str:
        """Return how many there are: `three cards`, `as many cards as …`."""
        return numbers.amount(self, node, thing)


def _written(values: Mapping[str, Noun]) -> dict[str, Noun]:
    """Return nouns by the names that braces have; a parameter that no author named is `·c`."""
    return {name.removeprefix("·"): noun for name, noun in values.items()}
