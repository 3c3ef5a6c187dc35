"""`rollout`: flat Monte Carlo search by sequential halving.

It samples worlds that agree with the knowledge of its seat, plays each candidate action in them,
goes on at random, and keeps the better half of the candidates in each round (Z. Karnin, T. Koren
and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013). If there are too
many actions to try each of them some times, half of the simulations find out which of their parts
are good (`candidates.py`), and the actions with the best parts are the candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .candidates import candidates_of
from .clock import Clock, Limited
from .playouts import Playouts
from .view import View

if TYPE_CHECKING:
    from ..play.action import Action


class RolloutBot(Limited):
    """Plays the action with the best result in simulations of sampled worlds."""

    def choose(self, view: View) -> Action:
        """Return the action with the best result.

        Each round halves the candidates. In a round all of them are tried in the same worlds, which
        reduces the variance of the comparison.
        """
        actions = view.actions()
        if len(actions) == 1:
            return actions[0]
        clock = Clock(self._seconds, self.progress)
        rng = view.rng(self._seed)
        playouts = Playouts(view, rng)
        left = self._budget
        raws = [each.raw for each in actions]
        chosen, spent = candidates_of(playouts, view, raws, left, rng, clock)
        candidates = [raws.index(raw) for raw in chosen]
        left -= spent
        total, tried = [0.0] * len(actions), [0] * len(actions)
        rounds = max(len(candidates) - 1, 1).bit_length()
        for remaining in range(rounds, 0, -1):
            worlds = max(left // remaining // len(candidates), 1)
            clock.begin_round(remaining)
            for _ in range(worlds):
                clock.tell(1 - left / self._budget)
                world = playouts.worlds.sample()
                luck = rng.below(1 << 32)
                for index in candidates:
                    total[index] += playouts.value(world, view.seat, actions[index].raw, luck)
                    tried[index] += 1
                    if clock.late():
                        break
                left -= len(candidates)
                if clock.late():
                    break
            candidates.sort(key=lambda index: -total[index] / tried[index] if tried[index] else 2.0)
            candidates = candidates[: (len(candidates) + 1) // 2]
            if left < len(candidates):
                break
        return actions[candidates[0]]
