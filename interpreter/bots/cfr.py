"""`cfr`: plays a strategy for a deal that is computed once, at its first choice, from the rules alone.

It is for small games, all of whose deals can be visited. `interpreter/equilibrium` computes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .quick import QuickBot
from .view import choices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..game.action import Action
    from .assessment import Assessment
    from .view import Progress, View

DEFAULT_ITERATIONS: Final = 200
"""How often each seat learns, unless another number is given."""

_PARTS: Final = 1 << 30  # of which a random number is drawn


class CfrBot:
    """Plays the average strategy of counterfactual regret minimization.

    In a situation that no single deal can come to, such as after a player has left the match, it
    plays as `quick` does.

    Attributes:
        progress: Called now and then while the strategy is computed.
        assessment: None.
    """

    def __init__(self, seed: int = 0, iterations: int = DEFAULT_ITERATIONS) -> None:
        """Make a bot; bots with equal seeds and iterations make equal choices.

        Args:
            seed: The seed of its random numbers.
            iterations: How often each seat learns when the strategy is computed.
        """
        self._seed = seed
        self._iterations = iterations
        self._otherwise = QuickBot(seed)
        self.progress: Progress | None = None
        self.assessment: Assessment | None = None

    def choose(self, view: View) -> Action:
        """Return an action by its probability.

        Raises:
            SetupError: The game is too large.
        """
        actions = choices(view)
        if len(actions) == 1:
            return actions[0]
        policy = self._strategy(view)
        if policy is None:
            return self._otherwise.choose(view)
        left = view.fast_rng(self._seed).below(_PARTS) / _PARTS
        for action in actions:
            left -= policy.get(action.text, 0.0)
            if left < 0:
                return action
        return max(actions, key=lambda action: policy.get(action.text, 0.0))  # sums are not exactly 1

    def policy(self, view: View) -> Mapping[str, float]:
        """Return the probabilities of the actions, by notation.

        Raises:
            SetupError: The game is too large.
        """
        return self._strategy(view) or self._otherwise.policy(view)

    def _strategy(self, view: View) -> Mapping[str, float] | None:
        return view.strategy(self._iterations, self.progress or (lambda _: None))
