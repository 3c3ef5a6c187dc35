"""What arrays tell of the past: the last actions, and the last facts that seats were told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..interpreter.game.knowledge import witnesses
from ..interpreter.runtime.journal import Gathered
from ..interpreter.runtime.melds import cards_of
from .observations import RECENT, Recent
from .told import told_to

if TYPE_CHECKING:
    from ..interpreter.core.machine import Raw
    from ..interpreter.game.rules import Rules
    from ..interpreter.game.setup.opening import Opening
    from ..interpreter.play.state import State
    from ..interpreter.runtime.journal import Event
    from ..interpreter.runtime.position import Position
    from .told import Fact


def recent_of(rules: Rules, actor: int, raw: Raw, before: Position, events: Sequence[Event], sealed: bool) -> Recent:
    """Return what each seat saw of an action.

    Args:
        rules: the game.
        actor: who did it.
        raw: the action.
        before: the position before it, if it names cards that others may have seen.
        events: what it caused.
        sealed: whether it is a sealed choice.
    """
    cards = rules.notation.cards(raw)
    seats = range(rules.players)
    if sealed:
        seen = tuple(cards if seat == actor else -1 for seat in seats)
    elif cards:
        watchers = witnesses(rules.recorder, before, events)
        seen = tuple(
            cards if seat == actor else sum(1 << card for card in cards_of(cards) if watchers[card] >> seat & 1)
            for seat in seats
        )
    else:
        seen = (0,) * rules.players
    return Recent(actor, raw[0], seen)


def last_actions(state: State) -> list[Recent]:
    """Return the last actions of a game, the latest last."""
    found: list[Recent] = []
    step = state.last
    while step is not None and len(found) < RECENT:
        if not step.secret:
            found.append(recent_of(state.game, step.seat, step.raw, step.before, step.events, step.sealed))
        step = step.previous
    return found[::-1]


def last_facts(state: State, opening: Opening | None) -> Sequence[Sequence[Fact]]:
    """Return for each seat the last facts that it was told in the present deal, the latest last.

    Args:
        state: the game.
        opening: how it began, which the state of a sampled game does not know.
    """
    seats = state.game.players
    if not state.game.program.tells:
        return [()] * seats
    told: list[Sequence[Event]] = []
    step = state.last
    while step is not None:
        told.append(step.events)
        if any(isinstance(event, Gathered) for event in step.events):
            break  # the deal began here
        step = step.previous
    else:
        told.append(opening.events if opening is not None else ())
    return told_to(seats, [()] * seats, (event for events in reversed(told) for event in events))
