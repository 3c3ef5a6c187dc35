"""Runtime functions written directly in WebAssembly.

They are random numbers, allocation of lists, and the loop that plays games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ...core.labels import OVER
from ...core.machine import MAX_BLOCKS
from ...runtime import chance
from ...runtime.chance import FACTOR, STEP
from ...runtime.effort import MOST_WORK
from ..code import encoding as wasm
from ..code import wide
from ..code.body import (
    ALLOW,
    BELOW,
    COPIED,
    COUNTED,
    DICE,
    EXTENDED,
    FREE,
    GROWN,
    NARROWED,
    NEW,
    PUT,
    PUT_CARDS,
    PUT_ONE,
    PUT_ZEROS,
    ROLLED,
    SEED,
    SHUFFLED,
    TALLY,
    TURNED,
    WORKED,
)
from ..code.encoding import I32, I64, Function
from ..memory.layout import Layout
from ..memory.memory_map import (
    ARENA,
    ARENA_SIZE,
    DONE,
    FACES,
    HEADER,
    HISTOGRAM,
    LEAPS,
    LOG,
    MOST_BRANCHES,
    MOST_CARDS,
    MOST_CHOICES,
    MOST_DECISIONS,
    POSITION,
    ROWS,
    START,
    SUMS,
)
from . import tables

HEAD: Final = 5
"""The numbers that are reported about each game before the parts of its last position."""

MILLION: Final = 1_000_000

ROUTINES: Final = 18
"""How many functions `routines` returns."""

DECISIONS, DICE_STATE, FIRST, WORK = range(1, 5)
"""Globals, besides `FREE`: the decisions so far, the state of the generator of the
players' choices, the seat that had the first turn, and the work of searches since the decision."""

PEN, PLANES, MASK = range(5, 8)
"""Globals: the addresses where the next number of an array, its next plane and the mask lie."""

GLOBALS: Final = (
    (I32, ARENA),
    (I32, 0),
    (I64, 0),
    (I64, -1),
    (I64, 0),
    (I32, 0),
    (I32, 0),
    (I32, 0),
    (I64, 0),
)

FRESH: Final = wasm.i32(ARENA) + wasm.put_global(FREE) + wasm.i64(0) + wasm.put_global(WORK)
"""Code before each block and decision: the lists that were made are gone."""

_FEW: Final = 64
"""So many bytes are copied word by word."""


def routines(layout: Layout) -> list[Function]:
    """Return the functions whose numbers `body.py` has."""
    made: dict[int, Function] = {
        SHUFFLED: _shuffled(layout),
        NEW: _new(),
        GROWN: _grown(),
        DICE: Function(I64, I64, I64, dice(0, 1)),
        BELOW: _below(layout),
        WORKED: _worked(),
        ROLLED: Function(I64, I64, I64, _rolling()),
        COUNTED: Function(I64, b"", b"", _noted()),
        EXTENDED: wide.extended(layout.words),
        NARROWED: wide.narrowed(layout.words),
        TURNED: tables.turned(layout),
        COPIED: _copied(),
        PUT: _put(),
        PUT_CARDS: _put_cards(layout),
        PUT_ONE: _put_one(),
        PUT_ZEROS: _put_zeros(layout),
        ALLOW: _allow(),
        TALLY: _tally(),
    }
    return [made[number] for number in range(ROUTINES)]


def _stepped(state: bytes) -> bytes:
    """Return code for the next state of the generator."""
    return state + wasm.i64(FACTOR) + wasm.I64_MUL + wasm.i64(STEP) + wasm.I64_ADD


def _below_limit(state: bytes, limit: bytes) -> bytes:
    """Return code for the number below a limit that a state of the generator gives."""
    code = state + state + wasm.i64(22) + wasm.I64_SHR_U + wasm.I64_XOR
    code += wasm.i64(22) + state + wasm.i64(61) + wasm.I64_SHR_U + wasm.I64_ADD + wasm.I64_SHR_U
    code += wasm.i64(0xFFFFFFFF) + wasm.I64_AND
    return code + limit + wasm.I64_MUL + wasm.i64(32) + wasm.I64_SHR_U


