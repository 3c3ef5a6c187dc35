"""Frozen dataclasses that cost little to define.

`dataclasses` writes and compiles six functions for each class, so that the hundred classes of
syntax trees and typed trees took longer to define than a ruleset to check. Here `__init__` alone is
compiled for each; the others are the same for all classes and go through the fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache
from typing import Any, Final, NoReturn, TypeVar, dataclass_transform

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(*, kw_only: bool = False) -> Callable[[C], C]:
    """Make a class what `dataclass(frozen=True, slots=True)` would; there are no default factories.

    Args:
        kw_only: whether its own fields are given by name only.

    >>> @frozen()
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(3), Point(1, y=2) == Point(1, 2), len({Point(1), Point(1)})
    (Point(x=3, y=0), True, 1)
    """

    def make(cls: C) -> C:
        decorate: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)
        made: Any = decorate(cls)
        for name, function in _SAME.items():
            setattr(made, name, function)
        made.__init__ = _init(made)
        return made

    return make


def _init(cls: type) -> Callable[..., None]:
    """Return an `__init__` that sets each slot directly."""
    space: dict[str, Any] = {}
    given: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for each in fields(cls):
        space[f"set_{each.name}"] = getattr(cls, each.name).__set__
        body.append(f"set_{each.name}(self, {each.name})")
        argument = each.name
        if each.default is not MISSING:
            space[f"default_{each.name}"] = each.default
            argument += f"=default_{each.name}"
        (named if each.kw_only else given).append(argument)
    arguments = ["self", *given, *(["*", *named] if named else [])]
    lines = "\n    ".join(body or ["pass"])
    exec(f"def __init__({', '.join(arguments)}):\n    {lines}", space)
    return space["__init__"]


@cache
def _names(cls: type, use: str) -> tuple[str, ...]:
    """Return the names of the fields that have a use: `compare` or `repr`."""
    return tuple(each.name for each in fields(cls) if getattr(each, use))


def _equal(self: object, other: object) -> bool:
    if type(self) is not type(other):
        return NotImplemented
    names = _names(type(self), "compare")
    return all(getattr(self, name) == getattr(other, name) for name in names)


def _hash(self: object) -> int:
    return hash(tuple(getattr(self, name) for name in _names(type(self), "compare")))


def _repr(self: object) -> str:
    parts = (f"{name}={getattr(self, name)!r}" for name in _names(type(self), "repr"))
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, each.name) for each in fields(self)]


def _restore(self: Any, state: list[object]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


_SAME: Final[dict[str, Callable[..., object]]] = {
    "__eq__": _equal,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _state,
    "__setstate__": _restore,
}
"""What all of these classes have in common."""
