"""Measures of the course of a game: who leads at each decision, and which rules matter in it.

The measures follow Browne and Maire, "Evolutionary Game Design" (IEEE Transactions on
Computational Intelligence and AI in Games 2 (1), 2010); `docs/simulation.md` defines them.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from math import sqrt
from operator import sub
from typing import TYPE_CHECKING, Final

from ..errors import CardrulesError
from ..native.playing.watching import Watched
from ..runtime.position import at_seat
from ..runtime.teams import scores, sides_in
from ..syntax import types as ty
from .tally import SCALE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.machine import Machine
    from ..game.action import Raw
    from ..game.rules import Rules
    from ..runtime.position import Position

STRETCHES: Final = 10
"""The number of parts into which a game is divided, to compare games of different lengths."""

_LEAD: Final = ("lead_changes", "behind", "drama", "comeback", "turning_point")
AHEAD: Final = tuple(f"ahead.{part}" for part in range(STRETCHES))


Standings = list[tuple[list[int], int]]
"""The standings of a game in their order, each with the number of decisions for which it lasted."""


class Watch:
    """Observes a game before each decision, with full knowledge of the cards.

    The standing of a seat is its score, negated where the lowest score wins, plus the value that
    the ruleset gives the position for this seat (`bots.value`). A game with neither has no leader.
    """

    def __init__(self, game: Rules, machine: Machine) -> None:
        """Watch a game that this machine is about to play."""
        program = game.program
        self._program = program
        self._verbs = machine.verbs
        self._sign = -1 if program.low_wins else 1
        self._scored = program.uses_scores
        self._worth = machine.evaluate
        self._conditions = [(name, machine.values[name]) for name in _conditions(game)]
        self._standings: Standings | None = [] if self._scored or self._worth else None
        self._moments = 0
        self._offered = [0] * len(machine.verbs)
        self._held = [0] * len(self._conditions)

    @staticmethod
    def names(game: Rules) -> tuple[str, ...]:
        """Return the names of the measures of a watched game."""
        return (
            "watched",
            *(f"offered.{action}" for action in game.program.actions),
            *(f"held.{name}" for name in _conditions(game)),
            *((*_LEAD, *AHEAD) if game.program.uses_scores or game.program.value else ()),
        )

    def look(self, position: Position, actions: list[Raw]) -> None:
        """Observe a position.

        Args:
            position: the position.
            actions: its legal actions.
        """
        self._moments += 1
        for verb in {action[0] for action in actions}:
            self._offered[verb] += 1
        for index, (_, holds) in enumerate(self._conditions):
            try:
                self._held[index] += bool(holds(position, position.actor))
            except CardrulesError:  # the condition cannot be evaluated here: it does not hold
                continue
        if self._standings is not None:
            self._stand(position)

    def _stand(self, position: Position) -> None:
        assert self._standings is not None
        known = scores(self._program, position)
        standing = [self._sign * score if self._scored else 0 for score in known]
        if self._worth is not None:
            try:
                worths = [self._worth(at_seat(position, seat), seat) for seat in range(len(standing))]
                standing = [own + int(worth) for own, worth in zip(standing, worths, strict=True)]
            except CardrulesError:  # the value cannot be computed: the standings stay
                standing = self._standings[-1][0] if self._standings else [0] * len(known)
        # Where `bots.value` differs within a side, it is the first player's.
        sides = sides_in(self._program, position)
        shown = [standing[seat] for seat in sides]
        if self._standings and self._standings[-1][0] == shown:
            self._standings[-1] = shown, self._standings[-1][1] + 1
        else:
            self._standings.append((shown, 1))

    def add(self, moments: int, offered: Sequence[int], held: Sequence[int], standings: Sequence[int]) -> None:
        """Take what native code has observed of a game.

        Args:
            moments: the number of decisions.
            offered: how often each action was legal.
            held: how often each condition held.
            standings: how often a standing lasted, and the standing, again and again.
        """
        self._moments, self._offered, self._held = moments, [*offered], [*held]
        width = self._program.players + 1
        if self._standings is not None:
            self._standings += [
                ([*standings[place + 1 : place + width]], standings[place]) for place in range(0, len(standings), width)
            ]

    @staticmethod
    def watched(game: Rules, machine: Machine) -> Watched:
        """Return what native code must observe so that `add` can take it."""
        return Watched(tuple(_conditions(game)), game.program.uses_scores, machine.evaluate is not None)

    def measures(self, result: tuple[int, ...]) -> dict[str, int]:
        """Return the measures of the game.

        Args:
            result: for each seat a positive number if it won.
        """
        measures = {"watched": self._moments}
        for verb, times in zip(self._verbs, self._offered, strict=True):
            measures[f"offered.{verb}"] = times
        for (name, _), times in zip(self._conditions, self._held, strict=True):
            measures[f"held.{name}"] = times
        if self._standings:
            best = [max(standing) for standing, _ in self._standings]
            measures["lead_changes"] = _lead_changes(self._standings, best)
            winners = [seat for seat, mark in enumerate(result) if mark > 0]
            if 0 < len(winners) < len(result):
                measures |= _course(self._standings, best, winners)
        return measures


def _conditions(game: Rules) -> list[str]:
    """Return the names of the definitions that are conditions without parameters."""
    return [
        name
        for name, definition in game.program.definitions.items()
        if definition.value is not None
        and definition.value.type == ty.BOOLEAN
        and not definition.parameters
        and definition.span.end > definition.span.start  # the author wrote it
    ]


def _lead_changes(standings: Standings, best: Sequence[int]) -> int:
    """Count how often the lead passed to seats that did not have it, alone or with others.

    Args:
        standings: the standings of a game.
        best: the highest value of each of them.

    >>> def changes(*standings):
    ...     return _lead_changes([(each, 1) for each in standings], [*map(max, standings)])
    >>> changes([0, 0], [1, 0], [1, 1], [1, 2], [1, 1])
    1
    >>> changes([0, 0, 0, 0], [1, 0, 1, 0], [1, 2, 1, 2])  # partners
    1
    """
    leaders, changes = {*range(len(standings[0][0]))}, 0
    for (standing, _), high in zip(standings, best, strict=True):
        if still := {seat for seat in leaders if standing[seat] == high}:
            leaders = still
        else:
            leaders = {seat for seat, value in enumerate(standing) if value == high}
            changes += 1
    return changes


def _course(standings: Standings, best: Sequence[int], winners: Sequence[int]) -> dict[str, int]:
    """Return the measures of how far the winners were behind during a game.

    Args:
        standings: the standings of a game.
        best: the highest value of each of them.
        winners: the seats that won.

    >>> standings = [([0, 0], 1), ([0, 4], 1), ([1, 2], 1), ([4, 0], 1)]
    >>> course = _course(standings, [0, 4, 2, 4], [0])
    >>> course["behind"], course["drama"], course["turning_point"], course["ahead.9"]
    (500000, 750000, 750000, 1)
    """
    deficits = [
        high - max([standing[seat] for seat in winners]) for (standing, _), high in zip(standings, best, strict=True)
    ]
    ends = [*accumulate([times for _, times in standings])]
    worst = map(min, [standing for standing, _ in standings])
    spread = max(map(sub, best, worst))
    moments = ends[-1]
    behind = [
        (deficit, times, end) for deficit, (_, times), end in zip(deficits, standings, ends, strict=True) if deficit
    ]
    count = sum([times for _, times, _ in behind])
    pain = sum([sqrt(deficit / spread) * times for deficit, times, _ in behind])

    def deficit_at(moment: int) -> int:
        return deficits[bisect_right(ends, moment)]

    return {
        "behind": SCALE * count // moments,
        "drama": round(SCALE * pain / count) if count else 0,
        "comeback": int(deficit_at(moments // 2) > 0),
        "turning_point": SCALE * behind[-1][2] // moments if behind else 0,
        **{name: int(not deficit_at((2 * part + 1) * moments // (2 * STRETCHES))) for part, name in enumerate(AHEAD)},
    }
