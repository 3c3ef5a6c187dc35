"""Values that threads share: each is made once, however many threads ask for it at the same time.

One thread makes a value while the others that want it wait. If it cannot be made, the exception
belongs to that call alone: nothing is kept, and the next call tries again.

These locks never block one another. A thread holds a lock while it makes a value, and waits only
for values from which that one is made; and no value is made from itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ContextDecorator
from functools import lru_cache, wraps
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload
from weakref import WeakValueDictionary

Arguments = ParamSpec("Arguments")
Owner = TypeVar("Owner")
Value = TypeVar("Value")


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class Locks:
    """A lock for each key; it exists as long as a thread holds it or waits for it."""

    def __init__(self) -> None:
        """Begin without locks."""
        self._guard = RLock()
        self._locks = WeakValueDictionary[object, Any]()

    def of(self, key: object) -> Any:
        """Return the lock of a key, which one thread may take several times."""
        with self._guard:
            return self._locks.setdefault(key, RLock())


def shared(
    most: int | None = None,
    holds: Callable[[Any], bool] | None = None,
) -> Callable[[Callable[Arguments, Value]], Callable[Arguments, Value]]:
    """Keep what a function returns for its last arguments, as `lru_cache` does.

    Of calls with equal arguments only one is made at a time. `lru_cache` alone may make several,
    whose results are equal but not the same object; use it where that does not matter.

    Args:
        most: how many results are kept; None for all.
        holds: whether a kept result still holds; if not, it is made again.

    >>> @shared(most=2)
    ... def squares(number: int) -> list[int]:
    ...     return [number**2]
    >>> squares(3) is squares(3)
    True
    """

    def decorate(function: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
        locks = Locks()

        @lru_cache(maxsize=most)
        def kept(*arguments: Arguments.args, **named: Arguments.kwargs) -> list[Value]:
            return [function(*arguments, **named)]

        @wraps(function)
        def asked(*arguments: Arguments.args, **named: Arguments.kwargs) -> Value:
            with locks.of((arguments, *named.items())):
                place = kept(*arguments, **named)  # pyright: ignore[reportArgumentType]
                if holds is not None and not holds(place[0]):
                    place[0] = function(*arguments, **named)
                return place[0]

        return asked

    return decorate


_attributes = Locks()


class Together(ContextDecorator, Generic[Value]):
    """A state of the whole process: the first thread that enters begins it, the last one ends it.

    >>> loud = Together(lambda: print("on"), lambda _: print("off"))
    >>> with loud, loud:
    ...     print("twice")
    on
    twice
    off
    """

    def __init__(self, begin: Callable[[], Value], end: Callable[[Value], object]) -> None:
        """Not begun yet.

        Args:
            begin: begins the state, and returns what it was before.
            end: ends it, given what it was before.
        """
        self._begin, self._end = begin, end
        self._lock = RLock()
        self._inside = 0
        self._before: list[Value] = []

    def __enter__(self) -> None:
        """Begin the state, unless it has been begun."""
        with self._lock:
            if not self._inside:
                self._before = [self._begin()]
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        """End it, unless others are still inside."""
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._end(self._before.pop())


class shared_property(Generic[Owner, Value]):
    """An attribute that is computed when it is first read, as with `cached_property`.

    That has no lock from Python 3.12 on. Before, one lock is for all objects of a class.

    >>> class Deck:
    ...     @shared_property
    ...     def cards(self) -> list[int]:
    ...         return list(range(52))
    >>> deck = Deck()
    >>> deck.cards is deck.cards
    True
    """

    def __init__(self, compute: Callable[[Owner], Value]) -> None:
        """Take the method that computes the attribute."""
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Owner]) -> shared_property[Owner, Value]: ...
    @overload
    def __get__(self, owner: Owner, kind: type[Owner]) -> Value: ...

    def __get__(self, owner: Owner | None, kind: type[Owner]) -> shared_property[Owner, Value] | Value:
        """Return the value, and make it a plain attribute, which is read instead from now on."""
        return self if owner is None else kept_with(owner, self._name, self._compute)


def kept_with(owner: Owner, key: object, make: Callable[[Owner], Value]) -> Value:
    """Return what is kept with an object under a key; it is made if there is nothing yet.

    Args:
        owner: the object, whose attributes are in a dictionary.
        key: the name of an attribute, or what no attribute is called.
        make: makes the value from the object.
    """
    kept = cast("dict[object, Value]", vars(owner))
    if key not in kept:
        with _attributes.of((id(owner), key)):
            if key not in kept:
                kept[key] = make(owner)
    return kept[key]
