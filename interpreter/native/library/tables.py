"""Several tables: one of them is in place, the others wait in memory after the position.

What each table has lies in one block of the position. To turn to another table, the block is copied
to where the old one waits, and filled from where the new one waited.
"""

from __future__ import annotations

from ...core.labels import OVER, TOGETHER
from ..code import encoding as wasm
from ..code.body import TURNED
from ..code.encoding import I64, Function
from ..memory.layout import Layout
from ..memory.memory_map import NO_RESULT


def _waiting(layout: Layout, table: bytes) -> bytes:
    """Return code for the address where a table waits, from its number with 64 bits."""
    code = table + wasm.I32_WRAP + wasm.i32(layout.of_table) + wasm.I32_MUL
    return code + wasm.i32(layout.waiting) + wasm.I32_ADD


def turned(layout: Layout) -> Function:
    """Return the function that puts a table in place; it does what `Position.turn_to` does."""
    if not layout.tables:
        return Function(I64, b"", b"", wasm.UNREACHABLE)
    place = layout.slots["table"].address
    here = wasm.i32(0) + wasm.load64(place)
    block, size = wasm.i32(layout.block), wasm.i32(layout.of_table)
    code = here + wasm.get(0) + wasm.I64_EQ + wasm.when(wasm.RETURN)
    code += _waiting(layout, here) + block + size + wasm.MEMORY_COPY
    code += block + _waiting(layout, wasm.get(0)) + size + wasm.MEMORY_COPY
    code += wasm.i32(0) + wasm.get(0) + wasm.store64(place)
    away, gone = (layout.slots[name].address for name in ("away", "gone"))
    both = wasm.i32(0) + wasm.load64(away) + wasm.i32(0) + wasm.load64(gone) + wasm.I64_OR
    return Function(I64, b"", b"", code + wasm.i32(0) + both + wasm.store64(away))


def following(layout: Layout) -> Function:
    """Return the function that goes on at the table that continues, as `TableMachine` does.

    It takes the code of what follows at the table in place, and returns that of what follows then.
    """
    count, place = layout.tables, layout.slots["table"].address
    site = layout.slots["pc"].address
    result = wasm.i32(layout.slots["result"].address) + wasm.load32()
    here = wasm.i32(0) + wasm.load64(place)
    table, step = 1, 2

    def waits(number: bytes) -> bytes:
        return _waiting(layout, number) + wasm.load64(site - layout.block)

    go = wasm.get(table) + wasm.call(TURNED) + wasm.i32(0) + wasm.load64(site) + wasm.RETURN
    code = wasm.i32(0) + wasm.get(0) + wasm.store64(site)
    code += result + wasm.i32(NO_RESULT - (1 << 32)) + wasm.I32_NE + wasm.when(wasm.get(0) + wasm.RETURN)
    code += _waiting(layout, here) + wasm.get(0) + wasm.store64(site - layout.block)
    for number in range(count):  # where the deal has not begun
        code += waits(wasm.i64(number)) + wasm.i64(OVER) + wasm.I64_LT_S
        code += wasm.when(wasm.i64(number) + wasm.put(table) + go)
    for _ in range(count):  # the next table that has not finished
        code += wasm.get(step) + wasm.i64(1) + wasm.I64_ADD + wasm.put(step)
        code += here + wasm.get(step) + wasm.I64_ADD + wasm.i64(count) + wasm.I64_REM_S
        code += wasm.put(table) + waits(wasm.get(table)) + wasm.i64(OVER) + wasm.I64_GT_S
        code += wasm.when(go)
    return Function(I64, I64, I64 + I64, code + wasm.i64(TOGETHER))
