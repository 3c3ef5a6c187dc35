"""What a seat was told in a deal, divided at its own choices: its information at each of them.

Two games are one to a seat exactly if these texts are equal. Nothing in them depends on the deals
before, except where a rule keeps a variable for the whole match. So the strategy for a deal can be
looked up in each deal of a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..game.observation.journal import SeenChange, SeenDeal, SeenEvent, events_for, journal_for
from ..game.step import Step, chain
from ..play.state import State
from ..runtime.journal import Gathered
from ..runtime.teams import points

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..core.machine import Raw


class Choice(NamedTuple):
    """A choice of a seat.

    Attributes:
        told: What the seat was told since its last choice in the deal.
        actions: The legal actions, in notation.
        chosen: The one that it chose; empty if it has not chosen yet.
    """

    told: str
    actions: tuple[str, ...]
    chosen: str


class Course(NamedTuple):
    """A deal as a seat saw it.

    Attributes:
        dealer: Who dealt; -1 if nobody did.
        seat: The seat.
        choices: Its choices; the last one is to be made.
    """

    dealer: int
    seat: int
    choices: tuple[Choice, ...]


def course_of(state: State) -> Course:
    """Return the present deal as the seat that is to act saw it."""
    seat, dealer = state.position.actor, state.position.dealer
    begun = _beginning(state)
    mark = begun
    found: list[Choice] = []
    for step in chain(state.last, begun):
        if step.seat == seat:
            before = State(state.game, step.before, step.previous, state.opening)
            text = told(before, seat, mark, begun=begun if not found else None)
            found.append(Choice(text, tuple(legal_by_text(before)), state.game.notation.text(step.raw)))
            mark = settled(before, mark)
    text = told(state, seat, mark, begun=begun if not found else None)
    return Course(dealer, seat, (*found, Choice(text, tuple(legal_by_text(state)), "")))


def legal_by_text(state: State) -> dict[str, Raw]:
    """Return the legal actions by notation; of those that are equal to the players, one."""
    raws = state.raw_legal_actions()
    return dict(zip(map(state.game.notation.text, raws), raws, strict=True))


def settled(state: State, before: int) -> int:
    """Return up to which step all that a seat was told can no longer change.

    Sealed choices are shown later than they were made.

    Args:
        state: The game.
        before: The same for an earlier position.
    """
    if state.position.pending:
        return before
    return state.last.number if state.last is not None else 0


def told(state: State, seat: int, first: int, *, begun: int | None = None) -> str:
    """Return what a seat was told from a step on, as a text.

    Args:
        state: The game.
        seat: The seat.
        first: The step to begin with, from 0.
        begun: If the text includes how the deal began, the step that began it; 0 is the opening.
    """
    parts: list[Any] = [] if begun is None else [_dealt(state, seat, begun)]
    for entry in journal_for(state.game, state.last, state.position, seat, first):
        scores = list(entry.scores)
        parts.append((entry.seat, entry.action, entry.named, _plain(entry.events, scores)))
    return repr(parts)


def _beginning(state: State) -> int:
    """Return the number of the step that began the deal; 0 if that was the opening."""
    step = state.last
    while step is not None and not any(isinstance(event, Gathered) for event in step.events):
        step = step.previous
    return step.number if step is not None else 0


def _dealt(state: State, seat: int, begun: int) -> Any:
    """Return how a deal began, as a seat saw it."""
    rules, opening = state.game, state.opening
    if begun:
        step = chain(state.last, begun - 1)[0]
        scores = points(rules.program, step.before)
    else:
        events = opening.events if opening is not None else ()
        step = Step(None, -1, (), rules.machine.blank, events, 0, False, False, 0, 0)
        scores = [rules.program.match_start] * rules.players
    return state.position.dealer, _plain(events_for(rules, step, seat), list(scores))


def _plain(events: Iterable[SeenEvent], scores: list[int | float]) -> Sequence[Any]:
    """Return events of a deal as plain data; of scores they say by how much they changed.

    Args:
        events: The events. Those before the beginning of a deal belong to another one.
        scores: The scores before them; they are changed.
    """
    found: list[Any] = []
    for event in events:
        match event:
            case SeenDeal():
                found.clear()
            case SeenChange(variable="score", seat=int(seat), value=int() | float() as value):
                found.append(("score", seat, value - scores[seat]))
                scores[seat] = value
            case SeenChange(variable=variable, seat=seat, value=value):
                found.append((variable, seat, value))
            case _:
                found.append(event)
    return found
