"""The end of a deal: the position before all cards are gathered, and the score at which a match ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ...program.tree_walk import inside, parts, rules
from ...runtime.journal import Gathered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
    """Return the score with which a match ends, or a game of it; None if it does not end with a score."""
    ending = [each.test for each in rules(program) if isinstance(each, ir.If) and _wins(each.then)]
    for condition in (program.match_until, *ending):
        for tree in _whole(condition, program):
            for each in parts(tree, ir.Op):
                match each:
                    case ir.Op(name="ge" | "gt", arguments=(value, ir.Const(value=int(limit)))) if limit > 0:
                        if any(
                            use.variable == "score"
                            for inner in _whole(value, program)
                            for use in parts(inner, ir.VarRef)
                        ):
                            return limit
                    case _:
                        pass
    return None


def _wins(body: Iterable[ir.Stmt]) -> bool:
    """Return whether somebody wins the game by statements."""
    return any(isinstance(each, ir.Outcome) and each.wins for each in inside(body))


def _whole(tree: object, program: Program) -> Iterator[object]:
    """Yield a tree, and the values of the definitions that it uses."""
    waiting = [tree]
    opened: set[str] = set()
    while waiting:
        yield (found := waiting.pop())
        for use in parts(found, ir.Use):
            if use.definition not in opened:
                opened.add(use.definition)
                waiting.append(program.definitions[use.definition].value)
