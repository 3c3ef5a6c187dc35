"""Stands in a browser for the package rpds, which is written in Rust: as much of it as jsonschema uses, by copying.

jsonschema is imported only to explain mistakes in the structure of a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class HashTrieMap(dict[Key, Value]):
    """A mapping whose methods return another one."""

    @classmethod
    def convert(cls, value: Mapping[Key, Value]) -> HashTrieMap[Key, Value]:
        """Return a mapping as one of these."""
        return cls(value)

    def insert(self, key: Key, value: Value) -> HashTrieMap[Key, Value]:
        """Return one with another item."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: Key) -> HashTrieMap[Key, Value]:
        """Return one without an item."""
        found = HashTrieMap(self)
        del found[key]
        return found

    def update(self, other: Mapping[Key, Value]) -> HashTrieMap[Key, Value]:  # type: ignore[override]  # it changes nothing, as in rpds
        """Return one with other items."""
        return HashTrieMap({**self, **other})


class HashTrieSet(frozenset[Value]):
    """A set whose methods return another one."""

    def insert(self, value: Value) -> HashTrieSet[Value]:
        """Return one with another member."""
        return HashTrieSet(self | {value})

    def discard(self, value: Value) -> HashTrieSet[Value]:
        """Return one without a member."""
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[Value]) -> HashTrieSet[Value]:
        """Return one with other members."""
        return HashTrieSet(self.union(*others))


class List(tuple[Value, ...]):
    """A list whose methods return another one."""

    __slots__ = ()

    def push_front(self, value: Value) -> List[Value]:
        """Return one with another member before the others."""
        return List((value, *self))
