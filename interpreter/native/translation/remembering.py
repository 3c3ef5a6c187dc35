"""Code for the dictionaries in which generated code remembers numbers, from game to game.

There are two places for each value of a hash of the key. What is remembered takes the first of
them; what was there goes on to the second. The bits of `None` are turned in the numbers, so that
memory that is zero stands for `None`.
"""

from __future__ import annotations

from typing import Final

from ..code import encoding as wasm
from ..code.body import Body, Value, coerced
from ..code.kinds import NEVER, NONE, NOTHING, NUMBER
from ..memory.constants import Constants
from ..memory.memory_map import REMEMBERED

_SCATTER: Final = 0x9E3779B97F4A7C15
"""A factor whose product with a number has high bits that depend on all bits of it."""


def found(body: Body, constants: Constants, known: Value, key: Value) -> Value:
    """Return the number that a dictionary has for a key, or `None`."""
    if key.kind != NUMBER:  # what belongs to it is computed anew each time
        return Value(NOTHING, key.code + wasm.DROP, known=None)
    held, spot = body.temporary(wasm.I64), body.temporary(wasm.I32)
    code = key.code + wasm.put(held) + _spot(constants, known, held) + wasm.put(spot)
    value = wasm.i64(NONE)
    for place in (16, 0):
        same = wasm.get(spot) + wasm.load64(place) + wasm.get(held) + wasm.I64_EQ
        there = wasm.get(spot) + wasm.load64(place + 8) + wasm.i64(NONE) + wasm.I64_XOR
        value = there + value + same + wasm.SELECT
    return Value(NUMBER, code + value)


def kept(body: Body, constants: Constants, known: Value, key: Value, value: Value) -> bytes:
    """Return code that remembers a number for a key."""
    if key.kind != NUMBER or value.kind == NEVER:
        return b""
    held, spot = body.temporary(wasm.I64), body.temporary(wasm.I32)
    code = key.code + wasm.put(held) + _spot(constants, known, held) + wasm.put(spot)
    for place in (0, 8):
        there = wasm.get(spot) + wasm.load64(place)
        code += wasm.get(spot) + there + wasm.store64(place + 16)
    code += wasm.get(spot) + wasm.get(held) + wasm.store64()
    code += wasm.get(spot) + coerced(value, NUMBER) + wasm.i64(NONE) + wasm.I64_XOR
    return code + wasm.store64(8)


def _spot(constants: Constants, known: Value, key: int) -> bytes:
    """Return code for the address of the places for a key, which is in a local."""
    code = wasm.get(key) + wasm.i64(_SCATTER) + wasm.I64_MUL
    code += wasm.i64(66 - REMEMBERED.bit_length()) + wasm.I64_SHR_U + wasm.I32_WRAP
    return code + wasm.i32(5) + wasm.I32_SHL + wasm.i32(constants.memory(known.known)) + wasm.I32_ADD
