"""The legal actions of a position in memory, and what follows from one of them.

The position says at which site it waits. The list of its actions, or the action that is done, lies
at `ACTIONS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...core import nodes
from ...core.reading import function_of
from ..code import encoding as wasm
from ..code.encoding import Function
from ..code.kinds import integer
from ..library.routines import FRESH, choice
from ..memory.layout import Layout
from ..memory.memory_map import HEADER, LENGTH_AND_ROOM, MOST_WATCH, WATCH
from ..memory.shapes import Shape, Slot, many

ACTIONS: Final = WATCH
"""The address of the legal actions, or of the action that is done."""

LEGAL: Final = "p_legal"
"""The slot of the legal actions of a position: for each how many numbers it has, and these."""


def listing(site: int) -> nodes.FunctionDef:
    """Return the function that lists the legal actions of a position that waits at a site."""
    return function_of(
        f"def list_{site}(s):\n"
        f"    s.{LEGAL}.clear()\n"
        f"    for action in legal_{site}(s):\n"
        f"        s.{LEGAL}.append(len(action))\n"
        f"        for each in action: s.{LEGAL}.append(each)\n"
        "    return 0\n"
    )


def listed(layout: Layout) -> Slot:
    """Return the place of this list."""
    number = Shape(integer(layout.words))
    return Slot(ACTIONS, many(number, (MOST_WATCH - HEADER) // number.bytes))


def packed(layout: Layout, action: Sequence[int]) -> bytes:
    """Return an action as bytes: a sequence of numbers."""
    size = 8 * layout.words
    head = LENGTH_AND_ROOM.pack(len(action), 0).ljust(HEADER, b"\0")
    return head + b"".join(each.to_bytes(size, "little", signed=True) for each in action)


def listing_at_site(layout: Layout, listings: Sequence[int]) -> Function:
    """Return the function that lists the legal actions of the position.

    Args:
        layout: where the slots are.
        listings: the numbers of the functions that list them, by site.
    """
    return Function(b"", b"", b"", FRESH + choice(_site(layout), listings) + wasm.DROP)


def applying(layout: Layout, actions: Sequence[int | None], advance: int) -> Function:
    """Return the function that does the action, and goes on to the next decision or the end.

    Args:
        layout: where the slots are.
        actions: the numbers of the functions that do an action, by site.
        advance: the number of the function that runs blocks.
    """
    code = FRESH + choice(_site(layout), actions, wasm.i32(ACTIONS))
    return Function(b"", b"", b"", code + wasm.call(advance) + wasm.DROP)


def _site(layout: Layout) -> bytes:
    return wasm.i32(0) + wasm.load64(layout.slots["pc"].address) + wasm.I32_WRAP
