"""Bounds of returns and of the length of a game, which OpenSpiel asks for.

Rules say how many turns a deal has at most, and some that scores only grow. Without scores all
returns are 1, 0 or -1. A game with few deals is walked through from each of them, as long as it is
small. Of any other game some are played by chance, first among the actions that the rules prefer,
then among all, for players may raise where bots call; the bounds are twice what came up, and no
promise. Where not one of them comes to its end soon, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..interpreter.errors import CardrulesError
from ..interpreter.game.setup.opening import START_OF_DEAL, initial_position
from ..interpreter.runtime.chance import Random
from .limits import variable_limits

if TYPE_CHECKING:
    from ..interpreter.game.rules import Rules
    from .episode import Episode
    from .game_spaces import Spaces

_MOST_WALKED: Final = 12_000
"""A game with more positions is not walked through."""

_GAMES: Final = 40
_MOST_CHOICES: Final = 1_000
"""So many games are played to measure, or until so many choices were made."""

_ANY: Final = 1e9
_ANY_LENGTH: Final = 1_000_000
"""Bounds where nothing is known."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between what the returns of all players lie, and how many choices a game has at most.

    Attributes:
        low: no return is lower.
        high: no return is higher.
        length: no game is longer.
        how: `given`, `walked` if they are exact, `measured`, or `unknown`.
    """

    low: float
    high: float
    length: int
    how: str


def walked(deals: Iterable[Episode]) -> Bounds | None:
    """Return the bounds of a small game; None if it is not small.

    Args:
        deals: the game after each deal that there can be.
    """
    found: list[float] = []
    length = count = 0
    for deal in deals:
        waiting = [(deal, 0)]
        while waiting:
            episode, depth = waiting.pop()
            count += 1
            if count > _MOST_WALKED:
                return None
            length = max(length, depth)
            if episode.player is None:
                found += episode.returns()
            for number in episode.legal() if episode.player is not None else ():
                other = episode.clone()
                other.step(number)
                waiting.append((other, depth + 1))
    return Bounds(min(found, default=0), max(found, default=0), length, "walked")


def measured(spaces: Spaces) -> Bounds:
    """Return the bounds that some games suggest."""
    game, machine, steps = spaces.game, spaces.game.bare, spaces.actions.steps
    scored = game.program.uses_scores
    most = _ANY_LENGTH
    if game.single_deal and not spaces.actions.has_steps:
        most = game.program.turn_limit  # the rules end a deal then
    widest = longest = 0
    for prefers in (True, False):
        choices = 0
        for seed in range(_GAMES):
            chance, length = Random(seed), 0
            position = initial_position(game, machine, seed)
            try:
                machine.advance(position, START_OF_DEAL)
                while position.pc >= 0 and choices < _MOST_CHOICES:
                    legal = machine.legal[position.pc](position)
                    raw = chance.choice(machine.preferred(position, legal) if prefers else legal)
                    machine.play(position, raw)
                    length += len(steps(raw))
                    choices += 1
            except CardrulesError:  # of these rules; whoever plays sees it
                continue
            if position.pc >= 0:
                break
            longest = max(longest, length)
            widest = max(widest, *map(abs, game.returns(position)))
    if not longest:
        bound = _ANY if scored else 1.0
        return Bounds(-bound, bound, most, "unknown")
    bound = float(max(2 * widest, 1)) if scored else 1.0
    low, high = _of_rules(game) if scored else (-bound, bound)
    return Bounds(max(-bound, low), min(bound, high), min(2 * longest, most), "measured")


def _of_rules(game: Rules) -> tuple[float, float]:
    """Return between what the returns lie because of what the rules add to scores."""
    program = game.program
    sign = -1 if program.low_wins else 1
    ends = [sign * (score - program.match_start) / program.per_point for score in variable_limits(program)["score"]]
    return min(ends), max(ends)
