"""Code for operations on integers of several words, for the sets of large packs.

They are two's complement numbers. A sum that does not fit is cut off, as sets never reach the
highest bit: there is always one more than there are cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from . import encoding as wasm
from .body import UNKNOWN, Body, Value, coerced, number
from .kinds import NUMBER, TRUTH, Kind, integer

_BITWISE: Final[Mapping[str, bytes]] = {
    "&": wasm.I64_AND,
    "|": wasm.I64_OR,
    "^": wasm.I64_XOR,
}

_ZEROS: Final = wasm.i64(0)
_ONES: Final = wasm.i64(-1)

_SCATTERING: Final = 0x9E3779B97F4A7C15
"""An odd number without a pattern: 2^64 divided by the golden ratio."""

_LAST: Final[Mapping[str, bytes]] = {
    "<": wasm.I64_LT_S,
    "<=": wasm.I64_LE_S,
    ">": wasm.I64_GT_S,
    ">=": wasm.I64_GE_S,
}

_OTHERS: Final[Mapping[str, bytes]] = {
    "<": wasm.I64_LT_U,
    "<=": wasm.I64_LE_U,
    ">": wasm.I64_GT_U,
    ">=": wasm.I64_GE_U,
}


def operation(body: Body, op: str, one: Value, other: Value) -> Value | None:
    """Return an operation on two integers; None where one word does."""
    kind = integer(body.words)
    wide = "wide" in (one.kind.name, other.kind.name)
    match op:
        case "<<" if body.words > 1 and one.known == 1:
            return _bit(body, other)
        case "<<" if wide or (body.words > 1 and other.known is UNKNOWN):
            return _raised(body, one, other)
        case ">>" if one.kind == kind and wide:
            if _is_fixed(kind, other):
                code, parts = _parts(body, kind, one)
                return Value(kind, code + b"".join(_lowered(parts, other.known)))
            code, words = _held(body, kind, one)
            at = body.temporary(wasm.I64)
            return Value(kind, code + _place(kind, other, at) + _shifted(words, at))
        case "&" | "|" | "^" if wide:
            code, mine, theirs = _both(body, kind, one, other)
            for left, right in zip(mine, theirs, strict=True):
                code += _bitwise(op, left, right)
            return Value(kind, code)
        case "+" if wide:
            return _sum(body, one, other)
        case "-" if wide:
            return _difference(body, one, other)
        case _:  # products and quotients are of numbers
            return None


def negated(body: Body, value: Value) -> Value:
    """Return `-value`."""
    return _difference(body, number(0), value)


def inverted(body: Body, value: Value) -> Value:
    """Return `~value`."""
    code, words = _parts(body, value.kind, value)
    return Value(value.kind, code + b"".join(map(_inverted, words)))


def without(body: Body, one: Value, other: Value) -> Value:
    """Return `one & ~other`."""
    kind = integer(body.words)
    code, mine, theirs = _both(body, kind, one, other)
    for left, right in zip(mine, theirs, strict=True):
        code += _bitwise("&", left, _inverted(right))
    return Value(kind, code)


def has(body: Body, value: Value, place: Value) -> Value:
    """Return `value >> place & 1`."""
    code, words = _parts(body, value.kind, value)
    at = body.temporary(wasm.I64)
    further = _place(value.kind, place, at)
    if not (code or _is_still(place)):
        code, held = _held(body, value.kind, value)
        words = [*map(wasm.get, held)]
    word = words[-1]
    for index, other in reversed(list(enumerate(words[:-1]))):
        word = other + word + wasm.get(at) + wasm.i64(64 * (index + 1)) + wasm.I64_LT_U
        word += wasm.SELECT
    code += further + word + wasm.get(at) + wasm.I64_SHR_U + wasm.i64(1) + wasm.I64_AND
    return Value(NUMBER, code, small=True)


def is_set(value: Value) -> Value:
    """Return whether an integer is not zero."""
    code = value.code + wasm.I64_OR * (value.kind.words - 1)
    return Value(TRUTH, code + wasm.i64(0) + wasm.I64_NE)


def compared(body: Body, op: str, one: Value, other: Value) -> Value:
    """Return a comparison of two integers."""
    kind = integer(body.words)
    code, mine, theirs = _both(body, kind, one, other)
    pairs = list(zip(mine, theirs, strict=True))
    if op in ("==", "!="):
        for index, (left, right) in enumerate(pairs):
            code += _bitwise("^", left, right)
            code += wasm.I64_OR if index else b""
        return Value(TRUTH, code + wasm.i64(0) + (wasm.I64_EQ if op == "==" else wasm.I64_NE))
    for index, (left, right) in enumerate(pairs):
        both = left + right
        test = both + (_LAST if index == len(pairs) - 1 else _OTHERS)[op]
        code += test + both + wasm.I64_EQ + wasm.SELECT if index else test
    return Value(TRUTH, code)


def bit_count(body: Body, value: Value) -> Value:
    """Return the number of ones."""
    code, words = _parts(body, value.kind, value)
    for index, word in enumerate(words):
        code += word + wasm.I64_POPCNT + (wasm.I64_ADD if index else b"")
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


def lowest(body: Body, value: Value) -> Value:
    """Return `value & -value`."""
    code, words = _parts(body, value.kind, value)
    for index, word in enumerate(words):
        code += word + wasm.i64(0) + word + wasm.I64_SUB + wasm.I64_AND
        code += _unless(words[:index], wasm.i64(0))
    return Value(value.kind, code)


def without_lowest(body: Body, value: Value) -> Value:
    """Return `value & value - 1`."""
    code, words = _parts(body, value.kind, value)
    for index, word in enumerate(words):
        code += word + wasm.i64(1) + wasm.I64_SUB + word + wasm.I64_AND
        code += _unless(words[:index], word)
    return Value(value.kind, code)


def place_of_lowest(body: Body, value: Value) -> Value:
    """Return `(value & -value).bit_length() - 1`."""
    code, words = _parts(body, value.kind, value)
    found = wasm.i64(-1)
    for index, word in reversed(list(enumerate(words))):
        place = word + wasm.I64_CTZ + wasm.i64(64 * index) + wasm.I64_ADD
        found = place + found + word + wasm.i64(0) + wasm.I64_NE + wasm.SELECT
    return Value(NUMBER, code + found)


def _unless(words: Sequence[bytes], otherwise: bytes) -> bytes:
    """Return code that leaves a number on the stack, unless one of some words is not zero.

    Args:
        words: code for the words.
        otherwise: code for the number that then takes its place.
    """
    if not words:
        return b""
    test = b"".join(words) + wasm.I64_OR * (len(words) - 1)
    return otherwise + test + wasm.I64_EQZ + wasm.SELECT


def scattered(body: Body, value: Value) -> Value:
    """Return a number below 2^15 that depends on all bits of an integer."""
    kind = value.kind if value.kind.name == "wide" else NUMBER
    code, words = _parts(body, kind, value)
    code += wasm.i64(0)
    for word in words:
        code += word + wasm.I64_XOR + wasm.i64(_SCATTERING) + wasm.I64_MUL
    return Value(NUMBER, code + wasm.i64(49) + wasm.I64_SHR_U, small=True)


def extended(words: int) -> wasm.Function:
    """Return the function from a number to an integer of so many words."""
    sign = wasm.get(0) + wasm.i64(63) + wasm.I64_SHR_S
    return wasm.Function(wasm.I64, wasm.I64 * words, b"", wasm.get(0) + sign * (words - 1))


def narrowed(words: int) -> wasm.Function:
    """Return the function from an integer of so many words to a number; it traps if it is none."""
    code = b""
    for index in range(1, words):
        sign = wasm.get(0) + wasm.i64(63) + wasm.I64_SHR_S
        code += wasm.get(index) + sign + wasm.I64_NE + wasm.TRAP
    return wasm.Function(wasm.I64 * words, wasm.I64, b"", code + wasm.get(0))


# -- parts


def _held(body: Body, kind: Kind, value: Value) -> tuple[bytes, list[int]]:
    """Return code that puts the words of an integer into locals, and these."""
    first = body.temporary(kind.held)
    code = coerced(value, kind) + wasm.put(first, kind.words)
    return code, list(range(first, first + kind.words))


def _parts(body: Body, kind: Kind, value: Value) -> tuple[bytes, Sequence[bytes]]:
    """Return code that makes an integer ready, and for each of its words code that pushes it.

    Words of constants and of locals are pushed from there.
    """
    known: object = value.known
    if isinstance(known, int):
        words = [wasm.i64(known >> 64 * index) for index in range(kind.words)]
        if value.kind != kind or value.code == b"".join(words):
            return b"", words
    first = value.code.first if isinstance(value.code, wasm.Get) else None
    code = b""
    if value.kind == NUMBER:
        if first is None:
            first = body.temporary(wasm.I64)
            code = value.code + wasm.put(first)
        word = wasm.get(first)
        sign = wasm.i64(0) if value.small else word + wasm.i64(63) + wasm.I64_SHR_S
        return code, [word] + [sign] * (kind.words - 1)
    if first is None or value.kind != kind:
        code, words = _held(body, kind, value)
        return code, [*map(wasm.get, words)]
    return b"", [wasm.get(first + index) for index in range(kind.words)]


def _both(body: Body, kind: Kind, one: Value, other: Value) -> tuple[bytes, Sequence[bytes], Sequence[bytes]]:
    """Return the same of two integers."""
    code, mine = _parts(body, kind, one)
    further, theirs = _parts(body, kind, other)
    if not (code or _is_still(other)):
        code, words = _held(body, kind, one)
        mine = [*map(wasm.get, words)]
    return code + further, mine, theirs


def _is_still(value: Value) -> bool:
    """Return whether a value is a constant or that of a local, so that to compute it changes no local."""
    return value.known is not UNKNOWN or isinstance(value.code, wasm.Get)


def _bitwise(op: str, left: bytes, right: bytes) -> bytes:
    """Return code for an operation on two words."""
    for one, other in ((left, right), (right, left)):
        if one == _ZEROS:
            return _ZEROS if op == "&" else other
        if one == _ONES and op == "&":
            return other
    return left + right + _BITWISE[op]


def _inverted(word: bytes) -> bytes:
    return word + _ONES + wasm.I64_XOR


def _place(kind: Kind, by: Value, at: int) -> bytes:
    """Return code that puts the places of a shift into a local; so many as there are bits trap."""
    code = coerced(by, NUMBER) + wasm.put(at)
    return code + wasm.get(at) + wasm.i64(64 * kind.words - 1) + wasm.I64_GE_U + wasm.TRAP


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
    kind = integer(body.words)
    if _is_fixed(kind, by):
        return _raised_by(body, value, by.known)
    at = body.temporary(wasm.I64)
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
        code += wasm.get(word) + wasm.I64_NE + wasm.TRAP
    return Value(kind, code + wasm.get(made, kind.words))


def _raised_by(body: Body, value: Value, places: int) -> Value:
    """Return `value << places`; it traps where that does not fit."""
    kind, (skipped, rest) = integer(body.words), divmod(places, 64)
    code, words = _parts(body, kind, value)
    below = [*[_ZEROS] * (skipped + 1), *words]
    made = body.temporary(kind.held)
    for index in range(kind.words):
        code += below[index + 1]
        if rest:
            code += wasm.i64(rest) + wasm.I64_SHL
            code += below[index] + wasm.i64(64 - rest) + wasm.I64_SHR_U + wasm.I64_OR
        code += wasm.put(made + index)
    result = [wasm.get(made + index) for index in range(kind.words)]
    for index, (word, again) in enumerate(zip(words, _lowered(result, places), strict=True)):
        code += word + again + wasm.I64_XOR + (wasm.I64_OR if index else b"")
    return Value(kind, code + wasm.i64(0) + wasm.I64_NE + wasm.TRAP + b"".join(result))


def _lowered(words: Sequence[bytes], places: int) -> list[bytes]:
    """Return code for each word of `value >> places`."""
    skipped, rest = divmod(places, 64)
    sign = words[-1] + wasm.i64(63) + wasm.I64_SHR_S
    found = [*words[skipped:], *[sign] * skipped]
    if rest:
        last = len(words) - skipped - 1
        for index, word in enumerate(words[skipped:]):
            if index < last:
                found[index] = word + wasm.i64(rest) + wasm.I64_SHR_U
                found[index] += words[skipped + index + 1] + wasm.i64(64 - rest) + wasm.I64_SHL
                found[index] += wasm.I64_OR
            else:
                found[index] = word + wasm.i64(rest) + wasm.I64_SHR_S
    return found


def _is_fixed(kind: Kind, by: Value) -> bool:
    """Return whether it is known by how much an integer of a kind is shifted."""
    return by.known is not UNKNOWN and 0 <= by.known < 64 * kind.words - 1


def _sum(body: Body, one: Value, other: Value) -> Value:
    kind = integer(body.words)
    code, mine, theirs = _both(body, kind, one, other)
    result, carry = body.temporary(kind.held), body.temporary(wasm.I64)
    for index, (left, right) in enumerate(zip(mine, theirs, strict=True)):
        word = result + index
        code += left + right + wasm.I64_ADD + wasm.put(word)
        over = wasm.get(word) + left + wasm.I64_LT_U + wasm.I64_EXTEND_U
        last = index == kind.words - 1
        if index:
            code += (b"" if last else over) + wasm.get(word) + wasm.get(carry) + wasm.I64_ADD
            code += wasm.put(word)
            if not last:
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
        under = left + right + wasm.I64_LT_U + wasm.I64_EXTEND_U
        code += left + right + wasm.I64_SUB + wasm.put(word)
        last = index == kind.words - 1
        if index:
            if not last:
                code += under + wasm.get(word) + wasm.get(borrow) + wasm.I64_LT_U
                code += wasm.I64_EXTEND_U
            code += wasm.get(word) + wasm.get(borrow) + wasm.I64_SUB + wasm.put(word)
            if not last:
                code += wasm.I64_OR + wasm.put(borrow)
        else:
            code += under + wasm.put(borrow)
    return Value(kind, code + wasm.get(result, kind.words))
