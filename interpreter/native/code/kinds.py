"""Kinds: what the values of generated code are, and how WebAssembly holds them.

Roots have a kind by their declaration: the slots of a position by the zones and variables of the
program, constants by their values. All other values get theirs from the expressions that compute
them. Where a node carries a type of the language (`core/types.py`), its kind must be one that
holds values of that type. A kind outside of this dialect is refused by name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar

from ..dialect import Refused
from .encoding import EMPTY, I32, I64, LISTED

Span = tuple[int, int]
"""The lowest and the highest that a number can be."""


class _Interned(type):
    """Makes equal kinds the same object, so that they are compared soon."""

    _asked: ClassVar[dict[tuple[Any, ...], Any]] = {}
    _known: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        asked = (arguments, *named.items())
        found = cls._asked.get(asked)
        if found is None:
            made = super().__call__(*arguments, **named)
            found = cls._asked[asked] = cls._known.setdefault(made.parts, made)
        return found


@dataclass(frozen=True, eq=False)
class Kind(metaclass=_Interned):
    """A kind; equal ones are the same object.

    Attributes:
        name: `number` (also cards, seats, ranks, and sets of up to 63 of them), `wide` (an integer
            of several words, for larger sets), `truth`, `sequence`, `nothing` (a statement's
            value), `never` (of code that is not reached), and kinds without a value at run time:
            `state`, `text`, `function`; `draw`, the function that gives random numbers, `drawn`,
            such a number, which must be multiplied; `clamped`, a table for all numbers, `cache`, a
            dictionary in which numbers are remembered, and `object`, whose methods are translated
            for it.
        item: the kind of a sequence's members.
        size: the number of a sequence's members, if it is always the same.
        guarded: whether the last member also lies before the first, as in constants.
        fields: the kinds of the members of a `record`, a tuple whose members differ in kind; for an
            `iterator` the kind of the sequence that it goes through.
        words: the number of words of 64 bits of a `wide` integer.
        span: the lowest and the highest of a sequence's numbers, if that is known.
    """

    name: str
    item: Kind | None = None
    size: int | None = None
    guarded: bool = False
    fields: tuple[Kind, ...] = ()
    words: int = 1
    span: Span | None = None

    @property
    def parts(self) -> tuple[Any, ...]:
        """What tells it from other kinds."""
        return (
            self.name,
            self.item,
            self.size,
            self.guarded,
            self.fields,
            self.words,
            self.span,
        )

    @cached_property
    def held(self) -> bytes:
        """The value types of the locals that hold it."""
        return _HELD[self.name] * self.words

    @cached_property
    def stride(self) -> int:
        """The bytes that it takes in memory."""
        return 8 * self.words

    @property
    def block(self) -> bytes:
        """The type of a block that pushes it."""
        held = self.held
        return LISTED if len(held) > 1 else held or EMPTY

    def __str__(self) -> str:
        """Return the kind as refusals name it."""
        return self.name if self.item is None else f"{self.name} of {self.item}"


_WITHOUT = (
    "object",
    "nothing",
    "never",
    "state",
    "draw",
    "drawn",
    "text",
    "function",
    "clamped",
    "cache",
)
_HELD = {
    "number": I64,
    "wide": I64,
    "truth": I32,
    "sequence": I32,
    "record": I32,
    "iterator": I32,
    **dict.fromkeys(_WITHOUT, b""),
}

NONE = -(1 << 63)
"""The number that stands for Python's `None` in a local that also holds numbers."""

NUMBER = Kind("number")
TRUTH = Kind("truth")
NOTHING = Kind("nothing")
NEVER = Kind("never")
STATE = Kind("state")
DRAW = Kind("draw")
DRAWN = Kind("drawn")
CLAMPED = Kind("clamped")
CACHE = Kind("cache")
OBJECT = Kind("object")
TEXT = Kind("text")
FUNCTION = Kind("function")


@cache
def integer(words: int) -> Kind:
    """Return the kind of integers of so many words, with a sign."""
    return NUMBER if words == 1 else Kind("wide", words=words)


@cache
def sequence(item: Kind, size: int | None = None) -> Kind:
    """Return the kind of a sequence."""
    return Kind("sequence", item, size)


@cache
def any_size(kind: Kind) -> Kind:
    """Return the kind of sequences with such members of which there may be any number."""
    return replace(kind, size=None)


def hull(one: Span | None, other: Span | None) -> Span | None:
    """Return the span of numbers that are in one span or another; None if one is not known."""
    if one is None or other is None:
        return None
    return min(one[0], other[0]), max(one[1], other[1])


def join(one: Kind, other: Kind) -> Kind:
    """Return the kind that holds the values of both.

    >>> str(join(sequence(NEVER, 0), sequence(NUMBER, 4)))
    'sequence of number'
    """
    if one == other or other == NEVER:
        return one
    if one == NEVER:
        return other
    names = {one.name, other.name}
    if "wide" in names and names <= {"wide", "number", "truth", "nothing"}:
        return one if one.name == "wide" else other
    if names == {"number", "truth"} or names == {"number", "nothing"}:
        return NUMBER
    if one.fields and one.name == other.name and len(one.fields) == len(other.fields):
        pairs = zip(one.fields, other.fields, strict=True)
        return Kind(one.name, fields=tuple(join(mine, theirs) for mine, theirs in pairs))
    if one.item is not None and other.item is not None:
        size = one.size if one.size == other.size else None
        return Kind(
            "sequence",
            join(one.item, other.item),
            size,
            guarded=one.guarded and other.guarded,
            span=hull(one.span, other.span),
        )
    raise Refused(f"a value that is {one} or {other}")


def alike(one: Kind, other: Kind) -> bool:
    """Return whether sequences of two kinds look the same in memory."""
    if one.item is None or other.item is None:
        return one.item is other.item or NEVER in (one, other)
    if NEVER in (one.item, other.item):
        return True
    return one.item.stride == other.item.stride and alike(one.item, other.item)
