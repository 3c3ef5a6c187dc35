"""A cache of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


MOST_BEYOND = 1 << 12
"""The size to which a table grows for numbers beyond its ends."""


def one(_: object) -> int:
    """Return 1, the size of a usual entry."""
    return 1


def members(value: Sized) -> int:
    """Return the size of an entry that is a collection."""
    return 1 + len(value)


class Clamped(dict[int, V]):
    """The values of a range of numbers. A number beyond an end has the value of that end.

    >>> clamped = Clamped(2, "abc")
    >>> [clamped[number] for number in (-5, 2, 3, 9)]
    ['a', 'a', 'b', 'c']
    """

    __slots__ = ("_high", "_low")

    def __init__(self, low: int, values: Sequence[V]) -> None:
        """Take the values.

        Args:
            low: the least number.
            values: the values of this number and of those that follow.
        """
        super().__init__(enumerate(values, low))
        self._low, self._high = low, low + len(values) - 1

    @property
    def whole(self) -> tuple[int, tuple[V, ...]]:
        """The least number, and the values of this one and of those that follow."""
        return self._low, tuple(self[number] for number in range(self._low, self._high + 1))

    def __missing__(self, number: int) -> V:
        """Return the value of the nearest number."""
        value = self[min(max(number, self._low), self._high)]
        if len(self) < MOST_BEYOND:
            self[number] = value
        return value


class Memory(dict[K, V]):
    """A dictionary that computes missing values; it is emptied when it exceeds a bound.

    >>> memory = Memory(lambda number: number**2, most=4)
    >>> [memory[number] for number in range(5)]
    [0, 1, 4, 9, 16]
    >>> sorted(memory)
    [4]
    """

    __slots__ = ("_compute", "_left", "_most", "_size")

    def __init__(
        self, compute: Callable[[K], V], most: int, size: Callable[[V], int] = one
    ) -> None:
        """Start empty.

        Args:
            compute: returns the value of a key.
            most: the bound, in entries of the usual size.
            size: returns the size of a value, in entries of the usual size.
        """
        super().__init__()
        self._compute = compute
        self._most = self._left = most
        self._size = size

    def __missing__(self, key: K) -> V:
        """Compute and store a value."""
        value = self._compute(key)
        size = self._size(value)
        self._left -= size
        if self._left < 0:
            self.clear()
            self._left = self._most - size
        self[key] = value
        return value
