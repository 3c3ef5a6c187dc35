"""The machine of a game whose deals are played at several tables at once.

Each table has a deal of its own: zones, variables, phase, turn. One of them is in place in the
position, where the generated functions work on it; the others wait in `position.tables`. Tables
take turns, one decision each. A table whose deal is over waits for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..runtime.budgets import StuckError, unending
from ..runtime.position import Position, peek
from .labels import OVER, TOGETHER
from .machine import MAX_BLOCKS, MAX_DECISIONS, Machine, Raw


@dataclass(slots=True, kw_only=True)
class TableMachine(Machine):
    """A compiled program that is played at several tables."""

    def advance(self, position: Position, code: int) -> None:
        """Run blocks until the next decision at the table whose turn it is, or the end."""
        blocks = self.blocks
        left = MAX_BLOCKS
        while True:
            while code < OVER:
                code = blocks[-code](position)  # type: ignore[misc]
                left -= 1
                if left < 0:
                    unending(self.places[position.phase])
            position.pc = code
            if position.result is not None:
                return
            table = following(position)
            if table is None:
                code = TOGETHER
                continue
            position.turn_to(table)
            code = position.pc
            if code >= 0:
                return

    def play(self, position: Position, action: Raw) -> None:
        """Apply a legal action. The caller is responsible for its legality."""
        self.advance(position, self.apply[position.pc](position, action))

    def playout(
        self,
        position: Position,
        draw: Callable[[], float],
        code: int | None = None,
        most: int = MAX_DECISIONS,
    ) -> int:
        """Play at random, as `Machine.playout` does; return the number of decisions."""
        decisions = 0
        try:
            if code is not None:
                self.advance(position, code)
            while position.pc >= 0 and decisions < most:
                self.advance(position, self.random[position.pc](position, draw))  # type: ignore[misc]
                decisions += 1
        except StuckError as stuck:
            position.pc = stuck.site
        return decisions


def following(position: Position) -> int | None:
    """Return the table that continues after the one in place; None if all have finished.

    Tables at which the deal has not begun come first. Then the tables take turns.
    """
    count = len(position.tables)
    waits = [peek(position, table, "pc") for table in range(count)]
    for table, code in enumerate(waits):
        if code < OVER:
            return table
    for step in range(1, count + 1):
        table = (position.table + step) % count
        if waits[table] > OVER:
            return table
    return None
