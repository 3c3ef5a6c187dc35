"""Generates the code of sets of cards that lie in an order.

Where nobody asks for the order of some cards, a set of them takes fewer operations than a list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ...core import nodes
from ...core.build import constant, expression, is_slot
from ...core.effects import may_stop
from ...program import ir
from ...program.tree_walk import mentions, rebuilt
from ...syntax import types as ty
from ...syntax.ruleset import FACE_UP
from ..context import Context
from ..scope import Scope
from .definitions import Definitions
from .tabulation import Tabulation

IT = "·place"
"""A local name that no rule can have: the place of a card in its pile."""


class Where(Protocol):
    """Generates the code of the set of all cards for which a condition holds."""

    def __call__(self, node: ir.Expr, card: str, sc: Scope) -> nodes.Expression | None:
        """Return the code; None if there is none."""
        ...


class PileSets:
    """Generates the code of sets of cards that lie in an order."""

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        value: Callable[[ir.Expr, Scope], nodes.Expression],
        where: Where,
        tabulation: Tabulation,
    ) -> None:
        """Prepare to generate code for the context's program.

        Args:
            context: the build.
            definitions: opens definitions.
            value: generates the code of any expression.
            where: generates the code of the cards for which a condition holds.
            tabulation: computes conditions on places before play.
        """
        self._context = context
        self._program = context.program
        self._tables = context.tables
        self._takes_chance = context.analysis.takes_chance
        self._definitions = definitions
        self._value = value
        self._where = where
        self._tabulation = tabulation

    def of(self, node: ir.Expr, sc: Scope) -> nodes.Expression:
        """Return code for some cards as a set, whether they lie in an order or not."""
        if node.type == ty.CARDS:
            return self._value(node, sc)
        found = self.unlisted(node, sc)
        if found is not None:
            return found
        cards, work = self._value(node, sc), self._context.costs.of_a_joined
        if work and not sc.early:
            place = constant(self._context.place_of(node.span))
            cards = expression("_charged(s, n, at, c)", n=constant(work), at=place, c=cards)
        return expression("_mask(c)", c=cards)

    def unlisted(self, node: ir.Expr, sc: Scope) -> nodes.Expression | None:
        """Return code for the set of the cards of a pile, if that needs no list of them."""
        return None if self._takes_chance(node) else self._of_pile(node, sc)

    def listed(self, node: ir.Expr, sc: Scope) -> nodes.Expression | None:
        """Return code for the piles of which certain cards are all; None if there are others."""
        piles = self._piles(node, sc)
        if piles is None:
            return None
        match piles:
            case [nodes.Starred(value=zone)]:
                return zone
            case _:
                return nodes.Tuple(piles)

    def _piles(self, node: ir.Expr, sc: Scope) -> list[nodes.Expression] | None:
        match node:
            case ir.Op(name="join", arguments=(left, right)):
                one, other = self._piles(left, sc), self._piles(right, sc)
                return None if one is None or other is None else [*one, *other]
            case ir.Op(name="to_cards", arguments=(ir.ZoneRef(type=ty.PILE) as zone,)):
                return [self._value(zone, sc)]
            case ir.Op(name="to_cards", arguments=(ir.Op(name="all_piles", arguments=(places,)),)):
                zone = self.whole(places)
                return [nodes.Starred(expression(f"s.z_{zone}"))] if zone else None
            case _:
                return None

    def _of_pile(self, node: ir.Expr, sc: Scope) -> nodes.Expression | None:
        match node:
            case ir.Op(name="join_piles", arguments=(left, right)):
                return expression("a | b", a=self.of(left, sc), b=self.of(right, sc))
            case ir.Op(name="pile_of" | "to_pile", arguments=cards):
                found: nodes.Expression = constant(0)
                for index, card in enumerate(cards):
                    bit = self._tables.bit(self._value(card, sc))
                    found = expression("a | b", a=found, b=bit) if index else bit
                return found
            case ir.Op(name="all_piles", arguments=(places,)):
                zone = self.whole(places)
                return expression(f"_heaped(s.z_{zone})") if zone else None
            case ir.Op(name="tops", arguments=(places,)):
                zone = self.whole(places)
                bit = self._tables.need("BIT")
                return expression(f"_tops(s.z_{zone}, b)", b=bit) if zone else None
            case ir.Op(name="last_n" | "top_n", arguments=(ir.Const(value=1), cards)):
                pile = self._value(cards, sc)
                if not is_slot(pile):
                    return None
                return self._tables.bit(expression("a[-1] if a else -1", a=pile))
            case ir.Filter():
                return self._filtered(node, sc)
            case ir.Cond(test=test, then=then, other=other):
                return expression("a if t else b", a=self.of(then, sc), b=self.of(other, sc), t=self._value(test, sc))
            case ir.Use():
                expanded = self._definitions.expand(node)
                return None if expanded is None else self.of(expanded, sc)
            case _:
                return None

    def _filtered(self, node: ir.Filter, sc: Scope) -> nodes.Expression | None:
        """The code of those of the cards of a pile for which a condition holds."""
        turned = self._turned(node)
        if turned is not None:
            return turned
        placed = self._by_place(node, sc)
        if placed is not None:
            return placed
        fitting = self._where(node.condition, node.name, sc)
        if fitting is None or may_stop(fitting):
            return None
        return expression("c & m", c=self.of(node.collection, sc), m=fitting)

    def _turned(self, node: ir.Filter) -> nodes.Expression | None:
        """The code of the cards that lie face up in the only zone of turned cards."""
        match node.condition:
            case ir.Op(name="contains", arguments=(ir.Local(name=card), up)) if (
                card == node.name and isinstance(up, ir.VarRef) and up.variable == FACE_UP
            ):
                turned = {z.name for z in self._program.zones.values() if z.faces == "turned"}
                return expression(f"s.v_{FACE_UP}") if self._all_of(node.collection, turned) else None
            case _:
                return None

    def _all_of(self, cards: ir.Expr, zones: set[str]) -> bool:
        """Return whether cards are all those in some zones."""
        if len(zones) != 1:
            return False
        match self._definitions.opened(cards):
            case ir.Op(name="all_piles", arguments=(places,)):
                return self.whole(places) in zones
            case ir.ZoneRef(zone=zone, seat=None):
                return zone in zones
            case _:
                return False

    def _by_place(self, node: ir.Filter, sc: Scope) -> nodes.Expression | None:
        """The code of the cards of one zone whose places in it fulfil a condition."""
        match self._definitions.opened(node.collection):
            case ir.ZoneRef(type=ty.PILE) as zone if not self._program.zones[zone.zone].piles:
                selectors = self._selectors(node)
                if selectors is None:
                    return None
                return expression(
                    "_selected(c, t, b)", c=self._value(zone, sc), t=selectors, b=self._tables.need("BIT")
                )
            case _:
                return None

    def _selectors(self, node: ir.Filter) -> nodes.Expression | None:
        """A table of the places in a pile, from the bottom, for which a condition holds."""
        condition = _placed(node.condition, node.name)
        if mentions(condition, node.name) or not mentions(condition, IT):
            return None
        places = range(1, self._tables.pack.size + 1)
        held = self._tabulation.values(condition, IT, places)
        return None if held is None else self._tables.put("PLACED", tuple(held))

    # -- zones of piles

    def whole(self, places: ir.Expr) -> str | None:
        """Return the zone of which some piles are all, in a zone with a fixed number of piles."""
        match self._definitions.opened(places):
            case ir.ZoneRef(zone=zone, seat=None) if self._program.zones[zone].fixed:
                return zone
            case ir.Filter(collection=inner, condition=ir.Const(value=True)):
                return self.whole(inner)
            case _:
                return None

    def top(self, zone: str, pile: nodes.Expression) -> nodes.Expression:
        """Return code for the top card of one pile of a zone."""
        held = expression(f"s.z_{zone}[i]", i=pile)
        return expression("p[i] if p else i", p=held, i=constant(-1))

    def ends(self, end: str) -> nodes.Expression:
        """Return code for all cards on which none lies, or below which none lies.

        Args:
            end: `top` or `bottom`.
        """
        found: nodes.Expression | None = None
        for zone in self._program.zones.values():
            for seat in self._program.owners(zone) or (-1,):
                slot = expression(f"s.z_{zone.name}")
                if zone.piles:
                    code = expression(f"_{end}s(z, b)", z=slot, b=self._tables.need("BIT"))
                else:
                    held = expression(f"z[{seat}]", z=slot) if zone.each else slot
                    index = constant(-1 if end == "top" else 0)
                    end_card = expression("z[i] if z else -1", z=held, i=index)
                    code = self._tables.bit(end_card) if zone.ordered else held
                found = code if found is None else expression("a | b", a=found, b=code)
                if zone.piles:
                    break
        return constant(0) if found is None else found


def _placed(node: ir.Expr, card: str) -> ir.Expr:
    """The condition with a number, `IT`, for the place of a card."""
    match node:
        case ir.Op(name="place", arguments=(ir.Local(name=found),)) if found == card:
            return ir.Local(IT, type=ty.NUMBER, span=node.span)
        case _:
            return rebuilt(node, lambda inner: _placed(inner, card))
