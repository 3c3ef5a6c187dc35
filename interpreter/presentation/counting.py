"""What is counted of each player through a match, and to how much: scores, or a number such as lives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..explanation.points.closing import target
from ..program import ir
from ..program.tree_walk import parts, rules
from ..shared import kept_with
from ..speech.english import singular_noun
from ..syntax import types as ty

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..program.program import Program


def keeps_scores(game: Rules) -> bool:
    """Return whether the rules of a game change scores, or go by them."""
    return tally(game) == "score"


def tally(game: Rules) -> str:
    """Return what is counted of each player: the score, else the variable of a number such as lives; or nothing."""
    return kept_with(game, "tally", lambda game: tally_of(game.program))


def tally_of(program: Program) -> str:
    """Return what `tally` returns, looked up anew."""
    changed = {each.target.variable for each in parts(tuple(rules(program)), ir.Assign)}
    if program.uses_scores or "score" in changed:
        return "score"
    if program.teams is not None:
        return ""
    lasting = (each for each in program.variables.values() if each.scope == "match" and not each.internal)
    numbers = (each.name for each in lasting if each.each and each.type == ty.NUMBER and each.name in changed)
    return next(numbers, "")


def goal(game: Rules) -> str:
    """Return to how many points a match goes: "to 121 points"; empty if it does not end with a score."""
    return kept_with(game, "goal", _goal)


def _goal(game: Rules) -> str:
    limit, label = target(game.program), game.program.labels.get("score", "points")
    return "" if limit is None else f"to {limit} {singular_noun(label) if limit == 1 else label}"
