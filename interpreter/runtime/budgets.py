"""Where rules go on too long, choose among too much or compute too large a number."""

from __future__ import annotations

from collections.abc import Sized
from threading import get_ident
from typing import TYPE_CHECKING, NoReturn, TypeVar

from ..errors import StepBudgetError
from ..source.scalars import MAX_DIGITS
from .effects import effects
from .effort import SEARCH, WORK_OF_A_CANDIDATE, too_much
from .melds import CardSet

if TYPE_CHECKING:
    from .position import Position

Found = TypeVar("Found")
Members = TypeVar("Members", bound=Sized)

MAX_CHOICES = 200_000
"""The most sets of cards that one decision may have as choices."""


@effects(pure=True, draws=True)
def large(position: Position, work: int, place: str) -> bool:
    """Subtract the work of an expensive rule from the budget, and return True.

    Raises:
        StepBudgetError: the budget is used up.
    """
    position.work -= work
    if position.work < 0:
        raise StepBudgetError(f"{place}: this takes more steps than `limits.steps` allows")
    return True


@effects(pure=True, draws=True)
def charged_set(position: Position, work: int, place: str, cards: CardSet) -> CardSet:
    """Return a set of cards; each of them draws on the budget.

    Args:
        position: the position with the budget.
        work: what is drawn for a card.
        place: the place of the rule.
        cards: the set.

    Raises:
        StepBudgetError: the budget is used up.
    """
    position.work -= work * cards.bit_count()
    if position.work < 0:
        large(position, 0, place)
    return cards


@effects(pure=True, draws=True)
def charged(position: Position, work: int, place: str, members: Members) -> Members:
    """Return the members of a collection; each of them draws on the budget, as with `charged_set`."""
    position.work -= work * len(members)
    if position.work < 0:
        large(position, 0, place)
    return members


def searching() -> int:
    """Return the work of all searches for melds so far, for `searched`."""
    return SEARCH.counts[get_ident()][0]


@effects(draws=True)
def searched(position: Position, before: int, place: str, found: Found) -> Found:
    """Return what a search for melds has found; the candidates that it has examined draw on the budget.

    Args:
        position: the position with the budget.
        before: the work of all searches before it, from `searching`.
        place: the place of the rule.
        found: what it has found.

    Raises:
        StepBudgetError: the budget is used up.
    """
    work = SEARCH.counts[get_ident()][0] - before
    if work:
        large(position, work * WORK_OF_A_CANDIDATE, place)
    return found


@effects(stops=True)
def flooded(what: str) -> NoReturn:
    """Raise the error for too many choices."""
    too_much(f"{what}: these are more than {MAX_CHOICES} choices; offer fewer at once")


@effects(stops=True)
def crowded(what: str) -> NoReturn:
    """Raise the error for choices that take too long to list."""
    too_much(f"{what}: these are too many to test each of them; offer fewer at once")


@effects(stops=True)
def overtime(place: str) -> NoReturn:
    """Raise the error for a deal that does not end at its limit of turns."""
    raise StepBudgetError(f"{place}: the deal does not end at `limits.turns`")


@effects(stops=True)
def endless(place: str) -> NoReturn:
    """Raise the error for a loop that uses up the step budget."""
    raise StepBudgetError(f"{place}: the loop does not end within `limits.steps`")


@effects(stops=True)
def unending(place: str) -> NoReturn:
    """Raise the error for phases and events that follow one another without end."""
    raise StepBudgetError(f"{place}: phases and events follow one another without end or decision")


@effects(stops=True)
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
