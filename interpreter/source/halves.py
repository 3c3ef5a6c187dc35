"""Numbers in halves, such as 30½: as people write them, and as they are stored.

A number in halves is stored as the number of its halves, an integer: 61 for 30½. So the rules of a game
compute with integers only. What people write and read passes through the functions of this file.
"""

from __future__ import annotations

import re
from typing import Final

HALF: Final = "½"

_WRITTEN: Final = re.compile(r"([-+]?)([0-9]*)(½|(?<=[0-9])\.[05]0?)?")


def text(halves: int) -> str:
    """Return a number in halves as people write it.

    >>> text(61), text(60), text(1), text(-3)
    ('30½', '30', '½', '-1½')
    """
    whole, half = divmod(abs(halves), 2)
    sign = "-" if halves < 0 else ""
    return sign + (str(whole) if whole or not half else "") + HALF * half


def number(halves: int) -> int | float:
    """Return a number in halves as programs get it: an integer if it is whole.

    >>> number(61), number(60), number(-1)
    (30.5, 30, -0.5)
    """
    return halves / 2 if halves % 2 else halves // 2


def shown(number: float) -> str:
    """Return a number that programs get as people write it.

    >>> shown(30.5), shown(30), shown(-0.5)
    ('30½', '30', '-½')
    """
    return text(round(2 * number))


def read(written: object) -> int | None:
    """Return how many halves a number of a file has; None for anything else.

    >>> read("30½"), read("30.5"), read(30.5), read(30), read("-½"), read(30.3), read("three"), read(True)
    (61, 61, 61, 60, -1, None, None, None)
    """
    if isinstance(written, str):
        found = _WRITTEN.fullmatch(written.strip())
        if found is None or not (found[2] or found[3]):
            return None
        halves = 2 * int(found[2] or 0) + (found[3] is not None and "0" not in found[3][1:2])
        return -halves if found[1] == "-" else halves
    if isinstance(written, bool) or not isinstance(written, int | float) or written % 0.5:
        return None
    return int(2 * written)
