"""Counters for a game's rules, added to its program.

The note of each action, effect and procedure of `define` is the increment of a variable. One
more counts matches that end although `match.until` does not hold. The names of these variables
cannot occur in a ruleset. The compiler treats them as any variable, and the course of the game
stays the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..program import ir
from ..program.program import Variable
from ..rewriting.tracing import with_rules_noted
from ..syntax import types as ty

if TYPE_CHECKING:
    from ..program.program import Program
    from ..program.tree_walk import Body


CUT_OFF = "match.deals"
"""The address whose counter tells that the number of deals ended a match that was not decided."""


def counted(program: Program) -> tuple[Program, dict[str, str]]:
    """Return a program with counters.

    Args:
        program: the program; it is not changed.

    Returns:
        The new program, and the position's slot with the counter of each address.

    >>> from cardrules.interpreter.check.load import load_ruleset
    >>> program = load_ruleset("gin_slaughtre").program
    >>> with_counters, slots = counted(program)
    >>> slots["effects.jack"].removeprefix("v_") in with_counters.variables
    True
    """
    names: dict[str, str] = {}

    def count(address: str) -> Body:
        """Return what increments the counter of an address."""
        name = names.setdefault(address, f"FIRED_{len(names)}")
        counter = ir.VarRef(name, None, type=ty.NUMBER)
        return (ir.Assign(counter, ir.Op("add", (counter, ir.Const(1, type=ty.NUMBER)), type=ty.NUMBER)),)

    def note(address: str) -> Body:
        section, _, name = address.partition(".")
        is_value = section == "define" and program.definitions[name].value is not None
        return () if is_value else count(address)

    result = with_rules_noted(program, note)
    if program.match_until is not None:
        not_yet = ir.Op("not", (program.match_until,), type=ty.BOOLEAN)
        result = replace(result, match_result=(ir.If(not_yet, count(CUT_OFF), ()), *program.match_result))
    start = ir.Const(0, type=ty.NUMBER)
    variables = {name: Variable(name, ty.NUMBER, False, start, "match") for name in names.values()}
    result = replace(result, variables=program.variables | variables)
    return result, {address: f"v_{name}" for address, name in names.items()}