@lru_cache(maxsize=1)
def leaps() -> bytes:
    """Return what so many steps of the generator come to: a factor and a summand for each number.

    They are for all numbers of steps up to the largest number of cards, to be written at `LEAPS`.
    """
    factor, summand = 1, 0
    image = b""
    for _ in range(MOST_CARDS + 1):
        image += factor.to_bytes(8, "little") + summand.to_bytes(8, "little")
        factor, summand = factor * FACTOR & chance.MASK, summand * FACTOR + STEP & chance.MASK
    return image


def _shuffled(layout: Layout) -> Function:
    """Shuffle a list of numbers, but only so many at its end, as `chance.shuffle` does.

    The generator makes a step for each of the other numbers too, all of them at once.
    """
    items, drawn, count, state, at, other, item = range(7)
    slot = layout.slots["rng"].address
    code = wasm.get(items) + wasm.load32() + wasm.I64_EXTEND_U + wasm.put(count)
    code += wasm.get(count) + wasm.i64(2) + wasm.I64_LT_U + wasm.when(wasm.RETURN)
    whole = wasm.get(count) + wasm.i64(1) + wasm.I64_SUB
    code += whole + wasm.get(drawn) + whole + wasm.get(drawn) + wasm.I64_LT_S + wasm.SELECT
    code += wasm.put(drawn)
    code += wasm.get(items) + wasm.get(count) + wasm.I32_WRAP + wasm.i32(3) + wasm.I32_SHL
    code += wasm.I32_ADD + wasm.i32(HEADER - 8) + wasm.I32_ADD + wasm.put(at)
    code += wasm.i32(0) + wasm.load64(slot) + wasm.put(state)
    turn = _stepped(wasm.get(state)) + wasm.put(state)
    turn += wasm.get(items) + _below_limit(wasm.get(state), wasm.get(count)) + wasm.I32_WRAP
    turn += wasm.i32(3) + wasm.I32_SHL + wasm.I32_ADD + wasm.put(other)
    turn += wasm.get(at) + wasm.load64() + wasm.put(item)
    turn += wasm.get(at) + wasm.get(other) + wasm.load64(HEADER) + wasm.store64()
    turn += wasm.get(other) + wasm.get(item) + wasm.store64(HEADER)
    turn += wasm.get(at) + wasm.i32(8) + wasm.I32_SUB + wasm.put(at)
    turn += wasm.get(count) + wasm.i64(1) + wasm.I64_SUB + wasm.put(count)
    turn += wasm.get(drawn) + wasm.i64(1) + wasm.I64_SUB + wasm.put(drawn)
    code += wasm.block(
        wasm.loop(wasm.get(drawn) + wasm.i64(1) + wasm.I64_LT_S + wasm.branch_if(1) + turn + wasm.branch(0))
    )
    # `count - 1` steps are left.
    code += wasm.get(count) + wasm.i64(MOST_CARDS + 1) + wasm.I64_GT_U + wasm.TRAP
    leap = wasm.get(count) + wasm.I32_WRAP + wasm.i32(4) + wasm.I32_SHL
    code += wasm.i32(0) + wasm.get(state) + leap + wasm.load64(LEAPS - 16) + wasm.I64_MUL
    code += leap + wasm.load64(LEAPS - 8) + wasm.I64_ADD + wasm.store64(slot)
    return Function(I32 + I64, b"", I64 + I64 + I32 + I32 + I64, code)


