"""Melds: which cards belong together, and which melds a hand holds.

A pattern's melds are enumerated once, when a ruleset is compiled, as sets of cards (integers with
one bit a card). Finding those that a hand holds is then a matter of `&`: melds are grouped by what
their cards share, and a group is looked at only when the hand has enough of its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from .cards import JOKER, NONE, Pack
from .program import Meld

Reading = tuple[int, int, int, int, int]
"""How a run can be read: the number of its line, the position of its first card there, how many
cards it has, which of its places wild cards hold (bits, from the first card on), and its suit."""


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


class Pattern:
    """One kind of meld in one pack: what matches it, and what a hand holds of it.

    A *line* is an order in which ranks may follow one another. A run's cards lie at consecutive
    positions of a line; a wild card stands for whatever is missing.
    """

    __slots__ = ("_copies", "_lines", "_meld", "_natural", "_pack", "_wild")

    def __init__(self, pack: Pack, meld: Meld) -> None:
        """Prepare a pattern for a pack."""
        self._pack = pack
        self._meld = meld
        self._wild = set_of(card for card in range(pack.size) if pack.rank[card] in meld.wild)
        # A wild rank's suited cards can also be what they are; a joker cannot.
        self._natural = set_of(card for card in range(pack.size) if pack.suit[card] >= 0)
        self._copies: dict[tuple[int, int], tuple[int, ...]] = {}
        for card in range(pack.size):
            key = (pack.rank[card], pack.suit[card])
            self._copies[key] = (*self._copies.get(key, ()), card)
        self._lines = tuple(self._line(order) for order in meld.orders or ("",))

    @property
    def least(self) -> int:
        """The fewest cards of such a meld."""
        return self._meld.least

    def _line(self, order: str) -> tuple[int, ...]:
        """The ranks of a line, repeated once where runs go around the corner."""
        suited = [rank for rank, name in enumerate(self._pack.ranks) if name != JOKER]
        if order:
            positions = self._pack.orders[order]
            suited = sorted((r for r in suited if positions[r] >= 0), key=lambda r: positions[r])
        return tuple(suited * 2 if self._meld.around else suited)

    def matches(self, cards: int) -> bool:
        """Return whether cards are a meld of this kind.

        Args:
            cards: a set of cards.
        """
        meld = self._meld
        if not meld.present or not meld.least <= cards.bit_count() <= meld.most:
            return False
        if meld.same is None and not meld.consecutive:
            return True
        return any(self._fits(cards & ~wild, wild.bit_count()) for wild in self._wild_parts(cards))

    def _wild_parts(self, cards: int) -> Iterator[int]:
        """The ways to take some of the cards as wild; jokers always are."""
        wild = cards & self._wild
        must = wild & ~self._natural
        optional = cards_of(wild & self._natural)
        for count in range(len(optional) + 1):
            for chosen in combinations(optional, count):
                part = must | set_of(chosen)
                if part.bit_count() <= self._meld.most_wild:
                    yield part

    def _fits(self, natural: int, wild: int) -> bool:
        cards = cards_of(natural)
        if not cards or natural & ~self._natural:
            return False
        pack, meld = self._pack, self._meld
        if meld.consecutive:
            if meld.same == "suit" and len({pack.suit[card] for card in cards}) > 1:
                return False
            return any(True for _ in self.windows(natural, wild))
        column: tuple[int, ...] = getattr(pack, meld.same or "rank")
        if len({column[card] for card in cards}) > 1:
            return False
        suits = len({pack.suit[card] for card in cards})
        return meld.least_suits <= suits <= meld.most_suits

    def windows(self, natural: int, wild: int) -> Iterator[tuple[int, int]]:
        """Yield where a run can lie: the number of its line and the position of its first card.

        Args:
            natural: the cards that stand for themselves, of one suit.
            wild: how many more there are.
        """
        ranks = [self._pack.rank[card] for card in cards_of(natural)]
        if len(set(ranks)) < len(ranks):
            return
        length = len(ranks) + wild
        for number, line in enumerate(self._lines):
            around = self._meld.around
            whole = len(line) // 2 if around else len(line)
            if length > whole:
                continue
            for start in range(whole if around else whole - length + 1):
                if set(ranks) <= set(line[start : start + length]):
                    yield number, start

    def line(self, number: int) -> tuple[int, ...]:
        """Return the ranks of a line."""
        return self._lines[number]

    def readings(self, cards: int) -> set[Reading]:
        """Return every way to read a run; its cards lie at once, in whatever order."""
        found: set[Reading] = set()
        for wild in self._wild_parts(cards):
            natural = cards & ~wild
            if not self._fits(natural, wild.bit_count()):
                continue
            own = cards_of(natural)
            ranks = {self._pack.rank[card] for card in own}
            suit = self._pack.suit[own[0]] if self._meld.same == "suit" else NONE
            length = cards.bit_count()
            for line, start in self.windows(natural, wild.bit_count()):
                places = self._lines[line][start : start + length]
                held = set_of(index for index, rank in enumerate(places) if rank not in ranks)
                found.add((line, start, length, held, suit))
        return found

    def grown(self, reading: Reading, card: int) -> Iterator[Reading]:
        """Yield the readings of a run to whose lower or upper end a card was added."""
        number, start, length, wild, suit = reading
        line, rank = self._lines[number], self._pack.rank[card]
        natural = self._natural >> card & 1 and suit in (NONE, self._pack.suit[card])
        spare = self._wild >> card & 1 and wild.bit_count() < self._meld.most_wild
        around = self._meld.around
        whole = len(line) // 2 if around else len(line)
        if length >= whole:
            return
        if start > 0 or around:
            below = (start - 1) % whole
            if natural and line[below] == rank:
                yield number, below, length + 1, wild << 1, suit
            if spare:
                yield number, below, length + 1, wild << 1 | 1, suit
        end = start + length
        if end < len(line):
            if natural and line[end] == rank:
                yield number, start, length + 1, wild, suit
            if spare:
                yield number, start, length + 1, wild | 1 << length, suit

    def find(self, hand: int, *, copies: bool = True) -> list[int]:
        """Return every meld of this kind among some cards, in canonical order.

        Where a wild card may stand in for one that the hand has too, both ways are there.

        Args:
            hand: a set of cards.
            copies: whether a run is found with each of the cards that look alike, or only with
                the lowest.
        """
        meld = self._meld
        if not meld.present:
            return []
        if meld.same is None and not meld.consecutive:
            cards = cards_of(hand)
            return [
                set_of(chosen)
                for size in range(meld.least, min(meld.most, len(cards)) + 1)
                for chosen in combinations(cards, size)
            ]
        found = self._find_runs(hand, copies) if meld.consecutive else self._find_sets(hand)
        return sorted(set(found), key=lambda m: (m.bit_count(), cards_of(m)))

    def _find_sets(self, hand: int) -> Iterator[int]:
        pack, meld = self._pack, self._meld
        column: tuple[int, ...] = getattr(pack, meld.same or "rank")
        groups: dict[int, list[int]] = {}
        for card in cards_of(hand & self._natural):
            groups.setdefault(column[card], []).append(card)
        wild = cards_of(hand & self._wild)
        for group in groups.values():
            for naturals in range(1, min(meld.most, len(group)) + 1):
                for chosen in combinations(group, naturals):
                    part = set_of(chosen)
                    suits = len({pack.suit[card] for card in chosen})
                    if not meld.least_suits <= suits <= meld.most_suits:
                        continue
                    spare = [card for card in wild if not part >> card & 1]
                    low = max(meld.least - naturals, 0)
                    high = min(meld.most - naturals, meld.most_wild, len(spare))
                    for count in range(low, high + 1):
                        for extra in combinations(spare, count):
                            yield part | set_of(extra)

    def _find_runs(self, hand: int, copies: bool) -> Iterator[int]:
        pack, meld = self._pack, self._meld
        wild = cards_of(hand & self._wild)
        suits = range(len(pack.suits)) if meld.same == "suit" else (None,)
        for suit in suits:
            for line in self._lines:
                whole = len(line) // 2 if meld.around else len(line)
                for start in range(whole):
                    most = min(meld.most, whole if meld.around else whole - start)
                    yield from self._grow(hand, suit, line, start, most, 0, 0, 0, wild, copies)

    def _grow(
        self, hand: int, suit: int | None, line: tuple[int, ...], start: int, most: int,
        length: int, cards: int, used: int, wild: list[int], copies: bool,
    ) -> Iterator[int]:  # fmt: skip
        """Every run from a position on: a card of its own at the next place, or a wild one."""
        if length >= self._meld.least and cards & ~used:
            yield cards
        if length == most:
            return
        rank = line[start + length]
        seen: set[int] = set()
        for key in [(rank, suit)] if suit is not None else (
            (rank, each) for each in range(len(self._pack.suits))
        ):  # fmt: skip
            for card in self._copies.get(key, ()):
                if hand >> card & 1 and not cards >> card & 1:
                    face = self._pack.face[card]
                    if face in seen and not copies:
                        continue
                    seen.add(face)
                    yield from self._grow(
                        hand,
                        suit,
                        line,
                        start,
                        most,
                        length + 1,
                        cards | 1 << card,
                        used,
                        wild,
                        copies,
                    )
        if used.bit_count() < self._meld.most_wild:
            for card in wild:
                if not cards >> card & 1:
                    bit = 1 << card
                    yield from self._grow(
                        hand,
                        suit,
                        line,
                        start,
                        most,
                        length + 1,
                        cards | bit,
                        used | bit,
                        wild,
                        copies,
                    )


def enumerate_melds(pack: Pack, meld: Meld) -> list[int]:
    """Return every meld of a pattern that a whole pack holds, in canonical order."""
    return Pattern(pack, meld).find((1 << pack.size) - 1)


Found = tuple[int, int]
"""A meld as a finished action: `(verb, cards)`."""


class MeldIndex:
    """The melds of some patterns, ready to be found in a hand.

    In a pack without gaps or copies a few shifts tell at which cards melds begin at all; most
    hands hold none, and are done. Other packs go group by group.
    """

    __slots__ = ("_copies", "_finders", "_singles")

    def __init__(self, pack: Pack, melds: list[Meld], verb: int, *, copies: bool = False) -> None:
        """Enumerate the melds of the patterns.

        Args:
            pack: the cards.
            melds: the patterns.
            verb: the action's number.
            copies: whether melds that look alike are all to be found.
        """
        self._singles: tuple[Found, ...] | None = None
        self._copies = () if copies else _copies(pack)
        self._finders: list[_Sets | _Runs | _Any] = []
        regular = _is_regular(pack)
        for meld in melds:
            if meld.most == 1:
                self._singles = tuple((verb, 1 << card) for card in range(pack.size))
            elif meld.wild or meld.around or meld.orders or meld.most_suits < len(pack.suits):
                self._finders.append(_Any(pack, meld, verb, copies))
            elif regular and meld.same == "rank" and not meld.consecutive:
                self._finders.append(_Sets(pack, meld, verb))
            elif regular and meld.same == "suit" and meld.consecutive:
                self._finders.append(_Runs(pack, meld, verb))
            else:
                self._finders.append(_Any(pack, meld, verb, copies))

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


class _Any:
    """Any pattern in any pack: wild cards, copies, gaps, several orders."""

    __slots__ = ("_copies", "_faces", "_pattern", "_verb")

    def __init__(self, pack: Pack, meld: Meld, verb: int, copies: bool) -> None:
        self._pattern = Pattern(pack, meld)
        self._copies = copies
        self._faces = pack.face if len(set(pack.face)) < pack.size and not copies else None
        self._verb = verb

    def find(self, hand: int, first: int, last: int, found: list[Found]) -> None:
        seen: set[tuple[int, ...]] = set()
        for cards in self._pattern.find(hand, copies=self._copies):
            if cards & -cards & first and 1 << cards.bit_length() - 1 & last:
                if self._faces is not None:
                    look = tuple(sorted(self._faces[card] for card in cards_of(cards)))
                    if look in seen:
                        continue
                    seen.add(look)
                found.append((self._verb, cards))
