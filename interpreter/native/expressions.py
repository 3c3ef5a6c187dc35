"""Code for expressions of generated Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any, Final, Protocol, cast

from ..runtime import primitives
from ..runtime.memory import Clamped, Memory
from . import encoding as wasm
from . import library, sequences
from .body import UNKNOWN, Body, Closure, Env, Namespace, Value, coerced, number, retyped, truth
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
    join,
    sequence,
)  # fmt: skip
from .layout import HEADER, Constants, Layout, Slot
from .loops import Loops
from .sequences import BELOW, DICE

_TRAP: Final = wasm.when(wasm.UNREACHABLE)

_ROOM: Final = wasm.i32(32)

FACTOR: Final = 1 << 20
"""Products of larger numbers trap, so that no sum of products exceeds 63 bits."""

_OPERATORS: Final[Mapping[type[ast.operator], bytes]] = {
    ast.Add: wasm.I64_ADD,
    ast.Sub: wasm.I64_SUB,
    ast.Mult: wasm.I64_MUL,
    ast.BitAnd: wasm.I64_AND,
    ast.BitOr: wasm.I64_OR,
    ast.BitXor: wasm.I64_XOR,
}

_COMPARISONS: Final[Mapping[type[ast.cmpop], bytes]] = {
    ast.Eq: wasm.I64_EQ,
    ast.NotEq: wasm.I64_NE,
    ast.Lt: wasm.I64_LT_S,
    ast.LtE: wasm.I64_LE_S,
    ast.Gt: wasm.I64_GT_S,
    ast.GtE: wasm.I64_GE_S,
}

_FOLDED: Final[Mapping[type[ast.AST], Callable[[int, int], int]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}

DRAWN: Final = Kind("draw")


Callee = Callable[..., Any] | str
"""A function that generated code or a primitive calls, or the name of one of the library."""


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


_Builtin = Callable[[ast.Call, Sequence[ast.expr], Sequence[ast.keyword]], Value]


class Expressions:
    """The expressions of one function.

    Attributes:
        loops: its loops.
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
        self.loops = Loops(body, self.value)
        self._builtins: dict[str, _Builtin] = {
            "len": self._len, "int": self._int, "bool": self._bool, "abs": self._abs,
            "list": self._same, "tuple": self._same, "min": self._extreme, "max": self._extreme,
            "sum": self._sum, "any": self._any, "all": self._any, "sorted": self._sorted,
            "map": self._map, "iter": self._iter, "next": self._next, "range": self._range,
        }  # fmt: skip

    # -- values

    def value(self, node: ast.expr) -> Value:
        """Return an expression as code that pushes its value."""
        match node:
            case ast.Constant():
                constant: object = node.value  # also a tuple, which Python's parser never makes
                if isinstance(constant, tuple) and constant and isinstance(constant[0], str):
                    return Value(TEXT, b"", known=constant)
                if isinstance(constant, tuple):
                    return self._table(cast("tuple[object, ...]", constant))
                return _constant(constant)
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute(value=base, attr="__getitem__"):
                return Value(FUNCTION, b"", known=Closure(_looked_up(base), self._body.env))
            case ast.Attribute(value=base, attr=slot):
                return self._slot(base, slot)
            case ast.Subscript(value=base, slice=ast.Slice() as bounds):
                return self._slice(self.value(base), bounds)
            case ast.Subscript(value=ast.Attribute(attr="frame"), slice=index):
                return self.kept(index)
            case ast.Subscript(value=base, slice=index):
                return self._item(self.value(base), self.value(index))
            case ast.BinOp(left=ast.List(elts=[member]), op=ast.Mult(), right=times):
                one = sequences.literal(self._body, [self.value(member)])
                return _any_size(self.operation(node.op, one, self.value(times)))
            case ast.BinOp(left=left, op=op, right=right):
                return self.operation(op, self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return self.truth(node)
            case ast.UnaryOp(op=op, operand=operand):
                return self._unary(op, self.value(operand))
            case ast.BoolOp(op=op, values=values):
                return self._either(isinstance(op, ast.Or), values)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self._if(test, then, otherwise)
            case ast.Tuple(elts=members) | ast.List(elts=members):
                return self._display(members, fixed=isinstance(node, ast.Tuple))
            case (
                ast.ListComp(elt=member, generators=generators)
                | ast.GeneratorExp(elt=member, generators=generators)
            ):
                return self._listed(node, member, generators)
            case ast.Lambda():
                return Value(FUNCTION, b"", known=Closure(node, self._body.env))
            case ast.Call(func=function, args=arguments, keywords=keywords):
                return self._call(node, function, arguments, keywords)
            case _:
                raise Refused(f"the expression {type(node).__name__}")

    def frozen(self, node: ast.expr) -> Value:
        """Return an expression whose value is only read, so that it may be a constant."""
        match node:
            case ast.List(elts=members):
                return self._display(members, fixed=True)
            case ast.BinOp(left=ast.List(elts=[member]), op=ast.Mult(), right=times):
                one, count = self.value(member), self.value(times)
                if UNKNOWN not in (one.known, count.known) and one.kind.held == wasm.I64:
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
            case _:
                return self._true(self.value(node))

    def _true(self, value: Value) -> Value:
        if value.known is not UNKNOWN and value.kind != FUNCTION:
            return truth(bool(value.known))
        if value.kind in (TRUTH, NEVER):
            return replace(value, kind=TRUTH)
        if value.kind == NUMBER:
            return Value(TRUTH, value.code + wasm.i64(0) + wasm.I64_NE)
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
            if not isinstance(op, ast.In | ast.NotIn):
                right = self.value(other)
                if index < len(ops) - 1 and right.known is UNKNOWN:
                    held = self._body.temporary(right.kind.held)
                    before, right = right.code + wasm.put(held), replace(
                        right, code=wasm.get(held)
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
        if isinstance(op, ast.Is | ast.IsNot):
            if NOTHING not in (one.kind, other.kind):
                raise Refused("a comparison of two objects")
            present = one if other.kind == NOTHING else other
            if present.kind == NUMBER and present.known is UNKNOWN:
                test = wasm.I64_EQ if isinstance(op, ast.Is) else wasm.I64_NE
                return Value(TRUTH, present.code + wasm.i64(NONE) + test)
            same = one.kind == other.kind
            return truth(same == isinstance(op, ast.Is))
        if one.kind.item is not None or other.kind.item is not None:
            if not isinstance(op, ast.Eq | ast.NotEq):
                raise Refused("a comparison of sequences")
            same = self._program.call(self._body, "same_members", [one, other])
            return same if isinstance(op, ast.Eq) else Value(TRUTH, same.code + wasm.I32_EQZ)
        if UNKNOWN not in (one.known, other.known) and type(op) in _FOLDED:
            return truth(bool(_FOLDED[type(op)](one.known, other.known)))
        return Value(TRUTH, coerced(one, NUMBER) + coerced(other, NUMBER) + _COMPARISONS[type(op)])

    def _contains(self, one: Value, node: ast.expr) -> Value:
        """Return whether a value is among the members of a sequence."""
        if isinstance(node, ast.Tuple | ast.List) and not any(
            isinstance(each, ast.Starred) for each in node.elts
        ):
            held = self._body.temporary(wasm.I64)
            code = b""
            for each in map(self.value, node.elts):
                test = wasm.get(held) + coerced(each, NUMBER) + wasm.I64_EQ
                code = code + test + wasm.I32_OR if code else test
            if not code:
                return truth(False)
            return Value(TRUTH, coerced(one, NUMBER) + wasm.put(held) + code)
        return self._program.call(self._body, "among", [retyped(one, NUMBER), self.value(node)])

    # -- names

    def _name(self, name: str) -> Value:
        found = self._body.read(name)
        if found is not None:
            return found
        space = self._body.env.space
        if name not in space:
            if name in self._builtins:
                return Value(FUNCTION, b"", known=name)
            raise Refused(f"the name {name}")
        return self._of(name, space[name])

    def _of(self, name: str, value: object) -> Value:
        """Return a constant by the name that the code has for it."""
        if isinstance(value, FunctionType) or hasattr(value, "__wrapped__"):
            return Value(FUNCTION, b"", known=value)
        if isinstance(value, bool):
            return truth(value)
        if isinstance(value, int):
            return number(value)
        if value is None:
            return Value(NOTHING, b"", known=None)
        if isinstance(value, Clamped):
            return Value(CLAMPED, b"", known=cast("Clamped[object]", value))
        if isinstance(value, Memory):
            return self._table(cast("object", value))
        if isinstance(value, dict):
            return Value(CACHE, b"")
        if isinstance(value, tuple | list):
            first = next(iter(cast("Sequence[object]", value)), 0)
            if isinstance(first, str):
                return Value(TEXT, b"", known=name)
            if _is_own(first):
                return Value(OBJECT, b"", known=cast("Sequence[object]", value))
            return self._table(cast("object", value))
        if _is_own(value):
            return Value(OBJECT, b"", known=value)
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
            return sequences.field(base, index.known)
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
                made = replace(made, code=sequences.new(_ROOM))
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

    # -- operations

    def operation(self, op: ast.operator, one: Value, other: Value) -> Value:
        """Return an operation on two values."""
        if NEVER in (one.kind, other.kind):
            return Value(NEVER, one.code + other.code + wasm.UNREACHABLE)
        if one.kind == DRAWN:
            if not isinstance(op, ast.Mult):
                raise Refused("a random number that is not multiplied")
            return Value(NUMBER, coerced(other, NUMBER) + wasm.call(DICE))
        if one.kind.item is not None:
            if isinstance(op, ast.Add) and other.kind.item is not None:
                return sequences.chained(self._body, [one, other])
            if isinstance(op, ast.Mult) and other.kind == NUMBER:
                return sequences.repeated(self._body, one, other)
            raise Refused(f"{type(op).__name__} of sequences")
        if UNKNOWN not in (one.known, other.known) and type(op) in _FOLDED:
            folded = _FOLDED[type(op)](one.known, other.known)
            if -(1 << 63) <= folded < 1 << 63:
                return number(folded)
        left, right = coerced(one, NUMBER), coerced(other, NUMBER)
        match op:
            case ast.Mult():
                return Value(NUMBER, self._small(one) + self._small(other) + wasm.I64_MUL)
            case ast.FloorDiv() | ast.Mod():
                return self._divided(isinstance(op, ast.Mod), left, other)
            case ast.LShift() | ast.RShift():
                code = wasm.I64_SHL if isinstance(op, ast.LShift) else wasm.I64_SHR_S
                return Value(NUMBER, left + self._shift(other) + code)
            case _ if type(op) in _OPERATORS:
                return Value(NUMBER, left + right + _OPERATORS[type(op)])
            case _:
                raise Refused(f"the operation {type(op).__name__}")

    def _small(self, value: Value) -> bytes:
        """Return a factor; it traps where it is so large that sums of products could overflow."""
        code = coerced(value, NUMBER)
        if value.known is not UNKNOWN and abs(value.known) < FACTOR:
            return code
        if value.small or value.kind == TRUTH:
            return code
        held = self._body.temporary(wasm.I64)
        test = wasm.get(held) + wasm.i64(FACTOR) + wasm.I64_ADD
        return (
            code + wasm.put(held) + test + wasm.i64(2 * FACTOR) + wasm.I64_GE_U + _TRAP
            + wasm.get(held)
        )  # fmt: skip

    def _shift(self, value: Value) -> bytes:
        if value.known is not UNKNOWN and 0 <= value.known < 64:
            return value.code
        held = self._body.temporary(wasm.I64)
        code = coerced(value, NUMBER) + wasm.put(held)
        return code + wasm.get(held) + wasm.i64(64) + wasm.I64_GE_U + _TRAP + wasm.get(held)

    def _divided(self, rest: bool, left: bytes, by: Value) -> Value:
        """Return a quotient or remainder, rounded down as in Python."""
        body = self._body
        if by.known is not UNKNOWN and by.known > 0:
            held = body.temporary(wasm.I64)
            code = left + wasm.put(held) if not rest else left
            code = code if rest else code + wasm.get(held)
            code += wasm.i64(by.known) + wasm.I64_REM_S
            kept = body.temporary(wasm.I64)
            code += wasm.put(kept)
            # A negative remainder is one too low.
            code += wasm.get(kept) + wasm.get(kept) + wasm.i64(63) + wasm.I64_SHR_S
            code += wasm.i64(by.known) + wasm.I64_AND + wasm.I64_ADD
            if rest:
                return Value(NUMBER, code)
            code += wasm.put(kept) + wasm.get(held) + wasm.get(kept) + wasm.I64_SUB
            return Value(NUMBER, code + wasm.i64(by.known) + wasm.I64_DIV_S)
        one, two, kept = (body.temporary(wasm.I64) for _ in range(3))
        code = left + wasm.put(one) + coerced(by, NUMBER) + wasm.put(two)
        code += wasm.get(one) + wasm.get(two) + wasm.I64_REM_S + wasm.put(kept)
        wrong = wasm.get(kept) + wasm.i64(0) + wasm.I64_NE
        wrong += wasm.get(kept) + wasm.get(two) + wasm.I64_XOR + wasm.i64(0) + wasm.I64_LT_S
        wrong += wasm.I32_AND
        code += wrong + wasm.when(wasm.get(kept) + wasm.get(two) + wasm.I64_ADD + wasm.put(kept))
        if rest:
            return Value(NUMBER, code + wasm.get(kept))
        code += wasm.get(one) + wasm.get(kept) + wasm.I64_SUB + wasm.get(two) + wasm.I64_DIV_S
        return Value(NUMBER, code)

    def _unary(self, op: ast.unaryop, operand: Value) -> Value:
        if operand.kind == NEVER:
            return operand
        code = coerced(operand, NUMBER)
        match op:
            case ast.USub():
                if operand.known is not UNKNOWN:
                    return number(-operand.known)
                return Value(NUMBER, wasm.i64(0) + code + wasm.I64_SUB)
            case ast.Invert():
                if operand.known is not UNKNOWN:
                    return number(~operand.known)
                return Value(NUMBER, code + wasm.i64(-1) + wasm.I64_XOR)
            case _:
                raise Refused(f"the operation {type(op).__name__}")

    # -- choices

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
        held = self._body.temporary(first.kind.held)
        again = replace(first, code=wasm.get(held), address=None)
        with self._body.nested():
            rest = self._either(any_, values[1:])
        condition = first.code + wasm.put(held) + self._true(again).code
        then, otherwise = (again, rest) if any_ else (rest, again)
        return _chosen(condition, then, otherwise)

    def _if(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> Value:
        condition = self.truth(test)
        if condition.known is not UNKNOWN:
            return self.value(then if condition.known else otherwise)
        with self._body.nested():
            one, other = self.value(then), self.value(otherwise)
        return _chosen(condition.code, one, other)

    # -- comprehensions

    def _each(
        self, node: ast.AST, generators: Sequence[ast.comprehension], inner: Callable[[], bytes]
    ) -> bytes:
        """Return code that does something for each member of a comprehension."""
        names = {
            part.id
            for generator in generators
            for part in ast.walk(generator.target)
            if isinstance(part, ast.Name)
        }
        outer = self._body.env
        prefix = f"{outer.prefix}{id(node):x} "
        env = Env(outer.space, prefix, frozenset(names), outer=outer)
        with self._body.within(env):
            return self._nest(generators, inner)

    def _nest(self, generators: Sequence[ast.comprehension], inner: Callable[[], bytes]) -> bytes:
        generator, *further = generators

        def turn() -> bytes:
            code, levels = b"", 0
            conditions: list[bytes] = []
            for test in generator.ifs:
                with self._body.nested(levels):
                    found = self.truth(test)
                if found.known is not UNKNOWN:
                    if not found.known:
                        return b""
                    continue
                conditions.append(found.code)
                levels += 1
            with self._body.nested(levels):
                code = self._nest(further, inner) if further else inner()
            for test in reversed(conditions):
                code = test + wasm.when(code)
            return code

        return self.loops.over(generator.target, generator.iter, turn)

    def _listed(
        self, node: ast.AST, member: ast.expr, generators: Sequence[ast.comprehension]
    ) -> Value:
        body = self._body
        made = body.temporary(wasm.I32)
        kind, slots = NEVER, frozenset[str]()

        def inner() -> bytes:
            nonlocal kind, slots
            value = self.value(member)
            if value.kind == NEVER:
                return value.code
            kind = join(kind, NUMBER if value.kind == TRUTH else value.kind)
            slots = value.slots
            return sequences.push(body, made, value, kind, grows=True)

        loop = self._each(node, generators, inner)
        code = sequences.new(wasm.i32(8)) + wasm.put(made) + loop
        return Value(sequence(kind), code + wasm.get(made), slots)

    # -- calls

    def _call(
        self, node: ast.Call, function: ast.expr, arguments: Sequence[ast.expr],
        keywords: Sequence[ast.keyword],
    ) -> Value:  # fmt: skip
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
            return self._builtins[found.known](node, arguments, keywords)
        values: list[Value] = []
        for each in arguments:
            values += self._spread(each) if isinstance(each, ast.Starred) else [self.value(each)]
        if keywords:
            raise Refused("arguments with names")
        return self.called(node, found.known, values)

    def called(self, node: ast.AST, function: Callee, values: Sequence[Value]) -> Value:
        """Return the call of a function that is generated, a primitive or of the library."""
        if function is library.below:
            return Value(NUMBER, coerced(values[1], NUMBER) + wasm.call(BELOW))
        if function is primitives.remember:
            return Value(NOTHING, b"", known=None)
        if function is primitives.unlike:
            raise Refused("actions that look alike")
        if function is library.list_shorten:
            return Value(NOTHING, self._shortened(values[0]))
        if any(isinstance(each.known, Closure) for each in values):
            return self._inlined(node, function, values)
        return self._program.call(self._body, function, values)

    def _shortened(self, value: Value) -> bytes:
        held = self._body.temporary(wasm.I32)
        code = value.code + wasm.put(held)
        code += wasm.get(held) + wasm.load32() + wasm.I32_EQZ + _TRAP
        less = wasm.get(held) + wasm.load32() + wasm.i32(1) + wasm.I32_SUB
        return code + wasm.get(held) + less + wasm.store32()

    def _spread(self, argument: ast.Starred) -> list[Value]:
        whole = self.value(argument.value)
        if whole.kind == NEVER:
            return [whole]
        if whole.kind.size is None:
            raise Refused("a sequence of any length as arguments")
        held = self._body.temporary(wasm.I32)
        base = replace(whole, code=wasm.get(held), address=None)
        members = [
            sequences.item(self._body, base, number(index)) for index in range(whole.kind.size)
        ]
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
        owner = self.value(base)
        if owner.kind == NEVER:
            return owner
        if owner.kind == OBJECT:
            method: Any = getattr(cast("type[object]", type(owner.known)), name)
            values = [owner, *(self.value(each) for each in arguments)]
            return self.called(base, method, values)
        if owner.kind == CACHE and name == "get":
            code = self.value(arguments[0]).code + wasm.DROP
            return Value(NOTHING, code, known=None)
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
            raise Refused("a sequence that is appended to the sequences of a slot")
        code = owner.code + wasm.put(held)
        # A list that was passed on may not be replaced by a larger one.
        own = isinstance(base, ast.Name) and not owner.slots and not body.is_borrowed(base.id)
        if not own and not owner.slots and kind != owner.kind.item:
            raise Refused("a list that another function fills with the first members")
        code += sequences.push(body, held, value, kind, grows=own)
        if own:
            assert isinstance(base, ast.Name)
            made = Value(sequence(kind), wasm.get(held), owner.slots | value.slots)
            code += body.assign(base.id, made)
        return code

    # -- what Python has of its own

    def _len(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        argument = arguments[0]
        if isinstance(argument, ast.ListComp):
            return self._summed(argument, ast.Constant(1), argument.generators)
        value = self.value(argument)
        if value.kind == NEVER:
            return value
        if value.kind.item is None:
            raise Refused(f"the length of a {value.kind}")
        if value.kind.size is not None:
            return number(value.kind.size)
        return Value(NUMBER, sequences.length(value) + wasm.I64_EXTEND_U, small=True)

    def _int(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        value = self.value(arguments[0])
        return value if value.kind == NEVER else retyped(value, NUMBER)

    def _bool(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        return self.truth(arguments[0])

    def _abs(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        held = self._body.temporary(wasm.I64)
        code = coerced(self.value(arguments[0]), NUMBER) + wasm.tee(held) + wasm.i64(0)
        code += wasm.I64_LT_S + wasm.when(
            wasm.i64(0) + wasm.get(held) + wasm.I64_SUB, wasm.get(held), wasm.I64
        )  # fmt: skip
        return Value(NUMBER, code)

    def _same(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        """A list or tuple of the members of another sequence."""
        if not arguments:
            return sequences.literal(self._body, [])
        value = self.value(arguments[0])
        if value.kind == NEVER or isinstance(arguments[0], ast.ListComp | ast.GeneratorExp):
            return value
        return sequences.sliced(self._body, value, None, None)

    def _extreme(
        self, node: ast.Call, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]
    ) -> Value:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        named = {each.arg: self.value(each.value) for each in keywords}
        if len(arguments) > 1:
            held = self._body.temporary(wasm.I64)
            first = self.value(arguments[0])
            code = coerced(first, NUMBER) + wasm.put(held)
            for each in arguments[1:]:
                other = self._body.temporary(wasm.I64)
                code += coerced(self.value(each), NUMBER) + wasm.put(other)
                test = wasm.I64_LT_S if name == "min" else wasm.I64_GT_S
                code += wasm.get(other) + wasm.get(held)
                code += wasm.get(other) + wasm.get(held) + test + wasm.SELECT + wasm.put(held)
            return Value(NUMBER, code + wasm.get(held))
        values = [self.value(arguments[0])]
        library = {"min": "lowest_of", "max": "highest_of"}[name]
        if "key" in named:
            values.append(named["key"])
            library += "_by"
        if "default" in named:
            values.append(named["default"])
            library += "_or"
        return self.called(node, library, values)

    def _sum(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        match arguments[0]:
            case (
                ast.ListComp(elt=member, generators=generators)
                | ast.GeneratorExp(elt=member, generators=generators)
            ):
                return self._summed(arguments[0], member, generators)
            case ast.Call(func=ast.Name(id="map"), args=[function, members]):
                member, generators = _mapped(function, members)
                return self._summed(arguments[0], member, generators)
            case members:
                generator = ast.comprehension(ast.Name("each", ast.Store()), members, [], 0)
                return self._summed(node, ast.Name("each", ast.Load()), [generator])

    def _summed(
        self, node: ast.AST, member: ast.expr, generators: Sequence[ast.comprehension]
    ) -> Value:
        total = self._body.temporary(wasm.I64)

        def inner() -> bytes:
            code = coerced(self.value(member), NUMBER)
            return wasm.get(total) + code + wasm.I64_ADD + wasm.put(total)

        loop = self._each(node, generators, inner)
        return Value(NUMBER, wasm.i64(0) + wasm.put(total) + loop + wasm.get(total))

    def _any(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        """Whether a condition holds for one member, or for all of them."""
        assert isinstance(node.func, ast.Name)
        wanted = node.func.id == "any"
        match arguments[0]:
            case (
                ast.ListComp(elt=member, generators=generators)
                | ast.GeneratorExp(elt=member, generators=generators)
            ):
                pass
            case members:
                member = ast.Name("each", ast.Load())
                generators = [ast.comprehension(ast.Name("each", ast.Store()), members, [], 0)]
        found = self._body.temporary(wasm.I32)

        def inner() -> bytes:
            test = self.truth(member)
            code = test.code if wanted else test.code + wasm.I32_EQZ
            with self._body.nested():
                done = wasm.i32(wanted) + wasm.put(found) + self._body.leave()
            return code + wasm.when(done)

        if len(generators) > 1:
            raise Refused("a condition on members of members")
        loop = self._each(node, generators, inner)
        return Value(TRUTH, wasm.i32(not wanted) + wasm.put(found) + loop + wasm.get(found))

    def _map(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        member, generators = _mapped(*arguments)
        return self._listed(node, member, generators)

    def _iter(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        """An iterator: a record of the sequence and the place of the next member."""
        whole = self.value(arguments[0])
        made = sequences.record(self._body, [whole, number(0)])
        return replace(made, kind=Kind("iterator", fields=(whole.kind,)))

    def _next(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        body = self._body
        iterator = self.value(arguments[0])
        if iterator.kind == NEVER:
            return iterator
        if iterator.kind.name != "iterator" or len(arguments) > 1:
            raise Refused("next")
        held, place = body.temporary(wasm.I32), body.temporary(wasm.I64)
        code = iterator.code + wasm.put(held)
        code += wasm.get(held) + wasm.load64(HEADER + 8) + wasm.put(place)
        code += wasm.get(held) + wasm.get(place) + wasm.i64(1) + wasm.I64_ADD
        code += wasm.store64(HEADER + 8)
        whole = Value(iterator.kind.fields[0], wasm.get(held) + wasm.load32(HEADER), iterator.slots)
        found = sequences.item(body, whole, Value(NUMBER, wasm.get(place)))
        return replace(found, code=code + found.code)

    def _range(self, node: ast.Call, arguments: Sequence[ast.expr], _: object) -> Value:
        each = ast.Name("each", ast.Load())
        return self._listed(
            node, each, [ast.comprehension(ast.Name("each", ast.Store()), node, [], 0)]
        )

    def _sorted(
        self, node: ast.Call, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]
    ) -> Value:
        named = {each.arg: self.value(each.value) for each in keywords}
        values = [self.value(arguments[0])]
        if named.keys() <= {"key", "reverse"} and "key" in named:
            back = named.get("reverse", truth(False))
            if back.known is UNKNOWN:
                raise Refused("an order that is not a constant")
            library = "sorted_down_by" if back.known else "sorted_by"
            return self.called(node, library, [*values, named["key"]])
        if named:
            raise Refused("the arguments of sorted")
        return self.called(node, "sorted_up", values)


def _any_size(made: Value) -> Value:
    """Return a list that may grow, also where a function is called with it."""
    kind = made.kind
    return made if kind.name != "sequence" else replace(made, kind=replace(kind, size=None))


def _looked_up(table: ast.expr) -> ast.Lambda:
    """Return `table.__getitem__` as a function that is written out."""
    index = ast.arg("index")
    arguments = ast.arguments([], [index], None, [], [], None, [])
    return ast.Lambda(arguments, ast.Subscript(table, ast.Name("index", ast.Load()), ast.Load()))


def _is_own(value: object) -> bool:
    """Return whether a value is an object of this package, such as a finder of melds."""
    return type(value).__module__.partition(".")[0] == __name__.partition(".")[0]


def _mapped(function: ast.expr, members: ast.expr) -> tuple[ast.expr, list[ast.comprehension]]:
    """Return `map(function, members)` as a comprehension."""
    member = ast.Call(function, [ast.Name("each", ast.Load())], [])
    return member, [ast.comprehension(ast.Name("each", ast.Store()), members, [], 0)]


def _constant(value: Any) -> Value:
    match value:
        case bool():
            return truth(value)
        case int():
            if not -(1 << 63) <= value < 1 << 63:
                raise Refused("a constant of more than 63 bits")
            return number(value)
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
        return Value(kind, wasm.i32(0) + wasm.load64(slot.address))
    return Value(kind, wasm.i32(slot.address), frozenset({name}), address=slot.address)


def _chosen(condition: bytes, one: Value, other: Value) -> Value:
    """Return one of two values."""
    kind = join(one.kind, other.kind)
    if kind == NEVER:
        return Value(NEVER, condition + wasm.when(one.code, other.code) + wasm.UNREACHABLE)
    if not kind.held:
        raise Refused(f"a choice of a {kind}")
    code = condition + wasm.when(coerced(one, kind), coerced(other, kind), kind.held)
    return Value(kind, code, one.slots | other.slots)
