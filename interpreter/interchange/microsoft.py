"""Microsoft's numbered deals, which most programs for FreeCell know.

The generator is that of Microsoft's C library (`seed * 214013 + 2531011`, of which the upper 15 bits count); the cards
are drawn from a pack in the order of ranks, clubs first. The algorithm was published by Jim Horne in 1999. Numbers from
2**31 are those of FreeCell Pro, which takes a sixteenth bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..errors import DeckError

LAST: Final = 2**33 - 1
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
    return drawn([rank + suit for rank in _RANKS for suit in _SUITS], below(number))


def below(number: int) -> Callable[[int], int]:
    """Return what draws numbers from 0 below another one, as Microsoft does.

    Args:
        number: the number of a deal, with which the generator begins.
    """
    values = _values(number)
    return lambda size: next(values) % size


def _values(number: int) -> Iterator[int]:
    seed = number
    while True:
        seed = (seed * 214013 + 2531011) % 2**32
        value = seed >> 16
        if number < 2**32:
            yield value % 2**15 + (2**15 if number >= 2**31 else 0)
        else:
            yield value + 1


def drawn(pack: list[str], number: Callable[[int], int]) -> list[str]:
    """Draw all cards of a pack, which is empty then; where a card is taken, the last one of the pack is put.

    Args:
        pack: the cards.
        number: draws a place below a number of cards.
    """
    dealt: list[str] = []
    while pack:
        place = number(len(pack))
        pack[place], pack[-1] = pack[-1], pack[place]
        dealt.append(pack.pop())
    return dealt
