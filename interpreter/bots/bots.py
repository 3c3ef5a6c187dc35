"""Computer players by name. A bot gets a `View` and never a state: it knows what its seat knows.

The section `bots` of a ruleset tells which actions random players prefer and how good a position
is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .clock import DEFAULT_BUDGET
from .ismcts import IsmctsBot
from .rollout import RolloutBot
from .view import Progress, View, generator

if TYPE_CHECKING:
    from ..play.action import Action
    from .view import Bot


class RandomBot:
    """Plays random legal actions, each with the same probability."""

    def __init__(self, seed: int = 0) -> None:
        """Make a bot; bots with equal seeds make equal choices."""
        self._seed = seed
        self.progress: Progress | None = None

    def choose(self, view: View) -> Action:
        """Return a random legal action."""
        return generator(self._seed, view).choice(view.actions())


BOTS: Final[tuple[str, ...]] = ("ismcts", "rollout", "random")
"""The names of the bots that `make_bot` knows."""


def make_bot(
    name: str,
    seed: int = 0,
    budget: int | None = DEFAULT_BUDGET,
    seconds: float | None = None,
) -> Bot:
    """Return a bot by its name.

    Args:
        name: One of `BOTS`.
        seed: The seed of its random numbers.
        budget: The number of simulations for each decision, for bots that simulate; None for as
            many as time allows.
        seconds: The time for each decision, for bots that simulate; None if there is no limit.

    Raises:
        ValueError: There is no such bot.

    >>> type(make_bot("random")).__name__
    'RandomBot'
    """
    if name == "random":
        return RandomBot(seed)
    if name == "ismcts":
        return IsmctsBot(seed, budget, seconds)
    if name == "rollout":
        return RolloutBot(seed, budget, seconds)
    raise ValueError(f"there is no bot '{name}'; the bots are {' and '.join(BOTS)}")
