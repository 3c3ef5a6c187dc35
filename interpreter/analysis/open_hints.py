"""Tells whether a player always knows what the hints for bots depend on.

Then it makes no difference whether a quick player looks for its preferences in the position itself
or in a position that it cannot distinguish from it.

The value of an expression depends on the zones and variables that it names. A player knows open
zones, its own hand, and the number of cards in every zone. A zone that it may know by other means
counts as unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..program import ir
from ..program.tree_walk import expressions
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..program.program import Program

_SIZES: Final = ("size", "is_empty")


def hints_are_open(program: Program) -> bool:
    """Return whether players know what their preferences depend on.

    Args:
        program: the game.

    >>> from cardrules.interpreter.check.load import load_ruleset
    >>> hints_are_open(load_ruleset("hearts").program)
    True
    """
    if program.tables is not None:  # a player does not see all that happens at another table
        return not program.prefer
    look = _Look(program)
    return all(
        look.knows_all((each.key, each.condition)) and look.knows_choices(each.action)
        for each in program.prefer
        if each.key is not None or each.condition is not None
    )


class _Look:
    """Looks at the expressions of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[str, bool] = {}

    def knows_choices(self, action: str) -> bool:
        """Return whether the actor knows among what an action chooses."""
        return all(self.knows_all(each.asked) for each in self._program.actions[action].parameters)

    def knows_all(self, nodes: Iterable[ir.Expr | None]) -> bool:
        """Return whether the actor knows the values of some expressions."""
        return all(node is None or self._knows(node) for node in nodes)

    def _knows(self, node: ir.Expr) -> bool:
        match node:
            case ir.ZoneRef(zone=zone, seat=seat):
                return self._sees(zone, seat)
            case ir.AllSeats(zone=zone, players=players):
                return self._is_shown(zone) and self._knows(players)
            case ir.PileRef(zone=zone, pile=pile):
                return self._is_shown(zone) and self._knows(pile)
            case ir.VarRef(seat=seat):
                return not ty.holds_cards(node.type) and (seat is None or self._knows(seat))
            case ir.Op(name="top", arguments=(ir.ZoneRef(zone=zone, seat=seat),)):
                faces = self._program.zones[zone].faces
                open_ = faces == "top" and (seat is None or self._knows(seat))
                return open_ or self._sees(zone, seat)
            case ir.Op(name=name, arguments=(cards,)) if name in _SIZES:
                return self._knows_size(cards)
            case ir.Op(name=name, arguments=arguments):
                return not OPERATIONS[name].chance and self.knows_all(arguments)
            case ir.Use(definition=definition, arguments=arguments):
                return self._of_definition(definition) and self.knows_all(arguments)
            case ir.Can(action=action):
                return self.knows_choices(action) and self.knows_all((self._program.actions[action].when,))
            case _:
                return self.knows_all(expressions(node))

    def _of_definition(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = self.knows_all((self._program.definitions[name].value,))
        return self._known[name]

    def _knows_size(self, node: ir.Expr) -> bool:
        """Return whether the actor knows how many cards or other things there are."""
        match node:
            case ir.ZoneRef(seat=inner) | ir.AllSeats(players=inner) | ir.PileRef(pile=inner):
                return inner is None or self._knows(inner)
            case _:
                return self._knows(node)

    def _sees(self, zone: str, seat: ir.Expr | None) -> bool:
        """Return whether the actor sees all cards in a zone."""
        own = isinstance(seat, ir.Local) and seat.name == "actor"
        if own and self._program.zones[zone].faces == "owner":
            return True
        return self._is_shown(zone) and (seat is None or self._knows(seat))

    def _is_shown(self, zone: str) -> bool:
        return self._program.zones[zone].faces == "shown"
