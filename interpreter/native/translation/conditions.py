"""Code for conditions: comparisons, and what counts as true."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...core.effects import may_stop
from ..code import encoding as wasm
from ..code import wide
from ..code.body import UNKNOWN, Body, Value, coerced, number, retyped, truth
from ..code.kinds import FUNCTION, NEVER, NONE, NOTHING, NUMBER, TRUTH
from ..code.light import Light
from ..dialect import Refused
from .arithmetic import FOLDED
from .comprehensions import Comprehensions
from .unit import Unit

_COMPARISONS: Final[Mapping[type[ast.cmpop], bytes]] = {
    ast.Eq: wasm.I64_EQ,
    ast.NotEq: wasm.I64_NE,
    ast.Lt: wasm.I64_LT_S,
    ast.LtE: wasm.I64_LE_S,
    ast.Gt: wasm.I64_GT_S,
    ast.GtE: wasm.I64_GE_S,
}


class Conditions:
    """The conditions of one function."""

    def __init__(
        self,
        body: Body,
        unit: Unit,
        value: Callable[[ast.expr], Value],
        light: Light,
        comprehensions: Comprehensions,
    ) -> None:
        """Take the function.

        Args:
            body: the function.
            unit: what it knows about the module.
            value: makes the code of expressions.
            light: tells which of them may be computed without a branch.
            comprehensions: the comprehensions of the function.
        """
        self._body = body
        self._unit = unit
        self._value = value
        self._light = light
        self._comprehensions = comprehensions

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
                return self._comprehensions.found(node)
            case _:
                value = self._value(node)
                found = self.true(value)
                if found.known is not UNKNOWN and value.kind.item is not None and may_stop(node):
                    return Value(TRUTH, value.code + wasm.DROP + found.code)
                return found

    def true(self, value: Value) -> Value:
        """Return whether a value counts as true."""
        if value.known is not UNKNOWN and value.kind != FUNCTION:
            return truth(bool(value.known))
        if value.kind == TRUTH:
            return value
        if value.kind == NEVER:
            return replace(value, kind=TRUTH)
        if value.kind == NUMBER:
            return Value(TRUTH, value.code + wasm.i64(0) + wasm.I64_NE)
        if value.kind.name == "wide":
            return wide.is_set(value)
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
        if self._light(*values[1:]):
            rest = self._both(any_, values[1:])
            if rest.known is not UNKNOWN:
                return rest if rest.known == any_ else first
            return Value(TRUTH, first.code + rest.code + (wasm.I32_OR if any_ else wasm.I32_AND))
        with self._body.nested():
            rest = self._both(any_, values[1:])
        then, otherwise = (wasm.i32(1), rest.code) if any_ else (rest.code, wasm.i32(0))
        return Value(TRUTH, first.code + wasm.when(then, otherwise, wasm.I32))

    def _compared(self, left: ast.expr, ops: Sequence[ast.cmpop], others: Sequence[ast.expr]) -> Value:
        found = truth(True)
        one = self._value(left)
        for index, (op, other) in enumerate(zip(ops, others, strict=True)):
            right: Value | None = None
            before = b""
            if not isinstance(op, (ast.In, ast.NotIn)):
                right = self._value(other)
                if index < len(ops) - 1 and right.known is UNKNOWN and right.kind != NEVER:
                    held, words = self._body.temporary(right.kind.held), right.kind.words
                    before, right = right.code + wasm.put(held, words), replace(right, code=wasm.get(held, words))
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
            same = self._unit.call(self._body, "same_members", [one, other])
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
        if isinstance(node, ast.Tuple | ast.List) and not any(isinstance(each, ast.Starred) for each in node.elts):
            one = retyped(one, NUMBER) if one.kind == TRUTH else one
            held = self._body.temporary(one.kind.held)
            kept = replace(one, code=wasm.get(held, one.kind.words), known=UNKNOWN)
            code = b""
            for each in map(self._value, node.elts):
                test = self._tested(ast.Eq(), kept, each).code
                code = code + test + wasm.I32_OR if code else test
            if not code:
                return truth(False)
            return Value(TRUTH, one.code + wasm.put(held, one.kind.words) + code)
        one = retyped(one, NUMBER) if one.kind == TRUTH else one
        return self._unit.call(self._body, "among", [one, self._value(node)])
