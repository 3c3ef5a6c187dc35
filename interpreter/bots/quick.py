"""`random` and `quick`: bots that do not search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..game.preferring import MANY_FORMS, WHIM, preferences, sensible
from .view import Progress, View, choices

if TYPE_CHECKING:
    from ..game.action import Action
    from .assessment import Assessment


class RandomBot:
    """Plays random legal actions, each with the same probability."""

    def __init__(self, seed: int = 0) -> None:
        """Make a bot; bots with equal seeds make equal choices."""
        self._seed = seed
        self.progress: Progress | None = None
        self.assessment: Assessment | None = None

    def choose(self, view: View) -> Action:
        """Return a random legal action."""
        actions = choices(view)
        return view.fast_rng(self._seed).choice(actions)


class QuickBot(RandomBot):
    """Follows the ruleset's `bots.prefer` in most decisions, and otherwise plays at random.

    Preferences can depend on hidden cards, so they are asked in a sampled world. Where they are
    ignored, an action with many forms, such as the bids of an auction, is played in a form that
    is not preferred only if nothing else is left. Where none of them applies, any action is.
    """

    def choose(self, view: View) -> Action:
        """Return one of the preferred actions."""
        actions, rng = choices(view), view.fast_rng(self._seed)
        preferring = len(actions) > 1 and rng.below(WHIM) > 0
        if preferring or len(actions) > MANY_FORMS:
            worlds, raws = view.worlds(rng), [each.raw for each in actions]
            world = worlds.sample()
            if preferring:
                raws = worlds.preferred(world, raws)
            else:
                raws = sensible(world, raws, preferences(view.program), worlds.preferred)
            actions = [each for each in actions if each.raw in raws]
        return rng.choice(actions)
