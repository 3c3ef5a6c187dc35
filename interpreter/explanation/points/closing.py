"""The end of a deal: the position before all cards are gathered, and the score at which a match ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ...program.tree_walk import outcomes, reached
from ...runtime.journal import Gathered

if TYPE_CHECKING:
    from ...game.rules import Rules
    from ...game.step import Step
    from ...program.program import Program
    from ...runtime.journal import Event
    from ...runtime.position import Position


class _Log(list["Event"]):
    """A journal that keeps the position after its last event before the cards are gathered."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._over = False
        self.closing = position.clone()

    def append(self, event: Event, /) -> None:
        """Note an event."""
        super().append(event)
        self._over |= isinstance(event, Gathered)
        if not self._over:
            self.closing = self._position.clone()


def closing(game: Rules, step: Step) -> Position:
    """Return the position at the end of the deal that a step has ended: all cards lie where they lay then.

    Args:
        game: the game.
        step: the step.
    """
    position = step.before.clone()
    log = position.log = _Log(position)
    game.machine.play(position, step.raw)
    return log.closing


def target(program: Program) -> int | None:
    """Return the score with which a match ends; None if it does not end with a score."""
    tests = (program.match_until, *(test for test, _ in outcomes(program)))
    for each in reached(program, tests, ir.Op):
        match each:
            case ir.Op(name="ge" | "gt", arguments=(value, ir.Const(value=int(limit)))) if limit > 0:
                if any(use.variable == "score" for use in reached(program, (value,), ir.VarRef)):
                    return limit
            case _:
                pass
    return None
