"""Playouts of given positions, many in one call: an action, then play by a policy up to a horizon.

Before a call the host writes the positions to `WORLDS` and a job for each playout to `JOBS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final, NamedTuple

from ...core.labels import OVER
from ...core.machine import MAX_BLOCKS
from ..code import encoding as wasm
from ..code.body import TURNED
from ..code.encoding import I32, I64, Function
from ..library.routines import DECISIONS, DICE_STATE, FRESH, at_next_table, block, choice
from ..memory.layout import Layout
from ..memory.memory_map import DONE, HEADER, MOST_WATCH, POSITION, ROWS, WATCH
from .actions import packed

JOBS: Final = WATCH
"""The address of the jobs."""

MOST_JOBS: Final = 1 << 18
"""The bytes of the jobs."""

WORLDS: Final = JOBS + MOST_JOBS
"""The address of the positions."""

MOST_WORLDS: Final = MOST_WATCH - MOST_JOBS
"""The bytes of the positions."""

_JOB: Final = Struct("<qqQqq")
"""The address of the position and what else a job says; the action follows."""

_SITE, _LUCK, _HORIZON, _SEAT, _ACTION = 8, 16, 24, 32, _JOB.size

ONE_MORE: Final = wasm.i32(0) + wasm.i32(0) + wasm.load64(DONE) + wasm.i64(1) + wasm.I64_ADD + wasm.store64(DONE)
"""Code that counts what has come to its end."""


@dataclass(frozen=True, slots=True)
class Job:
    """A playout that is wanted.

    Attributes:
        world: the index of the position.
        site: the decision at which it waits.
        action: the numbers of the action that is played first.
        seat: the seat for which the last position is valued.
        luck: the state of the generator of the players' choices.
        horizon: the most decisions after the action.
    """

    world: int
    site: int
    action: tuple[int, ...]
    seat: int
    luck: int
    horizon: int


def stride(layout: Layout) -> int:
    """Return the bytes of a job."""
    return _JOB.size + HEADER + 8 * layout.words * layout.longest_action


def written(layout: Layout, job: Job) -> bytes:
    """Return a job as bytes."""
    place = WORLDS + job.world * layout.size
    head = _JOB.pack(place, job.site, job.luck, job.horizon, job.seat)
    return (head + packed(layout, job.action)).ljust(stride(layout), b"\0")


class Places(NamedTuple):
    """The locals of a function that plays on.

    Attributes:
        at: where to go on.
        left: how many blocks may still be run.
        deal: the number of the deal in which it began.
    """

    at: int
    left: int
    deal: int


def playing_on(
    layout: Layout,
    sites: Sequence[int | None],
    blocks: Sequence[int | None],
    places: Places,
    horizon: bytes,
    follow: int | None = None,
) -> bytes:
    """Return code that plays on until the game or the deal is over, or for so many decisions.

    Args:
        layout: where the slots are.
        sites: the numbers of the functions that make a decision, by site.
        blocks: the numbers of the functions that run a block.
        places: the locals.
        horizon: code for the most decisions.
        follow: the number of the function that goes on at the next of several tables.
    """
    at, left, deal = places
    # Outwards from here: the choice, the loop, its block.
    decision = wasm.get_global(DECISIONS) + wasm.I64_EXTEND_U + horizon
    decision += wasm.I64_GE_S + wasm.branch_if(2)
    decision += wasm.i32(0) + wasm.load64(layout.slots["deal"].address) + wasm.get(deal)
    decision += wasm.I64_NE + wasm.branch_if(2)
    decision += wasm.get_global(DECISIONS) + wasm.i32(1) + wasm.I32_ADD
    decision += wasm.put_global(DECISIONS) + choice(wasm.get(at) + wasm.I32_WRAP, sites)
    decision += wasm.put(at) + wasm.i32(MAX_BLOCKS) + wasm.put(left)
    run = block(at, left, lambda number: choice(number, blocks))
    over = wasm.get(at) + wasm.i64(OVER) + wasm.I64_EQ
    step = wasm.get(at) + wasm.i64(0) + wasm.I64_GE_S + wasm.when(decision, run)
    return wasm.block(wasm.loop(at_next_table(at, follow) + over + wasm.branch_if(1) + FRESH + step + wasm.branch(0)))


def rollouts(
    layout: Layout,
    actions: Sequence[int | None],
    sites: Sequence[int | None],
    blocks: Sequence[int | None],
    evaluate: int | None,
    told: Sequence[tuple[int, int]],
    settled: bool,
    follow: int | None = None,
) -> Function:
    """Return the function that does so many jobs.

    For each it writes a row of numbers: the decisions after the action, the code of what would
    follow, what the position is worth unless the game is over, or a deal that scores settle, and
    parts of the position. A playout ends when the game or the deal is over, or at its horizon.

    Args:
        layout: where the slots are.
        actions: the numbers of the functions that do an action, by site.
        sites: the numbers of the functions that make a decision, by site.
        blocks: the numbers of the functions that run a block.
        evaluate: the number of the function that values a position for a seat, if there is one.
        told: the parts of the position: their addresses and numbers of bytes.
        settled: whether scores alone tell what a deal that is over was worth.
        follow: the number of the function that goes on at the next of several tables.
    """
    count, job, row, at, left, deal, table = range(7)

    def field(offset: int) -> bytes:
        return wasm.get(job) + wasm.load64(offset)

    code = wasm.i32(0) + wasm.i64(0) + wasm.store64(DONE)
    code += wasm.i32(JOBS) + wasm.put(job) + wasm.i32(ROWS) + wasm.put(row)
    begin = wasm.i32(POSITION) + field(0) + wasm.I32_WRAP + wasm.i32(layout.size) + wasm.MEMORY_COPY
    begin += field(_LUCK) + wasm.put_global(DICE_STATE) + wasm.i32(0) + wasm.put_global(DECISIONS)
    now = wasm.i32(0) + wasm.load64(layout.slots["deal"].address)
    begin += FRESH + now + wasm.put(deal) + wasm.i32(MAX_BLOCKS) + wasm.put(left)
    action = wasm.get(job) + wasm.i32(_ACTION) + wasm.I32_ADD
    begin += choice(field(_SITE) + wasm.I32_WRAP, actions, action) + wasm.put(at)
    places = Places(at, left, deal)
    playing = playing_on(layout, sites, blocks, places, field(_HORIZON), follow)
    over = wasm.get(at) + wasm.i64(OVER) + wasm.I64_EQ
    end = wasm.get(row) + wasm.get_global(DECISIONS) + wasm.I64_EXTEND_U + wasm.store64()
    end += wasm.get(row) + wasm.get(at) + wasm.store64(8)
    end += wasm.get(row) + wasm.i64(0) + wasm.store64(16)
    if evaluate is not None:
        worth = wasm.get(row) + field(_SEAT) + wasm.call(evaluate) + wasm.store64(16)
        if follow is not None:  # the seat's table tells
            here, seated = layout.slots["table"].address, layout.slots["seated"].address
            own = field(_SEAT) + wasm.I32_WRAP + wasm.i32(3) + wasm.I32_SHL
            own += wasm.load64(seated + HEADER) + wasm.call(TURNED)
            back = wasm.get(table) + wasm.call(TURNED)
            worth = wasm.i32(0) + wasm.load64(here) + wasm.put(table) + own + worth + back
        known = over
        if settled:
            known += now + wasm.get(deal) + wasm.I64_NE + wasm.I32_OR
        end += known + wasm.when(b"", FRESH + worth)
    offset = 24
    for address, size in told:
        end += wasm.get(row) + wasm.i32(offset) + wasm.I32_ADD + wasm.i32(address)
        end += wasm.i32(size) + wasm.MEMORY_COPY
        offset += size
    end += ONE_MORE
    further = wasm.get(job) + wasm.i32(stride(layout)) + wasm.I32_ADD + wasm.put(job)
    further += wasm.get(row) + wasm.i32(offset) + wasm.I32_ADD + wasm.put(row)
    further += wasm.get(count) + wasm.i32(1) + wasm.I32_SUB + wasm.put(count)
    code += wasm.block(
        wasm.loop(wasm.get(count) + wasm.I32_EQZ + wasm.branch_if(1) + begin + playing + end + further + wasm.branch(0))
    )
    return Function(I32, b"", I32 + I32 + I64 + I32 + I64 + I64, code)
