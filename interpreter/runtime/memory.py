"""Caches of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from threading import get_ident
from typing import Any, TypeVar, cast

from ..errors import StepBudgetError
from .effort import SEARCH

F = TypeVar("F", bound=Callable[..., object])
K = TypeVar("K")
V = TypeVar("V")


_LIST: Any = list

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

    def __init__(self, compute: Callable[[K], V], most: int, size: Callable[[V], int] = one) -> None:
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


def remembered(most: int, *, lists: bool = False) -> Callable[[F], F]:
    """Remember what a method returns, which depends on its arguments alone.

    Each call is a search. If it is a part of another one, its work counts there too; what is
    remembered costs as much as if it were searched again. Where a search takes too long, the object
    that is called `plain` searches, if there is one. Nobody may change what is returned.

    Native code is made of the method itself, which is what the class has by its name.

    Args:
        most: the bound of the cache of one object, in which a list counts as its members; with 0
            nothing is remembered, and each call is a search all the same.
        lists: whether arguments may be lists.
    """
    return cast("Callable[[F], F]", lambda method: _Remembered(method, most, lists))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]


def quicker(make: Callable[[Any], Callable[..., Any]]) -> Callable[[F], F]:
    """Let Python do what a method does in another way.

    Native code is made of the method itself, which is what the class has by its name.

    Args:
        make: returns what an object has in the place of the method.
    """
    return cast("Callable[[F], F]", lambda method: _Quicker(method, make))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]


class _Quicker:
    """A method in whose place an object has something else, which is made when it is first asked.

    The class has the method itself.
    """

    def __init__(self, method: Callable[..., Any], make: Callable[[Any], Callable[..., Any]]) -> None:
        self._method, self._make = method, make
        self.__doc__ = method.__doc__

    def __get__(self, instance: object, owner: type) -> Callable[..., Any]:
        if instance is None:
            return self._method
        made = self._make(instance)
        vars(instance)[self._method.__name__] = made  # what is found there from now on
        return made


class _Remembered(_Quicker):
    """A method that is remembered; each object has a cache of its own."""

    def __init__(self, method: Callable[..., Any], most: int, lists: bool) -> None:
        super().__init__(method, self._of)
        self._most, self._lists = most, lists

    def _of(self, instance: object) -> Callable[..., Any]:
        method, left, counts, add = self._method, self._most, SEARCH.counts, SEARCH.add
        known: dict[tuple[Any, ...], tuple[Any, int]] = {}

        def search(arguments: tuple[Any, ...], owner: object = instance) -> tuple[Any, int]:
            running = counts[get_ident()]
            running.append(0)
            try:
                return method(owner, *arguments), running[-1]
            except StepBudgetError:
                plain: object = getattr(owner, "plain", None)
                if plain is None:
                    raise
            finally:
                running.pop()
            return search(arguments, plain)

        def ask(*arguments: Any) -> Any:
            nonlocal left
            entry = known.get(arguments)
            if entry is None:
                entry = search(arguments)
                if left:
                    left -= 1 + len(entry[0]) if isinstance(entry[0], _LIST) else 1
                    if left <= 0:
                        known.clear()
                        left = self._most
                    known[arguments] = entry
            if entry[1]:
                add(entry[1])
            return entry[0]

        def ask_with_lists(*arguments: Any) -> Any:
            return ask(*[tuple(each) if isinstance(each, _LIST) else each for each in arguments])

        return ask_with_lists if self._lists else ask
