"""The steps of a game: a linked list of actions, each with the position before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..runtime.journal import Event
    from ..runtime.position import Position
    from .action import Raw


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game.

    Attributes:
        previous: the step before it; None for the first.
        seat: the seat that acted.
        raw: the action in raw form.
        before: the position in which it was played.
        events: the events that it caused.
        reveals: the set of seats to which it revealed something hidden.
        sealed: whether it is a sealed choice, which others see only when all have chosen.
        secret: whether others do not learn of it, nor that there was a question.
        number: the number of steps up to this one.
        kept: about how many bytes these steps take.
    """

    previous: Step | None
    seat: int
    raw: Raw
    before: Position
    events: tuple[Event, ...]
    reveals: int
    sealed: bool
    secret: bool
    number: int
    kept: int

    @property
    def table(self) -> int:
        """The number of the table at which it was played, from 1."""
        return self.before.table + 1

    def is_known_to(self, seat: int | None) -> bool:
        """Return whether a seat learns that there was such a step; seat None knows everything."""
        return not self.secret or seat in (None, self.seat)


def chain(last: Step | None, first: int = 0) -> list[Step]:
    """Return the steps up to the last one, oldest first.

    Args:
        last: the last step.
        first: the step to begin with, from 0.
    """
    found: list[Step] = []
    step = last
    while step is not None and step.number > first:
        found.append(step)
        step = step.previous
    return found[::-1]
