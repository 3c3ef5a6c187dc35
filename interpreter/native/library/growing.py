"""Cards that can be added to melds on the table, in simple Python that can be translated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...runtime.growth import Growth
from ...runtime.melds import CardSet, Reading, cards_of, set_of
from .library import scattered, worked
from .patterns import Plain, Scratch, is_among

REMEMBERED: Final = 1 << 8
"""How many results are remembered."""

ROW: Final = 32
"""How many numbers there are for each of them."""


class Grower:
    """Stands for `Growth`."""

    def __init__(self, growth: Growth) -> None:
        """Take over its patterns."""
        self.patterns = [Plain(pattern) for pattern in growth.patterns]
        # What `fits` returned, and for what: how many cards and sizes, and these.
        self.keys = Scratch([0] * ROW * REMEMBERED)
        self.values = Scratch([0] * REMEMBERED, sets=True)

    def is_meld(self, cards: int) -> bool:
        """Return whether some cards are a meld of several cards."""
        for pattern in self.patterns:  # noqa: SIM110 - patterns are objects
            if pattern.matches(cards):
                return True
        return False

    def extends(self, cards: int, pile: Sequence[int], sizes: Sequence[int]) -> bool:
        """Return whether a pile stays a meld when cards are added."""
        whole = set_of(pile)
        if not cards or not self.is_meld(whole):
            return False
        for pattern in self.patterns:
            if pattern.matches(whole | cards):
                if not pattern.keeps:
                    return True
                if grown(pattern, read(pattern, pile, sizes), cards):
                    return True
        return False

    def fits(self, pile: Sequence[int], sizes: Sequence[int]) -> int:
        """Return the set of cards that could be added to a pile as a single card."""
        count, laid = len(pile), len(sizes)
        nothing: CardSet = 0
        if not count:  # no meld is empty
            return nothing
        if count + laid > ROW - 2:
            return self.fitting(pile, sizes)
        at = scattered(pile[0] << 9 ^ pile[-1]) + count & REMEMBERED - 1
        keys, values, row = self.keys, self.values, ROW * at
        known = keys[row] == count and keys[row + 1] == laid
        if known:
            place = row + 2
            for card in pile:
                if keys[place] != card:
                    known = False
                    break
                place += 1
            for size in sizes:
                if keys[place] != size:
                    known = False
                    break
                place += 1
        if not known:
            values[at] = self.fitting(pile, sizes)
            keys[row] = count
            keys[row + 1] = laid
            for index, card in enumerate(pile):
                keys[row + 2 + index] = card
            for index, size in enumerate(sizes):
                keys[row + 2 + count + index] = size
        return values[at]

    def fitting(self, pile: Sequence[int], sizes: Sequence[int]) -> int:
        """Return the result of `fits`."""
        whole = set_of(pile)
        result: CardSet = 0
        if not self.is_meld(whole):
            return result
        for pattern in self.patterns:
            near = pattern.near_to(whole) & ~whole & ~result
            if pattern.keeps:
                ends: CardSet = 0
                for reading in read(pattern, pile, sizes):
                    ends |= pattern.at_ends(reading)
                near &= ends
            while near:
                low = near & -near
                near ^= low
                if pattern.matches(whole | low):
                    result |= low
        return result

    def fit_somewhere(self, piles: Sequence[Sequence[int]], sizes: Sequence[Sequence[int]]) -> int:
        """Return the set of cards that could be added to at least one of the piles."""
        result: CardSet = 0
        for pile, laid in zip(piles, sizes):  # noqa: B905 - both are equally long
            result |= self.fits(pile, laid)
        return result


def read(pattern: Plain, pile: Sequence[int], sizes: Sequence[int]) -> list[Reading]:
    """Return the possible readings of a pile."""
    laid = [size for size in sizes if size]
    if sum(laid) != len(pile):  # cards were taken from it: nothing is settled any more
        laid = [len(pile)]
    done = laid[0] if laid else len(pile)
    readings = pattern.readings(set_of(pile[:done]))
    if pattern.fixed:
        readings = pattern.settled(readings)
    for count in laid[1:]:
        readings = grown(pattern, readings, set_of(pile[done : done + count]))
        if pattern.fixed:
            readings = pattern.settled(readings)
        done += count
    return readings


def grown(pattern: Plain, readings: Sequence[Reading], cards: int) -> list[Reading]:
    """Return the readings after cards were added, one at a time in any possible order."""
    # Readings, each with the cards that remain to be added to it.
    found = [*readings]
    left = [cards for _ in readings]
    for _ in range(cards.bit_count()):
        following: list[Reading] = []
        rest: list[CardSet] = []
        for index, reading in enumerate(found):
            for card in cards_of(left[index]):
                worked(1)
                for larger in pattern.grown(reading, card):
                    remaining = left[index] ^ 1 << card
                    known = False
                    for place, other in enumerate(following):
                        if rest[place] == remaining and other == larger:
                            known = True
                    if not known:
                        following.append(larger)
                        rest.append(remaining)
        found, left = following, rest
    kept: list[Reading] = []
    for reading in found:
        if not is_among(kept, reading):
            kept.append(reading)
    return kept
