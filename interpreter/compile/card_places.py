"""Where cards can lie that a rule names, so that code takes them from there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from ..check import ir
from ..syntax import types as ty
from .context import Context
from .definitions import Definitions
from .scope import Place, Scope
from .tree_walk import local_names, rules

Places = tuple[Place, ...]


class CardPlaces:
    """Tells where the cards of an expression can lie."""

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        value: Callable[[ir.Expr, Scope], ast.expr],
    ) -> None:
        """Look at what the rules of the context's program put into variables."""
        self._program = context.program
        self._definitions = definitions
        self._value = value
        self._usual = self._of_variables()

    def _of_variables(self) -> dict[str, Places]:
        """The zones of the table that the card of a variable mostly lies in."""
        usual: dict[str, Places] = {}
        nothing = Scope({})
        for node in rules(self._program):
            if isinstance(node, ir.Assign) and node.value.type == ty.CARD:
                variable = node.target.variable
                found = [p for p in self.of(node.value, nothing) or () if p.zone.seat is None]
                usual[variable] = _joined(usual.get(variable, ()), found)
        return {variable: places for variable, places in usual.items() if places}

    def of(self, node: ir.Expr, sc: Scope) -> Places | None:
        """Return the zones that cards can come from, None if that cannot be told."""
        match node:
            case ir.ZoneRef(zone=zone):
                return None if self._program.zones[zone].piles else self._here(node, sc)
            case ir.Local(name=local):
                return sc.names[local].places if local in sc.names else None
            case ir.VarRef(variable=variable):
                return self._usual.get(variable)
            case ir.Use():
                expanded = self._definitions.expand(node)
                return None if expanded is None else self.of(expanded, sc)
            case ir.Cond(then=then, other=other):
                return self._either(then, other, sc)
            case ir.Filter(collection=collection) | ir.Best(collection=collection):
                return self.of(collection, sc)
            case ir.Op(name=("first" | "last" | "top" | "bottom" | "to_cards" | "to_pile"),
                      arguments=(inner,)):  # fmt: skip
                return self.of(inner, sc)
            case ir.Op(name=("first_n" | "last_n" | "top_n" | "bottom_n"), arguments=(_, inner)):
                return self.of(inner, sc)
            case ir.Op(name="minus", arguments=(inner, _)):
                return self.of(inner, sc)
            case ir.Op(name=("join" | "otherwise" | "join_piles"), arguments=(left, right)):
                return self._either(left, right, sc)
            case _:
                return None

    def _here(self, zone: ir.ZoneRef, sc: Scope) -> Places | None:
        if zone.seat is not None and any(each not in sc.names for each in local_names(zone.seat)):
            return None
        return (Place(zone, self._value(zone, sc)),)

    def _either(self, left: ir.Expr, right: ir.Expr, sc: Scope) -> Places | None:
        one, other = self.of(left, sc), self.of(right, sc)
        return None if one is None or other is None else _joined(one, other)


def _joined(left: Iterable[Place], right: Iterable[Place]) -> Places:
    return tuple({ast.dump(place.code): place for place in (*left, *right)}.values())
