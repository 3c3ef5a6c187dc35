"""Fast search for the melds in a hand, for legal actions and the meld solver.

The melds of simple patterns are enumerated when the ruleset is compiled. In a pack with exactly
one card for each rank and suit, a few shifts of the hand's bits find the ranks of which it has
enough cards, and the cards at which runs begin. For other patterns and packs, the melds in the
cards of one suit or rank, together with the wild cards, are cached by these cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ..check.cards import Pack
from ..check.program import Meld
from .compounds import Compound, matcher
from .effort import Effort
from .melds import Pattern, cards_of, enumerate_melds, is_regular, lowest
from .memory import Memory, members

REMEMBERED = 1 << 18
"""The number of melds in the caches of one index."""

MOST_SUITS = 6
"""In packs with more suits there are too many melds of one rank to enumerate all in advance."""

Found = tuple[int, int]
"""A meld as an action: `(verb, cards)`."""


class MeldIndex:
    """Finds the melds of some patterns in a hand.

    There is a finder for each pattern. Melds of a single card are looked up in a set.

    Attributes:
        pack: the cards.
        verb: the number of the action that the melds are for.
        copies: whether melds with the same faces are all found.
        alikes: otherwise the sets of cards with the same face.
        alone: the cards that are a meld of one card.
        patterns: the patterns of all other melds.
        several: whether two patterns may have a meld in common.
    """

    __slots__ = (
        "_finders", "_singles", "alikes", "alone", "copies", "pack", "patterns", "several", "verb",
    )  # fmt: skip

    def __init__(
        self,
        pack: Pack,
        melds: list[Meld],
        verb: int,
        *,
        copies: bool = False,
        effort: Effort | None = None,
        every: Callable[[Meld], list[int]] | None = None,
    ) -> None:
        """Prepare the finders.

        Args:
            pack: the cards.
            melds: the patterns.
            verb: the number of the action that the melds are for.
            copies: whether melds with the same faces are all found, or only one of them.
            effort: counts the work of the searches; None if it need not be counted.
            every: returns the melds of a pattern in the whole pack, for those who ask again.
        """
        every = every or partial(enumerate_melds, pack)
        self.pack, self.verb, self.copies = pack, verb, copies
        self._singles: tuple[Found, ...] | None = None
        self.alikes = () if copies else _copies(pack)
        self._finders: list[_Sets | _Runs | _Parts | _Compounds] = []
        regular = is_regular(pack) and len(pack.suits) <= MOST_SUITS
        self.alone = _alone(pack, melds)
        if self.alone:  # then no finder looks for single cards
            self._singles = tuple((verb, 1 << card) for card in range(pack.size))
            several = [meld for meld in melds if meld.most > 1]
            melds = [replace(meld, least=max(meld.least, 2)) for meld in several]
        self.several = _overlap(pack, melds)
        self.patterns = melds
        for meld in melds:
            if meld.compound:
                self._finders.append(_Compounds(pack, meld, verb, copies))
            elif _is_special(meld) or meld.most_suits < len(pack.suits):
                self._finders.append(_Parts(pack, meld, verb, copies, effort))
            elif regular and meld.same == "rank" and not meld.consecutive:
                self._finders.append(_Sets(pack, meld, verb, every(meld)))
            elif regular and meld.same == "suit" and meld.consecutive:
                self._finders.append(_Runs(pack, meld, verb, every(meld)))
            else:
                self._finders.append(_Parts(pack, meld, verb, copies, effort))

    def find(self, hand: int, first: int, last: int) -> list[Found]:
        """Return the actions for the melds in a hand.

        Args:
            hand: the cards to choose from.
            first: the set of cards that may be the lowest of a meld.
            last: the set of cards that may be the highest of a meld.
        """
        alone, found = self.parted(hand, first, last)
        singles = self._singles
        if not alone or singles is None:
            return found
        actions: list[Found] = []
        while alone:
            low = alone & -alone
            actions.append(singles[low.bit_length() - 1])
            alone ^= low
        return actions + found if found else actions

    def parted(self, hand: int, first: int, last: int) -> tuple[int, list[Found]]:
        """Return the melds of one card, as a set of cards, and the actions for all other melds."""
        cards = 0
        if self._singles is not None:
            cards = hand & first & last & self.alone
            for alike in self.alikes:
                several = cards & alike
                if several & (several - 1):
                    cards = cards & ~alike | several & -several
        found: list[Found] = []
        for finder in self._finders:
            finder.find(hand, first, last, found)
        if self.several and len(found) > 1:
            found = list(dict.fromkeys(found))
        return cards, found

    def melds(self, hand: int) -> list[int]:
        """Return the melds of more than one card in a hand, as sets of cards, in no order."""
        found: list[int] = []
        for finder in self._finders:
            finder.add_melds(hand, found)
        return list(set(found)) if self.several and len(found) > 1 else found

    def every(self, number: int) -> list[Found]:
        """Return the actions for all melds of one of the patterns in the whole pack."""
        found: list[Found] = []
        whole = (1 << self.pack.size) - 1
        self._finders[number].find(whole, whole, whole, found)
        return found

    def holding(self, hand: int, first: int, last: int, card: int) -> list[Found]:
        """Return the actions for the melds in a hand that contain a card.

        Args:
            hand: the cards to choose from.
            first: the set of cards that may be the lowest of a meld.
            last: the set of cards that may be the highest of a meld.
            card: the card; no meld contains card -1.
        """
        if card < 0:
            return []
        found: list[Found] = []
        if self._singles is not None and (hand & first & last & self.alone) >> card & 1:
            found.append(self._singles[card])
        for finder in self._finders:
            near = hand & finder.near(card)
            if near:
                melds: list[Found] = []
                finder.find(near, first, last, melds)
                found += [action for action in melds if action[1] >> card & 1]
        return list(dict.fromkeys(found)) if self.several else found


def _alone(pack: Pack, melds: list[Meld]) -> int:
    """Return the cards that are a meld of one card, if a pattern is for single cards only."""
    if all(meld.most > 1 for meld in melds):
        return 0
    patterns = [matcher(pack, meld) for meld in melds if meld.least <= 1]
    cards = (1 << card for card in range(pack.size))
    return sum(card for card in cards if any(pattern.matches(card) for pattern in patterns))


def _overlap(pack: Pack, melds: list[Meld]) -> bool:
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
    return tuple(
        every if wild >> card & 1 else part | wild for card, part in enumerate(pattern.part_of)
    )


def _copies(pack: Pack) -> tuple[int, ...]:
    """Return the sets of cards with the same face, of two or more cards each."""
    groups = (group for _, group in sorted(pack.masks(pack.face).items()))
    return tuple(group for group in groups if group & (group - 1))


def _is_special(meld: Meld) -> bool:
    """Return whether melds are more than cards of a rank, or neighbours in the deck's order."""
    return bool(meld.wild or meld.around or meld.orders or meld.ranks)