def _new() -> Function:
    """Make an empty list with room for so many words."""
    capacity, made, end = map(wasm.get, range(3))
    code = wasm.get_global(FREE) + wasm.put(1)
    code += capacity + wasm.i32(ARENA_SIZE // 8) + wasm.I32_GT_U + wasm.TRAP
    code += made + capacity + wasm.i32(3) + wasm.I32_SHL + wasm.I32_ADD + wasm.i32(HEADER)
    code += wasm.I32_ADD + wasm.put(2) + end + wasm.put_global(FREE)
    code += end + wasm.i32(ARENA + ARENA_SIZE) + wasm.I32_GT_U + wasm.TRAP
    code += made + capacity + wasm.I64_EXTEND_U + wasm.i64(32) + wasm.I64_SHL + wasm.store64()
    return Function(I32, I32, I32 + I32, code + made)


def _grown() -> Function:
    """Make a list with the members of another one, each of so many words, and room for more."""
    count, words, made = wasm.get(2), wasm.get(1), wasm.get(3)
    code = wasm.get(0) + wasm.load32() + wasm.put(2)
    code += count + wasm.i32(1) + wasm.I32_SHL + wasm.i32(8) + wasm.I32_ADD + words + wasm.I32_MUL
    code += wasm.call(NEW) + wasm.put(3) + made + count + wasm.store32()
    code += made + wasm.i32(HEADER) + wasm.I32_ADD
    code += wasm.get(0) + wasm.i32(HEADER) + wasm.I32_ADD
    code += count + words + wasm.I32_MUL + wasm.i32(3) + wasm.I32_SHL + wasm.call(COPIED)
    return Function(I32 + I32, I32, I32 + I32, code + made)


def _copied() -> Function:
    """Copy so many bytes from one list to another; a few words one by one, which is faster."""
    into, source, size = map(wasm.get, range(3))
    many = size + wasm.i32(_FEW) + wasm.I32_GT_U
    code = many + wasm.when(into + source + size + wasm.MEMORY_COPY + wasm.RETURN)
    word = into + source + wasm.load64() + wasm.store64()
    for index, place in enumerate((into, source)):
        word += place + wasm.i32(8) + wasm.I32_ADD + wasm.put(index)
    word += size + wasm.i32(8) + wasm.I32_SUB + wasm.put(2)
    code += wasm.block(wasm.loop(size + wasm.I32_EQZ + wasm.branch_if(1) + word + wasm.branch(0)))
    return Function(I32 + I32 + I32, b"", b"", code)


def dice(count: int, state: int) -> bytes:
    """Return code for a player's random choice, which is noted.

    Args:
        count: the local with the number of legal actions.
        state: a local that the code uses.
    """
    return _noted(count) + _rolling(count, state)


def _noted(count: int = 0) -> bytes:
    """Return code that notes how many legal actions there are; none, or too many, traps."""
    # The decision has been counted already.
    code = wasm.get_global(DECISIONS) + wasm.i32(2) + wasm.I32_SHL
    code += wasm.get(count) + wasm.I32_WRAP + wasm.store32(LOG - 4)
    code += wasm.get(count) + wasm.i64(1) + wasm.I64_SUB + wasm.i64(MOST_BRANCHES - 1)
    return code + wasm.I64_GE_U + wasm.TRAP


def _rolling(limit: int = 0, state: int = 1) -> bytes:
    """Return code for a random number below a limit, by the generator of the players' choices."""
    code = _stepped(wasm.get_global(DICE_STATE)) + wasm.tee(state) + wasm.put_global(DICE_STATE)
    return code + _below_limit(wasm.get(state), wasm.get(limit))


def _below(layout: Layout) -> Function:
    """Return a random number below a limit, by the generator of the game."""
    slot = layout.slots["rng"].address
    code = wasm.i32(0) + _stepped(wasm.i32(0) + wasm.load64(slot)) + wasm.tee(1)
    code += wasm.store64(slot) + _below_limit(wasm.get(1), wasm.get(0))
    return Function(I64, I64, I64, code)


def _worked() -> Function:
    """Count the work of searches: all of a decision may do only what one may do in Python."""
    code = wasm.get_global(WORK) + wasm.get(0) + wasm.I64_ADD + wasm.put_global(WORK)
    code += wasm.get_global(WORK) + wasm.i64(MOST_WORK) + wasm.I64_GT_S + wasm.TRAP
    return Function(I64, b"", b"", code)


def _put() -> Function:
    """Write a number into an array."""
    code = wasm.get_global(PEN) + wasm.get(0) + wasm.F32_CONVERT + wasm.store_float()
    code += wasm.get_global(PEN) + wasm.i32(4) + wasm.I32_ADD + wasm.put_global(PEN)
    return Function(I64, b"", b"", code)


def _put_one() -> Function:
    """Write a 1 at an index among so many numbers of an array, whose other numbers are zero already."""
    index, count = wasm.get(0), wasm.get(1)
    place = wasm.get_global(PEN) + index + wasm.I32_WRAP + wasm.i32(2) + wasm.I32_SHL + wasm.I32_ADD
    one = place + wasm.i64(1) + wasm.F32_CONVERT + wasm.store_float()
    code = index + count + wasm.I64_LT_U + wasm.when(one)
    code += wasm.get_global(PEN) + count + wasm.I32_WRAP + wasm.i32(2) + wasm.I32_SHL + wasm.I32_ADD
    return Function(I64 + I64, b"", b"", code + wasm.put_global(PEN))


def _put_zeros(layout: Layout) -> Function:
    """Pass over so many numbers and so many planes of an array, which are zero already."""
    code = b""
    for local, place, size in ((0, PEN, 4), (1, PLANES, 4 * len({*layout.faces}))):
        code += wasm.get_global(place) + wasm.get(local) + wasm.I32_WRAP + wasm.i32(size) + wasm.I32_MUL
        code += wasm.I32_ADD + wasm.put_global(place)
    return Function(I64 + I64, b"", b"", code)


def _put_cards(layout: Layout) -> Function:
    """Add one to the numbers of the faces of some cards, in a plane of an array."""
    words, spot = layout.words, layout.words
    alike = len({*layout.faces}) < len(layout.faces)
    one = wasm.i64(1) + wasm.F32_CONVERT
    code = b""
    for word in range(words):
        held = wasm.get(word)
        card = held + wasm.I64_CTZ + wasm.I32_WRAP + wasm.i32(64 * word) + wasm.I32_ADD
        face = card + wasm.i32(1) + wasm.I32_SHL + wasm.load16(FACES) if alike else card
        add = face + wasm.i32(2) + wasm.I32_SHL + wasm.get_global(PLANES) + wasm.I32_ADD
        add += wasm.tee(spot) + wasm.get(spot) + wasm.load_float() + one + wasm.F32_ADD
        add += wasm.store_float() + held + held + wasm.i64(1) + wasm.I64_SUB + wasm.I64_AND
        add += wasm.put(word)
        code += wasm.block(wasm.loop(held + wasm.I64_EQZ + wasm.branch_if(1) + add + wasm.branch(0)))
    code += wasm.get_global(PLANES) + wasm.i32(4 * len({*layout.faces})) + wasm.I32_ADD
    return Function(I64 * words, b"", I32, code + wasm.put_global(PLANES))


def _allow() -> Function:
    """Write that an action is legal into a mask."""
    code = wasm.get_global(MASK) + wasm.get(0) + wasm.I32_WRAP + wasm.I32_ADD
    return Function(I64, b"", b"", code + wasm.i32(1) + wasm.store8())


def _tally() -> Function:
    """Count an action, in the place of a mask."""
    place = wasm.get_global(MASK) + wasm.get(0) + wasm.I32_WRAP + wasm.i32(2) + wasm.I32_SHL
    place += wasm.I32_ADD
    code = place + place + wasm.load32() + wasm.i32(1) + wasm.I32_ADD + wasm.store32()
    return Function(I64, b"", b"", code)


def dispatch(functions: Sequence[int | None], further: bytes = b"") -> Function:
    """Return a function that calls one of several functions by its number (32 bits).

    Args:
        functions: their numbers.
        further: the types of the parameters that they take.
    """
    code = choice(wasm.get(0), functions, wasm.get(1, len(further)))
    return Function(I32 + further, I64, b"", code)


def choice(which: bytes, functions: Sequence[int | None], given: bytes = b"") -> bytes:
    """Return code that calls one of several functions; it leaves the code of what follows.

    A number without a function traps.

    Args:
        which: code for the number of the one that is called, with 32 bits.
        functions: their numbers.
        given: code for the arguments.
    """
    depth = len(functions)
    code = wasm.block(which + wasm.branch_table(range(depth), depth))
    for index, function in enumerate(functions):
        done = wasm.UNREACHABLE if function is None else (given + wasm.call(function) + wasm.branch(depth - index))
        if index < depth - 1:
            code = wasm.block(code + done)
        else:
            code += done
    # The innermost block is left by number 0, the next by 1, and so on.
    return wasm.block(wasm.block(code) + wasm.UNREACHABLE, I64)


def block(at: int, left: int, run: Callable[[bytes], bytes]) -> bytes:
    """Return code that runs a block; more than rules may run between two decisions trap.

    Args:
        at: the local with the code of the block, and then with that of what follows.
        left: the local that says how many blocks may still be run.
        run: makes code that runs a block, from code for its number.
    """
    code = wasm.get(left) + wasm.i32(1) + wasm.I32_SUB + wasm.put(left)
    code += wasm.get(left) + wasm.i32(0) + wasm.I32_LT_S + wasm.TRAP
    return code + run(wasm.i64(0) + wasm.get(at) + wasm.I64_SUB + wasm.I32_WRAP) + wasm.put(at)


def at_next_table(at: int, follow: int | None) -> bytes:
    """Return code that goes on at the next of several tables, where one has come to a decision.

    Args:
        at: the local that says where to go on.
        follow: the number of the function that finds the next table, if there are several.
    """
    if follow is None:
        return b""
    code = wasm.get(at) + wasm.call(follow) + wasm.put(at)
    return wasm.get(at) + wasm.i64(OVER) + wasm.I64_GE_S + wasm.when(code)


def seeding() -> Function:
    """Return the function from a seed to the state of the generator."""
    code = _stepped(wasm.get(0)) + wasm.put(0)
    for _ in range(3):
        mixed = wasm.get(0) + wasm.get(0) + wasm.i64(29) + wasm.I64_SHR_U + wasm.I64_XOR
        mixed += wasm.i64(0xBF58476D1CE4E5B9) + wasm.I64_MUL + wasm.i64(STEP) + wasm.I64_ADD
        code += mixed + wasm.put(0)
    return Function(I64, I64, b"", code + wasm.get(0))


def advancing(layout: Layout, blocks: int, follow: int | None) -> Function:
    """Return the function that runs blocks from a code on until the next decision, or the end.

    Args:
        layout: where the slots are.
        blocks: the number of the function that runs a block.
        follow: the number of the function that goes on at the next of several tables.
    """
    at, left = 0, 1
    code = wasm.i32(MAX_BLOCKS) + wasm.put(left)
    run = block(at, left, lambda number: number + wasm.call(blocks))
    code += wasm.block(
        wasm.loop(
            at_next_table(at, follow)
            + wasm.get(at)
            + wasm.i64(OVER)
            + wasm.I64_GE_S
            + wasm.branch_if(1)
            + FRESH
            + run
            + wasm.branch(0)
        )
    )
    code += wasm.i32(0) + wasm.get(at) + wasm.store64(layout.slots["pc"].address)
    return Function(I64, I64, I32, code + wasm.get(at))


@dataclass(frozen=True, slots=True)
class Limit:
    """Where games stop that are not over.

    Attributes:
        most: after so many decisions.
        check: the number of the function that tests positions on the way.
        every: how many decisions there are between two tests, after the first decision.
    """

    most: int
    check: int
    every: int


def playing(
    layout: Layout,
    image: int,
    seeded: int,
    sites: Sequence[int | None],
    blocks: Sequence[int | None],
    turns: frozenset[int],
    watch: Sequence[int] = (),
    follow: int | None = None,
    limit: Limit | None = None,
) -> Function:
    """Return the function that plays one game at random from its seed.

    Args:
        layout: where the slots are.
        image: the address of the position before the first deal.
        seeded: the number of the function that seeds the generator.
        sites: the numbers of the functions that do a random action, by site.
        blocks: the numbers of the functions that run a block.
        turns: the sites at which the seat to act has a turn.
        watch: the numbers of the functions that observe a position, by site, if that is wanted.
        follow: the number of the function that goes on at the next of several tables.
        limit: where games stop that are not over; the slot `pc` then tells where that was.
    """
    slot = layout.slots
    at, left, opener = 1, 2, 3  # locals: where to go on, blocks left, who decides first
    code = wasm.i32(POSITION) + wasm.i32(image) + wasm.i32(layout.size) + wasm.MEMORY_COPY
    code += wasm.i32(0) + wasm.get(0) + wasm.call(seeded) + wasm.store64(slot["rng"].address)
    code += wasm.get(0) + wasm.i64(-1) + wasm.I64_XOR + wasm.call(seeded)
    code += wasm.put_global(DICE_STATE) + wasm.get(0) + wasm.put_global(SEED)
    code += wasm.i32(0) + wasm.put_global(DECISIONS) + wasm.i64(-1) + wasm.put_global(FIRST)
    for observed in layout.observed.values():
        if observed.shape.kind.size is None:
            code += wasm.i32(observed.address) + wasm.i32(0) + wasm.store32()
        else:
            code += wasm.i32(observed.address + HEADER) + wasm.i32(0)
            code += wasm.i32(8 * observed.shape.capacity) + wasm.MEMORY_FILL
    code += wasm.i32(0) + wasm.load64(START) + wasm.put(at)
    code += wasm.i32(MAX_BLOCKS) + wasm.put(left)
    which = wasm.get(at) + wasm.I32_WRAP
    actor = wasm.i32(0) + wasm.load64(slot["actor"].address)
    turn = b""
    if turns:
        test = wasm.i32(0)
        for site in sorted(turns):
            test += wasm.get(at) + wasm.i64(site) + wasm.I64_EQ + wasm.I32_OR
        turn = wasm.get_global(FIRST) + wasm.i64(0) + wasm.I64_LT_S + test + wasm.I32_AND
        turn += wasm.when(actor + wasm.put_global(FIRST))
    decision = wasm.get_global(DECISIONS) + wasm.I32_EQZ + wasm.when(actor + wasm.put(opener))
    decision += turn
    decision += wasm.get_global(DECISIONS) + wasm.i32(MOST_DECISIONS) + wasm.I32_GE_U + wasm.TRAP
    decision += wasm.get_global(DECISIONS) + wasm.i32(1) + wasm.I32_ADD
    decision += wasm.put_global(DECISIONS)
    if watch:
        decision += choice(which, watch) + wasm.DROP
    stop = b""
    if limit is not None:
        stop = wasm.get(at) + wasm.i64(0) + wasm.I64_GE_S + wasm.get_global(DECISIONS)
        stop += wasm.i32(limit.most) + wasm.I32_GE_U + wasm.I32_AND + wasm.branch_if(1)
        since = wasm.get_global(DECISIONS) + wasm.i32(limit.every) + wasm.I32_REM_U
        decision += since + wasm.i32(2 % limit.every) + wasm.I32_EQ + wasm.when(wasm.call(limit.check) + wasm.DROP)
    decision += choice(which, sites) + wasm.put(at)
    decision += wasm.i32(MAX_BLOCKS) + wasm.put(left)
    run = block(at, left, lambda number: choice(number, blocks))
    step = wasm.get(at) + wasm.i64(0) + wasm.I64_GE_S + wasm.when(decision, run)
    code += wasm.block(
        wasm.loop(
            at_next_table(at, follow)
            + wasm.get(at)
            + wasm.i64(OVER)
            + wasm.I64_EQ
            + wasm.branch_if(1)
            + stop
            + FRESH
            + step
            + wasm.branch(0)
        )
    )
    if limit is not None:
        code += FRESH + wasm.call(limit.check) + wasm.DROP
        code += wasm.i32(0) + wasm.get(at) + wasm.store64(slot["pc"].address)
    # In a game without turns it is who decides first.
    code += wasm.get_global(FIRST) + wasm.i64(0) + wasm.I64_LT_S + wasm.when(wasm.get(opener) + wasm.put_global(FIRST))
    return Function(I64, b"", I64 + I32 + I64, code)


def telling(told: Sequence[tuple[int, int]]) -> Function:
    """Return the function that tells of a game that came to its end.

    It adds the numbers of legal actions to the histogram, and writes a row of numbers: the
    decisions, who had the first turn, the sum of the numbers of legal actions, how often there was
    one, their mean in millionths, and parts of the position. Then it adds each number of the row,
    and its square, to the sums.

    Args:
        told: the parts of the position: their addresses and numbers of bytes.
    """
    index, end, sums, total, forced, number, most = 1, 2, 3, 4, 5, 6, 7
    place = wasm.get(number) + wasm.I32_WRAP + wasm.i32(3) + wasm.I32_SHL
    alone = wasm.i32(0) + wasm.load64(HISTOGRAM + 8)
    code = wasm.get_global(DECISIONS) + wasm.i32(2) + wasm.I32_SHL + wasm.put(end)
    code += alone + wasm.put(forced)
    code += wasm.i32(0) + wasm.load64(MOST_CHOICES) + wasm.put(most)
    code += wasm.block(
        wasm.loop(
            wasm.get(index)
            + wasm.get(end)
            + wasm.I32_GE_U
            + wasm.branch_if(1)
            + wasm.get(index)
            + wasm.load32(LOG)
            + wasm.I64_EXTEND_U
            + wasm.put(number)
            + wasm.get(total)
            + wasm.get(number)
            + wasm.I64_ADD
            + wasm.put(total)
            + wasm.get(most)
            + wasm.get(number)
            + wasm.I64_OR
            + wasm.put(most)
            + place
            + place
            + wasm.load64(HISTOGRAM)
            + wasm.i64(1)
            + wasm.I64_ADD
            + wasm.store64(HISTOGRAM)
            + wasm.get(index)
            + wasm.i32(4)
            + wasm.I32_ADD
            + wasm.put(index)
            + wasm.branch(0)
        )
    )
    decisions = wasm.get_global(DECISIONS) + wasm.I64_EXTEND_U
    code += wasm.i32(0) + wasm.get(most) + wasm.store64(MOST_CHOICES)
    code += alone + wasm.get(forced) + wasm.I64_SUB + wasm.put(forced)
    mean = wasm.get(total) + wasm.i64(MILLION) + wasm.I64_MUL
    mean += decisions + wasm.i64(1) + decisions + wasm.i64(0) + wasm.I64_NE + wasm.SELECT
    mean += wasm.I64_DIV_U
    numbers = (decisions, wasm.get_global(FIRST), wasm.get(total), wasm.get(forced), mean)
    offset = ROWS
    for value in numbers:
        code += wasm.get(0) + value + wasm.store64(offset)
        offset += 8
    for address, size in told:
        code += wasm.get(0) + wasm.i32(offset) + wasm.I32_ADD + wasm.i32(address)
        code += wasm.i32(size) + wasm.MEMORY_COPY
        offset += size
    value = wasm.get(number)
    # The bits of a number n; those of -1 - n if it is negative.
    size = value + value + wasm.i64(63) + wasm.I64_SHR_S + wasm.I64_XOR

    def kept(place: int, change: bytes) -> bytes:
        """Return code that changes one of the three numbers of a place."""
        return wasm.get(sums) + wasm.get(sums) + wasm.load64(place) + change + wasm.store64(place)

    code += wasm.get(0) + wasm.i32(offset - ROWS) + wasm.I32_ADD + wasm.put(end)
    code += wasm.block(
        wasm.loop(
            wasm.get(0)
            + wasm.get(end)
            + wasm.I32_GE_U
            + wasm.branch_if(1)
            + wasm.get(0)
            + wasm.load64(ROWS)
            + wasm.put(number)
            + kept(SUMS, value + wasm.I64_ADD)
            + kept(SUMS + 8, value + value + wasm.I64_MUL + wasm.I64_ADD)
            + kept(SUMS + 16, size + wasm.I64_OR)
            + wasm.get(sums)
            + wasm.i32(24)
            + wasm.I32_ADD
            + wasm.put(sums)
            + wasm.get(0)
            + wasm.i32(8)
            + wasm.I32_ADD
            + wasm.put(0)
            + wasm.branch(0)
        )
    )
    return Function(I32, b"", I32 * 3 + I64 * 4, code)


def games(play: int, tell: int, row: int) -> Function:
    """Return the function that plays games with successive seeds, the first of which is given.

    Args:
        play: the number of the function that plays a game.
        tell: the number of the function that tells of it.
        row: the bytes of the row of a game.
    """
    seed, left, at = 0, 1, 2
    code = wasm.i32(0) + wasm.i64(0) + wasm.store64(DONE)
    used = wasm.i32(0) + wasm.load64(MOST_CHOICES) + wasm.I32_WRAP + wasm.i32(1) + wasm.I32_ADD
    code += wasm.i32(HISTOGRAM) + wasm.i32(0) + used + wasm.i32(3) + wasm.I32_SHL + wasm.MEMORY_FILL
    code += wasm.i32(0) + wasm.i64(0) + wasm.store64(MOST_CHOICES)
    code += wasm.i32(SUMS) + wasm.i32(0) + wasm.i32(3 * row) + wasm.MEMORY_FILL
    code += wasm.block(
        wasm.loop(
            wasm.get(left)
            + wasm.I32_EQZ
            + wasm.branch_if(1)
            + wasm.get(seed)
            + wasm.call(play)
            + wasm.get(at)
            + wasm.call(tell)
            + wasm.i32(0)
            + wasm.i32(0)
            + wasm.load64(DONE)
            + wasm.i64(1)
            + wasm.I64_ADD
            + wasm.store64(DONE)
            + wasm.get(at)
            + wasm.i32(row)
            + wasm.I32_ADD
            + wasm.put(at)
            + wasm.get(seed)
            + wasm.i64(1)
            + wasm.I64_ADD
            + wasm.put(seed)
            + wasm.get(left)
            + wasm.i32(1)
            + wasm.I32_SUB
            + wasm.put(left)
            + wasm.branch(0)
        )
    )
    return Function(I64 + I32, b"", I32, code)
