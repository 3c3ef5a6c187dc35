"""What the points of a deal depend on besides cards: the contract, who has made it, tricks that were taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...game.observation.view import observe
from ...program import ir
from ...program.tree_walk import reached
from ...shared import kept_with
from ...syntax import types as ty
from ..shown import shown_values
from .closing import closing

if TYPE_CHECKING:
    from ...game.rules import Rules
    from ...game.step import Step
    from ...program.program import Program


def facts(rules: Rules, step: Step, viewer: int | None) -> dict[str, Any]:
    """Return what decided the points of the deal that a step has ended, with the values at its end, by name.

    Args:
        rules: the game.
        step: the step.
        viewer: the seat that asks; None sees everything.
    """
    names = kept_with(rules, "deciding", _deciding)
    if not names:
        return {}
    position = closing(rules, step)
    seen = observe(rules, position, viewer, (), ()).variables
    values = {**seen, **shown_values(rules, position, viewer)}
    return {name: values[name] for name in names}


def _deciding(rules: Rules) -> tuple[str, ...]:
    """Return what of a deal its points depend on: variables of the deal, and what is shown of such variables."""
    program = rules.program
    read = _read(program, program.deal_after) or frozenset()
    told = [name for name in read if name in program.variables and _is_told(program, name)]
    shown = [
        definition.name
        for definition in program.definitions.values()
        if definition.shown
        and not definition.parameters
        and definition.value is not None
        and (of := _read(program, definition.value, cards=False))
        and of <= read
        and all(program.variables[name].scope == "deal" and program.variables[name].internal for name in of)
    ]
    return (*(name for name in program.variables if name in told), *shown)


def _is_told(program: Program, name: str) -> bool:
    """Return whether a variable is about one deal, and said of the table, or a number of each player."""
    variable = program.variables[name]
    return variable.scope == "deal" and not variable.internal and (not variable.each or variable.type == ty.NUMBER)


def _read(program: Program, tree: object, *, cards: bool = True) -> frozenset[str] | None:
    """Return the variables that a part of the rules reads, also in what it uses.

    Args:
        program: the rules.
        tree: the part.
        cards: whether it may also read cards; if not, the answer is None where it does.
    """
    found = set[str]()
    for each in reached(program, (tree,), ir.VarRef, ir.ZoneRef, ir.AllSeats, ir.PileRef):
        if isinstance(each, ir.VarRef):
            found.add(each.variable)
        elif not cards:
            return None
    return frozenset(found)
