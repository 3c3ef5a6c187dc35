"""Code for operations on integers of several words, for the sets of large packs.

They are two's complement numbers. A sum that does not fit is cut off, as sets never reach the
highest bit: there is always one more than there are cards.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Final

from . import encoding as wasm
from .body import UNKNOWN, Body, Value, coerced, number
from .kinds import NONE, NUMBER, TRUTH, Kind, integer

_TRAP: Final = wasm.when(wasm.UNREACHABLE)

_BITWISE: Final[Mapping[type[ast.operator], bytes]] = {
    ast.BitAnd: wasm.I64_AND,
    ast.BitOr: wasm.I64_OR,
    ast.BitXor: wasm.I64_XOR,
}

_LAST: Final[Mapping[type[ast.cmpop], bytes]] = {
    ast.Lt: wasm.I64_LT_S,
    ast.LtE: wasm.I64_LE_S,
    ast.Gt: wasm.I64_GT_S,
    ast.GtE: wasm.I64_GE_S,
}

_OTHERS: Final[Mapping[type[ast.cmpop], bytes]] = {
    ast.Lt: wasm.I64_LT_U,
    ast.LtE: wasm.I64_LE_U,
    ast.Gt: wasm.I64_GT_U,
    ast.GtE: wasm.I64_GE_U,
}


def operation(body: Body, op: ast.operator, one: Value, other: Value) -> Value | None:
    """Return an operation on two integers; None where one word does."""
    kind = integer(body.words)
    wide = "wide" in (one.kind.name, other.kind.name)
    match op:
        case ast.LShift() if body.words > 1 and one.known == 1:
            return _bit(body, other)
        case ast.LShift() if wide or (body.words > 1 and other.known is UNKNOWN):
            return _raised(body, one, other)
        case ast.RShift() if one.kind == kind and wide:
            code, words = _held(body, kind, one)
            at = body.temporary(wasm.I64)
            return Value(kind, code + _place(kind, other, at) + _shifted(words, at))
        case ast.BitAnd() | ast.BitOr() | ast.BitXor() if wide:
            code, mine, theirs = _both(body, kind, one, other)
            for left, right in zip(mine, theirs, strict=True):
                code += wasm.get(left) + wasm.get(right) + _BITWISE[type(op)]
            return Value(kind, code)
        case ast.Add() if wide:
            return _sum(body, one, other)
        case ast.Sub() if wide:
            return _difference(body, one, other)
        case _:  # products and quotients are of numbers
            return None


def negated(body: Body, value: Value) -> Value:
    """Return `-value`."""
    return _difference(body, number(0), value)


def inverted(body: Body, value: Value) -> Value:
    """Return `~value`."""
    code, words = _held(body, value.kind, value)
    for word in words:
        code += wasm.get(word) + wasm.i64(-1) + wasm.I64_XOR
    return Value(value.kind, code)


def is_set(body: Body, value: Value) -> Value:
    """Return whether an integer is not zero."""
    code, words = _held(body, value.kind, value)
    code += wasm.get(words[0])
    for word in words[1:]:
        code += wasm.get(word) + wasm.I64_OR
    return Value(TRUTH, code + wasm.i64(0) + wasm.I64_NE)


def is_none(body: Body, value: Value) -> Value:
    """Return whether a local holds no integer."""
    return compared(body, ast.Eq(), value, number(NONE))


def compared(body: Body, op: ast.cmpop, one: Value, other: Value) -> Value:
    """Return a comparison of two integers."""
    kind = integer(body.words)
    code, mine, theirs = _both(body, kind, one, other)
    pairs = list(zip(mine, theirs, strict=True))
    if isinstance(op, ast.Eq | ast.NotEq):
        for index, (left, right) in enumerate(pairs):
            code += wasm.get(left) + wasm.get(right) + wasm.I64_XOR
            code += wasm.I64_OR if index else b""
        return Value(TRUTH, code + wasm.i64(0) + (
            wasm.I64_EQ if isinstance(op, ast.Eq) else wasm.I64_NE
        ))  # fmt: skip
    for index, (left, right) in enumerate(pairs):
        both = wasm.get(left) + wasm.get(right)
        test = both + (_LAST if index == len(pairs) - 1 else _OTHERS)[type(op)]
        code += test + both + wasm.I64_EQ + wasm.SELECT if index else test
    return Value(TRUTH, code)


def bit_count(body: Body, value: Value) -> Value:
    """Return the number of ones."""
    code, words = _held(body, value.kind, value)
    for index, word in enumerate(words):
        code += wasm.get(word) + wasm.I64_POPCNT + (wasm.I64_ADD if index else b"")
    return Value(NUMBER, code, small=True)


def bit_length(body: Body, value: Value) -> Value:
    """Return the number of bits without the zeros at the front."""
    code, words = _held(body, value.kind, value)
    for index, word in enumerate(words):
        count = wasm.i64(64 * (index + 1)) + wasm.get(word) + wasm.I64_CLZ + wasm.I64_SUB
        if index:
            code += wasm.put(words[0]) + count + wasm.get(words[0])
            code += wasm.get(word) + wasm.i64(0) + wasm.I64_NE + wasm.SELECT
        else:
            code += count
    return Value(NUMBER, code)


def extended(words: int) -> wasm.Function:
    """Return the function from a number to an integer of so many words."""
    sign = wasm.get(0) + wasm.i64(63) + wasm.I64_SHR_S
    return wasm.Function(wasm.I64, wasm.I64 * words, b"", wasm.get(0) + sign * (words - 1))


def narrowed(words: int) -> wasm.Function:
    """Return the function from an integer of so many words to a number; it traps if it is none."""
    code = b""
    for index in range(1, words):
        sign = wasm.get(0) + wasm.i64(63) + wasm.I64_SHR_S
        code += wasm.get(index) + sign + wasm.I64_NE + _TRAP
    return wasm.Function(wasm.I64 * words, wasm.I64, b"", code + wasm.get(0))


# -- parts


def _held(body: Body, kind: Kind, value: Value) -> tuple[bytes, list[int]]:
    """Return code that puts the words of an integer into locals, and these."""
    first = body.temporary(kind.held)
    code = coerced(value, kind) + wasm.put(first, kind.words)
    return code, list(range(first, first + kind.words))


def _both(
    body: Body, kind: Kind, one: Value, other: Value
) -> tuple[bytes, Sequence[int], Sequence[int]]:
    code, mine = _held(body, kind, one)
    further, theirs = _held(body, kind, other)
    return code + further, mine, theirs


def _place(kind: Kind, by: Value, at: int) -> bytes:
    """Return code that puts the places of a shift into a local; so many as there are bits trap."""
    code = coerced(by, NUMBER) + wasm.put(at)
    return code + wasm.get(at) + wasm.i64(64 * kind.words - 1) + wasm.I64_GE_U + _TRAP


def _bit(body: Body, place: Value) -> Value:
    """Return `1 << place`."""
    kind, at = integer(body.words), body.temporary(wasm.I64)
    code = _place(kind, place, at)
    for index in range(kind.words):
        # The instruction shifts by the remainder of the division by 64.
        code += _are_words(at, index) + wasm.I64_EXTEND_U + wasm.get(at) + wasm.I64_SHL
    return Value(kind, code)


def _are_words(at: int, count: int) -> bytes:
    """Return code that tells whether a shift is by so many words, and less than one more."""
    return wasm.get(at) + wasm.i64(6) + wasm.I64_SHR_U + wasm.i64(count) + wasm.I64_EQ


def _rest(at: int) -> bytes:
    """Return code for 63 less the places of a shift within a word.

    Together with one place it is what the other word is shifted by, in two steps: a shift by 64
    places would be one by none.
    """
    return wasm.i64(63) + wasm.get(at) + wasm.i64(63) + wasm.I64_AND + wasm.I64_SUB


def _shifted(words: Sequence[int], at: int) -> bytes:
    """Return `value >> at`."""
    sign = wasm.get(words[-1]) + wasm.i64(63) + wasm.I64_SHR_S
    parts = [*map(wasm.get, words), *(sign for _ in words)]
    code = b""
    for index in range(len(words)):
        result = sign
        for skipped in range(len(words) - index):
            word = parts[index + skipped] + wasm.get(at) + wasm.I64_SHR_U
            word += parts[index + skipped + 1] + wasm.i64(1) + wasm.I64_SHL + _rest(at)
            word += wasm.I64_SHL + wasm.I64_OR
            result = word + result + _are_words(at, skipped) + wasm.SELECT
        code += result
    return code


def _raised(body: Body, value: Value, by: Value) -> Value:
    """Return `value << by`; it traps where that does not fit."""
    kind, at = integer(body.words), body.temporary(wasm.I64)
    code, words = _held(body, kind, value)
    code += _place(kind, by, at)
    made = body.temporary(kind.held)
    for index in range(len(words)):
        result = wasm.i64(0)
        for skipped in range(index + 1):
            word = wasm.get(words[index - skipped]) + wasm.get(at) + wasm.I64_SHL
            if index > skipped:
                word += wasm.get(words[index - skipped - 1]) + wasm.i64(1) + wasm.I64_SHR_U
                word += _rest(at) + wasm.I64_SHR_U + wasm.I64_OR
            result = word + result + _are_words(at, skipped) + wasm.SELECT
        code += result + wasm.put(made + index)
    result = range(made, made + kind.words)
    code += _shifted(result, at)
    for word in reversed(words):
        code += wasm.get(word) + wasm.I64_NE + _TRAP
    return Value(kind, code + wasm.get(made, kind.words))


def _sum(body: Body, one: Value, other: Value) -> Value:
    kind = integer(body.words)
    code, mine, theirs = _both(body, kind, one, other)
    result, carry = body.temporary(kind.held), body.temporary(wasm.I64)
    for index, (left, right) in enumerate(zip(mine, theirs, strict=True)):
        word = result + index
        code += wasm.get(left) + wasm.get(right) + wasm.I64_ADD + wasm.put(word)
        over = wasm.get(word) + wasm.get(left) + wasm.I64_LT_U + wasm.I64_EXTEND_U
        if index:
            code += over + wasm.get(word) + wasm.get(carry) + wasm.I64_ADD + wasm.put(word)
            code += wasm.get(word) + wasm.get(carry) + wasm.I64_LT_U + wasm.I64_EXTEND_U
            code += wasm.I64_OR + wasm.put(carry)
        else:
            code += over + wasm.put(carry)
    return Value(kind, code + wasm.get(result, kind.words))


def _difference(body: Body, one: Value, other: Value) -> Value:
    kind = integer(body.words)
    code, mine, theirs = _both(body, kind, one, other)
    result, borrow = body.temporary(kind.held), body.temporary(wasm.I64)
    for index, (left, right) in enumerate(zip(mine, theirs, strict=True)):
        word = result + index
        under = wasm.get(left) + wasm.get(right) + wasm.I64_LT_U + wasm.I64_EXTEND_U
        code += wasm.get(left) + wasm.get(right) + wasm.I64_SUB + wasm.put(word)
        if index:
            code += under + wasm.get(word) + wasm.get(borrow) + wasm.I64_LT_U + wasm.I64_EXTEND_U
            code += wasm.get(word) + wasm.get(borrow) + wasm.I64_SUB + wasm.put(word)
            code += wasm.I64_OR + wasm.put(borrow)
        else:
            code += under + wasm.put(borrow)
    return Value(kind, code + wasm.get(result, kind.words))
