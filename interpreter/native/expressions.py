"""Code for expressions of generated Python."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from types import FunctionType, MethodType
from typing import Any, ClassVar, Final, Protocol, cast

from ..check.instrumentation import Probes
from ..runtime import melds, piles, primitives, seats, subsets
from ..runtime.memory import Clamped, Memory
from . import encoding as wasm
from . import library, looks, remembering, sequences, trials, wide
from .arithmetic import DRAWN, FOLDED, operation, unary
from .body import (
    ALLOW,
    BELOW,
    COUNTED,
    PUT,
    PUT_CARDS,
    ROLLED,
    SEED,
    SHUFFLED,
    TURNED,
    UNKNOWN,
    WORKED,
    Body,
    Closure,
    Env,
    Namespace,
    Value,
    coerced,
    constant,
    number,
    retyped,
    truth,
)
from .builtins import Builtins
from .comprehensions import Comprehensions
from .effects import Survey
from .kinds import (
    CACHE,
    CLAMPED,
    DRAW,
    FUNCTION,
    NEVER,
    NONE,
    NOTHING,
    NUMBER,
    OBJECT,
    STATE,
    TEXT,
    TRUTH,
    Kind,
    Refused,
    any_size,
    integer,
    join,
    sequence,
)  # fmt: skip
from .layout import HEADER, MOST_CARDS, Constants, Layout, Slot
from .light import Light
from .loops import Loops
from .melding import Scratch

_TRAP: Final = wasm.when(wasm.UNREACHABLE)

_ROOM: Final = 32

_COMPARISONS: Final[Mapping[type[ast.cmpop], bytes]] = {
    ast.Eq: wasm.I64_EQ,
    ast.NotEq: wasm.I64_NE,
    ast.Lt: wasm.I64_LT_S,
    ast.LtE: wasm.I64_LE_S,
    ast.Gt: wasm.I64_GT_S,
    ast.GtE: wasm.I64_GE_S,
}


_ROUTINES: Final[Mapping[object, tuple[int, Kind]]] = {
    library.below: (BELOW, NUMBER),
    library.rolled: (ROLLED, NUMBER),
    library.counted: (COUNTED, NOTHING),
    library.worked: (WORKED, NOTHING),
    library.put: (PUT, NOTHING),
    library.allow: (ALLOW, NOTHING),
}
"""The routines that take the place of functions, with what they return; each takes a number."""

_UNITED: Final = frozenset((primitives.like, melds.set_of))
"""Functions that return a union: that of lists together is the union of those of each list."""

Callee = Callable[..., Any] | ast.FunctionDef | str
"""A function that generated code or a primitive calls, its tree, or the name of one of the library.
"""


class Program(Protocol):
    """What a function knows about the module that it is part of."""

    layout: Layout
    constants: Constants
    survey: Survey

    def call(self, body: Body, function: Callee, arguments: Sequence[Value]) -> Value:
        """Return the call of a function, whose code is made if it is the first with such values."""
        ...

    def source(self, function: Callee) -> tuple[ast.FunctionDef, Namespace]:
        """Return the definition of a function, and what the names in it stand for."""
        ...

    def short(self, function: Callee) -> ast.FunctionDef | None:
        """Return the tree of a generated function that is so short that it is written out."""
        ...

    def stand_in(self, value: object) -> object:
        """Return the object whose methods are translated for those of another one."""
        ...


class Expressions:
    """The expressions of one function.

    Attributes:
        loops: its loops.
        light: tells which of them may be computed without a branch.
        comprehensions: its comprehensions.
    """

    def __init__(
        self, body: Body, program: Program, run: Callable[[Sequence[ast.stmt]], bytes]
    ) -> None:
        """Take the function.

        Args:
            body: the function.
            program: what it knows about the module.
            run: makes the code of statements, for functions that are written out where they are
                called.
        """
        self._body = body
        self._program = program
        self._run = run
        self.light = Light(self.value)
        self.loops = Loops(body, self.value, lambda place: program.constants.members(place))
        self.comprehensions = Comprehensions(body, self.loops, self.light, self.value, self.truth)
        self._builtins = Builtins(body, self, self.comprehensions)

    # -- values

    def value(self, node: ast.expr) -> Value:
        """Return an expression as code that pushes its value."""
        make = self._MAKERS.get(type(node))
        if make is None:
            raise Refused(f"the expression {type(node).__name__}")
        return make(self, node)

    def _constant(self, node: ast.Constant) -> Value:
        known: object = node.value  # also a tuple, which Python's parser never makes
        if isinstance(known, int):
            self._body.mentioned.add(known)
        elif isinstance(known, tuple):
            members = cast("tuple[object, ...]", known)
            if members and isinstance(members[0], str):
                return Value(TEXT, b"", known=members)
            self._body.mentioned.update(each for each in members if isinstance(each, int))
            return self._table(members)
        return _constant(known, self._body.words)

    def _local(self, node: ast.Name) -> Value:
        found = self._body.read(node.id)
        return self._name(node.id) if found is None else found

    def _attribute(self, node: ast.Attribute) -> Value:
        if node.attr == "__getitem__":
            return Value(FUNCTION, b"", known=Closure(_looked_up(node.value), self._body.env))
        return self._slot(node.value, node.attr)

    def _part(self, node: ast.Subscript) -> Value:
        base, index = node.value, node.slice
        if isinstance(index, ast.Slice):
            return self._slice(self.value(base), index)
        if isinstance(base, ast.Attribute) and base.attr == "frame":
            return self.kept(index)
        whole = self.value(base)
        return self._item(whole, self.index(index) if whole.kind.item else self.value(index))

    def index(self, node: ast.expr) -> Value:
        """Return the number of a member of a sequence; it need not check that it is somebody."""
        seat = self._somebody(node)
        if seat is None:
            return self.value(node)
        value = self.value(seat)
        return replace(value, strict=True) if value.kind == NUMBER else value

    def _somebody(self, node: ast.expr) -> ast.expr | None:
        """Return the seat that an expression checks to be a player; None if it checks nothing."""
        match node:
            case ast.IfExp(body=body, orelse=ast.Call(func=ast.Name() as function, args=[seat, _])):
                if body is not seat and ast.dump(body) != ast.dump(seat):
                    return None
            case ast.Call(func=ast.Name() as function, args=[seat, _]):
                pass
            case _:
                return None
        return seat if self.value(function).known is seats.seat_of else None

    def _operation(self, node: ast.BinOp) -> Value:
        match node:
            case ast.BinOp(left=ast.List(elts=[member]), op=ast.Mult(), right=times):
                one = sequences.literal(self._body, [self.value(member)])
                return _any_size(operation(self._body, node.op, one, self.value(times)))
            case ast.BinOp(left=cards, op=ast.BitAnd(), right=ast.UnaryOp(ast.Invert(), others)):
                one, other = self.value(cards), self.value(others)
                if UNKNOWN is one.known is other.known and "wide" in (
                    one.kind.name,
                    other.kind.name,
                ):
                    return wide.without(self._body, one, other)
                return operation(self._body, node.op, one, self._changed_sign(ast.Invert(), other))
            case ast.BinOp(
                left=ast.BinOp(left=cards, op=ast.RShift(), right=place),
                op=ast.BitAnd(), right=ast.Constant(value=1),
            ):  # fmt: skip
                one, other = self.value(cards), self.value(place)
                if one.kind.name == "wide":
                    return wide.has(self._body, one, other)
                moved = operation(self._body, ast.RShift(), one, other)
                return operation(self._body, node.op, moved, number(1))
            case ast.BinOp(op=op):
                if self._body.words > 1 and isinstance(op, (ast.BitAnd, ast.Sub)):
                    found = self._lowest(node)
                    if found is not None:
                        return found
                one = self.value(node.left)
                return operation(self._body, node.op, one, self.value(node.right))

    def _lowest(self, node: ast.BinOp) -> Value | None:
        """Return what depends on the lowest member of a wide set; None if the operation is another.

        This is the set of it, its number, or the set without it.
        """
        match node:
            case ast.BinOp(
                left=ast.Name(id=name) as cards, op=ast.BitAnd(),
                right=ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=same)),
            ):  # fmt: skip
                make = wide.lowest
            case ast.BinOp(
                left=ast.Name(id=name) as cards, op=ast.BitAnd(),
                right=ast.BinOp(
                    left=ast.Name(id=same), op=ast.Sub(), right=ast.Constant(value=1)
                ),
            ):  # fmt: skip
                make = wide.without_lowest
            case ast.BinOp(
                left=ast.Call(
                    func=ast.Attribute(
                        attr="bit_length",
                        value=ast.BinOp(
                            left=ast.Name(id=name) as cards, op=ast.BitAnd(),
                            right=ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=same)),
                        ),
                    )
                ),
                op=ast.Sub(), right=ast.Constant(value=1),
            ):  # fmt: skip
                make = wide.place_of_lowest
            case _:
                return None
        value = self.value(cards)
        known = value.kind.name != "wide" or value.known is not UNKNOWN or same != name
        return None if known else make(self._body, value)

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        return self._changed_sign(node.op, self.value(node.operand))

    def _changed_sign(self, op: ast.unaryop, operand: Value) -> Value:
        found = unary(self._body, op, operand)
        if isinstance(found.known, int):
            self._body.mentioned.add(found.known)
        return found

    def _sequence(self, node: ast.Tuple | ast.List) -> Value:
        return self._display(node.elts, fixed=isinstance(node, ast.Tuple))

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Value:
        return self.comprehensions.listed(node, node.elt, node.generators)

    def _lambda(self, node: ast.Lambda) -> Value:
        return Value(FUNCTION, b"", known=Closure(node, self._body.env))

    def frozen(self, node: ast.expr) -> Value:
        """Return an expression whose value is only read, so that it may be a constant."""
        match node:
            case ast.List(elts=members):
                return self._display(members, fixed=True)
            case ast.BinOp(left=ast.List(elts=[member]), op=ast.Mult(), right=times):
                one, count = self.value(member), self.value(times)
                if UNKNOWN not in (one.known, count.known) and one.kind.name in ("number", "wide"):
                    return self._table((one.known,) * count.known)
                return self.value(node)
            case ast.Subscript(value=base, slice=ast.Slice(lower=None, upper=None, step=None)):
                return self.value(base)
            case _:
                return self.value(node)

    # -- conditions

    def truth(self, node: ast.expr) -> Value:
        """Return whether an expression holds, with 32 bits."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.truth(operand)
                if inner.known is not UNKNOWN:
                    return truth(not inner.known)
                return Value(TRUTH, inner.code + wasm.I32_EQZ)
            case ast.BoolOp(op=op, values=values):
                return self._both(isinstance(op, ast.Or), [*values])
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared(left, ops, others)
            case ast.ListComp(elt=ast.Name()):
                return self.comprehensions.found(node)
            case _:
                return self._true(self.value(node))

    def _true(self, value: Value) -> Value:
        if value.known is not UNKNOWN and value.kind != FUNCTION:
            return truth(bool(value.known))
        if value.kind == TRUTH:
            return value
        if value.kind == NEVER:
            return replace(value, kind=TRUTH)
        if value.kind == NUMBER:
            return Value(TRUTH, value.code + wasm.i64(0) + wasm.I64_NE)
        if value.kind.name == "wide":
            return wide.is_set(self._body, value)
        if value.kind.item is not None:
            if value.kind.size is not None:
                return truth(value.kind.size > 0)
            return Value(TRUTH, value.code + wasm.load32() + wasm.i32(0) + wasm.I32_NE)
        raise Refused(f"a {value.kind} as a condition")

    def _both(self, any_: bool, values: list[ast.expr]) -> Value:
        first = self.truth(values[0])
        if len(values) == 1:
            return first
        if first.known is not UNKNOWN:
            return truth(any_) if bool(first.known) == any_ else self._both(any_, values[1:])
        if self.light(*values[1:]):
            rest = self._both(any_, values[1:])
            if rest.known is not UNKNOWN:
                return rest if rest.known == any_ else first
            return Value(TRUTH, first.code + rest.code + (wasm.I32_OR if any_ else wasm.I32_AND))
        with self._body.nested():
            rest = self._both(any_, values[1:])
        then, otherwise = (wasm.i32(1), rest.code) if any_ else (rest.code, wasm.i32(0))
        return Value(TRUTH, first.code + wasm.when(then, otherwise, wasm.I32))

    def _compared(
        self, left: ast.expr, ops: Sequence[ast.cmpop], others: Sequence[ast.expr]
    ) -> Value:
        found = truth(True)
        one = self.value(left)
        for index, (op, other) in enumerate(zip(ops, others, strict=True)):
            right: Value | None = None
            before = b""
            if not isinstance(op, (ast.In, ast.NotIn)):
                right = self.value(other)
                if index < len(ops) - 1 and right.known is UNKNOWN and right.kind != NEVER:
                    held, words = self._body.temporary(right.kind.held), right.kind.words
                    before, right = right.code + wasm.put(held, words), replace(
                        right, code=wasm.get(held, words)
                    )  # fmt: skip
            test = self._comparison(op, one, right, other)
            if before:
                test = Value(TRUTH, before + test.code)
            if test.known is not UNKNOWN and not test.known:
                return truth(False)
            if found.known is UNKNOWN and test.known is UNKNOWN:
                found = Value(TRUTH, found.code + wasm.when(test.code, wasm.i32(0), wasm.I32))
            elif test.known is UNKNOWN:
                found = test
            one = right if right is not None else one
        return found

    def _comparison(self, op: ast.cmpop, one: Value, other: Value | None, node: ast.expr) -> Value:
        if other is None:
            inside = self._contains(one, node)
            if isinstance(op, ast.In):
                return inside
            if inside.known is not UNKNOWN:
                return truth(not inside.known)
            return Value(TRUTH, inside.code + wasm.I32_EQZ)
        if isinstance(op, (ast.Is, ast.IsNot)):
            if one.kind.item is not None and other.kind.item is not None:
                test = wasm.I32_EQ if isinstance(op, ast.Is) else wasm.I32_NE
                return Value(TRUTH, one.code + other.code + test)
            if NOTHING not in (one.kind, other.kind):
                raise Refused("a comparison of two objects")
            present = one if other.kind == NOTHING else other
            if present.kind == NUMBER and present.known is UNKNOWN:
                test = wasm.I64_EQ if isinstance(op, ast.Is) else wasm.I64_NE
                return Value(TRUTH, present.code + wasm.i64(NONE) + test)
            if present.kind.name == "wide" and present.known is UNKNOWN:
                equal = ast.Eq() if isinstance(op, ast.Is) else ast.NotEq()
                return wide.compared(self._body, equal, present, number(NONE))
            same = one.kind == other.kind
            return truth(same == isinstance(op, ast.Is))
        if one.kind.item is not None or other.kind.item is not None:
            if not isinstance(op, ast.Eq | ast.NotEq):
                raise Refused("a comparison of sequences")
            same = self._program.call(self._body, "same_members", [one, other])
            return same if isinstance(op, ast.Eq) else Value(TRUTH, same.code + wasm.I32_EQZ)
        return self._tested(op, one, other)

    def _tested(self, op: ast.cmpop, one: Value, other: Value) -> Value:
        """Return a comparison of two integers."""
        if UNKNOWN not in (one.known, other.known) and type(op) in FOLDED:
            return truth(bool(FOLDED[type(op)](one.known, other.known)))
        if "wide" in (one.kind.name, other.kind.name):
            return wide.compared(self._body, op, one, other)
        return Value(TRUTH, coerced(one, NUMBER) + coerced(other, NUMBER) + _COMPARISONS[type(op)])

    def _contains(self, one: Value, node: ast.expr) -> Value:
        """Return whether a value is among the members of a sequence."""
        if isinstance(node, ast.Tuple | ast.List) and not any(
            isinstance(each, ast.Starred) for each in node.elts
        ):
            one = retyped(one, NUMBER) if one.kind == TRUTH else one
            held = self._body.temporary(one.kind.held)
            kept = replace(one, code=wasm.get(held, one.kind.words), known=UNKNOWN)
            code = b""
            for each in map(self.value, node.elts):
                test = self._tested(ast.Eq(), kept, each).code
                code = code + test + wasm.I32_OR if code else test
            if not code:
                return truth(False)
            return Value(TRUTH, one.code + wasm.put(held, one.kind.words) + code)
        one = retyped(one, NUMBER) if one.kind == TRUTH else one
        return self._program.call(self._body, "among", [one, self.value(node)])

    # -- names

    def _name(self, name: str) -> Value:
        """Return what a name stands for that is not the name of a local."""
        space = self._body.env.space
        if name not in space:
            if name in self._builtins:
                return Value(FUNCTION, b"", known=name)
            raise Refused(f"the name {name}")
        return self._of(name, space[name])

    def _of(self, name: str, value: object) -> Value:
        """Return a constant by the name that the code has for it."""
        if isinstance(value, FunctionType) or _is_probe(value) or hasattr(value, "__wrapped__"):
            return Value(FUNCTION, b"", known=value)
        if value is math.comb:
            return Value(FUNCTION, b"", known=library.comb)
        if isinstance(value, bool):
            return truth(value)
        if isinstance(value, int):
            return constant(value, self._body.words)
        if value is None:
            return Value(NOTHING, b"", known=None)
        if isinstance(value, Clamped):
            return Value(CLAMPED, b"", known=cast("Clamped[object]", value))
        if isinstance(value, Memory):
            return self._table(cast("object", value))
        if isinstance(value, dict):
            return Value(CACHE, b"", known=cast("object", value))
        if isinstance(value, Scratch):
            table = self._program.constants.room(value, value.sets)
            return Value(table.kind, wasm.i32(table.address), address=table.address)
        if isinstance(value, tuple | list):
            first = next(iter(cast("Sequence[object]", value)), 0)
            if isinstance(first, str):
                return Value(TEXT, b"", known=name)
            if _is_own(first):
                members = map(self._program.stand_in, cast("Sequence[object]", value))
                return Value(OBJECT, b"", known=[*members])
            return self._table(cast("object", value))
        if _is_own(value):
            return Value(OBJECT, b"", known=self._program.stand_in(value))
        raise Refused(f"{name.rstrip('_0123456789')} ({type(value).__name__})")

    def _table(self, value: object) -> Value:
        table = self._program.constants.place(value)
        return Value(table.kind, wasm.i32(table.address), address=table.address)

    # -- slots

    def _slot(self, base: ast.expr, name: str) -> Value:
        owner = self.value(base)
        if owner.kind == OBJECT:
            return self._of(name, getattr(owner.known, name))
        if owner.kind != STATE:
            raise Refused(f"the attribute {name}")
        if name == "deck":  # a deck is given only where Python plays
            return self._table(())
        return _read(self._program.layout.slot(name), name)

    def kept(self, index: ast.expr) -> Value:
        """Return a value that a rule keeps while it waits."""
        if not isinstance(index, ast.Constant) or not isinstance(index.value, int):
            raise Refused("a place in the frame that is not a constant")
        layout = self._program.layout
        self._body.frame[index.value] = layout.frame[index.value]
        if layout.frame[index.value] == NEVER:
            return Value(NEVER, wasm.UNREACHABLE)
        return _read(layout.frame_slot(index.value), "frame")

    # -- parts of sequences

    def _item(self, base: Value, index: Value) -> Value:
        if base.kind == NEVER or index.kind == NEVER:
            return Value(NEVER, base.code + wasm.UNREACHABLE)
        if base.kind == TEXT:
            return Value(TEXT, b"", known="")
        if base.kind.name == "record" and index.known is not UNKNOWN:
            return sequences.field(self._body, base, index.known)
        if base.kind == OBJECT and index.known is not UNKNOWN:
            return Value(OBJECT, b"", known=base.known[index.known])
        if base.kind == CLAMPED:
            low, values = base.known.whole
            table = self._table(values)
            held = self._body.temporary(wasm.I64)
            code = coerced(index, NUMBER) + wasm.put(held)
            for bound, test in ((low, wasm.I64_LT_S), (low + len(values) - 1, wasm.I64_GT_S)):
                code += wasm.i64(bound) + wasm.get(held) + wasm.get(held) + wasm.i64(bound) + test
                code += wasm.SELECT + wasm.put(held)
            place = Value(NUMBER, code + wasm.get(held) + wasm.i64(low) + wasm.I64_SUB)
            return sequences.item(self._body, table, place)
        if base.kind.item is None:
            raise Refused(f"a member of a {base.kind}")
        return sequences.item(self._body, base, index)

    def _slice(self, base: Value, bounds: ast.Slice) -> Value:
        if bounds.step is not None:
            raise Refused("a slice with a step")
        if base.kind == NEVER:
            return base
        if base.kind.item is None:
            raise Refused(f"a slice of a {base.kind}")
        low = self.value(bounds.lower) if bounds.lower is not None else None
        high = self.value(bounds.upper) if bounds.upper is not None else None
        return sequences.sliced(self._body, base, low, high)

    def _display(self, members: Sequence[ast.expr], *, fixed: bool) -> Value:
        if not any(isinstance(each, ast.Starred) for each in members):
            values = [self.value(each) for each in members]
            known = [each.known for each in values]
            if fixed and UNKNOWN not in known and all(each.kind.held for each in values):
                return self._table(tuple(map(int, known)))
            made = sequences.literal(self._body, values)
            if not values and not fixed:  # a list that grows, also where it is passed on
                made = Value(made.kind, sequences.new_for(self._body, _ROOM))
            return made if fixed else _any_size(made)
        parts: list[Value] = []
        plain: list[Value] = []
        for each in members:
            if not isinstance(each, ast.Starred):
                plain.append(self.value(each))
                continue
            if plain:
                parts.append(sequences.literal(self._body, plain))
                plain = []
            parts.append(self.value(each.value))
        if plain:
            parts.append(sequences.literal(self._body, plain))
        made = sequences.chained(self._body, parts)
        return made if fixed else _any_size(made)

    # -- choices

    def _choice(self, node: ast.BoolOp) -> Value:
        return self._either(isinstance(node.op, ast.Or), node.values)

    def _either(self, any_: bool, values: Sequence[ast.expr]) -> Value:
        """Return `a or b` or `a and b`, whose value is one of the two."""
        first = self.value(values[0])
        if len(values) == 1:
            return first
        test = self._true(first)
        if test.known is not UNKNOWN:
            return first if bool(test.known) == any_ else self._either(any_, values[1:])
        if first.kind == NEVER:
            return first
        if (
            any_
            and first.kind == NUMBER
            and len(values) == 2
            and self.light(values[1], after=values[0])
        ):
            rest = self.value(values[1])
            if rest.kind == NUMBER:  # no branch: which of the two it is is often random
                held = self._body.temporary(wasm.I64)
                code = first.code + wasm.tee(held) + rest.code + wasm.get(held) + wasm.i64(0)
                return Value(NUMBER, code + wasm.I64_NE + wasm.SELECT)
        if first.holds and not any_:
            rest = self._either(any_, values[1:])
            code = first.code + wasm.DROP + rest.code
            return replace(rest, code=code, known=UNKNOWN, address=None)
        held = self._body.temporary(first.kind.held)
        again = replace(first, code=wasm.get(held, first.kind.words), address=None)
        with self._body.nested():
            rest = self._either(any_, values[1:])
        condition = first.code + wasm.put(held, first.kind.words) + self._true(again).code
        then, otherwise = (again, rest) if any_ else (rest, again)
        return _chosen(condition, then, otherwise)

    def _if(self, node: ast.IfExp) -> Value:
        then, otherwise = node.body, node.orelse
        seat = self._somebody(node)
        if seat is not None:
            return _present(self._body, self.value(seat))
        condition = self.truth(node.test)
        if condition.known is not UNKNOWN:
            return self.value(then if condition.known else otherwise)
        with self._body.nested():
            one, other = self.value(then), self.value(otherwise)
        if one.kind == other.kind == NUMBER and self.light(then, otherwise):
            # No branch: which of the two it is is often random.
            return Value(NUMBER, one.code + other.code + condition.code + wasm.SELECT)
        return _chosen(condition.code, one, other)

    # -- calls

    def _call(self, node: ast.Call) -> Value:
        function, arguments = node.func, node.args
        if isinstance(function, ast.Attribute):
            return self._method(function.value, function.attr, arguments)
        found = self.value(function)
        if found.kind == DRAW:
            return Value(DRAWN, b"", known="draw")
        if found.kind != FUNCTION:
            raise Refused(f"a call of a {found.kind}")
        if isinstance(found.known, Closure):
            return self._applied(node, found.known, [self.value(each) for each in arguments])
        if isinstance(found.known, str):
            return self._builtins.called(found.known, node)
        if found.known in _UNITED:
            together = self._united(function, arguments)
            if together is not None:
                return self.value(together)
        values: list[Value] = []
        for each in arguments:
            if isinstance(each, ast.Starred):
                values += self._spread(each, found.known, len(values))
            else:
                values.append(self.value(each))
        if node.keywords:
            raise Refused("arguments with names")
        return self.called(node, found.known, values)

    def _united(self, function: ast.expr, arguments: Sequence[ast.expr]) -> ast.expr | None:
        """Return the union of what a function returns for each of several lists.

        None if its first argument is not put together of lists.
        """
        match arguments:
            case [ast.List(elts=[ast.Starred(), *_] as lists), *further] if all(
                isinstance(each, ast.Starred) for each in lists
            ):
                sets = [
                    ast.Call(function, [each.value, *further], [])
                    for each in lists
                    if isinstance(each, ast.Starred)
                ]
                return reduce(lambda one, other: ast.BinOp(one, ast.BitOr(), other), sets)
            case _:
                return None

    def called(self, node: ast.AST, function: Callee, values: Sequence[Value]) -> Value:
        """Return the call of a function that is generated, a primitive or of the library."""
        if function in (library.shuffle, primitives.shuffle):
            return self._shuffled(*values[1:])
        if function is piles.holder and values[0].kind.item == NUMBER:
            zone, card = values
            if zone.kind.size is not None and card.kind == NUMBER:
                return sequences.holder(self._body, zone, card)
        if function in _ROUTINES:
            routine, kind = _ROUTINES[function]
            return Value(kind, coerced(values[-1], NUMBER) + wasm.call(routine))
        if function is library.has_odd_seed:
            code = wasm.get_global(SEED) + wasm.I32_WRAP + wasm.i32(1) + wasm.I32_AND
            return Value(TRUTH, code)
        if isinstance(function, MethodType):
            return self._probed(function, values)
        if function is library.scattered:
            return wide.scattered(self._body, values[0])
        if function is library.square_root:
            root = coerced(values[0], NUMBER) + wasm.F64_CONVERT + wasm.F64_SQRT + wasm.I64_TRUNC
            return Value(NUMBER, root)
        if function is seats.seat_of:
            return _present(self._body, values[0])
        if function is melds.listed:
            return values[0] if values[0].kind.item is not None else (
                self._program.call(self._body, library.cards_of, values)
            )  # fmt: skip
        if function is library.put_cards:
            cards = coerced(values[0], integer(self._body.words))
            return Value(NOTHING, cards + wasm.call(PUT_CARDS))
        if function is primitives.remember:
            return Value(
                NOTHING, remembering.kept(self._body, self._program.constants, *values), known=None
            )
        if function is subsets.unlike:
            actions, start, kinds, faces = values
            firsts = self._table(looks.firsts(self._program.layout.faces))
            arguments = [actions, start, faces, firsts]
            return self._program.call(self._body, looks.unlike(kinds.known), arguments)
        if function is library.list_shorten:
            return Value(NOTHING, self._shortened(values[0]))
        if any(isinstance(each.known, Closure) for each in values):
            return self._inlined(node, function, values)
        short = self._program.short(function)
        if short is not None and not any(each.kind == NEVER for each in values):
            return self._written_out(node, short, values)
        return self._program.call(self._body, function, values)

    def _probed(self, function: MethodType, values: Sequence[Value]) -> Value:
        """Return the call of a method of `Probes`: what it returns, and code that notes it."""
        point: int = values[0].known
        if function.__func__ is Probes.ran:
            return trials.ran(point)
        value = values[1]
        if value.kind == NEVER:
            return value
        held = self._body.temporary(value.kind.held)
        again = replace(value, code=wasm.get(held, value.kind.words), address=None)
        found = trials.saw(point, again, self._true(replace(again, known=value.known)))
        return replace(found, code=value.code + wasm.put(held, value.kind.words) + found.code)

    def _shuffled(self, items: Value, top: Value | None = None) -> Value:
        if items.kind == NEVER:
            return items
        if items.kind.item not in (NUMBER, NEVER):
            raise Refused(f"a shuffle of a {items.kind}")
        every = top is None or top.kind == NOTHING
        code = items.code + coerced(number(MOST_CARDS) if top is None or every else top, NUMBER)
        return Value(NOTHING, code + wasm.call(SHUFFLED))

    def _popped(self, owner: Value) -> Value:
        """Return the last member of a sequence of numbers, which loses it."""
        held, count = self._body.temporary(wasm.I32), self._body.temporary(wasm.I32)
        code = owner.code + wasm.put(held) + wasm.get(held) + wasm.load32() + wasm.tee(count)
        code += wasm.I32_EQZ + _TRAP
        code += wasm.get(held) + wasm.get(count) + wasm.i32(1) + wasm.I32_SUB + wasm.store32()
        place = wasm.get(held) + wasm.get(count) + wasm.i32(3) + wasm.I32_SHL + wasm.I32_ADD
        return Value(NUMBER, code + place + wasm.load64(HEADER - 8))

    def _shortened(self, value: Value) -> bytes:
        held = self._body.temporary(wasm.I32)
        code = value.code + wasm.put(held)
        code += wasm.get(held) + wasm.load32() + wasm.I32_EQZ + _TRAP
        less = wasm.get(held) + wasm.load32() + wasm.i32(1) + wasm.I32_SUB
        return code + wasm.get(held) + less + wasm.store32()

    def _spread(self, argument: ast.Starred, function: Callee, before: int) -> list[Value]:
        """Return the members of a sequence as arguments, so many others of which come before."""
        match argument.value:
            case ast.Subscript(
                value=base, slice=ast.Slice(lower=ast.Constant(value=int() as first), upper=None)
            ):  # the rest of an action: as many as the function takes
                tree, _ = self._program.source(function)
                whole = self.value(base)
                places = range(first, first + len(tree.args.args) - before)
            case node:
                whole, places = self.value(node), range(0)
        if whole.kind == NEVER:
            return [whole]
        if not places:
            if whole.kind.size is None:
                raise Refused("a sequence of any length as arguments")
            places = range(whole.kind.size)
        held = self._body.temporary(wasm.I32)
        base = replace(whole, code=wasm.get(held), address=None)
        members = [sequences.item(self._body, base, number(index)) for index in places]
        if members:
            members[0] = replace(members[0], code=whole.code + wasm.put(held) + members[0].code)
        return members

    def _applied(self, node: ast.AST, closure: Closure, values: Sequence[Value]) -> Value:
        """Return the value of a lambda."""
        names = [each.arg for each in closure.tree.args.args]
        prefix = f"{self._body.env.prefix}{id(node):x} "
        env = Env(closure.env.space, prefix, frozenset(names), outer=closure.env)
        code = b""
        with self._body.within(env):
            for name, value in zip(names, values, strict=True):
                code += self._body.assign(name, value)
            found = self.value(closure.tree.body)
        return replace(found, code=code + found.code, known=UNKNOWN) if code else found

    def _written_out(self, node: ast.AST, tree: ast.FunctionDef, values: Sequence[Value]) -> Value:
        """Return the call of a function that only returns an expression, which is written here."""
        body = self._body
        assert isinstance(tree.body[-1], ast.Return)
        assert tree.body[-1].value is not None
        _, space = self._program.source(tree)
        prefix = f"{body.env.prefix}{id(node):x} "
        given: dict[str, Value] = {}
        code = b""
        with body.within(Env(space, prefix)):
            for each, value in zip(tree.args.args, values, strict=True):
                if value.kind.held and value.known is UNKNOWN:
                    code += body.assign(each.arg, value)
                else:
                    given[each.arg] = value
        with body.within(Env(space, prefix, given=given)):
            found = self.value(tree.body[-1].value)
        return replace(found, code=code + found.code) if code else found

    def _inlined(self, node: ast.AST, function: Callee, values: Sequence[Value]) -> Value:
        """Return the call of a function that is written out here, with its result in a local."""
        body = self._body
        tree, space = self._program.source(function)
        prefix = f"{body.env.prefix}{id(node):x} "
        given: dict[str, Value] = {}
        code = b""
        names = [each.arg for each in tree.args.args]
        with body.within(Env(space, prefix)):
            for name, value in zip(names, values, strict=True):
                if value.kind.held and value.known is UNKNOWN:
                    code += body.assign(name, value)
                    body.borrow(name)
                else:
                    given[name] = value
        with body.within(Env(space, prefix, given=given)), body.nested(), body.inlining():
            inner = self._run(tree.body)
        code += wasm.block(inner + wasm.UNREACHABLE)
        with body.within(Env(space, prefix)):
            result = body.read("return")
        if result is None:
            return Value(NEVER, code + wasm.UNREACHABLE)
        return replace(result, code=code + result.code)

    def _method(self, base: ast.expr, name: str, arguments: Sequence[ast.expr]) -> Value:
        if isinstance(base, ast.Name) and base.id == "dict" and name == "fromkeys":
            return self._program.call(self._body, library.each_once, [self.value(arguments[0])])
        if name == "append" and isinstance(base, ast.Name) and self._body.is_empty(base.id):
            member = self.value(arguments[0])
            if member.kind != NEVER:  # the list is read as one with such members
                kind = sequence(NUMBER if member.kind == TRUTH else member.kind)
                self._body.widen(base.id, Value(kind, b"", member.slots))
        owner = self.value(base)
        if owner.kind == NEVER:
            return owner
        if owner.kind == STATE and name == "turn_to":
            table = coerced(self.value(arguments[0]), NUMBER)
            return Value(NOTHING, table + wasm.call(TURNED))
        if owner.kind == OBJECT:
            passes: Mapping[str, int | None] = getattr(owner.known, "passes", {})
            if name in passes:
                only = passes[name]
                return Value(NOTHING, b"", known=None) if only is None else (
                    self.value(arguments[only])
                )  # fmt: skip
            method: Any = getattr(cast("type[object]", type(owner.known)), name)
            values = [owner, *(self.value(each) for each in arguments)]
            return self.called(base, method, values)
        if owner.kind == CACHE and name == "get":
            constants = self._program.constants
            return remembering.found(self._body, constants, owner, self.value(arguments[0]))
        if owner.kind.name == "wide" and not arguments:
            if name == "bit_count":
                return wide.bit_count(self._body, owner)
            if name == "bit_length":
                return wide.bit_length(self._body, owner)
            raise Refused(f"the method {name} of a number")
        if owner.kind == NUMBER or owner.kind == TRUTH:
            code = coerced(owner, NUMBER)
            if name == "bit_count" and not arguments:
                return Value(NUMBER, code + wasm.I64_POPCNT, small=True)
            if name == "bit_length" and not arguments:
                return Value(NUMBER, wasm.i64(64) + code + wasm.I64_CLZ + wasm.I64_SUB)
            raise Refused(f"the method {name} of a number")
        if owner.kind.item is None:
            raise Refused(f"the method {name} of a {owner.kind}")
        values = [self.value(each) for each in arguments]
        body = self._body
        match name, values:
            case "append", [value]:
                return Value(NOTHING, self._append(base, owner, value))
            case "clear", []:
                return Value(NOTHING, owner.code + wasm.i32(0) + wasm.store32())
            case "__getitem__", [index]:
                return self._item(owner, index)
            case "pop", [] if owner.kind.item == NUMBER:
                return self._popped(owner)
            case "copy", []:
                return sequences.sliced(body, owner, None, None)
            case "pop" | "index" | "remove" | "count" | "insert" | "extend", _:
                return self._program.call(body, f"list_{name}", [owner, *values])
            case _:
                raise Refused(f"the method {name} of a sequence")

    def _append(self, base: ast.expr, owner: Value, value: Value) -> bytes:
        body = self._body
        assert owner.kind.item is not None
        if value.kind == NEVER:
            return value.code
        held = body.temporary(wasm.I32)
        kind = join(owner.kind.item, NUMBER if value.kind == TRUTH else value.kind)
        if kind.item is not None and owner.slots:
            return sequences.added(body, owner, value)
        if owner.slots:  # whose members have a kind by declaration
            kind = owner.kind.item
        code = owner.code + wasm.put(held)
        # A list that was passed on may not be replaced by a larger one.
        own = isinstance(base, ast.Name) and not owner.slots and not body.is_borrowed(base.id)
        if not own and owner.kind.item.name in ("number", "wide"):
            kind = owner.kind.item
        if not own and not owner.slots and kind != owner.kind.item:
            raise Refused("a list that another function fills with the first members")
        code += sequences.push(body, held, value, kind, grows=own)
        if own:
            assert isinstance(base, ast.Name)
            made = Value(sequence(kind), wasm.get(held), owner.slots | value.slots)
            code += body.assign(base.id, made)
        return code

    _MAKERS: ClassVar[Mapping[type[ast.expr], Callable[..., Value]]] = {
        ast.Constant: _constant, ast.Name: _local, ast.Attribute: _attribute, ast.Subscript: _part,
        ast.BinOp: _operation, ast.UnaryOp: _unary, ast.Compare: truth, ast.BoolOp: _choice,
        ast.IfExp: _if, ast.Tuple: _sequence, ast.List: _sequence, ast.ListComp: _comprehension,
        ast.GeneratorExp: _comprehension, ast.Lambda: _lambda, ast.Call: _call,
    }  # fmt: skip
    """What returns the value of an expression, by its class."""


