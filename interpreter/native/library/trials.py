"""Trial games in native code: how they are played, and what is noted of them.

They are those that `authoring/trials.py` plays in Python. The build has a trace: for each point of
the ruleset two flags are kept in memory, whether it was reached, and, of a condition, whether it
was false there. Flags stay from game to game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...core import nodes
from ...core.reading import function_of
from ..code import encoding as wasm
from ..code.body import UNKNOWN, Value
from ..code.kinds import NOTHING
from ..dialect import Refused
from ..memory.memory_map import LOOKED, MOST_POINTS, PASSED

if TYPE_CHECKING:
    from ...program.program import Program


@dataclass(frozen=True, slots=True)
class Trial:
    """How trial games are played: at random, or by preferences in those with odd seeds.

    Attributes:
        prefers: whether the ruleset has preferences.
        whim: one in so many decisions in games with odd seeds ignores them.
        most: the most decisions; games that are longer stop there.
        every: after so many decisions cards are counted.
    """

    prefers: bool
    whim: int
    most: int
    every: int


def chooser(trial: Trial, site: int) -> nodes.FunctionDef:
    """Return the function that makes a decision and returns the code of what follows.

    Args:
        trial: how games are played.
        site: the place where the game waits.
    """
    text = f"def choose_{site}(s):\n    actions = legal_{site}(s)\n    counted(len(actions))\n"
    if trial.prefers:
        text += f"    if has_odd_seed() and rolled({trial.whim}):\n        actions = preferred(s, actions)\n"
    return function_of(f"{text}    return apply_{site}(s, actions[rolled(len(actions))])\n")


def intact(program: Program) -> nodes.FunctionDef:
    """Return the function that traps if a card is missing or is in two places.

    Raises:
        Refused: the cards of several tables would have to be counted.
    """
    if program.tables is not None:
        raise Refused("trial games at several tables")
    text = "def intact(s):\n    held = 0\n    count = 0\n"
    for zone in program.zones.values():
        slot = f"s.z_{zone.name}"
        if zone.piles:
            text += f"    for pile in {slot}:\n        held |= set_of(pile)\n"
            text += "        count += len(pile)\n"
            continue
        for part in [f"{slot}[{seat}]" for seat in range(program.players)] if zone.each else [slot]:
            whole, size = (f"set_of({part})", f"len({part})") if zone.ordered else (part, f"{part}.bit_count()")
            text += f"    held |= {whole}\n    count += {size}\n"
    pack = program.pack.size
    text += f"    if count != {pack} or held != {(1 << pack) - 1}:\n        raise ValueError(held)\n"
    return function_of(f"{text}    return 0\n")


def ran(point: int) -> Value:
    """Return code that notes that a rule was reached; it traps where Python is to play the game."""
    code = wasm.i32(0) + wasm.load8(LOOKED + _checked(point)) + wasm.TRAP
    return Value(NOTHING, code + _noted(wasm.i32(0), point), known=None)


def saw(point: int, value: Value, holds: Value) -> Value:
    """Return the value of a condition, with code that notes whether it holds.

    Args:
        point: the number of the condition.
        value: its value, as code that may be repeated.
        holds: whether it holds.
    """
    if holds.known is UNKNOWN:
        code = _noted(wasm.i32(1) + holds.code + wasm.I32_SUB, point)
    else:
        code = _noted(wasm.i32(int(not holds.known)), point)
    return replace(value, code=code + value.code, known=UNKNOWN, address=None)


def _noted(which: bytes, point: int) -> bytes:
    """Return code that sets one of the two flags of a point."""
    return which + wasm.i32(1) + wasm.store8(PASSED + 2 * _checked(point))


def _checked(point: int) -> int:
    if point >= MOST_POINTS:
        raise Refused(f"more than {MOST_POINTS} rules and conditions that are counted")
    return point
