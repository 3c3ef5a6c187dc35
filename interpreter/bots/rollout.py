"""`rollout`: flat Monte Carlo search by sequential halving.

It samples worlds that agree with the knowledge of its seat, plays each candidate action in them,
goes on at random, and keeps the better half of the candidates in each round (Z. Karnin, T. Koren
and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013). If there are too
many actions to try each of them some times, half of the simulations find out which of their parts
are good (`candidates.py`), and the actions with the best parts are the candidates.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from .assessment import Assessment, Candidate
from .candidates import candidates_of
from .clock import Clock, Limited, OutOfTimeError
from .playouts import Playouts

if TYPE_CHECKING:
    from ..play.action import Action
    from ..runtime.chance import Random
    from .playouts import Outcome
    from .view import View


class RolloutBot(Limited):
    """Plays the action with the best result in simulations of sampled worlds."""

    def choose(self, view: View) -> Action:
        """Return the action with the best result.

        If the time is over before any action could be tried, it is one that the ruleset prefers.
        """
        clock = Clock(self._seconds, self.progress)
        actions = view.actions()
        self.assessment = None
        if len(actions) == 1:
            return actions[0]
        rng = view.rng(self._seed)
        playouts = Playouts(view, rng, clock)
        raws = [each.raw for each in actions]
        candidates: list[_Candidate] = []
        out: list[_Candidate] = []
        spent = 0
        with suppress(OutOfTimeError):
            chosen, spent = candidates_of(playouts, view, raws, self._budget, rng, clock)
            candidates += (_Candidate(actions[raws.index(raw)]) for raw in chosen)
            self._halve(candidates, out, playouts, view.seat, self._budget - spent, rng, clock)
        ranked = [each for each in (*_best_first(candidates), *out) if each.tried]
        if not ranked:
            return actions[raws.index(playouts.untried(raws, rng))]
        self.assessment = Assessment(
            tuple(each.found(playouts.scored) for each in ranked),
            len(actions),
            sum(each.tried for each in ranked) + spent,
        )
        return ranked[0].action

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
            worlds = max(left // remaining // len(candidates), 1)
            clock.begin_round(remaining)
            for _ in range(worlds):
                clock.tell(1 - left / self._budget)
                world = playouts.worlds.sample()
                luck = rng.below(1 << 32)
                for each in candidates:
                    each.add(playouts.outcome(world, seat, each.action.raw, luck))
                    if clock.late():
                        break
                left -= len(candidates)
                if clock.late():
                    break
            ranked = _best_first(candidates)
            kept = (len(candidates) + 1) // 2
            candidates[:], out[:0] = ranked[:kept], ranked[kept:]
            if left < len(candidates):
                break


class _Candidate:
    """An action and the sums of its results.

    Attributes:
        action: the action.
        tried: how often it was tried.
    """

    def __init__(self, action: Action) -> None:
        self.action = action
        self.tried = 0
        self._results = 0.0
        self._points = 0.0

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        self.tried += 1
        self._results += outcome.result
        self._points += outcome.points

    @property
    def mean(self) -> float:
        """The mean result; less than any result if it was not tried."""
        return self._results / self.tried if self.tried else -2.0

    def found(self, points: bool) -> Candidate:
        """Return what was found out, with points if they are counted."""
        return Candidate(
            self.action, self.tried, self.mean, self._points / self.tried if points else None
        )


def _best_first(candidates: list[_Candidate]) -> list[_Candidate]:
    return sorted(candidates, key=lambda each: -each.mean)
