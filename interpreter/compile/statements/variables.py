"""The code that gives variables their starting values, at the beginning of their scope."""

from __future__ import annotations

from collections.abc import Iterable

from ...core import nodes
from ...core.build import constant, expression, statements
from ...program import ir
from ...program.program import Variable
from ...syntax import types as ty
from ..context import Context
from ..scope import NOBODY
from ..values.expressions import Expressions


class Variables:
    """Generates the code that sets variables to their starting values."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        """Prepare to generate code for the context's program."""
        self._program = context.program
        self._expressions = expressions

    def started(self, *scopes: str, own: bool | None = None, inner: bool = True) -> list[nodes.Statement]:
        """Return code that sets all variables of some scopes to their start, scope by scope.

        Args:
            scopes: `match`, `deal`, `phase`.
            own: only those that each of several tables has of its own, or only those that they
                share.
            inner: whether those of a phase and of a turn start with those of a deal.
        """
        body: list[nodes.Statement] = []
        for scope in scopes:
            for variable in self._of(scope, inner=inner):
                if own is None or variable.own == own:
                    body += self._start(variable, seated=scope == "phase")
        return body

    def _of(self, scope: str, *, inner: bool) -> Iterable[Variable]:
        scopes = ("deal", "phase", "turn") if scope == "deal" and inner else (scope,)
        return (each for each in self._program.variables.values() if each.scope in scopes)

    def _start(self, variable: Variable, *, seated: bool) -> list[nodes.Statement]:
        """Code that sets a variable to its start: for all players, or for those at the table."""
        value = self._value(variable)
        if variable.each and seated and self._program.tables is not None:
            place = expression(f"s.v_{variable.name}[owner]", owner=self._owner(variable, "p"))
            return statements("for p in _seated(s): place = v", v=value, place=place)
        if variable.each:
            template = "(v,) * n" if variable.lasting else "[v] * n"
            value = expression(template, v=value, n=constant(self._program.players))
        return statements(f"s.v_{variable.name} = v", v=value)

    def _owner(self, variable: Variable, seat: str) -> nodes.Expression:
        """The code of the seat at which a player's variable, or that of the side, is kept."""
        teams = self._program.teams
        if not variable.team or teams is None:
            return expression(seat)
        sides = expression("s.v_teams") if teams.scope else constant(teams.sides)
        return expression(f"sides[{seat}]", sides=sides)

    def _value(self, variable: Variable) -> nodes.Expression:
        """The code of a starting value; a list is a tuple, as everywhere in a state."""
        value = self._expressions.value(variable.start, NOBODY)
        several = variable.type in (ty.PILE, ty.PLAYERS) or variable.type.of is not None
        if not several or isinstance(variable.start, ir.Const):
            return value
        return expression("tuple(v)", v=value)

    def turn_over(self) -> list[nodes.Statement]:
        """Return code that restarts variables of a turn: a player's for the player in turn."""
        body: list[nodes.Statement] = []
        for variable in self._program.variables.values():
            if variable.scope == "turn":
                place = f"s.v_{variable.name}" + ("[owner]" if variable.each else "")
                owner = self._owner(variable, "s.turn")
                body += statements(f"{place} = v", v=self._value(variable), owner=owner)
        return body
