"""`rollout`: flat Monte Carlo search by sequential halving.

It samples worlds that agree with the knowledge of its seat, plays each candidate action in them,
goes on at random, and keeps the better half of the candidates in each round (Z. Karnin, T. Koren
and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013). If there are too
many actions to try each of them some times, half of the simulations find out which of their parts
are good (`candidates.py`), and the actions with the best parts are the candidates.

One of the actions that the ruleset prefers stays to the last round, and is chosen unless another
one is better beyond chance.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import repeat
from math import sqrt
from operator import sub
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final

from ..assessment import Assessment, Candidate
from .candidates import candidates_of
from .clock import OutOfTimeError
from .playouts import largest
from .search import Limited

if TYPE_CHECKING:
    from ...core.machine import Raw
    from ...game.action import Action
    from ...runtime.chance import Random
    from ..view import View
    from .clock import Clock
    from .playouts import Outcome, Playouts

_PRIOR: Final = 4.0  # what the parts of an action say counts as so many results

_CERTAIN: Final = 1.5  # a difference of so many standard errors is not by chance


class RolloutBot(Limited):
    """Plays the action with the best result in simulations of sampled worlds."""

    def _search(
        self, view: View, actions: list[Action], playouts: Playouts, rng: Random, clock: Clock
    ) -> Assessment | None:
        """Return what is found out, the action with the best result first; None if nothing."""
        raws = [each.raw for each in actions]
        candidates: list[_Candidate] = []
        out: list[_Candidate] = []
        spent = 0
        with suppress(OutOfTimeError):
            chosen, spent = candidates_of(playouts, view, raws, self._budget, rng, clock)
            hints = set(playouts.worlds.preferred(playouts.worlds.sample(), list(chosen)))
            candidates += (_Candidate(actions[raws.index(raw)], worth, raw in hints) for raw, worth in chosen.items())
            self._halve(candidates, out, playouts, view.seat, self._budget - spent, rng, clock)
        _sort(playouts, candidates)
        _prefer(candidates, playouts.repeats)
        ranked = [each for each in (*candidates, *out) if each.outcomes]
        if not ranked:
            return None
        return Assessment(
            tuple(each.found(playouts) for each in ranked),
            len(actions),
            sum(len(each.outcomes) for each in ranked) + spent,
        )

    def _halve(
        self,
        candidates: list[_Candidate],
        out: list[_Candidate],
        playouts: Playouts,
        seat: int,
        left: int,
        rng: Random,
        clock: Clock,
    ) -> None:
        """Halve the candidates in each round.

        In a round all of them are tried in the same worlds, which reduces the variance of the
        comparison.

        Args:
            candidates: the actions, of which the best remain.
            out: gets the others, the last first.
            playouts: plays on.
            seat: the seat that acts.
            left: the number of simulations.
            rng: the random numbers.
            clock: divides the time among the rounds.

        Raises:
            OutOfTimeError: the time for the decision is over.
        """
        rounds = max(len(candidates) - 1, 1).bit_length()
        for remaining in range(rounds, 0, -1):
            raws = [each.action.raw for each in candidates]
            cost = playouts.repeats * len(raws)
            tried = dict(zip(raws, candidates, strict=True))
            clock.begin_round(remaining)
            worlds = max(left // remaining // cost, 1)
            row: list[tuple[Raw, Outcome]] = []  # of one world
            for found in playouts.trials(seat, repeat(raws).__next__, worlds, rng):
                row.append(found)
                left -= 1
                if len(row) == cost:
                    _count(tried, row)
                    clock.tell(1 - left / self._budget)
                if clock.late():
                    break
            if not candidates[0].outcomes:
                _count(tried, row)
            _sort(playouts, candidates)
            half = (len(candidates) + 1) // 2
            kept, rest = candidates[:half], candidates[half:]
            if not any(each.preferred for each in kept):
                kept += [each for each in rest if each.preferred][:1]
            candidates[:], out[:0] = kept, [each for each in rest if each not in kept]
            if left < playouts.repeats * len(candidates):
                break


class _Candidate:
    """An action and where it led.

    Attributes:
        action: the action.
        preferred: whether the ruleset prefers it.
        outcomes: where it led.
        results: the same as numbers from -1 (lost) to 1 (won).
        mean: the mean result.
        estimate: the same, with what its parts say as if it were some results more.
    """

    def __init__(self, action: Action, worth: float, preferred: bool) -> None:
        """Begin without results.

        Args:
            action: the action.
            worth: what its parts say about its result.
            preferred: whether the ruleset prefers it.
        """
        self.action = action
        self.preferred = preferred
        self.outcomes: list[Outcome] = []
        self.mean = 0.0
        self.estimate = worth
        self.results: list[float] = []
        self._worth = worth

    def rate(self, playouts: Playouts, most: float) -> None:
        """Compute the mean result, where so many points count as everything."""
        self.results = [playouts.result(outcome, most) for outcome in self.outcomes]
        total = sum(self.results)
        self.mean = total / max(len(self.outcomes), 1)
        self.estimate = (total + _PRIOR * self._worth) / (len(self.outcomes) + _PRIOR)

    def found(self, playouts: Playouts) -> Candidate:
        """Return what was found out, with points if there are scores."""
        tried = len(self.outcomes)
        points = sum(outcome.points for outcome in self.outcomes) / tried / playouts.per_point
        return Candidate(self.action, tried, self.mean, points if playouts.scored else None)


def _count(tried: dict[Raw, _Candidate], row: list[tuple[Raw, Outcome]]) -> None:
    """Count the outcomes in a world. A world counts for all or for none, so that they compare."""
    for raw, outcome in row:
        tried[raw].outcomes.append(outcome)
    row.clear()


def _sort(playouts: Playouts, candidates: list[_Candidate]) -> None:
    """Sort candidates, the best first.

    How many points are very many depends on the candidates: it does not matter how many the worst
    actions lose.
    """
    most = largest(sorted(abs(found.points) for each in candidates for found in each.outcomes))
    for each in candidates:
        each.rate(playouts, most)
    candidates.sort(key=lambda each: (not each.outcomes, -each.estimate))


def _prefer(ranked: list[_Candidate], repeats: int) -> None:
    """Put an action that the ruleset prefers first, unless the best one is better beyond chance.

    Both were tried in the same worlds, so that the mean of the differences can be compared with its
    standard error.

    Args:
        ranked: the last candidates, the best first.
        repeats: so many results in succession are from one world.
    """
    index = next((index for index, each in enumerate(ranked) if each.preferred), 0)
    if index:
        each = list(map(sub, ranked[0].results, ranked[index].results))
        differences = [fmean(each[i : i + repeats]) for i in range(0, len(each), repeats)]
        if len(differences) > 1 and fmean(differences) <= _CERTAIN * (stdev(differences) / sqrt(len(differences))):
            ranked.insert(0, ranked.pop(index))
