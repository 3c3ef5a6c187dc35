"""Finds the zones in which the cards of an expression can lie, so that code need not search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...core import nodes
from ...core.build import expression, form
from ...program import ir
from ...program.tree_walk import local_names, rules
from ...rewriting.evaluation_order import can_change
from ...syntax import types as ty
from ...syntax.operations.table import OPERATIONS
from ..context import Context
from ..scope import Place, Scope
from .definitions import Definitions

Places = tuple[Place, ...]


class CardPlaces:
    """Finds the zones in which the cards of an expression can lie."""

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        value: Callable[[ir.Expr, Scope], nodes.Expression],
    ) -> None:
        """Analyse what the rules of the context's program assign to variables."""
        self._program = context.program
        self._draws = context.analysis.takes_chance
        self._definitions = definitions
        self._value = value
        self._usual: dict[str, Places] = {}
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

    def of(self, node: ir.Expr, sc: Scope, *, chosen: bool = False) -> Places | None:
        """Return the zones that cards can come from; None if they are not known.

        Args:
            node: the cards.
            sc: the scope.
            chosen: whether a player chooses the cards, so that a zone may be one that has another
                owner as soon as something changes.
        """
        match node:
            case ir.ZoneRef(zone=zone):
                return None if self._program.zones[zone].piles else self._here(node, sc, chosen=chosen)
            case ir.PileRef(zone=zone):
                return self._side_by_side(zone)
            case ir.Op(name="all_piles" | "tops", arguments=(piles,)):
                assert piles.type.of is not None
                return self._side_by_side(piles.type.of.choices[0])
            case ir.Op(name="cards_above" | "cards_below", arguments=(card,)):
                return self.of(card, sc, chosen=chosen)
            case ir.Local(name=local):
                places = sc.names[local].places if local in sc.names else None
                # Whose zone it is may have changed since the cards were named.
                fixed = places is not None and all(place.is_fixed for place in places)
                return places if fixed or local in sc.untouched else None
            case ir.VarRef(variable=variable):
                return self._usual.get(variable)
            case _:
                return self._either(*self._sources(node), sc=sc, chosen=chosen)

    def sealed(self, node: ir.Expr, sc: Scope) -> tuple[nodes.Expression, ...]:
        """Return the places that cards were chosen from all at once (`Binding.sealed`).

        There are none if some of the cards may be others.
        """
        if isinstance(node, ir.Local):
            return sc.names[node.name].sealed if node.name in sc.names else ()
        found: dict[object, nodes.Expression] = {}
        for source in self._sources(node):
            places = self.sealed(source, sc)
            if not places:
                return ()
            found |= {form(place): place for place in places}
        return tuple(found.values())

    def _sources(self, node: ir.Expr) -> Sequence[ir.Expr]:
        """Return expressions with all the cards that another one can have; none if unknown."""
        match node:
            case ir.Use():
                expanded = self._definitions.expand(node)
                return () if expanded is None else (expanded,)
            case ir.Cond(then=then, other=other):
                return then, other
            case ir.Filter(collection=collection) | ir.Best(collection=collection):
                return (collection,)
            case ir.Op(name="pile_of", arguments=cards):
                return cards
            case ir.Op(name="looked", arguments=(value, *_)):
                return (value,)
            case ir.Op(name=operation, arguments=operands):
                return [operands[index] for index in OPERATIONS[operation].members]
            case _:
                return ()

    def _side_by_side(self, zone: str) -> Places:
        """All piles of a zone as one place."""
        return (
            Place(
                ir.ZoneRef(zone, None, type=ty.list_of(ty.place_in(zone))),
                expression(f"s.z_{zone}"),
            ),
        )

    def _here(self, zone: ir.ZoneRef, sc: Scope, *, chosen: bool) -> Places | None:
        seat = zone.seat
        if seat is not None and (
            (self._draws(seat) if chosen else can_change(seat))
            or any(each not in sc.names for each in local_names(seat))
        ):
            return None
        return (Place(zone, self._value(zone, sc)),)

    def _either(self, *sources: ir.Expr, sc: Scope, chosen: bool) -> Places | None:
        found: Places | None = None
        for source in sources:
            places = self.of(source, sc, chosen=chosen)
            if places is None:
                return None
            found = _joined(found or (), places)
        return found


def _joined(left: Iterable[Place], right: Iterable[Place]) -> Places:
    return tuple({_key(place): place for place in (*left, *right)}.values())


def _key(place: Place) -> object:
    """What equal places have in common; a name can mean two players."""
    seat = place.zone.seat
    if seat is None or not any(local_names(seat)):
        return place.zone
    return form(place.code)


def all_piles(places: Places) -> nodes.Expression:
    """Return code for the piles of places in which cards lie in an order."""
    if len(places) == 1 and places[0].zone.type != ty.PILE:
        return places[0].code
    return nodes.Tuple([place.code if place.zone.type == ty.PILE else nodes.Starred(place.code) for place in places])
