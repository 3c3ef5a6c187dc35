"""Where rules go on too long, choose among too much or compute too large a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ..errors import StepBudgetError
from ..source.scalars import MAX_DIGITS
from .effort import too_much

if TYPE_CHECKING:
    from .position import Position

MAX_CHOICES = 200_000
"""The most sets of cards that one decision may have as choices."""


def large(position: Position, work: int, place: str) -> bool:
    """Subtract the work of an expensive rule from the budget, and return True.

    Raises:
        StepBudgetError: the budget is used up.
    """
    position.work -= work
    if position.work < 0:
        raise StepBudgetError(f"{place}: this takes more steps than `limits.steps` allows")
    return True


def flooded(what: str) -> NoReturn:
    """Raise the error for too many choices."""
    too_much(f"{what}: these are more than {MAX_CHOICES} choices; offer fewer at once")


def crowded(what: str) -> NoReturn:
    """Raise the error for choices that take too long to list."""
    too_much(f"{what}: these are too many to test each of them; offer fewer at once")


def overtime(place: str) -> NoReturn:
    """Raise the error for a deal that does not end at its limit of turns."""
    raise StepBudgetError(f"{place}: the deal does not end at `limits.turns`")


def endless(place: str) -> NoReturn:
    """Raise the error for a loop that uses up the step budget."""
    raise StepBudgetError(f"{place}: the loop does not end within `limits.steps`")


def unending(place: str) -> NoReturn:
    """Raise the error for phases and events that follow one another without end."""
    raise StepBudgetError(f"{place}: phases and events follow one another without end or decision")


def vast(place: str) -> NoReturn:
    """Raise the error for a number with too many digits."""
    raise StepBudgetError(f"{place}: a number of more than {MAX_DIGITS} digits")


class StuckError(Exception):
    """A site has no legal action; raised by playouts only."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site


def stuck(site: int) -> NoReturn:
    """Raise the error for a site without a legal action."""
    raise StuckError(site)
