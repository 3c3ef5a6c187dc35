"""`rollout`: flat Monte Carlo search by sequential halving.

It samples worlds that agree with the knowledge of its seat, plays each candidate action in them,
goes on at random, and keeps the better half of the candidates in each round (Z. Karnin, T. Koren
and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import CardrulesError
from ..runtime.chance import Random
from .clock import Clock, Limited
from .playouts import MANY_FORMS, Playouts
from .view import View

if TYPE_CHECKING:
    from ..compile.machine import Raw
    from ..play.action import Action
    from ..runtime.position import Position


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
        candidates = list(range(len(actions)))
        if len(actions) > MANY_FORMS:
            raws = [each.raw for each in actions]
            sensible = playouts.sensible(playouts.worlds.sample(), raws)
            candidates = [index for index, raw in enumerate(raws) if raw in sensible]
        if len(candidates) > self._budget:
            rng.shuffle(candidates)
            candidates = sorted(candidates[: self._budget])
        total, tries = [0.0] * len(actions), [0] * len(actions)
        rounds = max(len(candidates) - 1, 1).bit_length()
        left = self._budget
        for remaining in range(rounds, 0, -1):
            worlds = max(left // remaining // len(candidates), 1)
            clock.begin_round(remaining)
            for _ in range(worlds):
                clock.tell(1 - left / self._budget)
                world = playouts.worlds.sample()
                luck = rng.below(1 << 32)
                for index in candidates:
                    total[index] += _value(playouts, view.seat, world, actions[index].raw, luck)
                    tries[index] += 1
                    if clock.late():
                        break
                left -= len(candidates)
                if clock.late():
                    break
            candidates.sort(key=lambda index: -total[index] / tries[index] if tries[index] else 2.0)
            candidates = candidates[: (len(candidates) + 1) // 2]
            if left < len(candidates):
                break
        return actions[candidates[0]]


def _value(playouts: Playouts, seat: int, world: Position, raw: Raw, luck: int) -> float:
    """Return the result of an action in a copy of a world, from -1 (lost) to 1 (won).

    Args:
        playouts: plays on.
        seat: the seat that acts.
        world: the world.
        raw: the action.
        luck: the state of the random numbers of this playout.
    """
    position = world.clone()
    deal = position.deal
    rivals = playouts.rivals(position, seat)
    before = playouts.lead(position, seat, rivals)
    try:
        playouts.worlds.play(position, raw)
        playouts.play_on(position, deal, Random(luck))
    except CardrulesError:  # an error of the rules in a later position is not counted
        return 0.0
    return playouts.judge(position, seat, playouts.lead(position, seat, rivals) - before)
