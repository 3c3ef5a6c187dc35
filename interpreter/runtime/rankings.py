"""Rankings: which combinations of cards rank above which.

A combination has a *value*, a number. Its highest digits are the level of its pattern; then follow
the number of the pattern in the level, the number of cards, and the places of the ranks that decide
between equal patterns. So values of one ranking can be compared as numbers, except that patterns
of one level do not rank above one another.

Where no flush is possible, two hands with the same ranks have the same value. Values are therefore
cached by what can matter: how many cards of each rank there are, and the cards of the suits of
which there are enough for a flush. Tables count some cards at once.
"""

from __future__ import annotations

from itertools import groupby

from ..program.cards import Pack
from ..program.program import Meld, Ranking
from .compounds import Composite, Repeated, matcher
from .counted_hands import CountedPattern, highest, is_counted, without
from .meld_index import MeldIndex
from .melds import CardSet, cards_of

REMEMBERED = 1 << 17
"""The size of the cache of values, in entries."""

CHUNK = 11
"""How many cards one table counts at once."""

IN_CHUNK = (1 << CHUNK) - 1


class Ranks:
    """The values of combinations in one ranking.

    Attributes:
        pack: the cards.
        ranking: the ranking.
        best: how many cards of a hand count.
        counted: each pattern, with the number of levels above it and of patterns before it in its
            level, if values depend on the number of cards of each rank only; otherwise none.
        place_of: the place of each card's rank in the order of the ranking.
        most_alike: the most cards of a rank that there are, or that a pattern asks for.
        flush: how many cards of a suit a flush needs.
        by_suit: the cards of each suit, if there are flushes.
        base, digits: the base and number of the digits that decide between equal patterns.
        of_pattern, of_level: the weights of the numbers of patterns and levels in a value.
        in_level: how many patterns each level has, the lowest first.
        patterns: the number of each pattern by those of its level and its place there.
    """

    __slots__ = (
        "_counts",
        "_flags",
        "_known",
        "_levels",
        "_of_ranks",
        "_order",
        "_possible",
        "_start",
        "base",
        "best",
        "by_suit",
        "counted",
        "digits",
        "flush",
        "in_level",
        "most_alike",
        "of_level",
        "of_pattern",
        "pack",
        "patterns",
        "place_of",
        "ranking",
    )

    def __init__(self, pack: Pack, ranking: Ranking) -> None:
        """Prepare a ranking for a pack.

        Args:
            pack: the cards.
            ranking: the ranking.
        """
        self.pack, self.ranking = pack, ranking
        self.best = ranking.best
        self._order = _Order(pack, ranking)
        self._levels = tuple(tuple(_Kind(pack, meld, self._order) for meld in level) for level in ranking.levels)
        melds = [meld for level in ranking.levels for meld in level]
        self.in_level = tuple(len(level) for level in ranking.levels[::-1])
        # The number of digits, and the weights of a value's parts.
        self.base = max(*self._order.places, len(pack.suits), 1) + 1
        self.digits = max((_digits(meld, ranking.best) for meld in melds), default=0) + 1
        self.of_pattern = self.base**self.digits * (pack.size + 1)
        self.of_level = self.of_pattern * (len(melds) + 1)
        self.patterns = {
            (level, place): ranking.patterns.index(meld.name)
            for level, kinds in enumerate(ranking.levels[::-1], 1)
            for place, meld in enumerate(kinds[::-1], 1)
        }
        self._known: dict[int, int] = {}
        self._counts: tuple[tuple[int, ...], ...] = ()
        self._start = self._flags = self.flush = self._of_ranks = 0
        self.by_suit: dict[int, int] = {}
        simple = [part for meld in melds for part in (meld.parts or (meld,))]
        if not ranking.suits and not any(
            meld.wild or meld.ranks or meld.least_suits > 1 or meld.most_suits < len(pack.suits) for meld in simple
        ):
            self._count([meld.least for meld in simple if meld.same == "suit"])

        places = self._order.places
        self.place_of = tuple(places[rank] for rank in pack.rank)
        # So many cards of a rank there are, or a pattern asks for.
        self.most_alike = max(
            pack.size and max(map(pack.rank.count, set(pack.rank))),
            *[size for meld in simple for size in (meld.least, meld.each)],
            0,
        )
        self.counted: list[tuple[int, int, CountedPattern]] = []  # with levels and places
        self._possible: dict[tuple[int, ...], list[tuple[int, int, CountedPattern]]] = {}
        different = min(places) > 0 and len(set(places)) == len(places)
        if self.best and self._counts and different and all(is_counted(pack, m) for m in melds):
            self.counted = [
                (above, place, CountedPattern(pack, meld, places, ranking.best))
                for above, level in enumerate(ranking.levels)
                for place, meld in enumerate(level)
                if meld.least <= ranking.best
            ]

    def _count(self, flushes: list[int]) -> None:
        """Make the tables that count the cards of each rank, and of each suit if there are flushes.

        Args:
            flushes: the sizes of the patterns whose cards have one suit.
        """
        pack = self.pack
        width = pack.size.bit_length() + 1
        first = len(pack.ranks) * width  # the field of the first suit
        fields = [1 << first + suit * width for suit in range(len(pack.suits) if flushes else 0)]
        self._of_ranks = (1 << first) - 1
        # With this start, the highest bit of a suit's field is set if there are enough cards.
        self.flush = min(flushes, default=0)
        self._start = sum(fields) * ((1 << width - 1) - self.flush)
        self._flags = sum(fields) << width - 1
        self.by_suit = {field << width - 1: pack.mask(pack.suit, suit) for suit, field in enumerate(fields)}
        ones = [
            (1 << rank * width) + (fields[suit] if fields and suit >= 0 else 0)
            for rank, suit in zip(pack.rank, pack.suit, strict=True)
        ]
        self._counts = tuple(_sums(ones[start : start + CHUNK]) for start in range(0, pack.size, CHUNK))

    def value(self, cards: CardSet) -> int:
        """Return the value of a combination, or of the best cards of a hand; 0 if it has none.

        Args:
            cards: a set of cards.
        """
        look, rest = cards, cards
        if self._counts:
            look = self._start
            for table in self._counts:
                look += table[rest & IN_CHUNK]
                rest >>= CHUNK
            flags = look & self._flags
            look &= self._of_ranks
            while flags:
                flag = flags & -flags
                flags ^= flag
                look |= (cards & self.by_suit[flag]) << self._of_ranks.bit_length()
        found = self._known.get(look)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[look] = self._valued(cards)
        return found

    def above(self, cards: CardSet, others: CardSet, equal: bool = False) -> bool:
        """Return whether cards rank above others, or also if they rank equal.

        Args:
            cards: a set of cards.
            others: a set of cards.
            equal: whether equal ranks are enough.
        """
        mine, theirs = self.value(cards), self.value(others)
        if mine <= theirs:
            return equal and mine == theirs > 0
        return self._share(mine, theirs)

    def comparable(self, cards: CardSet, others: CardSet) -> bool:
        """Return whether one of two combinations can rank above the other, or with it.

        Args:
            cards: a set of cards.
            others: a set of cards.
        """
        mine, theirs = self.value(cards), self.value(others)
        return not (mine and theirs) or self._share(mine, theirs)

    def _share(self, mine: int, theirs: int) -> bool:
        """Return whether values are of different levels, or of one in which they are compared."""
        level = mine // self.of_level
        if level != theirs // self.of_level or self.in_level[level - 1] == 1:
            return True
        sizes = self.base**self.digits
        return mine // sizes == theirs // sizes

    def pattern(self, cards: CardSet) -> int:
        """Return the number of the first pattern that cards are, the lowest is 0; -1 for none.

        Args:
            cards: a set of cards.
        """
        level, rest = divmod(self.value(cards), self.of_level)
        return self.patterns[level, rest // self.of_pattern] if level else -1

    def _valued(self, cards: CardSet) -> int:
        if self.counted:
            return self._counted_value(cards)
        for above, level in enumerate(self._levels):
            for place, kind in enumerate(level):
                found = self._best_of(kind, cards)
                if found is not None:
                    return self._number(above, place, *found)
        return 0

    def _number(self, above: int, place: int, size: int, digits: list[int], suit: int = 0) -> int:
        """Return a value.

        Args:
            above: the number of levels above the pattern.
            place: the number of patterns before it in its level.
            size: the number of its cards.
            digits: what decides between equal patterns.
            suit: the last of these.
        """
        base, number = self.base, size
        for digit in digits:
            number = number * base + digit
        number = number * base ** (self.digits - 1 - len(digits)) * base + suit
        number += (self.in_level[-1 - above] - place) * self.of_pattern
        return number + (len(self._levels) - above) * self.of_level

    def _counted_value(self, cards: CardSet) -> int:
        """Return the same as `_valued` from the number of cards at each place."""
        place_of = self.place_of
        counts, at_least = [0] * (max(self._order.places) + 1), [0] * (self.most_alike + 1)
        for card in cards_of(cards):
            place = place_of[card]
            counts[place] = count = counts[place] + 1
            at_least[count] |= 1 << place
        suits: list[int] = []
        for suit in self.by_suit.values():
            own = cards & suit
            if own.bit_count() >= self.flush:
                suits.append(sum([1 << place_of[card] for card in cards_of(own)]))
        key = len(suits), *[places.bit_count() for places in at_least]
        patterns = self._possible.get(key)
        if patterns is None:
            patterns = self._possible[key] = [each for each in self.counted if each[-1].possible(key[1:], key[0])]
        for above, place, pattern in patterns:
            for digits, used in pattern.options(counts, at_least, suits):
                left = self.best - len(used)
                others = highest(without(counts, used), left) if left else []
                return self._number(above, place, len(used), digits + others)
        return 0

    def _best_of(self, kind: _Kind, cards: CardSet) -> tuple[int, list[int], int] | None:
        """Return the size of the best meld of one kind, and the digits that decide between equals.

        If only the best cards count, the other cards follow, the highest first. The last digit is
        for the suit.
        """
        if not self.best:
            return kind.read(cards) if kind.matches(cards) else None
        found: list[tuple[int, list[int], int]] = []
        for meld in kind.within(cards):
            size, digits, suit = kind.read(meld)
            if size <= self.best:
                others = self._order.descending(cards & ~meld)[: self.best - size]
                found.append((size, digits + others, suit))
        return max(found, default=None)


class _Order:
    """The places of cards in an order of the ranks, from 1; 0 for a rank that it does not name.

    Attributes:
        places: the place of each rank.
        suits: whether suits decide between equal ranks.
    """

    __slots__ = ("_pack", "places", "suits")

    def __init__(self, pack: Pack, ranking: Ranking) -> None:
        order = range(len(pack.ranks)) if ranking.order is None else pack.orders[ranking.order]
        self.places = tuple(order[rank] + 1 for rank in range(len(pack.ranks)))
        self.suits = ranking.suits
        self._pack = pack

    def descending(self, cards: CardSet) -> list[int]:
        """Return the places of cards, the highest first."""
        return sorted((self.places[self._pack.rank[c]] for c in cards_of(cards)), reverse=True)

    def suit(self, cards: CardSet) -> int:
        """Return the suit of the highest card, from 1; 0 for none, or if suits do not count."""
        if not self.suits:
            return 0
        pack = self._pack
        return max((self.places[pack.rank[c]], pack.suit[c] + 1) for c in cards_of(cards))[1]


class _Kind:
    """One pattern of a ranking: finds its melds and says what decides between two of them."""

    __slots__ = ("_index", "_matcher", "_order", "_pack", "_parts", "meld")

    def __init__(self, pack: Pack, meld: Meld, order: _Order) -> None:
        self._pack = pack
        self.meld = meld
        self._order = order
        self._matcher = matcher(pack, meld)
        self._index = MeldIndex(pack, [meld], 0, copies=True)
        self._parts = [_Kind(pack, part, order) for part in meld.parts]

    def matches(self, cards: CardSet) -> bool:
        """Return whether cards are such a meld."""
        return self._matcher.matches(cards)

    def within(self, cards: CardSet) -> list[int]:
        """Return the melds of this kind that some cards contain."""
        return [meld for _, meld in self._index.find(cards, cards, cards)]

    def read(self, cards: CardSet) -> tuple[int, list[int], int]:
        """Return the size of a meld, the places of the ranks that decide, and a suit.

        For a run it is its highest rank; for cards of one rank that rank; for other cards all
        ranks, from the highest; for a meld of parts those of its parts.
        """
        meld, kind = self.meld, self._matcher
        size = cards.bit_count()
        if isinstance(kind, Composite):
            found: list[tuple[list[int], int]] = []
            divided = kind.divided(cards)
            for at in range(0, len(divided), kind.count):
                read: list[tuple[list[int], int]] = []
                parts = zip(self._parts, divided[at : at + kind.count], strict=True)
                for _, alike in groupby(parts, key=lambda each: each[0].meld):
                    # Equal parts come in one order only: the highest must be first.
                    read += sorted((part.read(own)[1:] for part, own in alike), reverse=True)
                found.append(([digit for digits, _ in read for digit in digits], read[0][1]))
            digits, suit = max(found)
            return size, digits, suit
        places = self._order.places
        if isinstance(kind, Repeated):
            digits = [max(places[rank] for rank in kind.tops(cards))]
        elif meld.consecutive:
            readings = kind.readings(cards)
            digits = [max(places[kind.lines[n][start + long - 1]] for n, start, long, *_ in readings)]
        elif meld.same == "rank":
            own = cards & ~kind.wild or cards
            digits = [self._order.descending(own)[0]]
        else:
            digits = self._order.descending(cards)
        return size, digits, self._order.suit(cards)


def _digits(meld: Meld, best: int) -> int:
    """Return how many ranks can decide between melds of one kind."""
    if best:
        return best
    if meld.parts:
        return sum(_digits(part, 0) for part in meld.parts)
    return 1 if meld.consecutive or meld.same == "rank" else meld.most


def _sums(numbers: list[int]) -> tuple[int, ...]:
    """Return the sum of each choice of some numbers, by the bits of the choice.

    >>> _sums([1, 10, 100])
    (0, 1, 10, 11, 100, 101, 110, 111)
    """
    found = [0]
    for number in numbers:
        found += [number + other for other in found]
    return tuple(found)
