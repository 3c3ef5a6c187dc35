"""The end of a deal: the position before all cards are gathered, and the score at which a match ends."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeVar

from ...program import ir
from ...program.program import Effect
from ...program.tree_walk import parts, rules
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
    tests: list[object] = [program.match_until]
    tests += [each.test for each in rules(program) if isinstance(each, ir.If) and any(parts(each.then, ir.Outcome))]
    effects = parts((program.actions, program.events), Effect)
    tests += [each.when for each in effects if any(parts(each.do, ir.Outcome))]
    for each in _used(program, tests, ir.Op):
        match each:
            case ir.Op(name="ge" | "gt", arguments=(value, ir.Const(value=int(limit)))) if limit > 0:
                if any(use.variable == "score" for use in _used(program, [value], ir.VarRef)):
                    return limit
            case _:
                pass
    return None


Part = TypeVar("Part")


def _used(program: Program, trees: Iterable[object], kind: type[Part]) -> Iterator[Part]:
    """Yield the nodes of a kind in parts of the rules, then those in the values that these use."""
    waiting, opened = deque(trees), set[str]()
    while waiting:
        tree = waiting.popleft()
        yield from parts(tree, kind)
        for use in parts(tree, ir.Use):
            if use.definition not in opened:
                opened.add(use.definition)
                waiting.append(program.definitions[use.definition].value)