def _present(body: Body, seat: Value) -> Value:
    """Return a player, if that is not nobody; otherwise it traps."""
    if seat.kind != NUMBER:
        return seat
    held = body.temporary(wasm.I64)
    code = seat.code + wasm.tee(held) + wasm.i64(0) + wasm.I64_LT_S + _TRAP + wasm.get(held)
    return replace(seat, code=code, known=UNKNOWN)


def _any_size(made: Value) -> Value:
    """Return a list that may grow, also where a function is called with it."""
    if made.kind.name != "sequence":
        return made
    return Value(any_size(made.kind), made.code, made.slots, address=made.address)


def _looked_up(table: ast.expr) -> ast.Lambda:
    """Return `table.__getitem__` as a function that is written out."""
    index = ast.arg("index")
    arguments = ast.arguments([], [index], None, [], [], None, [])
    return ast.Lambda(arguments, ast.Subscript(table, ast.Name("index", ast.Load()), ast.Load()))


def _is_probe(value: object) -> bool:
    """Return whether a value is what generated code calls to count rules or conditions."""
    return isinstance(value, MethodType) and isinstance(value.__self__, Probes)


def _is_own(value: object) -> bool:
    """Return whether a value is an object of this package, such as a finder of melds."""
    return type(value).__module__.partition(".")[0] == __name__.partition(".")[0]


def _constant(value: Any, words: int) -> Value:
    match value:
        case bool():
            return truth(value)
        case int():
            return constant(value, words)
        case float() if value.is_integer():
            return number(int(value))
        case None:
            return Value(NOTHING, b"", known=None)
        case str():
            return Value(TEXT, b"", known=value)
        case _:
            raise Refused(f"a constant of the class {type(value).__name__}")


def _read(slot: Slot, name: str) -> Value:
    kind = slot.shape.kind
    if kind.item is None:
        places = range(slot.address, slot.address + kind.stride, 8)
        code = b"".join(wasm.i32(0) + wasm.load64(place) for place in places)
        return Value(kind, code, span=slot.shape.span)
    return Value(kind, wasm.i32(slot.address), frozenset({name}), address=slot.address)


def _chosen(condition: bytes, one: Value, other: Value) -> Value:
    """Return one of two values."""
    kind = join(one.kind, other.kind)
    if kind == NEVER:
        return Value(NEVER, condition + wasm.when(one.code, other.code) + wasm.UNREACHABLE)
    if not kind.held:
        raise Refused(f"a choice of a {kind}")
    code = condition + wasm.when(coerced(one, kind), coerced(other, kind), kind.block)
    return Value(kind, code, one.slots | other.slots)
