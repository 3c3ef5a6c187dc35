"""What annotations in functions that are translated declare."""

from __future__ import annotations

from functools import lru_cache
from typing import NoReturn

from ...core import nodes
from ...core.annotations import ITEM, evaluated, meaning
from ...core.types import Record
from ...runtime.teams import SEATS
from ...syntax import types as ty
from ..code.body import Namespace
from ..code.kinds import NOTHING, NUMBER, TRUTH, Kind, integer, sequence

_HELD = {
    **dict.fromkeys((ty.NUMBER, ty.CARD, ty.PLAYER, SEATS, ITEM), NUMBER),
    ty.BOOLEAN: TRUTH,
    ty.NOTHING: NOTHING,
}
"""The kinds that hold the values of types, whatever the size of the pack."""


def is_declared(parameter: nodes.Parameter, what: object, space: Namespace) -> bool:
    """Return whether a parameter's annotation is a name that stands for something."""
    note = parameter.annotation
    return note is not None and note in space and space[note] is what


def never_returns(function: object) -> bool:
    """Return whether a function is declared to raise an error each time."""
    text: object = getattr(function, "__annotations__", {}).get("return")
    return isinstance(text, str) and evaluated(text, getattr(function, "__module__", "")) is NoReturn


def declared(note: str | None, space: Namespace, words: int) -> Kind | None:
    """Return the kind of values with an annotation; None if there is none, or it tells too little.

    Args:
        note: the annotation.
        space: what the names in it stand for.
        words: the number of words of a set of cards.
    """
    generated = "__name__" not in space
    return None if note is None else _annotated(note, "" if generated else space["__name__"], words)


@lru_cache(maxsize=1 << 10)
def _annotated(note: str, module: str, words: int) -> Kind | None:
    return _kind(meaning(evaluated(note, module)), words)


def _kind(declared: ty.Type, words: int) -> Kind | None:
    if declared == ty.CARDS:
        return integer(words)
    if isinstance(declared, Record):  # in small packs often constant
        return sequence(integer(words), len(declared.fields)) if words > 1 else None
    element = ty.element(declared)
    if element is None:
        return _HELD.get(declared)
    item = _kind(element, words)
    return None if item is None else sequence(item)