class _Sets:
    """Finds cards of one rank: the cards of each rank are counted in parallel, by shifts."""

    __slots__ = ("_by_rank", "_held", "_near", "_ones", "_ranks", "_spare", "_tops", "_width")

    def __init__(self, pack: Pack, meld: Meld, verb: int, melds: list[int]) -> None:
        of_rank = pack.masks(pack.rank)
        self._near = tuple(of_rank[rank] for rank in pack.rank)
        self._width = width = len(pack.suits)
        ranks = sum(1 for suit in pack.suit if suit >= 0) // width
        self._ones = sum(1 << rank * width for rank in range(ranks))
        # Each rank has a field of `width` bits. If this number and the rank's count are added in
        # it, the top bit is set where there are enough cards.
        self._spare = self._ones * ((1 << width - 1) - meld.least)
        self._tops = self._ones << width - 1
        self._by_rank: list[list[tuple[int, int, int, Found]]] = [[] for _ in range(ranks)]
        for cards in melds:
            low = cards & -cards
            high = 1 << cards.bit_length() - 1
            rank = pack.rank[low.bit_length() - 1]
            self._by_rank[rank].append((cards, low, high, (verb, cards)))
        self._ranks = tuple(of_rank.get(rank, 0) for rank in range(ranks))
        self._held = Memory(self._of_rank, REMEMBERED, members)

    def near(self, card: int) -> int:
        """Return the cards that can be in a meld with one."""
        return self._near[card]

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

    def add_melds(self, hand: int, found: list[int]) -> None:
        ones, width = self._ones, self._width
        counts = self._spare
        for shift in range(width):
            counts += hand >> shift & ones
        hits = counts & self._tops
        while hits:
            hit = hits & -hits
            hits ^= hit
            found += self._held[hand & self._ranks[hit.bit_length() // width - 1]]

    def _of_rank(self, held: int) -> list[int]:
        """The melds of some cards of one rank."""
        rank = lowest(held) // self._width
        return [cards for cards, *_ in self._by_rank[rank] if cards & held == cards]


class _Runs:
    """Finds runs of one suit: shifts by one rank find the cards at which runs begin."""

    __slots__ = ("_by_low", "_held", "_near", "_shifts", "_suited", "_suits")

    def __init__(self, pack: Pack, meld: Meld, verb: int, melds: list[int]) -> None:
        of_suit = pack.masks(pack.suit)
        self._near = tuple(of_suit[suit] for suit in pack.suit)
        width = len(pack.suits)
        self._shifts = tuple(width * step for step in range(1, meld.least))
        self._suited = sum(1 << card for card in range(pack.size) if pack.suit[card] >= 0)
        self._by_low: list[list[tuple[int, int, Found]]] = [[] for _ in range(pack.size)]
        for cards in melds:
            low = (cards & -cards).bit_length() - 1
            self._by_low[low].append((cards, 1 << cards.bit_length() - 1, (verb, cards)))
        self._suits = tuple(of_suit.get(suit, 0) for suit in range(width))
        self._held = Memory(self._of_suit, REMEMBERED, members)

    def near(self, card: int) -> int:
        """Return the cards that can be in a meld with one."""
        return self._near[card]

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
                    break  # longer runs contain this one
                if high & last:
                    found.append(action)

    def add_melds(self, hand: int, found: list[int]) -> None:
        hand &= self._suited
        starts = hand
        for shift in self._shifts:
            starts &= hand >> shift
        if not starts:
            return
        for suit in self._suits:
            if starts & suit:
                found += self._held[hand & suit]

    def _of_suit(self, held: int) -> list[int]:
        """The melds of some cards of one suit."""
        every: list[Found] = []
        self.find(held, held, held, every)
        return [cards for _, cards in every]


Entry = tuple[tuple[int, list[int]], int, int, tuple[int, ...], Found]
"""A cached meld: its key in the canonical order, its lowest and highest card as sets, its faces,
and the action."""


class _Parts:
    """Finds melds of any pattern in any pack, with a cache for each part of the pack."""

    __slots__ = ("_alike", "_copies", "_effort", "_known", "_least", "_near", "_overlap", "_pack",
                 "_parts", "_pattern", "_verb", "_wild")  # fmt: skip

    def __init__(
        self, pack: Pack, meld: Meld, verb: int, copies: bool, effort: Effort | None
    ) -> None:
        self._pack = pack
        self._effort = effort or Effort()
        self._pattern = Pattern(pack, meld, self._effort)
        self._copies = copies
        self._alike = len(set(pack.face)) < pack.size and not copies
        self._verb = verb
        self._wild = self._pattern.wild
        self._parts = self._pattern.parts
        most = REMEMBERED // max(len(self._parts), 1)  # none: suits in a deck without suits
        self._known: list[tuple[int, Memory[int, list[Entry]]]] = [
            (part, Memory(partial(self._melds_in, part), most, members)) for part in self._parts
        ]
        # One meld can belong to two parts only if a card can be wild or natural.
        self._overlap = any(self._wild & part for part in self._parts)
        self._least = max(meld.least, 1)
        self._near = near_to_each(self._pattern)

    def near(self, card: int) -> int:
        """Return the cards that can be in a meld with one."""
        return self._near[card]

    def find(self, hand: int, first: int, last: int, found: list[Found]) -> None:
        wild = hand & self._wild
        least = max(self._least - min(wild.bit_count(), self._pattern.most_wild), 1)
        several: list[Entry] = []
        parts = 0
        for part, known in self._known:
            own = hand & part
            if own.bit_count() < least:
                continue
            melds = known[own | wild]
            if melds:
                several = [*several, *melds] if parts else melds
                parts += 1
        if parts > 1:
            several.sort()
        if several:
            self._add(several, first, last, parts > 1 and self._overlap, found)

    def _melds_in(self, part: int, cards: int) -> list[Entry]:
        face = self._pack.face
        melds: list[Entry] = []
        with self._effort:
            found = set(self._pattern.find_in(part, cards, copies=self._copies))
        for meld in found:
            own = cards_of(meld)
            look = tuple(sorted(face[card] for card in own)) if self._alike else ()
            key = len(own), own
            melds.append((key, meld & -meld, 1 << own[-1], look, (self._verb, meld)))
        melds.sort()
        return melds

    def _add(
        self, melds: list[Entry], first: int, last: int, twice: bool, found: list[Found]
    ) -> None:
        """Add the melds with allowed lowest and highest cards; of equal faces only the first."""
        if not self._alike and not twice:
            found += [a for _, low, high, _, a in melds if low & first and high & last]
            return
        seen: set[object] = set()
        for _, low, high, look, action in melds:
            if low & first and high & last and (look or action) not in seen:
                seen.add(look or action)
                found.append(action)

    def add_melds(self, hand: int, found: list[int]) -> None:
        every: list[Found] = []
        self.find(hand, hand, hand, every)
        found += [cards for _, cards in every]


class _Compounds:
    """Finds melds that are made of others, and runs with several cards of each rank."""

    __slots__ = ("_compound", "_copies", "_everything", "_known", "_verb")

    def __init__(self, pack: Pack, meld: Meld, verb: int, copies: bool) -> None:
        self._compound = Compound(pack, meld)
        self._everything = (1 << pack.size) - 1
        self._copies = copies
        self._verb = verb
        self._known = Memory(self._melds_in, REMEMBERED, members)

    def near(self, card: int) -> int:
        """Return the cards that can be in a meld with one."""
        return self._everything

    def find(self, hand: int, first: int, last: int, found: list[Found]) -> None:
        for cards in self._known[hand]:
            if cards & -cards & first and 1 << cards.bit_length() - 1 & last:
                found.append((self._verb, cards))

    def _melds_in(self, hand: int) -> list[int]:
        return self._compound.find(hand, copies=self._copies)

    def add_melds(self, hand: int, found: list[int]) -> None:
        found += self._known[hand]
