"""How players choose without search: among all legal actions, or as the preferences of the ruleset say.

Simulations, playouts and bots share this. Native code draws the same random numbers; see `policies.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from ..native.playing.policies import Policy

if TYPE_CHECKING:
    from ..core.machine import Machine, Raw
    from ..program.program import Program
    from ..runtime.chance import Random
    from ..runtime.position import Position

WHIM: Final = 8
"""In playouts, one in so many decisions ignores the preferences of the ruleset."""

MANY_FORMS: Final = 20
"""Of an action with more forms only the preferred ones are tried."""


def preferences(program: Program) -> frozenset[int]:
    """Return the numbers of the actions for which a ruleset has preferences."""
    verbs = list(program.actions)
    return frozenset(verbs.index(each.action) for each in program.prefer)


def policy_of(program: Program, quick: tuple[bool, ...]) -> Policy:
    """Return how players choose that do not search.

    Args:
        program: the rules of the game.
        quick: by seat, whether the player follows the preferences of the ruleset.
    """
    return Policy(quick, WHIM, preferences(program), MANY_FORMS)


def sensible(
    position: Position,
    actions: list[Raw],
    prefers: frozenset[int],
    preferred: Callable[[Position, list[Raw]], list[Raw]],
) -> list[Raw]:
    """Return actions without those that are hardly worth a thought.

    An action with many forms, such as the bids of an auction, for which the ruleset has
    preferences, is worth it only in the forms that are preferred.

    Args:
        position: the position.
        actions: the legal actions.
        prefers: the numbers of the actions for which there are preferences.
        preferred: returns the preferred ones of some actions; the same list if there are none.
    """
    if len(actions) <= MANY_FORMS or not prefers:
        return actions
    forms: dict[int, list[Raw]] = {}
    for raw in actions:
        forms.setdefault(raw[0], []).append(raw)
    kept: list[Raw] = []
    for verb, raws in forms.items():
        if len(raws) > MANY_FORMS and verb in prefers:
            best = preferred(position, raws)
            raws = [] if best is raws else best
        kept += raws
    return kept or actions


Choose = Callable[["Position", "list[Raw]"], "Raw"]
"""Chooses one of the legal actions in a position."""


def quickly(machine: Machine, rng: Random, quick: Sequence[bool]) -> Choose:
    """Return how players choose that need the legal actions only.

    Args:
        machine: a build of the game.
        rng: the random numbers of all players.
        quick: by seat, whether the player follows the preferences of the ruleset.
    """
    below, preferred = rng.below, machine.preferred
    prefers = preferences(machine.program)

    def at_random(position: Position, actions: list[Raw]) -> Raw:
        return actions[below(len(actions))]

    def choose(position: Position, actions: list[Raw]) -> Raw:
        if quick[position.actor] and len(actions) > 1:
            if below(WHIM):
                actions = preferred(position, actions)
            else:
                actions = sensible(position, actions, prefers, preferred)
        return actions[below(len(actions))]

    return choose if any(quick) else at_random
