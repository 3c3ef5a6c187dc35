"""The best pattern among the cards of a hand, from the number of cards of each rank.

This is fast, and enough for patterns without wild cards: which cards of a rank there are does not
matter, except for flushes. `rankings.py` has the search for all other patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..program.cards import JOKER, Pack
from ..program.program import Meld

Option = tuple[list[int], tuple[int, ...]]
"""The places of ranks that decide between equal patterns, and the places of the cards used."""

Run = tuple[int, tuple[int, ...], int, int]
"""The number of cards of a run, the places of its ranks, the highest, and all as bits."""


class CountedPattern:
    """One pattern of a ranking that counts only the best cards of a hand.

    Attributes:
        meld: the pattern.
        parts: the patterns that it is made of, if it is.
        runs: the runs that there can be, the best first, if it is a run.
    """

    __slots__ = ("_best", "_needs", "meld", "parts", "runs")

    def __init__(self, pack: Pack, meld: Meld, places: Sequence[int], best: int) -> None:
        """Prepare a pattern; see `is_counted`.

        Args:
            pack: the cards.
            meld: the pattern.
            places: the place of each rank in the order of the ranking, from 1.
            best: how many cards of a hand count.
        """
        self.meld = meld
        self._best = best
        self.parts = [CountedPattern(pack, part, places, best) for part in meld.parts]
        self.runs: list[Run] = []
        if meld.consecutive:
            self.runs = sorted(_runs(pack, meld, places, best), key=lambda run: (-run[0], -run[2]))
        alike = [part.least for part in meld.parts or (meld,) if part.same == "rank"]
        # Whoever has a part of three cards also has one of two.
        self._needs = [(size, sum(each >= size for each in alike)) for size in sorted({*alike})]
        if self.runs:
            self._needs.append((meld.each, min(len(run) for _, run, _, _ in self.runs)))

    def possible(self, numbers: Sequence[int], suits: int) -> bool:
        """Return whether there are enough ranks, cards of them, and suits for such a pattern.

        Args:
            numbers: by number, how many ranks there are with so many cards or more.
            suits: how many suits can have a flush.
        """
        if self.meld.same == "suit" and not suits:
            return False
        return all(sum(numbers[size::size]) >= number for size, number in self._needs)

    def options(self, counts: Sequence[int], at_least: Sequence[int], suits: Sequence[int]) -> Iterator[Option]:
        """Yield the patterns among some cards, best first.

        Args:
            counts: the number of cards at each place.
            at_least: by number, the places at which there are so many cards or more, as bits.
            suits: for each suit that can have a flush, the places of its cards, as bits.
        """
        meld = self.meld
        if meld.parts:
            yield from self._divided(counts, at_least, suits, 0)
        elif meld.same == "suit":
            found = max((self._of_suit(places) for places in suits), default=None)
            if found is not None and found[0]:
                yield found[1], found[2]
        elif meld.consecutive:
            held = at_least[meld.each]
            for _, run, top, mask in self.runs:
                if held & mask == mask:
                    yield [top], run * meld.each
        elif meld.same == "rank":
            for size in range(min(meld.most, self._best), meld.least - 1, -1):
                held = at_least[size] if size < len(at_least) else 0
                while held:
                    place = held.bit_length() - 1
                    held ^= 1 << place
                    yield [place], (place,) * size
        else:
            every = highest(counts, min(meld.most, self._best))
            if len(every) >= meld.least:
                yield every, tuple(every)

    def _of_suit(self, places: int) -> tuple[int, list[int], tuple[int, ...]]:
        """The best cards of one suit: their number, what decides, and their places."""
        meld = self.meld
        if meld.consecutive:
            for size, run, top, mask in self.runs:
                if places & mask == mask:
                    return size, [top], run
            return 0, [], ()
        own = [place for place in range(places.bit_length() - 1, -1, -1) if places >> place & 1]
        if len(own) < meld.least:
            return 0, [], ()
        own = own[: min(meld.most, self._best)]
        return len(own), own, tuple(own)

    def _divided(
        self, counts: Sequence[int], at_least: Sequence[int], suits: Sequence[int], number: int
    ) -> Iterator[Option]:
        if number == len(self.parts):
            yield [], ()
            return
        for digits, used in self.parts[number].options(counts, at_least, suits):
            left, still = without(counts, used), list(at_least)
            for place in {*used}:
                for count in range(left[place] + 1, counts[place] + 1):
                    still[count] &= ~(1 << place)
            for others, more in self._divided(left, still, suits, number + 1):
                yield digits + others, used + more


def is_counted(pack: Pack, meld: Meld) -> bool:
    """Return whether a pattern can be found from the number of cards of each rank."""
    plain = not meld.wild and not meld.ranks and not meld.around and meld.least_suits <= 1
    if not plain or meld.most_suits < len(pack.suits) or min(pack.suit, default=0) < 0:
        return False
    if meld.same == "suit" and len(set(pack.face)) < pack.size:
        return False
    return all(
        is_counted(pack, part)
        and part.least == part.most
        and part.same != "suit"
        and (part.same is not None or part.consecutive or part.least == 1)
        for part in meld.parts
    )


def without(counts: Sequence[int], used: Sequence[int]) -> list[int]:
    """Return the numbers of cards after some are used."""
    left = list(counts)
    for place in used:
        left[place] -= 1
    return left


def highest(counts: Sequence[int], most: int) -> list[int]:
    """Return the places of the highest cards, at most so many.

    >>> highest([0, 2, 0, 1], 2)
    [3, 1]
    """
    found: list[int] = []
    for place in range(len(counts) - 1, -1, -1):
        if counts[place]:
            found += [place] * counts[place]
            if len(found) >= most:
                break
    return found[:most]


def _runs(pack: Pack, meld: Meld, places: Sequence[int], best: int) -> Iterator[Run]:
    """Yield the runs that there can be."""
    suited = [rank for rank, name in enumerate(pack.ranks) if name != JOKER]
    for order in meld.orders or ("",):
        line = suited
        if order:
            position = pack.orders[order]
            line = sorted((r for r in suited if position[r] >= 0), key=lambda rank: position[rank])
        least = -(-meld.least // meld.each)
        for length in range(least, min(min(meld.most, best) // meld.each, len(line)) + 1):
            for start in range(len(line) - length + 1):
                run = tuple(places[rank] for rank in line[start : start + length])
                yield length * meld.each, run, run[-1], sum(1 << place for place in run)
