"""What native code observes of a game before each decision, as generated functions.

It is what `simulation/watching.py` observes: which actions are legal, which conditions hold, and
how the players stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ...core import nodes
from ...core.reading import function_of
from ..library.standings import advantage, sides

if TYPE_CHECKING:
    from ...program.program import Program

OFFERED, HELD, STANDINGS = "w_offered", "w_held", "w_standings"
"""The slots that native code has besides those of positions: how often each action was legal, how
often each condition held, and how often each standing lasted, with the standing."""

MOST_BITS: Final = 62
"""Games with more actions or conditions are watched in Python."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What is observed.

    Attributes:
        conditions: definitions that are conditions.
        scored: whether the players' scores belong to their standing.
        worth: whether the ruleset's value of the position belongs to it.
    """

    conditions: tuple[str, ...]
    scored: bool
    worth: bool

    def possible(self, program: Program) -> bool:
        """Return whether there are not too many actions and conditions."""
        return len(program.actions) <= MOST_BITS and len(self.conditions) <= MOST_BITS


def watcher(program: Program, watched: Watched, site: int) -> nodes.FunctionDef:
    """Return the function that observes a position in which a decision is to be made.

    Args:
        program: the program.
        watched: what is observed.
        site: the place where the game waits.
    """
    text = (
        f"def watch_{site}(s):\n"
        "    verbs = 0\n"
        f"    for action in legal_{site}(s):\n"
        "        verbs |= 1 << action[0]\n"
        f"    for verb in range({len(program.actions)}):\n"
        f"        if verbs >> verb & 1: s.{OFFERED}[verb] += 1\n"
    )
    for index, name in enumerate(watched.conditions):
        text += f"    if d_{name}(s, s.actor): s.{HELD}[{index}] += 1\n"
    if watched.scored or watched.worth:
        seats = range(program.players)
        standing = ", ".join(_standing(program, watched, seat) for seat in seats)
        text += f"    standing = [{standing}]\n"
        shown = ", ".join(f"standing[{sides(program)}[{seat}]]" for seat in seats)
        text += f"    stood(s.{STANDINGS}, [{shown}])\n"
    return function_of(f"{text}    return 0\n")


def _standing(program: Program, watched: Watched, seat: int) -> str:
    """Return the code for how a player stands."""
    terms: list[str] = []
    if watched.scored:
        terms.append(advantage(program, seat))
    if watched.worth:
        terms.append(f"evaluate(s, {seat})")
    return " + ".join(terms)
