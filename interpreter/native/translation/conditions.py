"""Code for conditions: comparisons, and what counts as true."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...core import nodes
from ...core.effects import may_stop
from ..code import encoding as wasm
from ..code import wide
from ..code.body import UNKNOWN, Body, Value, after, coerced, number, retyped, truth
from ..code.kinds import FUNCTION, NEVER, NONE, NOTHING, NUMBER, TRUTH
from ..code.light import Light
from ..dialect import Refused
from .arithmetic import FOLDED
from .comprehensions import Comprehensions
from .unit import Unit

_COMPARISONS: Final[Mapping[str, bytes]] = {
    "==": wasm.I64_EQ,
    "!=": wasm.I64_NE,
    "<": wasm.I64_LT_S,
    "<=": wasm.I64_LE_S,
    ">": wasm.I64_GT_S,
    ">=": wasm.I64_GE_S,
}


class Conditions:
    """The conditions of one function."""

    def __init__(
        self,
        body: Body,
        unit: Unit,
        value: Callable[[nodes.Expression], Value],
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

    def truth(self, node: nodes.Expression) -> Value:
        """Return whether an expression holds, with 32 bits."""
        match node:
            case nodes.UnaryOp(op="not", operand=operand):
                inner = self.truth(operand)
                if inner.known is not UNKNOWN:
                    return truth(not inner.known)
                return Value(TRUTH, inner.code + wasm.I32_EQZ)
            case nodes.BoolOp(op=op, values=values):
                return self._both(op == "or", [*values])
            case nodes.Compare(left=left, ops=ops, comparators=others):
                return self._compared(left, ops, others)
            case nodes.ListComp(elt=nodes.Name()):
                return self._comprehensions.found(node)
            case _:
                value = self._value(node)
                found = self.true(value)
                if found.known is not UNKNOWN and value.kind.item is not None and may_stop(node):
                    return after(value, found)
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

    def _both(self, any_: bool, values: list[nodes.Expression]) -> Value:
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

    def _compared(self, left: nodes.Expression, ops: Sequence[str], others: Sequence[nodes.Expression]) -> Value:
        found = truth(True)
        one = self._value(left)
        for index, (op, other) in enumerate(zip(ops, others, strict=True)):
            right: Value | None = None
            before = b""
            if op not in ("in", "not in"):
                right = self._value(other)
                if index < len(ops) - 1 and right.known is UNKNOWN and right.kind != NEVER:
                    held, words = self._body.temporary(right.kind.held), right.kind.words
                    before, right = right.code + wasm.put(held, words), replace(right, code=wasm.get(held, words))
            test = self._comparison(op, one, right, other)
            if test.known is not UNKNOWN and may_stop(nodes.Compare(left, ops, others)):
                test = after(one, test if right is None else after(right, test))
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

    def _comparison(self, op: str, one: Value, other: Value | None, node: nodes.Expression) -> Value:
        if other is None:
            inside = self._contains(one, node)
            if op == "in":
                return inside
            if inside.known is not UNKNOWN:
                return truth(not inside.known)
            return Value(TRUTH, inside.code + wasm.I32_EQZ)
        if op in ("is", "is not"):
            if one.kind.item is not None and other.kind.item is not None:
                test = wasm.I32_EQ if op == "is" else wasm.I32_NE
                return Value(TRUTH, one.code + other.code + test)
            if NOTHING not in (one.kind, other.kind):
                raise Refused("a comparison of two objects")
            present = one if other.kind == NOTHING else other
            if present.kind == NUMBER and present.known is UNKNOWN:
                test = wasm.I64_EQ if op == "is" else wasm.I64_NE
                return Value(TRUTH, present.code + wasm.i64(NONE) + test)
            if present.kind.name == "wide" and present.known is UNKNOWN:
                equal = "==" if op == "is" else "!="
                return wide.compared(self._body, equal, present, number(NONE))
            same = one.kind == other.kind
            return truth(same == (op == "is"))
        if one.kind.item is not None or other.kind.item is not None:
            if op not in ("==", "!="):
                raise Refused("a comparison of sequences")
            same = self._unit.call(self._body, "same_members", [one, other])
            return same if op == "==" else Value(TRUTH, same.code + wasm.I32_EQZ)
        return self._tested(op, one, other)

    def _tested(self, op: str, one: Value, other: Value) -> Value:
        """Return a comparison of two integers."""
        if UNKNOWN not in (one.known, other.known) and op in FOLDED:
            return truth(bool(FOLDED[op](one.known, other.known)))
        if "wide" in (one.kind.name, other.kind.name):
            return wide.compared(self._body, op, one, other)
        return Value(TRUTH, coerced(one, NUMBER) + coerced(other, NUMBER) + _COMPARISONS[op])

    def _contains(self, one: Value, node: nodes.Expression) -> Value:
        """Return whether a value is among the members of a sequence."""
        if isinstance(node, nodes.Tuple | nodes.List) and not any(
            isinstance(each, nodes.Starred) for each in node.elts
        ):
            one = retyped(one, NUMBER) if one.kind == TRUTH else one
            held = self._body.temporary(one.kind.held)
            kept = replace(one, code=wasm.get(held, one.kind.words), known=UNKNOWN)
            code = b""
            for each in map(self._value, node.elts):
                test = self._tested("==", kept, each).code
                code = code + test + wasm.I32_OR if code else test
            if not code:
                return truth(False)
            return Value(TRUTH, one.code + wasm.put(held, one.kind.words) + code)
        one = retyped(one, NUMBER) if one.kind == TRUTH else one
        return self._unit.call(self._body, "among", [one, self._value(node)])
