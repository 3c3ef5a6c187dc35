"""The values of definitions that a ruleset shows on screens, as far as a seat knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import CardrulesError
from ..game.observation.redaction import sees, show_value
from ..program import ir
from ..runtime.position import at_seat
from ..shared import kept_with
from ..syntax import types as ty
from .insight import Insight

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..runtime.position import Position


def shown_values(rules: Rules, position: Position, seat: int | None) -> dict[str, Any]:
    """Return the values of the definitions with `shown`, by name.

    One with a parameter has a value for each seat. A value that depends on cards that the seat
    does not know is None.

    Args:
        rules: the game.
        position: the position, in the recording build.
        seat: the seat; None knows everything.
    """
    found: dict[str, Any] = {}
    for name, nodes in kept_with(rules, "shown", _shown).items():
        if not isinstance(nodes, tuple):
            found[name] = _value(rules, position, seat, nodes)
            continue
        values: list[Any] = []
        for owner, node in enumerate(nodes):
            there = at_seat(position, owner)
            known = sees(rules, position, seat, there.table)
            values.append(_value(rules, there, seat, node) if known else None)
        found[name] = tuple(values)
    return found


def _shown(rules: Rules) -> dict[str, ir.Expr | tuple[ir.Expr, ...]]:
    """Return the uses of the definitions with `shown`, by name; of one with a parameter that of each seat."""
    found: dict[str, ir.Expr | tuple[ir.Expr, ...]] = {}
    for name, definition in rules.program.definitions.items():
        if not definition.shown or definition.value is None:
            continue
        kind = definition.value.type
        players = (ir.Const(owner, type=ty.PLAYER) for owner in range(rules.players))
        each = tuple(ir.Use(name, (player,), type=kind) for player in players)
        found[name] = each if definition.parameters else ir.Use(name, (), type=kind)
    return found


def _value(rules: Rules, position: Position, seat: int | None, value: ir.Expr) -> Any:
    """Return a value as a seat sees it; None if the seat does not know it."""
    insight = Insight(rules, position, seat or 0)
    try:
        if seat is not None and not insight.knows(value):
            return None
        return show_value(rules, value.type, insight.value(value), position.know, seat)
    except CardrulesError:
        return None
