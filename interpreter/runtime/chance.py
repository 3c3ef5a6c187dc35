"""The random number generator of all games, the same on every platform and Python version.

PCG-XSH-RS 64/32 (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
Algorithms for Random Number Generation", 2014): the state is one 64-bit integer and therefore plain
data. A number below `n` is `(output * n) >> 32`, a shuffle is Fisher-Yates from the end of the
list. `docs/architecture.md` has test vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import TypeVar

MASK = (1 << 64) - 1
FACTOR = 6364136223846793005
STEP = 1442695040888963407

T = TypeVar("T")


def seeded(seed: int) -> int:
    """Return the generator state for a seed, which may be any integer.

    >>> seeded(0) == seeded(0) != seeded(1)
    True
    """
    state = (seed * FACTOR + STEP) & MASK
    for _ in range(3):  # neighbouring seeds must not give neighbouring games
        state = ((state ^ (state >> 29)) * 0xBF58476D1CE4E5B9 + STEP) & MASK
    return state


def below(state: int, limit: int) -> tuple[int, int]:
    """Return the next state and a random number from 0 to `limit` - 1.

    >>> below(seeded(7), 6)[1] in range(6)
    True
    """
    state = (state * FACTOR + STEP) & MASK
    output = ((state ^ (state >> 22)) >> (22 + (state >> 61))) & 0xFFFFFFFF
    return state, (output * limit) >> 32


def shuffle(state: int, items: list[T], last: int | None = None) -> int:
    """Shuffle a list in place and return the next state.

    Args:
        state: the state of the generator.
        items: the list.
        last: shuffle only so many positions at the end of the list; None for all. The returned
            state is the same in either case.

    >>> cards = list(range(6))
    >>> state = shuffle(seeded(1), cards)
    >>> sorted(cards)
    [0, 1, 2, 3, 4, 5]
    """
    count = len(items)
    drawn = whole = count - 1
    if last is not None and last < whole:
        drawn = last
    if drawn < 1:
        return state if whole < 1 else _leap(state, whole)
    steps = _STEPS.get(drawn)
    if steps is None:
        steps = _STEPS[drawn] = _leaps(drawn)
    factors, summands, masks, lanes = steps
    # Compute all states in one integer with 128 bits for each, the first state lowest.
    states = (state * factors + summands) & masks
    mixed = (states ^ (states >> 22)) & masks
    for bits in lanes.unpack(mixed.to_bytes(16 * drawn, "little")):
        # The three highest bits of a state are also those of the mixed state.
        other = ((bits >> 22 + (bits >> 61) & 0xFFFFFFFF) * count) >> 32
        count -= 1
        items[count], items[other] = items[other], items[count]
    return states >> 128 * (drawn - 1) if drawn == whole else _leap(state, whole)


Leaps = tuple[int, int, int, Struct]
"""How to compute many successive states at once: for each the factor and summand that lead to it,
the mask of the bits to keep, and the layout of the states in bytes."""

_STEPS: dict[int, Leaps] = {}

_LEAP: dict[int, tuple[int, int]] = {}


def _leap(state: int, count: int) -> int:
    """Return the state after `count` steps."""
    leap = _LEAP.get(count)
    if leap is None:
        factors, summands, _, _ = _leaps(count)
        place = 128 * (count - 1)
        leap = _LEAP[count] = factors >> place, summands >> place
    return state * leap[0] + leap[1] & MASK


def _leaps(count: int) -> Leaps:
    factors = summands = masks = 0
    factor, summand = 1, 0
    for place in range(0, 128 * count, 128):
        factor = factor * FACTOR & MASK
        summand = (summand * FACTOR + STEP) & MASK
        factors |= factor << place
        summands |= summand << place
        masks |= MASK << place
    return factors, summands, masks, Struct("<" + count * "Q8x")


class Random:
    """The generator as an object, for bots and tools that draw many numbers.

    >>> Random(3).choice(["a", "b"]) in ("a", "b")
    True
    """

    __slots__ = ("state",)

    def __init__(self, seed: int = 0) -> None:
        """Start from a seed, any integer."""
        self.state = seeded(seed)

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""
        self.state = state = (self.state * FACTOR + STEP) & MASK
        output = ((state ^ (state >> 22)) >> (22 + (state >> 61))) & 0xFFFFFFFF
        return (output * limit) >> 32

    def choice(self, items: Sequence[T]) -> T:
        """Return a random item of a sequence that is not empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place."""
        self.state = shuffle(self.state, items)


class Draws:
    """The random numbers of a machine's playout, which computes `int(draw() * n)`.

    With this object as `draw` the result is `rng.below(n)`, the same number with which an item of a list of `n` actions
    is chosen elsewhere.
    """

    __slots__ = ("_below", "_output")

    def __init__(self, rng: Random) -> None:
        """Take the generator."""
        self._below = rng.below

    def __call__(self) -> Draws:
        """Return itself as the next number, which is to be multiplied."""
        self._output = self._below(1 << 32)
        return self

    def __mul__(self, count: int) -> int:
        """Return the number below a limit."""
        return self._output * count >> 32
