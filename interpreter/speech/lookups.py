"""Words for values that are looked up: `20 for a jack, 14 for a nine, otherwise 0`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ..program import ir
from ..syntax import types as ty
from . import english
from .grammar import Listed, NounPhrase, Part, Table, said
from .phrasing import Phrasing
from .simplify import is_empty

_FAR: Final = 10**18
_NAMED: Final = ("rank", "suit", "colour", "card", "choice")
"""The types whose values say of what kind they are."""

Keys = list[tuple[int, int]]
"""Numbers, ranks, suits and the like: each from one to another."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """A value that depends on another one alone.

    Attributes:
        by: that other value.
        rows: the keys, in words, with what the value is for them.
        other: what it is for all others; None if there are none.
    """

    by: ir.Expr
    rows: list[tuple[Part, ir.Expr]]
    other: ir.Expr | None


def lookup(speech: Phrasing, node: ir.Expr) -> Lookup | None:
    """Return the rows of a value whose conditions all compare one value with constants; else None."""
    by: ir.Expr | None = None
    rows: list[tuple[Part, ir.Expr]] = []
    left: Keys = [(-_FAR, _FAR)]
    while isinstance(node, ir.Cond):
        named = _named(node.test)
        if named is None or (by is not None and named[0] != by):
            break
        by, keys = named
        meant = [each for key in keys for each in _common(left, key)]
        left = [each for part in left for each in _without(part, meant)]
        rows.append((_spoken(speech, meant, by.type), node.then))
        node = node.other
    if by is None or len(rows) < 2:
        return None
    if by.type == ty.NUMBER and len(left) == 1 and _FAR in (left[0][1], -left[0][0]):
        return Lookup(by, [*rows, (_spoken(speech, left, by.type), node)], None)
    count = len(speech.book.program.pack.names(by.type))
    complete = count > 0 and not any(_common(left, (0, count - 1)))
    return Lookup(by, rows, None if complete and is_empty(node) else node)


def is_table(speech: Phrasing, node: ir.Expr) -> bool:
    """Return whether a value is looked up in a table, or in one of two."""
    return lookup(speech, node) is not None or (isinstance(node, ir.Cond) and lookup(speech, node.then) is not None)


def told(speech: Phrasing, found: Lookup, kind: ty.Type) -> Part:
    """Return the words for a value that is looked up."""

    def noun(value: ir.Expr) -> NounPhrase:
        none = isinstance(value, ir.Const) and value.type.name == "nothing"
        return speech.noun(replace(value, type=kind) if none else value)

    simple = not any(isinstance(value, ir.Cond) for _, value in found.rows)
    rows = tuple((noun(value), key) for key, value in found.rows)
    table = Table(rows, noun(found.other) if found.other is not None else None, simple)
    by = found.by
    if isinstance(by, ir.Op) and by.name in _NAMED:
        (by,) = by.arguments
    is_clear = isinstance(by, ir.Local) and (by.type.name in _NAMED or by.name in speech.names)
    return table if is_clear else said("by ", speech.noun(found.by), ": ", table)


def _named(test: ir.Expr) -> tuple[ir.Expr, Keys] | None:
    """Return what a condition compares with constants, and for which of them it holds."""
    match test:
        case ir.Logic(conjunction=conjunction, left=left, right=right):
            one, other = _named(left), _named(right)
            if one is None or other is None or one[0] != other[0]:
                return None
            if conjunction:
                return one[0], [each for key in one[1] for part in other[1] for each in _common([part], key)]
            return one[0], [*one[1], *other[1]]
        case ir.Op(name="contains", arguments=(by, ir.Const(value=tuple(values)))):
            return by, [(each, each) for each in values]
        case ir.Op(name="contains", arguments=(by, ir.Op(name="pile_of", arguments=cards))) if by.type == ty.CARD:
            values = [each.value for each in cards if isinstance(each, ir.Const) and isinstance(each.value, int)]
            return (by, [(each, each) for each in values]) if len(values) == len(cards) else None
        case ir.Op(name=name, arguments=(by, ir.Const(value=int(value)))) if value >= 0 or by.type == ty.NUMBER:
            if name == "eq" and (by.type == ty.NUMBER or by.type.name in _NAMED):
                return by, [(value, value)]
            ranges = {
                "lt": (-_FAR, value - 1),
                "le": (-_FAR, value),
                "gt": (value + 1, _FAR),
                "ge": (value, _FAR),
            }
            return (by, [ranges[name]]) if name in ranges and by.type == ty.NUMBER else None
        case _:
            return None


def _common(some: Keys, key: tuple[int, int]) -> Keys:
    both = [(max(low, key[0]), min(high, key[1])) for low, high in some]
    return [(low, high) for low, high in both if low <= high]


def _without(part: tuple[int, int], keys: Keys) -> Iterator[tuple[int, int]]:
    low, high = part
    for first, last in sorted(_common(keys, part)):
        if first > low:
            yield low, first - 1
        low = last + 1
    if low <= high:
        yield low, high


def _spoken(speech: Phrasing, keys: Keys, kind: ty.Type) -> Part:
    """Return keys in words: `for a jack`, `below 0`, `from 20 to 24`."""
    ranges = [_range(low, high, kind) for low, high in keys if low != high]
    single = dict.fromkeys(speech.noun(ir.Const(low, type=kind)) for low, high in keys if low == high)
    return Listed((*([said("for ", Listed(tuple(single), "or"))] if single else []), *ranges), "or")


def _range(low: int, high: int, kind: ty.Type) -> str:
    if low == -_FAR:
        return f"below {english.digits(high + 1, kind)}"
    if high == _FAR:
        return f"from {english.digits(low, kind)} on"
    return f"from {english.digits(low, kind)} to {english.digits(high, kind)}"
