"""Counters for a game's rules, added to its program.

Each action, effect and procedure of `define` gets a variable that it increments when it runs. One
more counts matches that end although `match.until` does not hold. The names of these variables
cannot occur in a ruleset. The compiler treats them as any variable, and the course of the game
stays the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..check import ir
from ..check.program import Variable
from ..syntax import types as ty

if TYPE_CHECKING:
    from ..check.program import Action, Definition, Effect, Program


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
    counters = _Counters()
    actions = {name: counters.action(action) for name, action in program.actions.items()}
    events = {event: tuple(counters.effect(effect) for effect in effects) for event, effects in program.events.items()}
    definitions = {name: counters.definition(definition) for name, definition in program.definitions.items()}
    over = program.match_result
    if program.match_until is not None:
        not_yet = ir.Op("not", (program.match_until,), type=ty.BOOLEAN)
        over = (ir.If(not_yet, (counters.count(CUT_OFF),), ()), *over)
    start = ir.Const(type=ty.NUMBER, value=0)
    variables = {name: Variable(name, ty.NUMBER, False, start, "match") for name in counters.names.values()}
    result = replace(
        program,
        actions=actions,
        events=events,
        definitions=definitions,
        match_result=over,
        variables=program.variables | variables,
    )
    return result, {address: f"v_{name}" for address, name in counters.names.items()}


class _Counters:
    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def action(self, action: Action) -> Action:
        return replace(
            action,
            do=(self.count(f"actions.{action.name}"), *action.do),
            effects=tuple(self.effect(effect) for effect in action.effects),
        )

    def effect(self, effect: Effect) -> Effect:
        return replace(effect, do=(self.count(f"effects.{effect.name}"), *effect.do))

    def definition(self, definition: Definition) -> Definition:
        if definition.value is not None:
            return definition
        return replace(definition, do=(self.count(f"define.{definition.name}"), *definition.do))

    def count(self, address: str) -> ir.Assign:
        """Return the statement that increments the counter of an address."""
        name = self.names.setdefault(address, f"FIRED_{len(self.names)}")
        counter = ir.VarRef(type=ty.NUMBER, variable=name, seat=None)
        one = ir.Const(type=ty.NUMBER, value=1)
        return ir.Assign(target=counter, value=ir.Op(type=ty.NUMBER, name="add", arguments=(counter, one)))
