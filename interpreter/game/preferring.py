"""How players choose without search: among all legal actions, or as the preferences of the ruleset say.

Simulations, playouts and bots share this. Native code draws the same random numbers; see `policies.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ..native.playing.policies import Policy
from ..program import ir

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


def _losing(program: Program) -> frozenset[int]:
    """Return the numbers of the actions that do nothing but lose, such as to give up a patience."""

    def loses(done: tuple[ir.Stmt, ...]) -> bool:
        match done:
            case (ir.Outcome(players=ir.Op(name="to_players", arguments=(ir.Local(name="actor"),)), wins=False),):
                return True
            case _:
                return False

    return frozenset(number for number, each in enumerate(program.actions.values()) if loses(each.do))


def policy_of(program: Program, quick: tuple[bool, ...]) -> Policy:
    """Return how players choose that do not search.

    Args:
        program: the rules of the game.
        quick: by seat, whether the player follows the preferences of the ruleset.
    """
    return Policy(quick, WHIM, preferences(program), MANY_FORMS, _losing(program))


def sensible(
    position: Position,
    actions: list[Raw],
    policy: Policy,
    preferred: Callable[[Position, list[Raw]], list[Raw]],
) -> list[Raw]:
    """Return actions without those that are hardly worth a thought.

    These are actions that do nothing but lose. And an action with many forms, such as the bids of
    an auction, for which the ruleset has preferences, is worth it only in the forms that are preferred.

    Args:
        position: the position.
        actions: the legal actions.
        policy: how players choose.
        preferred: returns the preferred ones of some actions; the same list if there are none.
    """
    if not policy.prefers:
        return actions
    if policy.losing:
        actions = [raw for raw in actions if raw[0] not in policy.losing] or actions
    if len(actions) <= policy.forms:
        return actions
    forms: dict[int, list[Raw]] = {}
    for raw in actions:
        forms.setdefault(raw[0], []).append(raw)
    kept: list[Raw] = []
    for verb, raws in forms.items():
        if len(raws) > policy.forms and verb in policy.prefers:
            best = preferred(position, raws)
            raws = [] if best is raws else best
        kept += raws
    return kept or actions


Choose = Callable[["Position", "list[Raw]"], "Raw"]
"""Chooses one of the legal actions in a position."""


def quickly(machine: Machine, rng: Random, policy: Policy) -> Choose:
    """Return how players choose that need the legal actions only.

    Args:
        machine: a build of the game.
        rng: the random numbers of all players.
        policy: how they choose.
    """
    below, preferred, quick = rng.below, machine.preferred, policy.quick

    def at_random(position: Position, actions: list[Raw]) -> Raw:
        return actions[below(len(actions))]

    def choose(position: Position, actions: list[Raw]) -> Raw:
        if quick[position.actor] and len(actions) > 1:
            if below(WHIM):
                actions = preferred(position, actions)
            else:
                actions = sensible(position, actions, policy, preferred)
        return actions[below(len(actions))]

    return choose if any(quick) else at_random
