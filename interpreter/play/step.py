"""What was done in a game: a chain of steps, each with the position before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..runtime.core import Core
    from ..runtime.journal import Event
    from .action import Raw


@dataclass(frozen=True, slots=True)
class Step:
    """One action that was done, and the position before it.

    Attributes:
        previous: the step before it.
        seat: who did it.
        raw: the action.
        before: the position in which it was done.
        events: what followed from it.
        reveals: whether it told somebody what was hidden, so that it cannot be taken back.
        sealed: whether it is a choice that others see only when all have chosen.
        number: how many steps there are with this one.
    """

    previous: Step | None
    seat: int
    raw: Raw
    before: Core
    events: tuple[Event, ...]
    reveals: bool
    sealed: bool
    number: int

    @property
    def table(self) -> int:
        """The number of the table at which it was done, from 1."""
        return self.before.table + 1


def chain(last: Step | None) -> list[Step]:
    """Return the steps up to the last one, oldest first."""
    found: list[Step] = []
    step = last
    while step is not None:
        found.append(step)
        step = step.previous
    return found[::-1]
