"""Numbered deals of PySolFC, for packs of 52 cards.

A number below 32000 is drawn with Microsoft's generator, and from one pack it is the deal of that number in
Microsoft's FreeCell. Higher numbers seed the Mersenne Twister of Python. See `construct_random` and
`Game.shuffle` in PySolFC, and the library pysol-cards.
"""

from __future__ import annotations

from random import Random
from typing import Final

from ..errors import DeckError
from . import microsoft

LAST: Final = 10**20
"""The highest number."""

_OF_MICROSOFT: Final = 32000  # lower numbers are
_RANKS: Final = "A23456789TJQK"
_SUITS: Final = "CSHD"


def cards(number: int, packs: int = 1) -> list[str]:
    """Return the cards of a deal in the order in which they are dealt.

    Args:
        number: the number of the deal, from 1.
        packs: how many packs of 52 cards are shuffled together.

    Raises:
        DeckError: there is no such number.

    >>> cards(617) == microsoft.cards(617)
    True
    >>> " ".join(cards(12345678901234567890)[:8])
    'AH 9D 7H 3D 4S JC 9S 6C'
    """
    if not 1 <= number <= LAST:
        raise DeckError(f"PySolFC's deals have numbers from 1 to {LAST}, so there is no {str(number)[:22]}")
    if number < _OF_MICROSOFT and packs == 1:
        return microsoft.cards(number)
    pack = [rank + suit for _ in range(packs) for suit in _SUITS for rank in _RANKS]
    if number < _OF_MICROSOFT:
        return microsoft.drawn(pack, microsoft.below(number))
    chance = Random(number)
    return microsoft.drawn(pack, lambda size: int(chance.random() * size))
