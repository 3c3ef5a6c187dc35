"""The binary format of WebAssembly: numbers, instructions, functions and sections.

It follows the WebAssembly Core Specification 2.0, chapter 5. Code is a `bytes` object; instructions
are put together by concatenation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

I32 = b"\x7f"
I64 = b"\x7e"

# -- control
UNREACHABLE = b"\x00"
ELSE = b"\x05"
END = b"\x0b"
RETURN = b"\x0f"
DROP = b"\x1a"
SELECT = b"\x1b"
EMPTY = b"\x40"
"""The type of a block without a value."""
LISTED = b"\x00"
"""The type of a block with several values: the first type of the module."""

# -- i32
I32_EQZ = b"\x45"
I32_EQ = b"\x46"
I32_NE = b"\x47"
I32_LT_S = b"\x48"
I32_GT_U = b"\x4b"
I32_GE_U = b"\x4f"
I32_ADD = b"\x6a"
I32_SUB = b"\x6b"
I32_MUL = b"\x6c"
I32_REM_U = b"\x70"
I32_AND = b"\x71"
I32_OR = b"\x72"
I32_SHL = b"\x74"
I32_SHR_U = b"\x76"
I32_WRAP = b"\xa7"

# -- i64
I64_EQZ = b"\x50"
I64_EQ = b"\x51"
I64_NE = b"\x52"
I64_LT_S = b"\x53"
I64_LT_U = b"\x54"
I64_GT_S = b"\x55"
I64_GT_U = b"\x56"
I64_LE_S = b"\x57"
I64_LE_U = b"\x58"
I64_GE_S = b"\x59"
I64_GE_U = b"\x5a"
I64_CLZ = b"\x79"
I64_CTZ = b"\x7a"
I64_POPCNT = b"\x7b"
I64_ADD = b"\x7c"
I64_SUB = b"\x7d"
I64_MUL = b"\x7e"
I64_DIV_S = b"\x7f"
I32_DIV_U = b"\x6e"
I64_DIV_U = b"\x80"
I64_REM_S = b"\x81"
I64_AND = b"\x83"
I64_OR = b"\x84"
I64_XOR = b"\x85"
I64_SHL = b"\x86"
I64_SHR_S = b"\x87"
I64_SHR_U = b"\x88"
I64_EXTEND_U = b"\xad"

F32_ADD = b"\x92"
F32_CONVERT = b"\xb4"
"""From a number of 64 bits with a sign."""

F64_SQRT = b"\x9f"
F64_CONVERT = b"\xb9"
I64_TRUNC = b"\xb0"
"""From and to a number of 64 bits with a sign."""

MEMORY_COPY = b"\xfc\x0a\x00\x00"
MEMORY_FILL = b"\xfc\x0b\x00"

PAGE = 1 << 16
"""The bytes of a page of memory."""

MOST_PAGES = 1 << 14
"""The most pages of a module: 1 GB."""

_REMEMBERED = lru_cache(maxsize=1 << 12)
"""Caches encoded instructions, because the same ones are needed many times."""


def unsigned(number: int) -> bytes:
    """Return an unsigned number in LEB128.

    >>> unsigned(624485).hex()
    'e58e26'
    """
    if number < 0x80:
        return bytes((number,))
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def signed(number: int) -> bytes:
    """Return a signed number in LEB128.

    >>> signed(-123456).hex()
    'c0bb78'
    """
    out = bytearray()
    while True:
        low = number & 0x7F
        number >>= 7
        if number == -(low >> 6):  # the rest repeats the sign
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


@_REMEMBERED
def i32(number: int) -> bytes:
    """Return the instruction that pushes a constant of 32 bits."""
    return b"\x41" + signed(number)


@_REMEMBERED
def i64(number: int) -> bytes:
    """Return the instruction that pushes a constant of 64 bits, modulo 2^64.

    >>> i64(2**64 - 1) == i64(-1)
    True
    """
    number &= (1 << 64) - 1
    return b"\x42" + signed(number - (1 << 64) if number >> 63 else number)


class Get(bytes):
    """Instructions that push locals in a row, and do nothing else.

    Attributes:
        first: the first of these locals.
    """

    first: int


@_REMEMBERED
def get(local: int, count: int = 1) -> Get:
    """Return the instructions that push so many locals, the first of which is given.

    >>> get(300, 2).first, isinstance(get(300) + get(301), Get)
    (300, False)
    """
    code = Get(b"".join(b"\x20" + unsigned(local + index) for index in range(count)))
    code.first = local
    return code


@_REMEMBERED
def put(local: int, count: int = 1) -> bytes:
    """Return the instructions that pop so many locals, the last of which was pushed last."""
    return b"".join(b"\x21" + unsigned(local + index) for index in reversed(range(count)))


@_REMEMBERED
def tee(local: int) -> bytes:
    """Return the instruction that sets a local and leaves its value on the stack."""
    return b"\x22" + unsigned(local)


@_REMEMBERED
def get_global(number: int) -> bytes:
    """Return the instruction that pushes a global."""
    return b"\x23" + unsigned(number)


@_REMEMBERED
def put_global(number: int) -> bytes:
    """Return the instruction that pops a global."""
    return b"\x24" + unsigned(number)


@_REMEMBERED
def load32(offset: int = 0) -> bytes:
    """Return the instruction that loads 32 bits from the address on the stack plus an offset."""
    return b"\x28\x02" + unsigned(offset)


@_REMEMBERED
def load64(offset: int = 0) -> bytes:
    """Return the instruction that loads 64 bits."""
    return b"\x29\x03" + unsigned(offset)


@_REMEMBERED
def store32(offset: int = 0) -> bytes:
    """Return the instruction that stores 32 bits."""
    return b"\x36\x02" + unsigned(offset)


@_REMEMBERED
def store64(offset: int = 0) -> bytes:
    """Return the instruction that stores 64 bits."""
    return b"\x37\x03" + unsigned(offset)


@_REMEMBERED
def load16(offset: int = 0) -> bytes:
    """Return the instruction that loads 16 bits without a sign."""
    return b"\x2f\x01" + unsigned(offset)


@_REMEMBERED
def load8(offset: int = 0) -> bytes:
    """Return the instruction that loads 8 bits without a sign, as 32 bits."""
    return b"\x2d\x00" + unsigned(offset)


@_REMEMBERED
def store8(offset: int = 0) -> bytes:
    """Return the instruction that stores 8 bits of a number of 32 bits."""
    return b"\x3a\x00" + unsigned(offset)


@_REMEMBERED
def store_float(offset: int = 0) -> bytes:
    """Return the instruction that stores a floating-point number of 32 bits."""
    return b"\x38\x02" + unsigned(offset)


@_REMEMBERED
def store_double(offset: int = 0) -> bytes:
    """Return the instruction that stores a floating-point number of 64 bits."""
    return b"\x39\x03" + unsigned(offset)


def load_float(offset: int = 0) -> bytes:
    """Return the instruction that loads a floating-point number of 32 bits."""
    return b"\x2a\x02" + unsigned(offset)


def block(body: bytes, kind: bytes = EMPTY) -> bytes:
    """Return a block; a branch to it leaves it."""
    return b"\x02" + kind + body + END


def loop(body: bytes, kind: bytes = EMPTY) -> bytes:
    """Return a loop; a branch to it begins it again."""
    return b"\x03" + kind + body + END


def when(then: bytes, otherwise: bytes = b"", kind: bytes = EMPTY) -> bytes:
    """Return a choice by the number on the stack."""
    return b"\x04" + kind + then + (ELSE + otherwise if otherwise else b"") + END


TRAP = when(UNREACHABLE)
"""Code that traps if the number on the stack is not zero."""


@_REMEMBERED
def branch(depth: int) -> bytes:
    """Return a branch to the block so many blocks further out."""
    return b"\x0c" + unsigned(depth)


@_REMEMBERED
def branch_if(depth: int) -> bytes:
    """Return a branch that depends on the number on the stack."""
    return b"\x0d" + unsigned(depth)


def branch_table(depths: Sequence[int], otherwise: int) -> bytes:
    """Return a branch to one of several blocks by the number on the stack."""
    return b"\x0e" + vector(map(unsigned, depths)) + unsigned(otherwise)


@_REMEMBERED
def call(function: int) -> bytes:
    """Return a call of a function."""
    return b"\x10" + unsigned(function)


def vector(items: Iterable[bytes]) -> bytes:
    """Return items with their number before them."""
    listed = list(items)
    return unsigned(len(listed)) + b"".join(listed)


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its parameters, results and further locals as value types, and its code.

    It also has the name of the generated function that it translates, if it does.
    """

    parameters: bytes
    results: bytes
    locals: bytes
    code: bytes
    name: str = field(default="", compare=False)


