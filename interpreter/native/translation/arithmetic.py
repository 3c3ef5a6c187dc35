"""Code for operations on numbers and sequences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..code import encoding as wasm
from ..code import wide
from ..code.body import UNKNOWN, Body, Value, coerced, constant, fits
from ..code.kinds import DRAWN, NEVER, NUMBER, TRUTH
from ..dialect import Refused
from ..library.routines import dice
from . import sequences

FACTOR: Final = 1 << 20
"""Products of larger numbers trap, so that no sum of products exceeds 63 bits."""

_OPERATORS: Final[Mapping[str, bytes]] = {
    "+": wasm.I64_ADD,
    "-": wasm.I64_SUB,
    "*": wasm.I64_MUL,
    "&": wasm.I64_AND,
    "|": wasm.I64_OR,
    "^": wasm.I64_XOR,
}

FOLDED: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def operation(body: Body, op: str, one: Value, other: Value) -> Value:
    """Return an operation on two values."""
    if NEVER in (one.kind, other.kind):
        return Value(NEVER, one.code + other.code + wasm.UNREACHABLE)
    if one.kind == DRAWN:
        if op != "*":
            raise Refused("a random number that is not multiplied")
        count, state = body.temporary(wasm.I64), body.temporary(wasm.I64)
        return Value(NUMBER, coerced(other, NUMBER) + wasm.put(count) + dice(count, state))
    if one.kind.item is not None:
        if op == "+" and other.kind.item is not None:
            return sequences.chained(body, [one, other])
        if op == "*" and other.kind.name in ("number", "wide"):
            return sequences.repeated(body, one, other)
        raise Refused(f"{op} of sequences")
    if UNKNOWN not in (one.known, other.known) and op in FOLDED:
        folded = FOLDED[op](one.known, other.known)
        if fits(folded, body.words):
            return constant(folded, body.words)
    found = wide.operation(body, op, one, other)
    if found is not None:
        return found
    left, right = coerced(one, NUMBER), coerced(other, NUMBER)
    match op:
        case "*":
            return Value(NUMBER, _small(body, one) + _small(body, other) + wasm.I64_MUL)
        case "//" | "%":
            return _divided(body, op == "%", left, other)
        case "<<" | ">>":
            return _shifted(body, op == "<<", one, other)
        case _:
            return Value(NUMBER, left + right + _OPERATORS[op])


def _small(body: Body, value: Value) -> bytes:
    """Return a factor; it traps where it is so large that sums of products could overflow."""
    code = coerced(value, NUMBER)
    if value.known is not UNKNOWN and abs(value.known) < FACTOR:
        return code
    if value.small or value.kind == TRUTH:
        return code
    held = body.temporary(wasm.I64)
    test = wasm.get(held) + wasm.i64(FACTOR) + wasm.I64_ADD
    return code + wasm.put(held) + test + wasm.i64(2 * FACTOR) + wasm.I64_GE_U + wasm.TRAP + wasm.get(held)


def _shifted(body: Body, up: bool, value: Value, by: Value) -> Value:
    """Return `value << by` or `value >> by`; it traps where that does not fit."""
    left = coerced(value, NUMBER)
    if not up and by.known is not UNKNOWN and 0 <= by.known < 64:
        return Value(NUMBER, left + by.code + wasm.I64_SHR_S)
    at, held, made = (body.temporary(wasm.I64) for _ in range(3))
    code = left + wasm.put(held) + coerced(by, NUMBER) + wasm.put(at)
    code += wasm.get(at) + wasm.i64(63 if up else 64) + wasm.I64_GE_U + wasm.TRAP
    if not up:
        return Value(NUMBER, code + wasm.get(held) + wasm.get(at) + wasm.I64_SHR_S)
    code += wasm.get(held) + wasm.get(at) + wasm.I64_SHL
    if value.known == 1:
        return Value(NUMBER, code)
    code += wasm.tee(made) + wasm.get(at) + wasm.I64_SHR_S + wasm.get(held) + wasm.I64_NE + wasm.TRAP
    return Value(NUMBER, code + wasm.get(made))


def _divided(body: Body, rest: bool, left: bytes, by: Value) -> Value:
    """Return a quotient or remainder, rounded down as in Python."""
    if by.known is not UNKNOWN and by.known > 0 and not by.known & (by.known - 1):
        if rest:
            return Value(NUMBER, left + wasm.i64(by.known - 1) + wasm.I64_AND)
        return Value(NUMBER, left + wasm.i64(by.known.bit_length() - 1) + wasm.I64_SHR_S)
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


def unary(body: Body, op: str, operand: Value) -> Value:
    """Return an operation on one value."""
    if operand.kind == NEVER:
        return operand
    if operand.kind.name == "wide" and operand.known is UNKNOWN:
        if op == "~":
            return wide.inverted(body, operand)
        return wide.negated(body, operand)
    code = coerced(operand, NUMBER)
    match op:
        case "-":
            if operand.known is not UNKNOWN:
                return constant(-operand.known, body.words)
            return Value(NUMBER, wasm.i64(0) + code + wasm.I64_SUB)
        case "~":
            if operand.known is not UNKNOWN:
                return constant(~operand.known, body.words)
            return Value(NUMBER, code + wasm.i64(-1) + wasm.I64_XOR)
        case _:
            raise Refused(f"the operation {op}")
