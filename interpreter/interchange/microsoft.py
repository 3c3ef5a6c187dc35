"""Microsoft's numbered deals, which most programs for FreeCell know.

The generator is that of Microsoft's C library (`seed * 214013 + 2531011`, of which the upper 15 bits count); the cards
are drawn from a pack in the order of ranks, clubs first. The algorithm was published by Jim Horne in 1999.
"""

from __future__ import annotations

from typing import Final

from ..errors import DeckError

LAST: Final = 2**31 - 1
"""The highest number."""

_RANKS: Final = "A23456789TJQK"
_SUITS: Final = "CDHS"


def cards(number: int) -> list[str]:
    """Return the cards of a deal in the order in which they are dealt, row by row.

    Args:
        number: the number of the deal, from 1.

    Raises:
        DeckError: there is no such number.

    >>> " ".join(cards(1)[:8])
    'JD 2D 9H JC 5D 7H 7C 5H'
    """
    if not 1 <= number <= LAST:
        raise DeckError(f"Microsoft's deals have numbers from 1 to {LAST}, so there is no {str(number)[:20]}")
    pack = [rank + suit for rank in _RANKS for suit in _SUITS]
    dealt: list[str] = []
    seed = number
    while pack:
        seed = (seed * 214013 + 2531011) % 2**31
        drawn = (seed >> 16) % len(pack)
        pack[drawn], pack[-1] = pack[-1], pack[drawn]
        dealt.append(pack.pop())
    return dealt
