"""How players choose that do not search, as generated functions: one for each decision.

They draw the same random numbers as `simulation/simulate.py` and `search/playouts.py` do in Python.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core import nodes
from ...core.reading import function_of


@dataclass(frozen=True, slots=True)
class Policy:
    """How players choose.

    Attributes:
        quick: by seat, whether the player follows the preferences of the ruleset.
        whim: one in so many decisions of such a player ignores them.
        prefers: the numbers of the actions for which there are preferences.
        forms: of such actions with more forms only the preferred ones are sensible.
        losing: the numbers of the actions that do nothing but lose; they are not sensible.
    """

    quick: tuple[bool, ...]
    whim: int
    prefers: frozenset[int]
    forms: int
    losing: frozenset[int] = frozenset()


def decider(policy: Policy, site: int) -> nodes.FunctionDef:
    """Return the function that makes a decision and returns the code of what follows.

    Args:
        policy: how players choose.
        site: the place where the game waits.
    """
    text = f"def choose_{site}(s):\n    actions = legal_{site}(s)\n    counted(len(actions))\n"
    if any(policy.quick):
        test = "" if all(policy.quick) else f" and {policy.quick}[s.actor]"
        text += (
            f"    if len(actions) > 1{test}:\n"
            f"        if rolled({policy.whim}):\n"
            "            actions = preferred(s, actions)\n"
            "        else:\n"
            "            actions = sensible(s, actions)\n"
        )
    return function_of(f"{text}    return apply_{site}(s, actions[rolled(len(actions))])\n")


def sensible(policy: Policy) -> nodes.FunctionDef:
    """Return the function that leaves out actions that are hardly worth a thought."""
    if not policy.prefers:
        return function_of("def sensible(s, actions):\n    return actions\n")
    verbs, losing = tuple(sorted(policy.prefers)), tuple(sorted(policy.losing))
    going_on = f"    actions = [each for each in actions if each[0] not in {losing}] or actions\n" if losing else ""
    return function_of(
        f"def sensible(s, actions):\n{going_on}"
        f"    if len(actions) <= {policy.forms}:\n"
        "        return actions\n"
        "    kept = [each for each in actions if each[0] < 0]\n"
        "    for verb in each_once([each[0] for each in actions]):\n"
        "        forms = [each for each in actions if each[0] == verb]\n"
        f"        if len(forms) > {policy.forms} and verb in {verbs}:\n"
        "            best = preferred(s, forms)\n"
        "            if best is not forms:\n"
        "                kept += best\n"
        "        else:\n"
        "            kept += forms\n"
        "    return kept or actions\n"
    )
