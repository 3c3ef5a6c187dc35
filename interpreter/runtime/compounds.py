"""Melds that are made of others, such as a full house, and runs with several cards of each rank.

They have the methods of `Pattern` by which melds are tested and found. They do not grow on the
table, and no arrangement of a hand contains them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from ..check.cards import Pack
from ..check.program import Meld
from .effort import worked
from .melds import Card, CardSet, cards_of, ends, precedes, set_of, sizes_of
from .memory import remembered
from .patterns import Pattern

_QUICK = 16
"""So many melds are looked through in the time of one candidate."""


class Compound:
    """One kind of such melds in one pack.

    Attributes:
        meld: the kind.
    """

    def __init__(self, pack: Pack, meld: Meld) -> None:
        """Prepare for a pack.

        Args:
            pack: the cards.
            meld: a meld with parts, or with several cards of each rank of a run.
        """
        self._pack = pack
        self.meld = meld
        self._parts = [matcher(pack, part) for part in meld.parts]
        self._lines = tuple(self._line(order) for order in meld.orders or ("",))

    def _line(self, order: str) -> tuple[int, ...]:
        """Return the ranks in the order in which runs are formed."""
        suited = list(range(self._pack.ranked))
        if not order:
            return tuple(suited)
        places = self._pack.orders[order]
        return tuple(sorted((r for r in suited if places[r] >= 0), key=lambda rank: places[rank]))

    def matches(self, cards: CardSet) -> bool:
        """Return whether cards are a meld of this kind."""
        return bool(self.parts_of(cards))

    @remembered(0)
    def parts_of(self, cards: CardSet) -> tuple[CardSet, ...]:
        """Return the melds of which one of this kind is made; none if the cards are no such meld.

        If there are several ways to divide the cards, the first one counts (see `divisions`). A run
        with several cards of each rank is its own only part.
        """
        meld = self.meld
        if not meld.present or not meld.least <= cards.bit_count() <= meld.most:
            return ()
        if meld.parts:
            return next(self.divisions(cards, whole=True), ())
        return () if self.top(cards) is None else (cards,)

    @remembered(0)
    def find(self, hand: CardSet, copies: bool = True) -> list[CardSet]:
        """Return every meld of this kind that some cards contain, in canonical order.

        Args:
            hand: a set of cards.
            copies: whether melds that differ only in which copy of a card they contain are all
                returned; else only the one with the lowest copies is.
        """
        if not self.meld.present or hand.bit_count() < self.meld.least:
            return []
        if self.meld.parts:
            every = {sum(parts) for parts in self.divisions(hand)}
        else:
            every = set(self._runs(hand))
        found = sorted(every, key=lambda cards: (cards.bit_count(), cards_of(cards)))
        if copies:
            return found
        faces: dict[tuple[int, ...], int] = {}
        for cards in found:
            faces.setdefault(tuple(sorted(self._pack.face[c] for c in cards_of(cards))), cards)
        return list(faces.values())

    def end_sizes(self, pile: Sequence[Card]) -> int:
        """Return the sizes of the ends of a pile that are such a meld; see `Pattern.end_sizes`."""
        return sizes_of(ends(pile), self.matches)

    @remembered(0)
    def divided(self, cards: CardSet) -> list[tuple[CardSet, ...]]:
        """Return the ways in which cards are such a meld: for each a meld for each part."""
        return list(self.divisions(cards, whole=True))

    def divisions(self, hand: CardSet, *, whole: bool = False) -> Iterator[tuple[CardSet, ...]]:
        """Yield disjoint melds of some cards, one for each part.

        Equal parts that follow one another are in canonical order. The ways to divide the cards
        are, too: those with the first of all melds as their first part come first.

        Args:
            hand: a set of cards.
            whole: whether the parts must be all of the cards.
        """
        melds, parts = self.meld.parts, self._parts
        least = [sum(part.least for part in melds[number:]) for number in range(len(melds) + 1)]
        every: dict[str, list[int]] = {}  # the melds of each kind, of all cards
        open_ends: list[tuple[tuple[int, ...], int]] = [((), hand)]
        while open_ends:
            chosen, rest = open_ends.pop()
            worked(1)
            number = len(chosen)
            if number == len(parts):
                if not (whole and rest):
                    yield chosen
                continue
            name = melds[number].name
            if whole and number + 1 == len(parts):
                found = [rest] if parts[number].matches(rest) else []
            else:
                if name not in every:
                    every[name] = parts[number].find(hand)
                worked(len(every[name]) // _QUICK)
                found = [cards for cards in every[name] if not cards & ~rest]
            same = number > 0 and melds[number] == melds[number - 1]
            for cards in reversed(found):
                left = rest & ~cards
                ordered = not same or precedes(chosen[-1], cards)
                if ordered and left.bit_count() >= least[number + 1]:
                    open_ends.append(((*chosen, cards), left))

    def top(self, cards: CardSet) -> int | None:
        """Return the highest rank of the cards as a run; None if they are no run.

        If they are a run in several orders of the ranks, it is the last of these.
        """
        each = self.meld.each
        held: dict[int, int] = {}
        for card in cards_of(cards):
            rank = self._pack.rank[card]
            if rank >= self._pack.ranked:
                return None
            held[rank] = held.get(rank, 0) + 1
        if any(count != each for count in held.values()):
            return None
        for line in reversed(self._lines):
            for run in self._windows(line, len(held)):
                if held.keys() == set(run):
                    return run[-1]
        return None

    def _windows(self, line: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
        if length > len(line):
            return
        for start in range(len(line) if self.meld.around else len(line) - length + 1):
            yield (line + line)[start : start + length]

    def _runs(self, hand: CardSet) -> Iterator[CardSet]:
        """Yield the runs that some cards contain."""
        pack, each = self._pack, self.meld.each
        held: dict[int, list[int]] = {}
        for card in cards_of(hand):
            if pack.rank[card] < pack.ranked:
                held.setdefault(pack.rank[card], []).append(card)
        ways = {rank: [set_of(some) for some in combinations(cards, each)] for rank, cards in held.items()}
        least = -(-self.meld.least // each)
        for line in self._lines:
            for length in range(least, min(self.meld.most // each, len(line)) + 1):
                for run in self._windows(line, length):
                    for chosen in product(*(ways.get(rank, ()) for rank in run)):
                        worked(1)
                        yield sum(chosen)


def matcher(pack: Pack, meld: Meld) -> Pattern | Compound:
    """Return what tests and finds melds of one kind.

    Args:
        pack: the cards.
        meld: the kind.
    """
    return (Compound if meld.compound else Pattern)(pack, meld)


class Divider:
    """Divides melds of any kind into their parts."""

    __slots__ = ("_kinds",)

    def __init__(self, pack: Pack, melds: Sequence[Meld]) -> None:
        """Prepare for all melds of a ruleset."""
        self._kinds = [matcher(pack, meld) for meld in melds]

    def parts_of(self, cards: CardSet, numbers: Sequence[int]) -> tuple[CardSet, ...]:
        """Return the melds of which cards are made, as the first kind of meld that they are.

        Args:
            cards: a set of cards.
            numbers: the places of the kinds that count in the list of all.
        """
        for kind in (self._kinds[number] for number in numbers):
            if isinstance(kind, Compound):
                if parts := kind.parts_of(cards):
                    return parts
            elif kind.matches(cards):
                return (cards,)
        return ()
