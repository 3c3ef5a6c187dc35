"""One function in the making: its locals with their kinds, its blocks, and values as code."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, Protocol

from ...core import nodes
from ..dialect import Refused
from . import encoding as wasm
from .kinds import NEVER, NONE, NOTHING, NUMBER, TRUTH, Kind, Span, alike, hull, integer, join

FREE: Final = 0
"""The number of the global that says where the next list is made."""

UNKNOWN: Final = object()
"""Stands for the value of an expression that is not a constant."""

SHUFFLED, NEW, GROWN, DICE, BELOW, EXTENDED, NARROWED, WORKED, ROLLED, COUNTED, TURNED = range(11)
PUT, PUT_CARDS, ALLOW, COPIED, TALLY, PUT_ONE, PUT_ZEROS = range(11, 18)
"""The numbers of the functions that `routines.py` writes."""

SEED: Final = 8
"""The number of the global that has the seed of the game."""


@dataclass(slots=True, eq=False)
class Value:
    """An expression as code that pushes its value. It is not changed: to freeze it costs time.

    Attributes:
        kind: what it is.
        code: the code.
        slots: the slots of the position whose sequences it may share.
        known: its value, if it is a constant, whose code does nothing else; for a function its definition.
        address: where a sequence lies, if that is a constant.
        small: whether a number is a count, which cannot be large.
        span: the lowest and the highest that a number can be, if that is known.
        strict: whether a number below zero is not an index.
        holds: whether the code after this value is reached only if it is true.
    """

    kind: Kind
    code: bytes
    slots: frozenset[str] = frozenset()
    known: Any = UNKNOWN
    address: int | None = None
    small: bool = False
    span: Span | None = None
    strict: bool = False
    holds: bool = False


class Namespace(Protocol):
    """What the names of a piece of Python stand for, if they are not locals."""

    def __contains__(self, name: str, /) -> bool:
        """Return whether a name stands for something."""
        ...

    def __getitem__(self, name: str, /) -> Any:
        """Return what a name stands for."""
        ...


@dataclass(frozen=True, slots=True)
class Env:
    """Which locals the names of a piece of Python mean.

    Attributes:
        prefix: what stands before the names of these locals.
        names: the names; None for all of them, as in a function that is inlined.
        given: what names stand for that are not locals.
        outer: where all other names are looked up.
        space: what names stand for that are neither.
    """

    space: Namespace
    prefix: str = ""
    names: frozenset[str] | None = None
    given: Mapping[str, Value] = field(default_factory=dict[str, "Value"])
    outer: Env | None = None

    def resolve(self, name: str) -> str | Value:
        """Return the local that a name means, or its value if it is none."""
        env = self
        while True:
            if name in env.given:
                return env.given[name]
            if env.names is None or name in env.names or env.outer is None:
                return env.prefix + name
            env = env.outer


@dataclass(frozen=True, slots=True)
class Closure:
    """A lambda, and what the names in it mean."""

    tree: nodes.Lambda
    env: Env


@lru_cache(maxsize=1 << 10, typed=True)  # True is not 1
def number(value: int) -> Value:
    """Return a constant number."""
    return Value(NUMBER, wasm.i64(value), known=value)


def constant(value: int, words: int) -> Value:
    """Return a constant number; one of so many words, where it does not fit in one."""
    if fits(value, 1):
        return number(value)
    if not fits(value, words):
        raise Refused(f"a constant of more than {64 * words - 1} bits")
    return Value(integer(words), _words(value, words), known=value)


def fits(value: int, words: int) -> bool:
    """Return whether an integer fits in so many words."""
    return -1 << 64 * words - 1 <= value < 1 << 64 * words - 1


def _words(value: int, words: int) -> bytes:
    return b"".join(wasm.i64(value >> 64 * index) for index in range(words))


@lru_cache(maxsize=None, typed=True)
def truth(value: bool) -> Value:
    """Return a constant truth value."""
    return Value(TRUTH, wasm.i32(value), known=value)


def coerced(value: Value, kind: Kind) -> bytes:
    """Return the code of a value as one of a kind that holds it; too large a number traps."""
    if value.kind in (kind, NEVER):
        return value.code
    if value.kind.held == kind.held:
        if not alike(value.kind, kind):
            raise Refused(f"a {value.kind} where a {kind} is wanted")
        return value.code
    if kind.name == "wide":
        if value.kind == NOTHING:
            return value.code + _words(NONE, kind.words)
        if value.known is not UNKNOWN:
            return _words(int(value.known), kind.words)
        zeros = wasm.i64(0) * (kind.words - 1)
        if value.kind == TRUTH:
            return value.code + wasm.I64_EXTEND_U + zeros
        if value.kind == NUMBER:
            return value.code + (zeros if value.small else wasm.call(EXTENDED))
    if value.kind.name == "wide" and kind == NUMBER:
        return value.code + wasm.call(NARROWED)
    if value.kind == NOTHING and kind == NUMBER:
        return value.code + wasm.i64(NONE)
    if value.kind == TRUTH and kind == NUMBER:
        return wasm.i64(int(value.known)) if value.known is not UNKNOWN else (value.code + wasm.I64_EXTEND_U)
    raise Refused(f"a {value.kind} where a {kind} is wanted")


@dataclass(slots=True)
class Local:
    """A local of generated code."""

    kind: Kind = NEVER
    slots: frozenset[str] = frozenset()
    span: Span | None = None
    value: Value | None = None  # as it is read in this pass, once it was read


@dataclass(slots=True)
class Body:
    """A function in the making.

    It is written again until the kinds of its locals are settled: what a pass learns about a local
    after it was used holds in the next.

    Attributes:
        parameters: what the parameters stand for, by name: locals or, for arguments that are
            constants, the values themselves.
        taken: the value types of the parameters.
        words: the number of words of a set of cards.
        result_holds: whether all that it returns is true.
        leaves: whether it makes lists, or calls what leaves lists behind.
        frame: the kinds of the values that rules keep and that it reads or writes, by place.
        mentioned: the constants in it.
    """

    parameters: dict[str, Value]
    env: Env
    taken: bytes
    words: int = 1
    known: dict[str, Local] = field(default_factory=dict[str, Local])
    result: Kind = NEVER
    result_slots: frozenset[str] = frozenset()
    result_holds: bool = True
    settled: bool = True
    leaves: bool = False
    frame: dict[int, Kind] = field(default_factory=dict[int, Kind])
    mentioned: set[int] = field(default_factory=set[int])
    _types: bytearray = field(default_factory=bytearray)
    _indexes: dict[tuple[str, bytes], int] = field(default_factory=dict[tuple[str, bytes], int])
    _depth: int = 0
    _breaks: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    _borrowed: set[str] = field(default_factory=set[str])
    _exits: list[int] = field(default_factory=list[int])
    _read: set[str] = field(default_factory=set[str])  # in this pass
    _written: set[str] = field(default_factory=set[str])  # in this pass
    _returned: bool = False  # in this pass

    # -- passes

    def begin(self) -> None:
        """Begin a pass."""
        self.settled, self.leaves = True, False
        self._types.clear()
        self._indexes.clear()
        self._read.clear()
        self._written.clear()
        self.frame.clear()
        for local in self.known.values():
            local.value = None
        self._returned = False

    @property
    def types(self) -> bytes:
        """The value types of the locals."""
        return bytes(self._types)

    # -- locals

    def temporary(self, kind: bytes) -> int:
        """Return a fresh local without a name; the first of several, if there are several types."""
        self._types += kind
        return len(self.taken) + len(self._types) - len(kind)

    def read(self, name: str) -> Value | None:
        """Return a local's value, or None if there is no such local."""
        found = self.env.resolve(name)
        if isinstance(found, Value):
            return found
        local = self.known.get(found)
        if local is None:
            return self.parameters.get(found)
        if local.value is None:
            self._read.add(found)
            if not local.kind.held:
                return Value(NEVER, wasm.UNREACHABLE)
            code = wasm.get(self._index(found, local.kind), local.kind.words)
            local.value = Value(local.kind, code, local.slots, span=local.span)
        return local.value

    def assign(self, name: str, value: Value) -> bytes:
        """Return code that gives a local a value."""
        found = self.env.resolve(name)
        if isinstance(found, Value):
            raise Refused(f"an assignment to the constant {name}")
        name = found
        local = self.known.get(name)
        if local is None and name in self.parameters:
            local = self.adopt(name)
            self.settled &= not self._breaks  # in a loop it may have been read before
        if local is None:
            local = self.known[name] = Local()
        self._widen(name, value)
        self._written.add(name)
        if value.kind == NEVER:
            return value.code
        if not local.kind.held:
            if value.kind != NOTHING:
                raise Refused(f"a local of the kind {value.kind}")
            local.kind, local.value = NUMBER, None  # what it holds otherwise is not known yet
        kept = self._index(name, local.kind)
        return coerced(value, local.kind) + wasm.put(kept, local.kind.words)

    def adopt(self, name: str) -> Local:
        """Make a local of a parameter, because it gets other values; return it."""
        local = self.known[name] = Local()
        self._widen(name, self.parameters[name])
        return local

    def borrow(self, name: str) -> None:
        """Note that a local holds what was passed to a function that is inlined."""
        found = self.env.resolve(name)
        if isinstance(found, str):
            self._borrowed.add(found)

    def is_borrowed(self, name: str) -> bool:
        """Return whether a local holds what was passed to this function or to an inlined one."""
        found = self.env.resolve(name)
        return isinstance(found, Value) or found in self._borrowed or found in self.parameters

    def kind(self, name: str) -> Kind | None:
        """Return the kind of what a local holds, as far as it is known."""
        found = self.env.resolve(name)
        known = self.known.get(found) if isinstance(found, str) else None
        return known.kind if known is not None else None

    def is_empty(self, name: str) -> bool:
        """Return whether a local is a list that this function has made, so far without members."""
        kind = self.kind(name)
        return kind is not None and kind.item == NEVER and not self.is_borrowed(name)

    def widen(self, name: str, value: Value) -> None:
        """Note what a local also holds, without an assignment to it."""
        found = self.env.resolve(name)
        if not isinstance(found, Value) and found in self.known:
            self._widen(found, value)

    def start(self) -> bytes:
        """Return code that copies parameters that are assigned into their locals."""
        code = b""
        for name, value in self.parameters.items():
            if name in self.known:
                code += self.assign(name, value)
        return code

    def released(self, code: bytes) -> bytes:
        """Return the code of the function so that the lists that it makes are gone at its end."""
        mark = self.temporary(wasm.I32)
        code = wasm.block(code + (wasm.UNREACHABLE if self.result.held else b""), self.result.block)
        code = wasm.get_global(FREE) + wasm.put(mark) + code
        return code + wasm.get(mark) + wasm.put_global(FREE)

    def returns(self, value: Value) -> None:
        """Note what the function returns."""
        kind = join(self.result, value.kind)
        slots = self.result_slots | value.slots
        self.result_holds &= value.kind == TRUTH and value.known is True
        if kind != self.result and self._returned:
            self.settled = False
        self.result, self.result_slots = kind, slots
        self._returned |= value.kind != NEVER

    def _widen(self, name: str, value: Value) -> None:
        local = self.known[name]
        kind, slots = join(local.kind, value.kind), local.slots | value.slots
        span = (
            value.span
            if local.kind == NEVER
            else (hull(local.span, value.span if value.known is UNKNOWN else (value.known,) * 2))
        )
        if (kind, slots, span) != (local.kind, local.slots, local.span):
            same = kind.held == local.kind.held and alike(kind, local.kind)
            self.settled &= name not in self._read and (same or name not in self._written)
            local.kind, local.slots, local.span, local.value = kind, slots, span, None

    def _index(self, name: str, kind: Kind) -> int:
        key = name, kind.held
        if key not in self._indexes:
            self._indexes[key] = self.temporary(kind.held)
        return self._indexes[key]

    # -- environments

    def within(self, env: Env) -> AbstractContextManager[None]:
        """What is written here has names of its own."""
        return _Within(self, env)

    # -- blocks

    def nested(self, levels: int = 1) -> AbstractContextManager[None]:
        """What is written here lies so many blocks deeper."""
        return _Nested(self, levels)

    def deepen(self, levels: int) -> None:
        """Go so many blocks deeper from now on."""
        self._depth += levels

    @contextmanager
    def looping(self, leave: int) -> Generator[None]:
        """What is written here can leave a loop or go on with it; `continue` leaves this block.

        Args:
            leave: the block that `break` leaves, counted outwards from here.
        """
        self._breaks.append((self._depth - leave, self._depth))
        try:
            yield
        finally:
            self._breaks.pop()

    @contextmanager
    def inlining(self) -> Generator[None]:
        """What is written here belongs to a function that ends with the block around it."""
        self._exits.append(self._depth)
        try:
            yield
        finally:
            self._exits.pop()

    def exit(self) -> bytes | None:
        """Return code that ends a function that is inlined; None in a function by itself."""
        return wasm.branch(self._depth - self._exits[-1]) if self._exits else None

    def end(self) -> bytes:
        """Return code that ends the function itself."""
        return wasm.branch(self._depth)

    def leave(self) -> bytes:
        """Return the code of `break`."""
        return wasm.branch(self._depth - self._breaks[-1][0])

    def again(self) -> bytes:
        """Return the code of `continue`."""
        return wasm.branch(self._depth - self._breaks[-1][1])


class _Nested:
    """What is written in so many more blocks; this is often used, so it is not a generator."""

    __slots__ = "_body", "_levels"

    def __init__(self, body: Body, levels: int) -> None:
        self._body, self._levels = body, levels

    def __enter__(self) -> None:
        self._body.deepen(self._levels)

    def __exit__(self, *_: object) -> None:
        self._body.deepen(-self._levels)


class _Within:
    """What is written here has names of its own; this too is often used."""

    __slots__ = "_before", "_body", "_env"

    def __init__(self, body: Body, env: Env) -> None:
        self._body, self._before, self._env = body, body.env, env

    def __enter__(self) -> None:
        self._body.env = self._env

    def __exit__(self, *_: object) -> None:
        self._body.env = self._before


def after(before: Value, value: Value) -> Value:
    """Return a value that is pushed after another one was computed and dropped; so it is not a constant any more."""
    code = before.code + wasm.DROP * len(before.kind.held) + value.code
    return replace(value, code=code, known=UNKNOWN, address=None)


def retyped(value: Value, kind: Kind) -> Value:
    """Return a value as one of a kind that holds it."""
    return replace(value, kind=kind, code=coerced(value, kind))
