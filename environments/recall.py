"""All that a seat has seen and done as rows of numbers: an information state as an array (perfect recall).

The first row is what the seat knows at the beginning. Each later one is a number that was chosen or,
of an action that the seat did not see whole, the action: who acted, the number if the seat saw it,
and what the seat knew afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..interpreter.game.observation.journal import actions_for
from .past import recent_of
from .told import told_to

if TYPE_CHECKING:
    from .episode import Episode
    from .game_spaces import Spaces
    from .observations import Array
    from .told import Fact


def row_size(spaces: Spaces) -> int:
    """Return the length of a row."""
    return spaces.game.players + spaces.actions.size + spaces.observations.latest.size


def recalled(episode: Episode, seat: int) -> list[Array]:
    """Return the rows of a seat; two games that it cannot tell apart have equal ones.

    Args:
        episode: the game in play.
        seat: the seat.
    """
    spaces, state, players = episode.spaces, episode.state, episode.spaces.game.players
    observations, first = spaces.observations, players + spaces.actions.size
    steps = state.steps()
    seen = iter(actions_for(spaces.game, state.last, state.position, seat, 0))
    opening = episode.beginning.opening
    facts: list[Sequence[Fact]] = told_to(players, [()] * players, opening.events if opening is not None else ())
    rows: list[Array] = []

    def add(actor: int | None, number: int | None = None) -> Array:
        rows.append(row := np.zeros(row_size(spaces), np.float32))
        if actor is not None:
            row[(actor - seat) % players] = 1
        if number is not None:
            row[players + number] = 1
        return row

    positions = [*[step.before for step in steps], state.position]
    add(None)[first:] = observations.observe(positions[0], seat, (), facts[seat])[observations.latest]
    for step, after in zip(steps, positions[1:], strict=True):
        facts = told_to(players, facts, step.events)
        if not step.is_known_to(seat):
            continue
        numbers = spaces.actions.steps(step.raw) if next(seen).look == step.raw else (None,)
        row = [add(step.seat, number) for number in numbers][-1]
        recent = recent_of(state.game, step.seat, step.raw, step.before, step.events, step.sealed)
        row[first:] = observations.observe(after, seat, (recent,), facts[seat])[observations.latest]
    for number in episode.chosen if seat == episode.player else ():
        add(seat, number)
    return rows
