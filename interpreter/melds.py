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


Found = tuple[int, int]
"""A meld as a finished action: `(verb, cards)`."""


class MeldIndex:
    """The melds of some patterns, ready to be found in a hand.

    In a pack without gaps or copies a few shifts tell at which cards melds begin at all; most
    hands hold none, and are done. Other packs go group by group.
    """

    __slots__ = ("_copies", "_finders", "_singles")

    def __init__(self, pack: Pack, melds: list[Meld], verb: int) -> None:
        """Enumerate the melds of the patterns."""
        self._singles: tuple[Found, ...] | None = None
        self._copies = _copies(pack)
        self._finders: list[_Sets | _Runs | _Groups] = []
        regular = _is_regular(pack)
        for meld in melds:
            if meld.most == 1:
                self._singles = tuple((verb, 1 << card) for card in range(pack.size))
            elif regular and meld.same == "rank" and not meld.consecutive:
                self._finders.append(_Sets(pack, meld, verb))
            elif regular and meld.same == "suit" and meld.consecutive:
                self._finders.append(_Runs(pack, meld, verb))
            else:
                self._finders.append(_Groups(pack, meld, verb))

    def find(self, hand: int, first: int, last: int) -> list[Found]:
        """Return the actions for the melds in a hand, each look once.

        Args:
            hand: the cards to choose from.
            first: the cards that may be a meld's lowest.
            last: the cards that may be a meld's highest.
        """
        found: list[Found] = []
        singles = self._singles
        if singles is not None:
            cards = hand & first & last
            for alike in self._copies:
                several = cards & alike
                if several & (several - 1):
                    cards = cards & ~alike | several & -several
            while cards:
                low = cards & -cards
                found.append(singles[low.bit_length() - 1])
                cards ^= low
        for finder in self._finders:
            finder.find(hand, first, last, found)
        return found


def _copies(pack: Pack) -> tuple[int, ...]:
    """The sets of cards that look alike, of more than one card each."""
    groups = (pack.mask(pack.face, face) for face in sorted(set(pack.face)))
    return tuple(group for group in groups if group & (group - 1))


def _is_regular(pack: Pack) -> bool:
    """Whether the suited cards are exactly one of each rank and suit, rank after rank."""
    width = len(pack.suits)
    suited = [card for card in range(pack.size) if pack.suit[card] >= 0]
    return width >= 2 and all(
        pack.rank[card] == card // width and pack.suit[card] == card % width for card in suited
    ) and len(suited) % width == 0  # fmt: skip


class _Sets:
    """Cards of one rank: ranks of which a hand has enough are found by counting in parallel."""

    __slots__ = ("_by_rank", "_ones", "_spare", "_tops", "_width")

    def __init__(self, pack: Pack, meld: Meld, verb: int) -> None:
        self._width = width = len(pack.suits)
        ranks = sum(1 for suit in pack.suit if suit >= 0) // width
        self._ones = sum(1 << rank * width for rank in range(ranks))
        # A rank's count lies in `width` bits; with this added its top bit shows "enough".
        self._spare = self._ones * ((1 << width - 1) - meld.least)
        self._tops = self._ones << width - 1
        self._by_rank: list[list[tuple[int, int, int, Found]]] = [[] for _ in range(ranks)]
        for cards in enumerate_melds(pack, meld):
            low = cards & -cards
            high = 1 << cards.bit_length() - 1
            rank = pack.rank[low.bit_length() - 1]
            self._by_rank[rank].append((cards, low, high, (verb, cards)))

    def find(self, hand: int, first: int, last: int, found: list[Found]) -> None:
        ones = self._ones
        counts = self._spare
        for shift in range(self._width):
            counts += hand >> shift & ones
        hits = counts & self._tops
        while hits:
            hit = hits & -hits
            hits ^= hit
            for cards, low, high, action in self._by_rank[hit.bit_length() // self._width - 1]:
                if cards & hand == cards and low & first and high & last:
                    found.append(action)


class _Runs:
    """Consecutive cards of one suit: shifts by a rank find the cards at which runs begin."""

    __slots__ = ("_by_low", "_shifts", "_suited")

    def __init__(self, pack: Pack, meld: Meld, verb: int) -> None:
        width = len(pack.suits)
        self._shifts = tuple(width * step for step in range(1, meld.least))
        self._suited = sum(1 << card for card in range(pack.size) if pack.suit[card] >= 0)
        self._by_low: list[list[tuple[int, int, Found]]] = [[] for _ in range(pack.size)]
        for cards in enumerate_melds(pack, meld):
            low = (cards & -cards).bit_length() - 1
            self._by_low[low].append((cards, 1 << cards.bit_length() - 1, (verb, cards)))

    def find(self, hand: int, first: int, last: int, found: list[Found]) -> None:
        hand &= self._suited
        starts = hand
        for shift in self._shifts:
            starts &= hand >> shift
        starts &= first
        while starts:
            low = starts & -starts
            starts ^= low
            for cards, high, action in self._by_low[low.bit_length() - 1]:
                if cards & hand != cards:
                    break  # the longer ones contain this one
                if high & last:
                    found.append(action)


class _Groups:
    """Any pattern and pack: melds in groups, looked at when a hand has enough of the cards."""

    __slots__ = ("_doubled", "_face", "_groups", "_least")

    def __init__(self, pack: Pack, meld: Meld, verb: int) -> None:
        self._least = meld.least
        self._face = pack.face
        self._doubled = len(set(pack.face)) < pack.size
        column: tuple[int, ...] = getattr(pack, meld.same or "rank")
        groups: dict[int, list[int]] = {}
        for cards in enumerate_melds(pack, meld):
            low = (cards & -cards).bit_length() - 1
            groups.setdefault(column[low], []).append(cards)
        self._groups: list[tuple[int, list[tuple[int, int, int, Found]]]] = []
        for melds in groups.values():
            union = 0
            for cards in melds:
                union |= cards
            entries = [
                (cards, cards & -cards, 1 << cards.bit_length() - 1, (verb, cards))
                for cards in melds
            ]
            self._groups.append((union, entries))

    def find(self, hand: int, first: int, last: int, found: list[Found]) -> None:
        seen: set[tuple[int, ...]] = set()
        for union, entries in self._groups:
            if (hand & union).bit_count() < self._least:
                continue
            for cards, low, high, action in entries:
                if cards & hand == cards and low & first and high & last:
                    if self._doubled:
                        look = tuple(self._face[card] for card in cards_of(cards))
                        if look in seen:
                            continue
                        seen.add(look)
                    found.append(action)
