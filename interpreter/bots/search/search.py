"""What the bots that search have in common: limits, and how a decision begins and ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from ..view import choices
from .clock import DEFAULT_BUDGET, UNLIMITED, Clock
from .playouts import Playouts

if TYPE_CHECKING:
    from ...game.action import Action
    from ...runtime.chance import Random
    from ..assessment import Assessment
    from ..view import Progress, View


class Limited(ABC):
    """A bot that searches within limits.

    Attributes:
        progress: Called now and then while the bot thinks, with the part that is done, from 0 to 1.
        assessment: What the search for the last choice found out; None where it had nothing to
            choose.
    """

    def __init__(self, seed: int = 0, budget: int | None = DEFAULT_BUDGET, seconds: float | None = None) -> None:
        """Make a bot; bots with equal seeds and budgets, and no time limit, make equal choices.

        Args:
            seed: The seed of its random numbers.
            budget: The number of simulations for each decision; None for as many as time allows.
            seconds: The time for each decision; None for as long as the simulations take. Without
                a budget either it is one second.
        """
        self._seed = seed
        self._budget = UNLIMITED if budget is None else max(budget, 1)
        self._seconds = 1.0 if budget is None and seconds is None else seconds
        self.progress: Progress | None = None
        self.assessment: Assessment | None = None

    def choose(self, view: View) -> Action:
        """Return the action that the search chooses.

        If the time is over before any action could be tried, it is one that the ruleset prefers.
        """
        actions = choices(view)
        clock = Clock(self._seconds, self.progress)
        self.assessment = None
        if len(actions) == 1:
            return actions[0]
        rng = view.fast_rng(self._seed)
        playouts = Playouts(view, rng, clock, counted=self._budget < UNLIMITED)
        found = self._search(view, actions, playouts, rng, clock)
        self.assessment = found and replace(found, decided=playouts.decided, estimated=playouts.estimated)
        clock.tell(1.0)
        if self.assessment is not None:
            return self.assessment.chosen.action
        raws = [each.raw for each in actions]
        return actions[raws.index(playouts.untried(raws, rng))]

    @abstractmethod
    def _search(
        self, view: View, actions: list[Action], playouts: Playouts, rng: Random, clock: Clock
    ) -> Assessment | None:
        """Return what is found out about some actions; None if there was no time to try any.

        Args:
            view: the view of the bot.
            actions: the legal actions, at least two.
            playouts: plays on.
            rng: the random numbers.
            clock: tells when to stop.
        """
