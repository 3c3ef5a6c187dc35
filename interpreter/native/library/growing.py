"""What native code remembers of the cards that can be added to melds on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...runtime.growth import Growth
from ...runtime.melds import Card, CardSet
from .library import scattered

REMEMBERED: Final = 1 << 8
"""How many results are remembered."""

ROW: Final = 32
"""How many numbers there are for each of them."""


class Scratch(list[int]):
    """Integers in memory that code changes, and that stay there from game to game."""

    def __init__(self, members: Sequence[int], *, sets: bool = False) -> None:
        """Take what they are at first.

        Args:
            members: the integers.
            sets: whether they are sets of cards.
        """
        super().__init__(members)
        self.sets = sets


KEYS: Final = Scratch([0] * ROW * REMEMBERED)
"""For each result how many cards and sizes there were, and then these."""

VALUES: Final = Scratch([0] * REMEMBERED, sets=True)
"""What `fits` returned for them."""


def fits(self: Growth, pile: Sequence[Card], sizes: Sequence[int]) -> CardSet:
    """Do what `Growth.fits` does; what it returned, and for what, is in memory."""
    count, laid = len(pile), len(sizes)
    nothing: CardSet = 0
    if not count:  # no meld is empty
        return nothing
    if count + laid > ROW - 2:
        return self.fitting(pile, sizes)
    at = scattered(pile[0] << 9 ^ pile[-1]) + count & REMEMBERED - 1
    keys, values, row = KEYS, VALUES, ROW * at
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
