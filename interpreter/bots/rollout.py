"""`rollout`: flat Monte Carlo search by sequential halving.

It samples worlds that agree with the knowledge of its seat, plays each candidate action in them,
goes on at random, and keeps the better half of the candidates in each round (Z. Karnin, T. Koren
and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013). If there are too
many actions to try each of them some times, half of the simulations find out which of their parts
are good (`candidates.py`), and the actions with the best parts are the candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .assessment import Assessment, Candidate
from .candidates import candidates_of
from .clock import Clock, Limited
from .playouts import Playouts

if TYPE_CHECKING:
    from ..play.action import Action
    from .playouts import Outcome
    from .view import View


class RolloutBot(Limited):
    """Plays the action with the best result in simulations of sampled worlds."""

    def choose(self, view: View) -> Action:
        """Return the action with the best result.

        Each round halves the candidates. In a round all of them are tried in the same worlds, which
        reduces the variance of the comparison.
        """
        actions = view.actions()
        self.assessment = None
        if len(actions) == 1:
            return actions[0]
        clock = Clock(self._seconds, self.progress)
        rng = view.rng(self._seed)
        playouts = Playouts(view, rng)
        left = self._budget
        raws = [each.raw for each in actions]
        chosen, spent = candidates_of(playouts, view, raws, left, rng, clock)
        left -= spent
        candidates = [_Candidate(actions[raws.index(raw)]) for raw in chosen]
        ranked: list[_Candidate] = []  # those that are out, the last first
        rounds = max(len(candidates) - 1, 1).bit_length()
        for remaining in range(rounds, 0, -1):
            worlds = max(left // remaining // len(candidates), 1)
            clock.begin_round(remaining)
            for _ in range(worlds):
                clock.tell(1 - left / self._budget)
                world = playouts.worlds.sample()
                luck = rng.below(1 << 32)
                for each in candidates:
                    each.add(playouts.outcome(world, view.seat, each.action.raw, luck))
                    if clock.late():
                        break
                left -= len(candidates)
                if clock.late():
                    break
            candidates.sort(key=lambda each: -each.mean)
            kept = (len(candidates) + 1) // 2
            ranked = candidates[kept:] + ranked
            candidates = candidates[:kept]
            if left < len(candidates):
                break
        ranked = candidates + ranked
        self.assessment = Assessment(
            tuple(each.found(playouts.scored) for each in ranked if each.tried),
            len(actions),
            sum(each.tried for each in ranked) + spent,
        )
        return ranked[0].action


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
