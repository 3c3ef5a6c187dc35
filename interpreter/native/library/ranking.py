"""Values of combinations of cards, in simple Python that can be translated."""

from __future__ import annotations

from collections.abc import Sequence

from ...check.program import Meld
from ...runtime.counted_hands import CountedPattern
from ...runtime.meld_index import MeldIndex
from ...runtime.melds import CardSet
from ...runtime.patterns import Pattern
from ...runtime.rankings import Ranks
from ..dialect import Refused, compounds

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
            Combination(self, ranks, meld, worth(above, place))
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
        if meld.compound:
            raise Refused(f"a ranking with {compounds(meld)}")
        self.ranker, self.worth, self.best = ranker, worth, ranks.best
        self.pattern = Pattern(ranks.pack, meld)
        self.finder = MeldIndex(ranks.pack, [meld], 0, copies=True)
        self.consecutive, self.alike = meld.consecutive, meld.same == "rank"
        places = dict(zip(ranks.pack.rank, ranks.place_of, strict=True))
        self.tops = [[places.get(rank, 0) for rank in line] for line in self.pattern.lines]

    def found(self, cards: CardSet) -> int:
        """Return the value without its worth of a combination, or of the best in a hand; or -1."""
        if not self.best:
            if not self.pattern.matches(cards):
                return -1
            return self.read(cards, cards.bit_count())
        best = -1
        for _, meld in self.finder.find(cards, cards, cards):
            size = meld.bit_count()
            if size <= self.best:
                value = self.read(meld, size)
                if size < self.best:
                    number = 1 if self.consecutive or self.alike else size
                    value += self.ranker.descending(cards & ~meld, number, self.best - size)
                best = max(best, value)
        return best

    def read(self, cards: CardSet, size: int) -> int:
        """Return the value of a meld without its worth."""
        value = self.ranker.sizes[size] + self.ranker.suit_of(cards)
        if self.consecutive:
            top = 0
            for reading in self.pattern.readings(cards):
                top = max(top, self.tops[reading[0]][reading[1] + reading[2] - 1])
            return value + self.ranker.weights[0][top]
        if self.alike:
            own = cards & ~self.pattern.wild
            return value + self.ranker.descending(own if own else cards, 0, 1)
        return value + self.ranker.descending(cards, 0, size)
