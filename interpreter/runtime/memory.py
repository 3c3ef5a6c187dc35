"""What was found before, kept within a bound."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memory(dict[K, V]):
    """A cache that starts anew when it holds too much; it is read as the dictionary that it is.

    >>> memory = Memory(4)
    >>> for number in range(5):
    ...     _ = memory.keep(number, number ** 2)
    >>> sorted(memory)
    [4]
    """

    __slots__ = ("_left", "_most")

    def __init__(self, most: int) -> None:
        """Start empty.

        Args:
            most: how much is kept, in entries of the usual size.
        """
        super().__init__()
        self._most = self._left = most

    def keep(self, key: K, value: V, size: int = 1) -> V:
        """Keep a value, and return it.

        Args:
            key: what it is the value of.
            value: what was found.
            size: how much room it takes, in entries of the usual size.
        """
        self._left -= size
        if self._left < 0:
            self.clear()
            self._left = self._most - size
        self[key] = value
        return value
