"""Which melds a hand contains, for legal actions and the best arrangement of a hand.

The melds of simple patterns are enumerated when the ruleset is compiled. In a pack with exactly
one card for each rank and suit, a few shifts of the hand's bits find the ranks of which it has
enough cards, and the cards at which runs begin. For other patterns and packs, the melds in the
cards of one suit or rank, together with the wild cards, are remembered by these cards.

Python runs these methods, and native code is translated from them; see patterns.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated

from ..program.cards import Pack
from ..program.program import Meld
from .compounds import matcher
from .melds import Card, CardSet, Found, cards_of, in_order, is_regular, lowest, unique
from .memory import remembered
from .pattern_tables import Shift, look_of
from .patterns import Pattern, enumerate_melds

FEW_REMEMBERED = 1 << 12
"""The size of the cache of the melds of whole hands, in melds."""

MOST_SUITS = 6
"""In packs with more suits there are too many melds of one rank to enumerate all in advance."""

Limit = Annotated[CardSet, "limit"]
"""The cards that may be the lowest or the highest of a meld.

Mostly these are all cards. A native function that gets that constant has code of its own.
"""


class MeldIndex:
    """Finds the melds of some patterns in a hand.

    There is a finder for each pattern. Melds of a single card are looked up in a set.

    Attributes:
        verb: the number of the action that the melds are for.
        alikes: the sets of cards with the same face, unless melds with the same faces are all
            found.
        alone: the cards that are a meld of one card.
        several: whether two patterns may have a meld in common.
        finders: find all other melds.
    """

    def __init__(
        self,
        pack: Pack,
        melds: Sequence[Meld],
        verb: int,
        *,
        copies: bool = False,
        every: Callable[[Meld], list[int]] | None = None,
    ) -> None:
        """Prepare the finders.

        Args:
            pack: the cards.
            melds: the patterns.
            verb: the number of the action that the melds are for.
            copies: whether melds with the same faces are all found, or only one of them.
            every: returns the melds of a pattern in the whole pack, for those who ask again.
        """
        self.verb = verb
        self.alikes = () if copies else _copies(pack)
        self.alone = _alone(pack, melds)
        if self.alone:  # then no finder looks for single cards
            several = [meld for meld in melds if meld.most > 1]
            melds = [replace(meld, least=max(meld.least, 2)) for meld in several]
        self.several = _overlap(pack, melds)
        every = every or partial(enumerate_melds, pack)
        self.finders = [_finder(pack, meld, verb, copies, every) for meld in melds]

    def find(self, hand: CardSet, first: Limit, last: Limit) -> list[Found]:
        """Return the actions for the melds in a hand.

        Args:
            hand: the cards to choose from.
            first: the set of cards that may be the lowest of a meld.
            last: the set of cards that may be the highest of a meld.
        """
        alone, found = self.parted(hand, first, last)
        if not alone:
            return found
        actions: list[Found] = []
        while alone:
            low = alone & -alone
            actions.append((self.verb, low))
            alone ^= low
        return actions + found

    def parted(self, hand: CardSet, first: Limit, last: Limit) -> tuple[int, list[Found]]:
        """Return the melds of one card, as a set of cards, and the actions for all other melds."""
        cards = hand & first & last & self.alone
        if self.alone:
            for alike in self.alikes:
                several = cards & alike
                if several & (several - 1):
                    cards = cards & ~alike | several & -several
        found: list[Found] = []
        repeated = False
        for finder in self.finders:
            mine = finder.find(hand, first, last)
            if not found:
                found = mine
            elif mine:
                repeated = True
                found = found + mine
        if self.several and repeated:
            found = unique(found)
        return cards, found

    @remembered(FEW_REMEMBERED)
    def melds(self, hand: CardSet) -> list[CardSet]:
        """Return the melds of more than one card in a hand, as sets of cards."""
        found: list[CardSet] = []
        for finder in self.finders:
            found += finder.melds(hand)
        if self.several and len(found) > 1:
            found = in_order(found)
        return found

    def holding(self, hand: CardSet, first: Limit, last: Limit, card: Card) -> list[Found]:
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


class MeldChoice:
    """Finds the melds of one of several patterns in a hand, by the number of the pattern.

    Attributes:
        indexes: find the melds of each pattern.
    """

    def __init__(
        self,
        pack: Pack,
        melds: Sequence[Meld],
        verb: int,
        *,
        copies: bool = False,
        every: Callable[[Meld], list[int]] | None = None,
    ) -> None:
        """Prepare the finders; see `MeldIndex`."""
        self.indexes = [
            MeldIndex(pack, [meld] if meld.present else [], verb, copies=copies, every=every) for meld in melds
        ]

    def find(self, number: int, hand: CardSet, first: Limit, last: Limit) -> list[Found]:
        """Return the actions for the melds of a pattern in a hand; none for -1."""
        found: list[Found] = []
        place = 0
        for index in self.indexes:
            if place == number:
                found = index.find(hand, first, last)
            place += 1  # noqa: SIM113 - native code has no `enumerate` of objects
        return found

    def holding(self, number: int, hand: CardSet, first: Limit, last: Limit, card: Card) -> list[Found]:
        """Return those of the actions of `find` whose melds contain a card."""
        found: list[Found] = []
        place = 0
        for index in self.indexes:
            if place == number:
                found = index.holding(hand, first, last, card)
            place += 1  # noqa: SIM113 - native code has no `enumerate` of objects
        return found


def _alone(pack: Pack, melds: Sequence[Meld]) -> CardSet:
    """Return the cards that are a meld of one card, if a pattern is for single cards only."""
    if all(meld.most > 1 for meld in melds):
        return 0
    patterns = [matcher(pack, meld) for meld in melds if meld.least <= 1]
    cards = (1 << card for card in range(pack.size))
    return sum(card for card in cards if any(pattern.matches(card) for pattern in patterns))


def _overlap(pack: Pack, melds: Sequence[Meld]) -> bool:
    """Return whether two patterns may have a meld in common.

    Cards of one rank and runs of one suit have none in common, if all have at least two cards and
    at most one of the patterns has wild cards, which are jokers.
    """
    kinds = [(meld.same, meld.consecutive) for meld in melds]
    wild = [meld.wild for meld in melds if meld.wild]
    natural = cards_of(pack.natural)
    return len(melds) > 1 and (
        len(set(kinds)) < len(kinds)
        or not set(kinds) <= {("rank", False), ("suit", True)}
        or any(pack.rank[card] in ranks for card in natural for ranks in wild)
        or len(wild) > 1
    )


def near_to_each(pattern: Pattern) -> tuple[int, ...]:
    """Return for each card of a pack those that can be in a meld with it."""
    wild, every = pattern.wild, (1 << pattern.pack.size) - 1
    return tuple(every if wild >> card & 1 else part | wild for card, part in enumerate(pattern.part_of))


def _copies(pack: Pack) -> tuple[int, ...]:
    """Return the sets of cards with the same face, of two or more cards each."""
    groups = (group for _, group in sorted(pack.masks(pack.face).items()))
    return tuple(group for group in groups if group & (group - 1))


def _finder(
    pack: Pack, meld: Meld, verb: int, copies: bool, every: Callable[[Meld], list[int]]
) -> Sets | Runs | Parts | Compounds:
    if meld.compound:
        return Compounds(pack, meld, verb, copies=copies)
    special = meld.wild or meld.around or meld.orders or meld.ranks
    simple = not special and meld.most_suits >= len(pack.suits)
    if simple and is_regular(pack) and len(pack.suits) <= MOST_SUITS:
        if meld.same == "rank" and not meld.consecutive:
            return Sets(pack, meld.least, [(verb, cards) for cards in every(meld)])
        if meld.same == "suit" and meld.consecutive:
            return Runs(pack, meld.least, [(verb, cards) for cards in every(meld)])
    return Parts(pack, meld, verb, copies=copies)


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

    def ranks(self, hand: CardSet) -> int:
        """Return the ranks of which there are enough cards, as the top bits of their fields."""
        counts = self.spare
        for each in self.shifts:
            counts += hand >> each.by & self.ones
        return counts & self.tops

    def find(self, hand: CardSet, first: Limit, last: Limit) -> list[Found]:
        """Return the actions for the melds in a hand."""
        found: list[Found] = []
        hits = self.ranks(hand)
        while hits:
            for action in self.by_rank[(hits & -hits).bit_length() // self.width - 1]:
                cards = action[1]
                if cards & hand == cards and cards & -cards & first and (1 << cards.bit_length() - 1 & last):
                    found.append(action)
            hits &= hits - 1
        return found

    def melds(self, hand: CardSet) -> list[CardSet]:
        """Return the melds in a hand."""
        found: list[CardSet] = []
        hits = self.ranks(hand)
        while hits:
            for action in self.by_rank[(hits & -hits).bit_length() // self.width - 1]:
                if action[1] & hand == action[1]:
                    found.append(action[1])
            hits &= hits - 1
        return found


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

    def starts(self, hand: CardSet) -> CardSet:
        """Return the cards of a hand without unsuited ones at which runs begin."""
        starts = hand
        for each in self.shifts:
            starts &= hand >> each.by
        return starts

    def find(self, hand: CardSet, first: Limit, last: Limit) -> list[Found]:
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

    def melds(self, hand: CardSet) -> list[CardSet]:
        """Return the melds in a hand."""
        found: list[CardSet] = []
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
        self.verb, self.copies = verb, copies
        self.every = (1 << pack.size) - 1
        self.pattern = Pattern(pack, meld)
        self.alike = len(set(pack.face)) < pack.size and not copies
        self.near = near_to_each(self.pattern)

    def find(self, hand: CardSet, first: Limit, last: Limit) -> list[Found]:
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

    def melds(self, hand: CardSet) -> list[CardSet]:
        """Return the melds in a hand; of those that look alike only the first."""
        return self.pattern.find(hand, self.copies, not self.alike)


class Compounds:
    """Finds melds that are made of others, and runs with several cards of each rank."""

    def __init__(self, pack: Pack, meld: Meld, verb: int, *, copies: bool) -> None:
        self.compound = matcher(pack, meld)
        self.near = ((1 << pack.size) - 1,) * pack.size
        self.verb, self.copies = verb, copies

    def find(self, hand: CardSet, first: Limit, last: Limit) -> list[Found]:
        """Return the actions for the melds in a hand."""
        found: list[Found] = []
        for cards in self.melds(hand):
            if cards & -cards & first and 1 << cards.bit_length() - 1 & last:
                found.append((self.verb, cards))
        return found

    def melds(self, hand: CardSet) -> list[CardSet]:
        """Return the melds in a hand."""
        return self.compound.find(hand, self.copies)
