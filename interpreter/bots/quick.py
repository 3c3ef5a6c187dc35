"""`random` and `quick`: bots that do not search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..game.preferring import WHIM, policy_of, sensible
from .view import Progress, View, choices

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..game.action import Action
    from ..runtime.chance import Random
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

    def policy(self, view: View) -> Mapping[str, float]:
        """Return the probabilities of the actions, by notation."""
        return dict(_equally(choices(view)))


class QuickBot(RandomBot):
    """Follows the ruleset's `bots.prefer` in most decisions, and otherwise plays at random.

    Preferences can depend on hidden cards, so they are asked in a sampled world. Where they are
    ignored, an action with many forms, such as the bids of an auction, is played in a form that
    is not preferred only if nothing else is left, and so is an action that does nothing but lose.
    Where none of them applies, any action is.
    """

    def choose(self, view: View) -> Action:
        """Return one of the preferred actions."""
        actions, rng = choices(view), view.fast_rng(self._seed)
        preferring = len(actions) > 1 and rng.below(WHIM) > 0
        return rng.choice(_considered(view, actions, rng, preferring=preferring))

    def policy(self, view: View) -> Mapping[str, float]:
        """Return the probabilities of the actions, by notation.

        They are exact where no preference depends on cards that the seat does not see, and else those
        of one sampled world.
        """
        actions, rng = choices(view), view.fast_rng(self._seed)
        found: dict[str, float] = dict.fromkeys((each.text for each in actions), 0.0)
        for preferring, weight in ((True, WHIM - 1), (False, 1)):
            for text, share in _equally(_considered(view, actions, rng, preferring=preferring)):
                found[text] += share * weight / WHIM
        return found


def _considered(view: View, actions: list[Action], rng: Random, *, preferring: bool) -> list[Action]:
    """Return the actions among which a quick player chooses.

    Args:
        view: The view of its seat.
        actions: The legal actions.
        rng: The random numbers for sampling a world.
        preferring: Whether it follows the preferences.
    """
    policy = policy_of(view.program, ())
    if not preferring and len(actions) <= policy.forms and not policy.losing:
        return actions
    worlds, raws = view.worlds(rng), [each.raw for each in actions]
    world = worlds.sample()
    raws = worlds.preferred(world, raws) if preferring else sensible(world, raws, policy, worlds.preferred)
    return [each for each in actions if each.raw in raws]


def _equally(actions: list[Action]) -> Iterator[tuple[str, float]]:
    """Yield actions in notation, with equal probabilities."""
    for action in actions:
        yield action.text, 1 / len(actions)
