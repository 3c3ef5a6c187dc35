"""Values of combinations of cards, in simple Python that can be translated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ...program.program import Meld
from ...runtime.compounds import Composite, Repeated, matcher
from ...runtime.counted_hands import CountedPattern
from ...runtime.meld_index import MeldIndex
from ...runtime.melds import CardSet
from ...runtime.patterns import Pattern
from ...runtime.rankings import Ranks
from ..dialect import Refused

MOST_VALUE = 1 << 62


class Ranker:
    """Stands for `Ranks`."""

    def __init__(self, ranks: Ranks) -> None:
        """Take over a ranking."""
        pack, ranking = ranks.pack, ranks.ranking
        levels = ranking.levels
        if ranks.of_level * (len(levels) + 1) > MOST_VALUE:
            raise Refused("a ranking whose values have more than 62 bits")
        self.size, self.best, self.suits = pack.size, ranks.best, ranking.suits
        self.place_of, self.suit = ranks.place_of, pack.suit
        self.places = [0] * (max(ranks.place_of) + 1)
        base, digits = ranks.base, ranks.digits
        # What a digit adds to a value, by its number, and what the number of cards adds.
        self.weights = [[digit * base ** (digits - 1 - index) for digit in range(base)] for index in range(digits - 1)]
        self.sizes = [size * base**digits for size in range(pack.size + 1)]
        self.of_pattern: int = ranks.of_pattern
        self.of_level: int = ranks.of_level
        self.of_size: int = base**digits
        self.in_level = (0, *ranks.in_level)
        numbers: list[int] = [0] * (len(levels) + 1) * (max(ranks.in_level) + 1)
        self.width = max(ranks.in_level) + 1
        for (level, place), number in ranks.patterns.items():
            numbers[level * self.width + place] = number
        self.numbers = tuple(numbers)
        self.counted = bool(ranks.counted)
        self.flushes, self.flush = tuple(ranks.by_suit.values()), ranks.flush

        def worth(above: int, place: int) -> int:
            number = (len(levels[above]) - place) * ranks.of_pattern
            return number + (len(levels) - above) * ranks.of_level

        self.hands = [Hand(self, pattern, worth(above, place)) for above, place, pattern in ranks.counted]
        self.combinations = [
            (Division if meld.parts else Combination)(self, ranks, meld, worth(above, place))
            for above, level in enumerate(levels)
            for place, meld in enumerate(level)
            if not self.counted
        ]

    def value(self, cards: CardSet) -> int:
        """Return the value of a combination, or of the best cards of a hand; 0 if it has none."""
        if self.counted:
            return self.of_hand(cards)
        for each in self.combinations:
            found = each.found(cards)
            if found >= 0:
                return found + each.worth
        return 0

    def of_hand(self, cards: CardSet) -> int:
        """Return a value from the number of cards of each rank, and of the suits of flushes."""
        counts = [0] * len(self.places)
        left = cards
        while left:
            counts[self.place_of[(left & -left).bit_length() - 1]] += 1
            left &= left - 1
        flushes: list[int] = []
        for suit in self.flushes:
            own = cards & suit
            if own.bit_count() >= self.flush:
                places = 0
                while own:
                    places |= 1 << self.place_of[(own & -own).bit_length() - 1]
                    own &= own - 1
                flushes.append(places)
        for each in self.hands:
            found = each.found(counts, flushes)
            if found >= 0:
                return found + each.worth
        return 0

    def above(self, cards: CardSet, others: CardSet, equal: bool = False) -> bool:
        """Return whether cards rank above others, or also if they rank equal."""
        mine, theirs = self.value(cards), self.value(others)
        if mine <= theirs:
            return equal and mine == theirs and theirs > 0
        level = mine // self.of_level
        if level > theirs // self.of_level or self.in_level[level] == 1:
            return True
        return mine // self.of_size == theirs // self.of_size

    def pattern(self, cards: CardSet) -> int:
        """Return the number of the first pattern that cards are, the lowest is 0; -1 for none."""
        value = self.value(cards)
        level = value // self.of_level
        if not level:
            return -1
        return self.numbers[level * self.width + value % self.of_level // self.of_pattern]

    # -- the digits of a value

    def kickers(self, counts: Sequence[int], index: int, most: int) -> int:
        """Return what the highest cards add to a value.

        Args:
            counts: how many cards there are at each place.
            index: the number of the first digit.
            most: how many cards count.
        """
        total = 0
        for place in range(len(counts) - 1, -1, -1):
            for _ in range(counts[place]):
                if most <= 0:
                    return total
                total += self.weights[index][place]
                index += 1
                most -= 1
        return total

    def descending(self, cards: CardSet, index: int, most: int) -> int:
        """Return what the highest of some cards add to a value."""
        counts = [0] * len(self.places)
        while cards:
            counts[self.place_of[(cards & -cards).bit_length() - 1]] += 1
            cards &= cards - 1
        return self.kickers(counts, index, most)

    def suit_of(self, cards: CardSet) -> int:
        """Return the suit of the highest card, from 1; 0 if suits do not count."""
        best = suit = 0
        if self.suits:
            while cards:
                card = (cards & -cards).bit_length() - 1
                place = self.place_of[card]
                if place > best or (place == best and self.suit[card] + 1 > suit):
                    best, suit = place, self.suit[card] + 1
                cards &= cards - 1
        return suit


class Hand:
    """One pattern among the cards of a hand; stands for `CountedPattern`."""

    def __init__(self, ranker: Ranker, pattern: CountedPattern, worth: int, parts: int = 0) -> None:
        meld = pattern.meld
        self.ranker, self.worth = ranker, worth
        self.suited, self.alike = meld.same == "suit", meld.same == "rank"
        self.consecutive, self.each = meld.consecutive, meld.each
        self.least, self.most = meld.least, min(meld.most, ranker.best)
        self.runs = [(size, top, places) for size, _, top, places in pattern.runs]
        self.next: Hand | None = None
        self.first: Hand | None = None
        self.number = parts  # of digits of the parts before
        after = 0
        for part in pattern.parts:
            hand = Hand(ranker, part, 0, after)
            after += 1
            if self.first is None:
                self.first = hand
            else:
                last = self.first
                while last.next is not None:
                    last = last.next
                last.next = hand
        self.digits = after
        self.cards = sum(part.meld.least for part in pattern.parts)

    def found(self, counts: list[int], flushes: Sequence[int]) -> int:
        """Return the value of the pattern without its worth, with that of other cards; or -1.

        Args:
            counts: how many cards there are at each place; if the pattern is found, its cards are
                removed.
            flushes: for each suit that can have a flush, the places of its cards.
        """
        if self.first is not None:
            value = self.first.search(counts)
            if value < 0:
                return -1
            return self.whole(counts, value, self.digits, self.cards)
        if self.suited:
            return self.of_suit(counts, flushes)
        if self.consecutive:
            held = self.held(counts)
            for size, top, places in self.runs:
                if held & places == places:
                    take(counts, places, self.each)
                    return self.whole(counts, self.ranker.weights[0][top], 1, size)
            return -1
        if self.alike:
            for size in range(self.most, self.least - 1, -1):
                for place in range(len(counts) - 1, -1, -1):
                    if counts[place] >= size:
                        counts[place] -= size
                        return self.whole(counts, self.ranker.weights[0][place], 1, size)
            return -1
        held = min(sum(counts), self.most)
        if held < self.least:
            return -1
        return self.ranker.sizes[held] + self.ranker.kickers(counts, 0, self.ranker.best)

    def whole(self, counts: Sequence[int], value: int, digits: int, size: int) -> int:
        """Return a value with those of the other cards and the number of cards."""
        left = self.ranker.best - size
        if left > 0:
            value += self.ranker.kickers(counts, digits, left)
        return value + self.ranker.sizes[size]

    def held(self, counts: Sequence[int]) -> int:
        """Return the places at which there are enough cards for a run."""
        held = 0
        for place, count in enumerate(counts):
            if count >= self.each:
                held |= 1 << place
        return held

    def of_suit(self, counts: list[int], flushes: Sequence[int]) -> int:
        """Return the value of the best cards of one suit."""
        best, used, number = -1, 0, 0
        for held in flushes:
            if self.consecutive:
                for size, top, places in self.runs:
                    if held & places == places:
                        value = self.ranker.sizes[size] + self.ranker.weights[0][top]
                        if value > best:
                            best, used, number = value, places, 1
                        break
            elif held.bit_count() >= self.least:
                left = held
                size = min(held.bit_count(), self.most)
                value = self.ranker.sizes[size]
                for index in range(size):
                    place = left.bit_length() - 1
                    value += self.ranker.weights[index][place]
                    left ^= 1 << place
                if value > best:
                    best, used, number = value, held ^ left, size
        if best < 0:
            return -1
        take(counts, used, 1)
        size = used.bit_count()
        if self.ranker.best > size:
            best += self.ranker.kickers(counts, number, self.ranker.best - size)
        return best

    def search(self, counts: list[int]) -> int:
        """Return the value of the best choice for this part and all later ones, or -1.

        The cards of these parts are removed from the numbers of cards if there is a choice.
        """
        if self.consecutive:
            for _, top, places in self.runs:
                if self.held(counts) & places == places:
                    take(counts, places, self.each)
                    value = self.later(counts)
                    if value >= 0:
                        return value + self.ranker.weights[self.number][top]
                    take(counts, places, -self.each)
            return -1
        for place in range(len(counts) - 1, -1, -1):
            if counts[place] >= self.least:
                counts[place] -= self.least
                value = self.later(counts)
                if value >= 0:
                    return value + self.ranker.weights[self.number][place]
                counts[place] += self.least
                if not self.alike:
                    return -1  # a card of any rank is the highest
        return -1

    def later(self, counts: list[int]) -> int:
        """Return the value of the best choice for the parts after this one, or -1."""
        if self.next is None:
            return 0
        return self.next.search(counts)


def take(counts: list[int], places: int, number: int) -> None:
    """Remove cards at some places from the numbers of cards."""
    while places:
        counts[(places & -places).bit_length() - 1] -= number
        places &= places - 1


class Combination:
    """One pattern of a ranking: finds its melds and says what decides between two of them."""

    def __init__(self, ranker: Ranker, ranks: Ranks, meld: Meld, worth: int) -> None:
        self.ranker, self.worth, self.best = ranker, worth, ranks.best
        self.kind = matcher(ranks.pack, meld)
        self.finder = MeldIndex(ranks.pack, [meld], 0, copies=True)
        self.reader = reader(ranker, ranks, meld)

    def found(self, cards: CardSet) -> int:
        """Return the value without its worth of a combination, or of the best in a hand; or -1."""
        if not self.best:
            if not self.kind.matches(cards):
                return -1
            return self.read(cards, cards)
        best = -1
        for _, meld in self.finder.find(cards, cards, cards):
            if meld.bit_count() <= self.best:
                best = max(best, self.read(meld, cards))
        return best

    def read(self, cards: CardSet, hand: CardSet) -> int:
        """Return the value of a meld without its worth, with the highest other cards of a hand."""
        size = cards.bit_count()
        value = self.ranker.sizes[size] + self.reader.digits(cards, 0) + self.ranker.suit_of(cards)
        if size < self.best:
            value += self.ranker.descending(hand & ~cards, self.reader.number(cards), self.best - size)
        return value


class Division(Combination):
    """A pattern that is made of others.

    Attributes:
        parts: read its parts, one for each that follow one another and are of one kind.
    """

    def __init__(self, ranker: Ranker, ranks: Ranks, meld: Meld, worth: int) -> None:
        super().__init__(ranker, ranks, meld, worth)
        self.composite = Composite(ranks.pack, meld)
        alike = [list(some) for _, some in groupby(meld.parts)]
        self.parts = [reader(ranker, ranks, some[0], len(some)) for some in alike]

    def read(self, cards: CardSet, hand: CardSet) -> int:
        """Return the value of a meld without its worth, with the highest other cards of a hand."""
        size = cards.bit_count()
        parts = self.highest(cards)
        value = self.ranker.sizes[size] + self.digits(parts) + self.ranker.suit_of(parts[0])
        if size < self.best:
            value += self.ranker.descending(hand & ~cards, self.number(parts), self.best - size)
        return value

    def highest(self, cards: CardSet) -> list[CardSet]:
        """Return the parts of a meld, divided so that they rank highest."""
        ways = self.composite.divided(cards)
        best: list[CardSet] = []
        for at in range(0, len(ways), self.composite.count):
            parts = self.arranged(ways, at)
            if not best or self.above(parts, best):
                best = parts
        return best

    def above(self, parts: Sequence[CardSet], others: Sequence[CardSet]) -> bool:
        """Return whether a way to divide a meld ranks above another one."""
        mine, theirs = self.digits(parts), self.digits(others)
        if mine == theirs:
            mine, theirs = self.number(parts), self.number(others)
        if mine == theirs:
            return self.ranker.suit_of(parts[0]) > self.ranker.suit_of(others[0])
        return mine > theirs

    def arranged(self, ways: Sequence[CardSet], at: int) -> list[CardSet]:
        """Return the parts of one way to divide a meld; equal ones follow from the highest down.

        Args:
            ways: the parts of all ways.
            at: where those of this one begin.
        """
        found: list[CardSet] = []
        for part in self.parts:
            first = len(found)
            for _ in range(part.count):
                own = ways[at]
                place = len(found)
                while place > first and part.above(own, found[place - 1]):
                    place -= 1
                found.insert(place, own)
                at += 1
        return found

    def digits(self, parts: Sequence[CardSet]) -> int:
        """Return what the parts of a meld add to a value."""
        value = at = index = 0
        for part in self.parts:
            for _ in range(part.count):
                value += part.digits(parts[at], index)
                index += part.number(parts[at])
                at += 1
        return value

    def number(self, parts: Sequence[CardSet]) -> int:
        """Return how many digits decide between melds with such parts."""
        number = at = 0
        for part in self.parts:
            for _ in range(part.count):
                number += part.number(parts[at])
                at += 1
        return number


class Reader:
    """Says what decides between two melds of one kind: the ranks of all their cards.

    Attributes:
        count: how many parts of this kind follow one another in the meld that is made of them.
    """

    def __init__(self, ranker: Ranker, count: int) -> None:
        self.ranker, self.count = ranker, count

    def number(self, cards: CardSet) -> int:
        """Return how many digits decide."""
        return cards.bit_count()

    def digits(self, cards: CardSet, index: int) -> int:
        """Return what cards add to a value.

        Args:
            cards: a meld.
            index: the number of its first digit.
        """
        return self.ranker.descending(cards, index, cards.bit_count())

    def above(self, cards: CardSet, others: CardSet) -> bool:
        """Return whether a meld ranks above another one."""
        mine, theirs = self.digits(cards, 0), self.digits(others, 0)
        if mine == theirs:
            mine, theirs = self.number(cards), self.number(others)
        if mine == theirs:
            return self.ranker.suit_of(cards) > self.ranker.suit_of(others)
        return mine > theirs


class OneRank(Reader):
    """The rank of the cards decides."""

    def __init__(self, ranker: Ranker, count: int, pattern: Pattern) -> None:
        super().__init__(ranker, count)
        self.wild = pattern.wild

    def number(self, cards: CardSet) -> int:
        """Return how many digits decide."""
        return 1

    def digits(self, cards: CardSet, index: int) -> int:
        """Return what cards add to a value."""
        own = cards & ~self.wild
        return self.ranker.descending(own if own else cards, index, 1)


class HighestRank(Reader):
    """The highest rank of a run decides."""

    def __init__(self, ranker: Ranker, count: int, ranks: Ranks, pattern: Pattern) -> None:
        super().__init__(ranker, count)
        self.pattern = pattern
        places = _places(ranks)
        self.tops = [[places.get(rank, 0) for rank in line] for line in pattern.lines]

    def number(self, cards: CardSet) -> int:
        """Return how many digits decide."""
        return 1

    def digits(self, cards: CardSet, index: int) -> int:
        """Return what cards add to a value."""
        top = 0
        for reading in self.pattern.readings(cards):
            top = max(top, self.tops[reading[0]][reading[1] + reading[2] - 1])
        return self.ranker.weights[index][top]


class HighestOfSeveral(Reader):
    """The highest rank of a run decides that has several cards of each rank."""

    def __init__(self, ranker: Ranker, count: int, ranks: Ranks, kind: Repeated) -> None:
        super().__init__(ranker, count)
        self.kind = kind
        places = _places(ranks)
        self.place_of = [places.get(rank, 0) for rank in range(len(ranks.pack.ranks))]

    def number(self, cards: CardSet) -> int:
        """Return how many digits decide."""
        return 1

    def digits(self, cards: CardSet, index: int) -> int:
        """Return what cards add to a value."""
        top = 0
        for rank in self.kind.tops(cards):
            top = max(top, self.place_of[rank])
        return self.ranker.weights[index][top]


def _places(ranks: Ranks) -> dict[int, int]:
    """Return the place of each rank in the order of a ranking."""
    return dict(zip(ranks.pack.rank, ranks.place_of, strict=True))


def reader(ranker: Ranker, ranks: Ranks, meld: Meld, count: int = 1) -> Reader:
    """Return what says what decides between two melds of a kind; see `Reader`."""
    kind = matcher(ranks.pack, meld)
    if isinstance(kind, Repeated):
        return HighestOfSeveral(ranker, count, ranks, kind)
    if isinstance(kind, Pattern) and meld.consecutive:
        return HighestRank(ranker, count, ranks, kind)
    if isinstance(kind, Pattern) and meld.same == "rank":
        return OneRank(ranker, count, kind)
    return Reader(ranker, count)
