"""The end of a deal: the position before all cards are gathered, and the score at which a match ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ...program.tree_walk import parts
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


def closing(rules: Rules, step: Step) -> Position:
    """Return the position at the end of the deal that a step has ended: all cards lie where they lay then.

    Args:
        rules: the game.
        step: the step.
    """
    position = step.before.clone()
    log = position.log = _Log(position)
    rules.machine.play(position, step.raw)
    return log.closing


def target(program: Program) -> int | None:
    """Return the score with which a match ends; None if it does not end with a score."""
    waiting: list[object] = [program.match_until]
    opened: set[str] = set()
    while waiting:
        tree = waiting.pop()
        for each in parts(tree, ir.Op):
            match each:
                case ir.Op(name="ge" | "gt", arguments=(value, ir.Const(value=int(limit)))) if limit > 0:
                    if any(use.variable == "score" for use in parts(value, ir.VarRef)):
                        return limit
                case _:
                    pass
        for use in parts(tree, ir.Use):
            if use.definition not in opened:
                opened.add(use.definition)
                waiting.append(program.definitions[use.definition].value)
    return None
