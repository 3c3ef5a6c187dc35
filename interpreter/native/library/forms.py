"""Which functions are translated in the place of others, whose own source cannot be or would be slow."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from ...runtime import melds, piles, primitives, subsets
from ...runtime.growth import Growth
from . import growing, library

FORMS: Final[Mapping[Callable[..., Any], Callable[..., Any]]] = {
    Growth.fits: growing.fits,
    math.comb: library.comb,
    melds.in_order: library.in_order,
    melds.unique: library.unique,
    piles.deal: library.deal,
    piles.hands: library.hands,
    piles.holder: library.holder,
    piles.selected: library.selected,
    primitives.best: library.best,
    primitives.each_of: library.each_of,
    primitives.each_once: library.each_once,
    primitives.join: library.join,
    primitives.numbers: library.numbers,
    primitives.offered: library.offered,
    primitives.part: library.part,
    subsets.adding: library.adding,
    subsets.choice: library.choice,
    subsets.choices: library.choices,
    subsets.subsets: library.subsets,
}
"""By function, the one that is translated in its place."""
