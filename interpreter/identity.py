"""A table by what objects are, not by what they equal: for trees, whose comparison is slow."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class ByIdentity(Generic[Owner, Value]):
    """Keeps a value for each of some objects.

    The objects are kept as well, so that no later one can have the identity of an earlier one.

    >>> lengths = ByIdentity[list[int], int]()
    >>> one, other = [1, 2], [1, 2]
    >>> lengths.of(one, len), lengths.get(one), lengths.get(other)
    (2, 2, None)
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        """Begin without objects."""
        self._kept: dict[object, tuple[Owner, Value]] = {}

    def of(self, owner: Owner, make: Callable[[Owner], Value], *more: Hashable) -> Value:
        """Return the value of an object, which is made when it is asked for first.

        Args:
            owner: the object.
            make: makes the value.
            more: what the value depends on besides.
        """
        key = (id(owner), *more) if more else id(owner)
        known = self._kept.get(key)
        if known is None:
            known = self._kept[key] = owner, make(owner)
        return known[1]

    def get(self, owner: Owner) -> Value | None:
        """Return the value of an object; None if it has none."""
        known = self._kept.get(id(owner))
        return None if known is None else known[1]

    def put(self, owner: Owner, value: Value) -> Value:
        """Keep a value for an object, and return the value."""
        self._kept[id(owner)] = owner, value
        return value
