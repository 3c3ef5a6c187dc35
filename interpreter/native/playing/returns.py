"""Copies of given positions, played to their ends, many in one call: what they return to each seat.

Before a call the host writes the positions to `WORLDS`. Each game has a seed, from which all its chance follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.reading import function_of
from ..code import encoding as wasm
from ..code.encoding import I32, I64, Function
from ..library.standings import gain
from ..memory.memory_map import DONE, POSITION, ROWS, START
from .rollouts import ONE_MORE, WORLDS

if TYPE_CHECKING:
    from ...core import nodes
    from ...program.program import Program
    from ..memory.layout import Layout


def returning(program: Program) -> nodes.FunctionDef:
    """Return the function that tells what a seat gets at the end of a game, in halves where the rules count these."""
    found = f"s.result[seat] if len(s.result) == {program.players} else 0"
    if program.uses_scores:
        found = gain(program, "seat")
    return function_of(f"def t_returned(s, seat):\n    return {found}\n")


def returns(layout: Layout, image: int, play: int, tell: int, players: int) -> Function:
    """Return the function that plays games, and writes for each what it returns to the seats.

    Its arguments are the numbers of the first game and of the one after the last, how many games begin with each
    position, and the seed of the first one; each later one has the next. It counts those that came to their end.

    Args:
        layout: where the slots are.
        image: the address of the position with which games begin.
        play: the number of the function that plays a game.
        tell: the number of the function that tells what a seat gets.
        players: the number of players.
    """
    index, last, each, seed, row = range(5)
    world = wasm.get(index) + wasm.get(each) + wasm.I32_DIV_U
    world += wasm.i32(layout.size) + wasm.I32_MUL + wasm.i32(WORLDS) + wasm.I32_ADD
    game = wasm.i32(image) + world + wasm.i32(layout.size) + wasm.MEMORY_COPY
    code_of = layout.slots["pc"].address - POSITION
    game += wasm.i32(0) + wasm.i32(image) + wasm.load64(code_of) + wasm.store64(START)
    game += wasm.get(seed) + wasm.call(play)
    for seat in range(players):
        game += wasm.get(row) + wasm.i64(seat) + wasm.call(tell) + wasm.F64_CONVERT + wasm.store_double(ROWS + 8 * seat)
    game += wasm.get(row) + wasm.i32(8 * players) + wasm.I32_ADD + wasm.put(row) + ONE_MORE
    game += wasm.get(index) + wasm.i32(1) + wasm.I32_ADD + wasm.put(index)
    game += wasm.get(seed) + wasm.i64(1) + wasm.I64_ADD + wasm.put(seed)
    code = wasm.i32(0) + wasm.i64(0) + wasm.store64(DONE)
    code += wasm.block(
        wasm.loop(wasm.get(index) + wasm.get(last) + wasm.I32_GE_U + wasm.branch_if(1) + game + wasm.branch(0))
    )
    return Function(I32 * 3 + I64, b"", I32, code)
