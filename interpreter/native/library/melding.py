"""Melds in simple Python that can be translated: which melds a hand contains.

These classes stand for those of `runtime/` where native code plays. They return the same, melds in
the same order, but remember nothing: they have tables, integers and lists only.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...check.cards import Pack
from ...check.program import Meld
from ...runtime.meld_index import MOST_SUITS, MeldIndex, near_to_each
from ...runtime.melds import CardSet, Pattern, is_regular, lowest
from ..dialect import Refused
from .looks import look_of
from .patterns import Found, Plain, in_order, unique

Limit = int
"""The cards that may be the lowest or the highest of a meld.

Mostly these are all cards. A function that gets that constant has code of its own.
"""


class Finder:
    """Stands for `MeldIndex`."""

    def __init__(self, index: MeldIndex) -> None:
        """Take over the melds of an index."""
        copies = index.copies
        self.verb = index.verb
        self.alone, self.several = index.alone, index.several
        self.alikes = () if copies else index.alikes
        self.finders = [_finder(index, number) for number in range(len(index.patterns))]

    def find(self, hand: int, first: Limit, last: Limit) -> list[Found]:
        """Return the actions for the melds in a hand."""
        alone, found = self.parted(hand, first, last)
        if not alone:
            return found
        actions: list[Found] = []
        while alone:
            low = alone & -alone
            actions.append((self.verb, low))
            alone ^= low
        return actions + found

    def parted(self, hand: int, first: Limit, last: Limit) -> tuple[int, list[Found]]:
        """Return the melds of one card, as a set of cards, and the actions for all other melds."""
        cards = hand & first & last & self.alone
        if self.alone:
            for alike in self.alikes:
                several = cards & alike
                if several & (several - 1):
                    cards = cards & ~alike | several & -several
        found: list[Found] = []
        several = False
        for finder in self.finders:
            mine = finder.find(hand, first, last)
            if not found:
                found = mine
            elif mine:
                several = True
                found = found + mine
        if self.several and several:
            found = unique(found)
        return cards, found

    def melds(self, hand: int) -> list[int]:
        """Return the melds of more than one card in a hand, as sets of cards."""
        found: list[CardSet] = []
        for finder in self.finders:
            found += finder.melds(hand)
        if self.several and len(found) > 1:
            found = in_order(found)
        return found

    def holding(self, hand: int, first: Limit, last: Limit, card: int) -> list[Found]:
        """Return the actions for the melds in a hand that contain a card; none for card -1."""
        found: list[Found] = []
        if card < 0:
            return found
        if (hand & first & last & self.alone) >> card & 1:
            found.append((self.verb, 1 << card))
        for finder in self.finders:
            near = hand & finder.near[card]
            if near:
                for action in finder.find(near, first, last):
                    if action[1] >> card & 1:
                        found.append(action)
        if self.several:
            found = unique(found)
        return found


def compounds(meld: Meld) -> str:
    """Return what melds like a compound one are called where native code refuses them."""
    return "melds that are made of others" if meld.parts else "runs with several cards of each rank"


def _finder(index: MeldIndex, number: int) -> Sets | Runs | Parts:
    pack, meld = index.pack, index.patterns[number]
    if meld.compound:
        raise Refused(compounds(meld))
    special = meld.wild or meld.around or meld.orders or meld.ranks
    simple = not special and meld.most_suits >= len(pack.suits) and not meld.compound
    if simple and is_regular(pack) and len(pack.suits) <= MOST_SUITS:
        if meld.same == "rank" and not meld.consecutive:
            return Sets(pack, meld.least, index.every(number))
        if meld.same == "suit" and meld.consecutive:
            return Runs(pack, meld.least, index.every(number))
    return Parts(pack, meld, index.verb, copies=index.copies)


class Sets:
    """Finds cards of one rank in a pack with one card for each rank and suit."""

    def __init__(self, pack: Pack, least: int, melds: Sequence[Found]) -> None:
        of_rank = pack.masks(pack.rank)
        self.near = tuple(of_rank[rank] for rank in pack.rank)
        self.width = len(pack.suits)
        ranks = sum(1 for suit in pack.suit if suit >= 0) // self.width
        self.ones = sum(1 << rank * self.width for rank in range(ranks))
        # Each rank has a field of `width` bits. If this number and the rank's count are added in
        # it, the top bit is set where there are enough cards.
        self.spare = self.ones * ((1 << self.width - 1) - least)
        self.tops = self.ones << self.width - 1
        by_rank: list[list[Found]] = [[] for _ in range(ranks)]
        for action in melds:
            by_rank[pack.rank[lowest(action[1])]].append(action)
        self.by_rank = by_rank
        self.shifts = tuple(map(Shift, range(self.width)))

    def ranks(self, hand: int) -> int:
        """Return the ranks of which there are enough cards, as the top bits of their fields."""
        counts = self.spare
        for each in self.shifts:
            counts += hand >> each.by & self.ones
        return counts & self.tops

    def find(self, hand: int, first: Limit, last: Limit) -> list[Found]:
        """Return the actions for the melds in a hand."""
        found: list[Found] = []
        hits = self.ranks(hand)
        while hits:
            for action in self.by_rank[(hits & -hits).bit_length() // self.width - 1]:
                cards = action[1]
                if cards & hand == cards and cards & -cards & first and (
                    1 << cards.bit_length() - 1 & last
                ):  # fmt: skip
                    found.append(action)
            hits &= hits - 1
        return found

    def melds(self, hand: int) -> list[int]:
        """Return the melds in a hand."""
        found: list[int] = []
        hits = self.ranks(hand)
        while hits:
            for action in self.by_rank[(hits & -hits).bit_length() // self.width - 1]:
                if action[1] & hand == action[1]:
                    found.append(action[1])
            hits &= hits - 1
        return found


class Shift:
    """A number of places, which is known when code is made."""

    def __init__(self, by: int) -> None:
        self.by = by


class Runs:
    """Finds runs of one suit in such a pack: shifts find the cards at which runs begin."""

    def __init__(self, pack: Pack, least: int, melds: Sequence[Found]) -> None:
        of_suit = pack.masks(pack.suit)
        self.near = tuple(of_suit[suit] for suit in pack.suit)
        self.shifts = tuple(Shift(len(pack.suits) * step) for step in range(1, least))
        self.suited = sum(1 << card for card in range(pack.size) if pack.suit[card] >= 0)
        by_low: list[list[Found]] = [[] for _ in range(pack.size)]
        for action in melds:
            by_low[lowest(action[1])].append(action)
        self.by_low = by_low

    def starts(self, hand: int) -> int:
        """Return the cards of a hand without unsuited ones at which runs begin."""
        starts = hand
        for each in self.shifts:
            starts &= hand >> each.by
        return starts

    def find(self, hand: int, first: Limit, last: Limit) -> list[Found]:
        """Return the actions for the melds in a hand."""
        found: list[Found] = []
        hand &= self.suited
        starts = self.starts(hand) & first
        while starts:
            for action in self.by_low[(starts & -starts).bit_length() - 1]:
                cards = action[1]
                if cards & hand != cards:
                    break  # longer runs contain this one
                if 1 << cards.bit_length() - 1 & last:
                    found.append(action)
            starts &= starts - 1
        return found

    def melds(self, hand: int) -> list[int]:
        """Return the melds in a hand."""
        found: list[int] = []
        hand &= self.suited
        starts = self.starts(hand)
        while starts:
            for action in self.by_low[(starts & -starts).bit_length() - 1]:
                if action[1] & hand != action[1]:
                    break
                found.append(action[1])
            starts &= starts - 1
        return found


class Parts:
    """Finds melds of any pattern in any pack."""

    def __init__(self, pack: Pack, meld: Meld, verb: int, *, copies: bool) -> None:
        pattern = Pattern(pack, meld)
        self.verb, self.copies = verb, copies
        self.every = (1 << pack.size) - 1
        self.pattern = Plain(pattern)
        self.alike = len(set(pack.face)) < pack.size and not copies
        self.near = near_to_each(pattern)

    def find(self, hand: int, first: Limit, last: Limit) -> list[Found]:
        """Return the actions for the melds in a hand; of those that look alike only the first."""
        found: list[Found] = []
        if not self.every & ~(first & last):
            for cards in self.melds(hand):
                found.append((self.verb, cards))
            return found
        if not self.alike or not hand & ~(first & last):
            for cards in self.melds(hand):
                if cards & -cards & first and 1 << cards.bit_length() - 1 & last:
                    found.append((self.verb, cards))
            return found
        looks: list[CardSet] = []
        for cards in self.pattern.find(hand, self.copies):
            if cards & -cards & first and 1 << cards.bit_length() - 1 & last:
                look = look_of(cards, self.pattern.firsts)
                if look not in looks:
                    looks.append(look)
                    found.append((self.verb, cards))
        return found

    def melds(self, hand: int) -> list[int]:
        """Return the melds in a hand; of those that look alike only the first."""
        return self.pattern.find(hand, self.copies, not self.alike)