def module(
    functions: Sequence[Function],
    exports: dict[str, int],
    pages: int,
    globals_: Sequence[tuple[bytes, int]],
    data: Sequence[tuple[int, bytes]],
    listed: bytes = b"",
) -> bytes:
    """Return a module. It imports nothing, so it reaches nothing but its own memory.

    Args:
        functions: the functions.
        exports: the functions that are exported, by name; the memory is exported as `memory`.
        pages: the size of the memory, which cannot grow.
        globals_: the value type and starting value of each global; all can be changed.
        data: what memory holds at the start, by address.
        listed: the value types that blocks of the type `LISTED` push.
    """
    types: dict[tuple[bytes, bytes], int] = {(b"", listed): 0}
    of = [types.setdefault((each.parameters, each.results), len(types)) for each in functions]
    codes: list[bytes] = []
    for each in functions:
        groups = [(number, len(list(alike))) for number, alike in groupby(each.locals)]
        body = vector(unsigned(count) + bytes((kind,)) for kind, count in groups)
        body += each.code + END
        codes.append(unsigned(len(body)) + body)
    sections = {
        1: vector(b"\x60" + _types(taken) + _types(given) for taken, given in types),
        3: vector(map(unsigned, of)),
        5: vector([b"\x01" + unsigned(pages) + unsigned(pages)]),
        6: vector(kind + b"\x01" + (i32(start) if kind == I32 else i64(start)) + END for kind, start in globals_),
        7: vector(
            [
                _text("memory") + b"\x02\x00",
                *(_text(name) + b"\x00" + unsigned(number) for name, number in exports.items()),
            ]
        ),
        10: vector(codes),
        11: vector(b"\x00" + i32(address) + END + unsigned(len(content)) + content for address, content in data),
    }
    return b"\x00asm\x01\x00\x00\x00" + b"".join(
        bytes((number,)) + unsigned(len(content)) + content for number, content in sections.items()
    )


def _types(kinds: bytes) -> bytes:
    return unsigned(len(kinds)) + kinds


def _text(text: str) -> bytes:
    encoded = text.encode()
    return unsigned(len(encoded)) + encoded
