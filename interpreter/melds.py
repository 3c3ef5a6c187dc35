"""Melds: which cards belong together, and which melds a hand holds.

A pattern's melds are enumerated once, when a ruleset is compiled, as sets of cards (integers with
one bit a card). Finding those that a hand holds is then a matter of `&`: melds are grouped by what
their cards share, and a group is looked at only when the hand has enough of its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from .cards import Pack
from .program import Meld

MAX_MELDS = 200_000


def cards_of(cards: int) -> list[int]:
    """Return the cards of a set in canonical order.

    >>> cards_of(0b1011)
    [0, 1, 3]
    """
    result: list[int] = []
    while cards:
        low = cards & -cards
        result.append(low.bit_length() - 1)
        cards ^= low
    return result


def set_of(cards: Iterable[int]) -> int:
    """Return the set of some cards.

    >>> set_of([0, 1, 3]) == 0b1011
    True
    """
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def enumerate_melds(pack: Pack, meld: Meld) -> Iterator[int]:
    """Yield every meld of a pattern, in canonical order; jokers belong to none.

    Args:
        pack: the cards.
        meld: the pattern: cards of one rank or suit, or consecutive ranks, of some size.
    """
    natural = [card for card in range(pack.size) if pack.suit[card] >= 0]
    if meld.consecutive:
        yield from _runs(pack, meld, natural)
    elif meld.same is not None:
        column: tuple[int, ...] = getattr(pack, meld.same)
        for index in sorted({column[card] for card in natural}):
            group = [card for card in natural if column[card] == index]
            for size in range(meld.least, min(meld.most, len(group)) + 1):
                for cards in combinations(group, size):
                    yield set_of(cards)
    else:
        every = range(pack.size)
        for size in range(meld.least, min(meld.most, pack.size) + 1):
            for cards in combinations(every, size):
                yield set_of(cards)


def _runs(pack: Pack, meld: Meld, natural: list[int]) -> Iterator[int]:
    lines: dict[int, dict[int, list[int]]] = {}
    for card in natural:
        column = pack.suit[card] if meld.same == "suit" else 0
        lines.setdefault(column, {}).setdefault(pack.rank[card], []).append(card)
    for ranks in (lines[key] for key in sorted(lines)):
        for low in sorted(ranks):
            partial = [0]
            for length in range(1, meld.most + 1):
                copies = ranks.get(low + length - 1)
                if copies is None:
                    break
                partial = [cards | 1 << copy for cards in partial for copy in copies]
                if length >= meld.least:
                    yield from partial


class MeldIndex:
    """The melds of some patterns as finished actions, ready to be found in a hand.

    Attributes:
        actions: for each single card, its action; None where singles are no meld.
    """

    __slots__ = ("_groups", "_singles")

    def __init__(self, pack: Pack, melds: list[Meld], verb: int) -> None:
        """Enumerate the melds of the patterns; an action is `(verb, cards)`."""
        self._singles: tuple[tuple[int, int], ...] | None = None
        self._groups: list[tuple[int, int, list[tuple[int, int, int, tuple[int, int]]]]] = []
        for meld in melds:
            if meld.most == 1:
                self._singles = tuple((verb, 1 << card) for card in range(pack.size))
                continue
            groups: dict[tuple[int, ...], list[int]] = {}
            for cards in enumerate_melds(pack, meld):
                low = (cards & -cards).bit_length() - 1
                same = meld.same or "rank"
                column: tuple[int, ...] = getattr(pack, same)
                groups.setdefault((column[low],), []).append(cards)
            for found in groups.values():
                union = 0
                for cards in found:
                    union |= cards
                entries = [
                    (cards, cards & -cards, 1 << (cards.bit_length() - 1), (verb, cards))
                    for cards in found
                ]
                self._groups.append((union, meld.least, entries))

    def find(self, hand: int, first: int, last: int) -> list[tuple[int, int]]:
        """Return the actions for the melds in a hand.

        Args:
            hand: the cards to choose from.
            first: the cards that may be a meld's lowest.
            last: the cards that may be a meld's highest.
        """
        found: list[tuple[int, int]] = []
        singles = self._singles
        if singles is not None:
            cards = hand & first & last
            while cards:
                low = cards & -cards
                found.append(singles[low.bit_length() - 1])
                cards ^= low
        for union, least, entries in self._groups:
            if (hand & union).bit_count() >= least:
                for cards, lowest, highest, action in entries:
                    if cards & hand == cards and lowest & first and highest & last:
                        found.append(action)
        return found
