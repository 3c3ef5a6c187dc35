"""Numbers and how they came about: terms of sums, factors of products, cards that count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Final

from ...speech.english import singular_noun
from ...speech.grammar import NounPhrase, Part, replaced

NAMED: Final = NounPhrase("that player", person=True)
"""What stands for the player in a clause that is told to others; `named` puts the name in its place."""


def named(clause: Part, name: str) -> str:
    """Return a clause that is told to others, with the name of the player."""
    return str(replaced(clause, NAMED, NounPhrase(name, person=True)))


@dataclass(frozen=True, slots=True)
class Reason:
    """A clause about the player who scores: as it is told to that player, and to others.

    In `others`, `NAMED` stands for the name of the player. If it does not hold, it denies a condition.
    """

    you: Part
    others: Part
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Term:
    """A number and how it came about.

    Attributes:
        label: What the ruleset calls it; empty if it has no name.
        value: The number.
        joined: How it follows from its parts: `+` or `×`; empty if it has none.
        parts: The terms of the sum, or the factors of the product.
        cards: The cards that count the same, if it is their total.
        reason: Why a number without a name applies.
        doers: The seats of the players who have done what its label says, if it says so; -1 stands
            for somebody who is not known.
        hidden: The seats that may not see what it is made of; they may know it as what is left
            when all other terms are known.
    """

    label: str
    value: int
    joined: str = ""
    parts: tuple[Term, ...] = ()
    cards: tuple[str, ...] = ()
    reason: Reason | None = None
    doers: tuple[int, ...] = ()
    hidden: int = field(default=0, compare=False)

    @property
    def says(self) -> bool:
        """Whether it says more than the number."""
        return bool(self.label or self.parts or self.cards or self.reason)

    @property
    def closed(self) -> Term:
        """The term without what it is made of."""
        return Term(self.label, self.value, doers=(-1,) if self.doers else (), hidden=self.hidden)

    def known(self, mask: int) -> Term:
        """Return the term with no more than one part that is hidden from some seats."""
        parts = tuple(part.known(mask) for part in self.parts)
        hidden = sum(bool(part.hidden & mask) for part in parts)
        if hidden > 1 or (self.hidden & mask and not parts):
            return replace(self.closed, hidden=self.hidden | mask)
        own = mask if hidden else 0
        return replace(self, parts=parts, hidden=self.hidden & ~mask | own)


def added(terms: Sequence[Term]) -> Term:
    """Return a sum without zeros, and without sums in it that have no name."""
    flat: list[Term] = []
    for term in terms:
        flat += term.parts if term.joined == "+" and not term.label else [term]
    flat = _merged([term for term in flat if term.value])
    if len(flat) == 1:
        return flat[0]
    if len(flat) > 1:
        flat = [term.closed if term.label else term for term in flat]
    return Term("", sum(term.value for term in terms), "+" if flat else "", tuple(flat))


def _merged(terms: list[Term]) -> list[Term]:
    """Return terms of which those of one name that stand together are one."""
    found: list[Term] = []
    for term in terms:
        last = found[-1] if found else None
        if last is not None and last == replace(term, value=last.value) and not term.parts:
            found[-1] = replace(last, value=last.value + term.value)
        else:
            found.append(term)
    return found


def multiplied(factors: Sequence[Term]) -> Term:
    """Return a product without ones, unless they count things; a factor of minus one only changes the sign."""
    value = prod(factor.value for factor in factors)
    flat: list[Term] = []
    for factor in factors:
        flat += factor.parts if factor.joined == "×" and not factor.label else [factor]
    named = [each for each in flat if each.label]
    said = [each for each in named if abs(each.value) != 1 or singular_noun(each.label) != each.label] or named[-1:]
    flat = [each for each in flat if abs(each.value) != 1 or each in said]
    if len(flat) == 1 and (only := flat[0]).value in (value, -value):
        if only.value == value:
            return only
        if only.joined == "×":
            first, *others = only.parts
            return replace(only, value=value, parts=(negative(first), *others))
        if only.joined != "+":
            return replace(only.closed, value=value)
        return replace(only, value=value, parts=tuple(map(negative, only.parts)))
    flat = [factor.closed if factor.label else factor for factor in flat]
    flat.sort(key=lambda factor: bool(factor.label))
    return Term("", value, "×" if flat else "", tuple(flat))


def negative(term: Term) -> Term:
    """Return a term with the other sign."""
    return multiplied((term, Term("", -1)))
