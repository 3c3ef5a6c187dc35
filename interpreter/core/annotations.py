"""What annotations mean: the types of what annotated Python computes with.

The functions of the runtime and of native code's library are annotated, and so are a few locals of
generated code. An annotation is evaluated where it stands. `Card`, `CardSet`, `Player` and `Seats` are
integers to Python; each carries the type of its values.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cache
from types import MethodType, NoneType, UnionType
from typing import Annotated, Any, Final, NoReturn, TypeVar, Union, get_args, get_origin

from ..runtime.melds import CardSet
from ..syntax.types import BOOLEAN, NOTHING, NUMBER, Type, list_of
from .types import FUNCTION, OBJECT, RECORD, TABLE, TEXT, Record

ITEM: Final = Type("item")
"""A member of the list that a function of the runtime is given."""

_PLAIN: Final[Mapping[object, Type]] = {
    int: NUMBER,
    bool: BOOLEAN,
    str: TEXT,
    range: list_of(NUMBER),
    NoneType: NOTHING,
    Any: NOTHING,
    NoReturn: NOTHING,
}
"""The types that Python's own annotations stand for."""

_GENERIC: Final[Mapping[object, Type]] = {dict: TABLE, Callable: FUNCTION}
"""The types that those with parts stand for which do not matter here."""

_GENERATED: Final = {"CardSet": CardSet}
"""What annotations of generated code mention."""


@cache
def evaluated(text: str, module: str = "") -> object:
    """Return what an annotation in a module is; by default it is one of generated code."""
    return eval(text, vars(sys.modules[module]) if module else _GENERATED)


def meaning(annotation: object) -> Type:
    """Return the type that an annotation stands for.

    >>> str(meaning(CardSet)), str(meaning(CardSet | None)), str(meaning(tuple[int, ...]))
    ('cards', 'cards', 'a list of numbers')
    """
    if isinstance(annotation, TypeVar):
        return ITEM
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return inner[1] if isinstance(inner[1], Type) else meaning(inner[0])
    if origin in (Union, UnionType):
        return meaning(inner[0])
    if origin in _GENERIC:
        return _GENERIC[origin]
    if origin is tuple and len(inner) > 1 and inner[1] is not ...:
        return Record(RECORD.name, fields=tuple(map(meaning, inner)))
    if inner:
        return list_of(meaning(inner[0]))
    return _PLAIN.get(NoneType if annotation is None else annotation, OBJECT)


def result_type(function: Callable[..., Any]) -> Type:
    """Return the type of what a function is declared to return."""
    own: Any = inspect.unwrap(function.__func__ if isinstance(function, MethodType) else function)
    text: object = getattr(own, "__annotations__", {}).get("return")
    return meaning(evaluated(text, own.__module__)) if isinstance(text, str) else OBJECT
