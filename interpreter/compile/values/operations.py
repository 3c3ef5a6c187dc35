"""Generates the code of operations (`ir.Op`).

Most operations are declared with a template (`syntax/operations/declaration.py`). If the
best code depends on the operands, it is a method of `Operations`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ...analysis.disclosures import CHANCE
from ...core import nodes
from ...core.build import constant, expression, is_slot, lambda_of, name
from ...core.effects import may_stop
from ...program import ir
from ...syntax import types as ty
from ...syntax.operations.declaration import Operation
from ...syntax.operations.table import OPERATIONS
from ..context import Context
from ..scope import Scope
from .card_places import Places, all_piles
from .card_sets import CardSets, nothing
from .definitions import Definitions


class Operations:
    """Generates the code of operations."""

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        sets: CardSets,
        places: Callable[[ir.Expr, Scope], Places | None],
        seat: Callable[[ir.Expr, Scope, str], nodes.Expression],
        value: Callable[[ir.Expr, Scope], nodes.Expression],
    ) -> None:
        """Prepare to generate code for the context's program.

        Args:
            context: the build.
            definitions: opens definitions.
            sets: generates the code of sets of cards.
            places: finds where the cards of an expression can lie.
            seat: generates the code of a player, with what is called if it is nobody.
            value: generates the code of any expression.
        """
        self._context = context
        self._program = context.program
        self._analysis = context.analysis
        self._tables = context.tables
        self._definitions = definitions
        self._sets = sets
        self._places = places
        self._seat = seat
        self._value = value
        self._special: dict[str, Callable[[ir.Op, Scope], nodes.Expression | None]] = {
            "is_empty": self._is_empty,
            "not": self._not,
            "first": self._end,
            "last": self._end,
            "top": self._end,
            "bottom": self._end,
            "owner": self._owner,
            "extends": self._extends,
            "extends_as": self._extends_as,
            "pile_number": self._pile_number,
            "has_rank": partial(self._has, "rank"),
            "has_suit": partial(self._has, "suit"),
            "has_colour": partial(self._has, "colour"),
            "join_piles": self._join_piles,
            "join_players": self._with_player,
            "list": self._list,
            "players": self._players,
            "everybody": self._everybody,
            "looked": self._looked,
            "random_n": self._random_n,
            "otherwise": self._otherwise,
            "contains": self._contains,
            "size": self._size,
            "to_cards": self._to_cards,
            "minus": self._minus,
            "join": self._joined,
            "players_from": self._players_from,
        }

    def code(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        """Return the code of an operation."""
        code = self._code(node, sc)
        if node.type.name == "place" and OPERATIONS[node.name].nobody:
            return expression("_there(i)", i=code)
        return code

    def _code(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        special = self._special.get(node.name)
        found = None if special is None else special(node, sc)
        if found is not None:
            return found
        operation = OPERATIONS[node.name]
        operands = [self._value(argument, sc) for argument in node.arguments]
        if not any(map(self._analysis.takes_chance, node.arguments)):
            return self._filled(operation, node.arguments, operands)
        # A template may have an operand twice, or not in its order.
        names = [self._context.fresh("v") for _ in operands]
        code = self._filled(operation, node.arguments, [name(each) for each in names])
        return nodes.Call(lambda_of(names, code), operands, [])

    def form(self, operation: str, *operands: nodes.Expression) -> nodes.Expression:
        """Return the code of an operation whose template depends on no operand's type."""
        return self._filled(OPERATIONS[operation], (), operands)

    def _filled(
        self,
        operation: Operation,
        arguments: Sequence[ir.Expr],
        operands: Sequence[nodes.Expression],
    ) -> nodes.Expression:
        """The template of an operation with the code of its operands."""
        if operation.call:
            return nodes.Call(name(operation.call), [*operands], [])
        trees = dict(zip("abcd", operands, strict=False))
        zone = _zone_of(arguments[-1].type) if arguments else None
        if zone is not None:
            trees |= {"zone": expression(f"s.z_{zone}"), "laid": expression(f"s.g_{zone}")}
        if operation.nobody:
            trees["z"] = nothing(operation.type_of(tuple(each.type for each in arguments)))
        return self._tables.code(self._template(operation, arguments), **trees)

    def _template(self, operation: Operation, arguments: Sequence[ir.Expr]) -> str:
        if operation.departures and self._program.departures:
            return operation.departures
        last = arguments[-1] if arguments else None
        if operation.divided and isinstance(last, ir.Const) and last.value:
            return operation.divided
        collections = [each.type for each in arguments if ty.element(each.type) is not None]
        if not collections:
            return operation.code
        is_set = collections[-1] == ty.CARDS
        if operation.alike is None:
            return (operation.sets if is_set else operation.lists) or operation.code
        table, like = operation.alike
        if not is_set:
            return f"_share(a, {table})"
        return f"_all_alike(a, {like})" if self._tables.complete(table) else f"_share_set(a, {table}, {like})"

    # -- operations whose code depends on the operands; None if the template is good enough

    def _is_empty(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        if self._analysis.takes_chance(node):
            return None
        return expression("not a", a=self._some(node.arguments[0], sc))

    def _not(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        match node.arguments[0]:
            case ir.Op(name="is_empty", arguments=(collection,)) if not self._analysis.takes_chance(collection):
                return expression("not not a", a=self._some(collection, sc))
            case _:
                return None

    def _some(self, node: ir.Expr, sc: Scope) -> nodes.Expression:
        """Code that is true when a collection is not empty, without building it."""
        match self._definitions.opened(node):
            case ir.AllSeats(zone=zone, players=players) if not self._program.zones[zone].ordered:
                if self._sets.all_play(players, sc):
                    return expression(" or ".join(f"s.z_{zone}[{seat}]" for seat in range(self._program.players)))
                return expression(f"_lead(s.z_{zone}, p) >= 0", p=self._value(players, sc))
            case ir.Op(name=("join" | "join_piles" | "otherwise") as sign, arguments=(one, other)):
                second = self._some(other, sc)
                if sign != "otherwise" and may_stop(second):
                    return self._value(node, sc)
                return expression("a or b", a=self._some(one, sc), b=second)
            case ir.Op(name="to_cards", arguments=(inner,)) if inner.type == ty.PILE:
                return self._some(inner, sc)
            case ir.Op(name="all_piles", arguments=(places,)) if self._sets.piles.whole(places):
                return expression(f"any(s.z_{self._sets.piles.whole(places)})")
            case _:
                return self._as_set(node, sc) or self._value(node, sc)

    def _as_set(self, node: ir.Expr, sc: Scope) -> nodes.Expression | None:
        """Code for the cards of a pile as a set, if that needs no list of them."""
        match self._definitions.opened(node):
            case ir.AllSeats(zone=zone, players=players) if not self._program.zones[zone].ordered:
                return self._sets.union(zone, players, sc)
            case _:
                return self._sets.piles.unlisted(node, sc) if node.type == ty.PILE else None

    def _size(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        match self._definitions.opened(node.arguments[0]):
            case ir.Op(name="all_piles", arguments=(places,)) if self._sets.piles.whole(places):
                return expression(f"sum(map(len, s.z_{self._sets.piles.whole(places)}))")
            case collection:
                cards = self._as_set(collection, sc)
                return None if cards is None else expression("c.bit_count()", c=cards)

    def _to_cards(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        cards = node.arguments[0]
        return self._sets.piles.of(cards, sc) if cards.type == ty.PILE else None

    def _minus(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        """The cards that are in two sets: the first without what is not in the second."""
        both = _in_both(node)
        if both is None:
            return None
        cards, lying = self._value(both[0], sc), self._sets.piles.listed(both[1], sc)
        if lying is None:
            return expression("a & b", a=cards, b=self._value(both[1], sc))
        return expression("_lying(c, p)", c=cards, p=lying)

    def _joined(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        """A set, and those of others that lie in some piles; what it has is not looked for."""
        held, added = node.arguments
        both = _in_both(added)
        code = self._value(held, sc)
        lying = None if both is None else self._sets.piles.listed(both[1], sc)
        if both is None or lying is None or not is_slot(code):
            return None
        if may_stop(lying):
            return None
        cards = self._value(both[0], sc)
        new = expression("c & ~a", a=code, c=cards)
        return expression("a | _lying(n, p) if n else a", a=code, n=new, p=lying)

    def _end(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        collection = node.arguments[0]
        if node.name == "first":
            found = self._sets.first(collection, sc)
            if found is not None:
                return found
        code = self._value(collection, sc)
        if collection.type != ty.CARDS and is_slot(code):
            index = constant(0 if node.name in ("first", "bottom") else -1)
            return expression("a[i] if a else z", a=code, i=index, z=nothing(node.type))
        return self._filled(OPERATIONS[node.name], node.arguments, [code])

    def _owner(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        zone = self._sets.lying_in(node.arguments[0])
        if zone is None:
            return None
        card = self._tables.bit(self._value(node.arguments[0], sc))
        return expression(f"_holder(s.z_{zone}, c)", c=card)

    def _extends(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        cards, pile = node.arguments
        if not isinstance(cards, ir.Op) or cards.arguments[0].type != ty.CARD:
            return None
        zone = _zone_of(pile.type)
        return expression(
            f"GROW.fits(s.z_{zone}[i], s.g_{zone}[i]) & c != 0", c=self._value(cards, sc), i=self._value(pile, sc)
        )

    def _extends_as(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        cards, pile, which = node.arguments
        zone = _zone_of(pile.type)
        return expression(
            f"GROW.extends_as(c, s.z_{zone}, s.g_{zone}, i, k)",
            c=self._value(cards, sc),
            i=self._value(pile, sc),
            k=self._value(which, sc),
        )

    def _pile_number(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        """The number of a pile in its zone, or among those of its owner."""
        (pile,) = node.arguments
        zone = self._program.zones[pile.type.choices[0]]
        index = self._value(pile, sc)
        return expression("a % n + 1", a=index, n=constant(zone.fixed)) if zone.each else expression("a + 1", a=index)

    def _has(self, attribute: str, node: ir.Op, sc: Scope) -> nodes.Expression:
        """Whether one of some cards has a rank, suit or colour."""
        cards, value = node.arguments
        template = "a & e != 0" if cards.type == ty.CARDS else "_mask(a) & e != 0"
        equal = self._tables.equal(attribute, self._value(value, sc))
        return expression(template, a=self._value(cards, sc), e=equal)

    def _otherwise(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        # The second operand is evaluated only if the first is empty.
        first, second = node.arguments
        return expression("a or b", a=self._value(first, sc), b=self._value(second, sc))

    def _contains(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        """Whether a card lies in a pile, or a player is on a side, without a list of members."""
        player, players = node.arguments
        match self._definitions.opened(players):
            case ir.Op(name="all_piles", arguments=(places,)) if self._sets.piles.whole(places):
                zone = self._sets.piles.whole(places)
                return expression(f"_in_some(s.z_{zone}, c)", c=self._value(player, sc))
            case _:
                pass
        if not isinstance(players, ir.Op) or players.name not in ("team", "opponents"):
            return None
        other, sides = players.arguments
        nobody = self._analysis.nobody
        a, b, c = self._value(player, sc), self._value(other, sc), self._value(sides, sc)
        absent = nobody.possible(other, sc.unsure)
        if nobody.possible(player, sc.unsure) or (
            absent and (may_stop(a) or not (isinstance(b, nodes.Name) or is_slot(b)))
        ):
            return None
        alone = isinstance(sides, ir.Const) and sides.value == tuple(range(self._program.players))
        same = "==" if players.name == "team" else "!="
        template = f"a {same} b" if alone else f"c[a] {same} c[b]"
        return expression(f"b >= 0 and {template}" if absent else template, a=a, b=b, c=c)

    def _random_n(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        count, items = node.arguments
        if items.type != ty.PILE:
            return None
        # Some cards of a pile are a set.
        return expression("_mask(_random_n(s, n, c))", n=self._value(count, sc), c=self._value(items, sc))

    def _list(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        return nodes.List([self._value(argument, sc) for argument in node.arguments])

    def _join_piles(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        match node.arguments:
            case (
                ir.Op(name="pile_of" | "to_pile", arguments=(card,)),
                ir.Op(name="cards_above", arguments=(same,)),
            ) if card == same and not self._analysis.takes_chance(card):
                return self._upward(card, sc)
            case _:
                pass
        zones = [each.zone for each in node.arguments if isinstance(each, ir.ZoneRef)]
        if len(set(zones)) < len(node.arguments):
            return self._added(node, sc)
        # No card lies in two zones.
        left, right = node.arguments
        return expression("[*a, *b]", a=self._value(left, sc), b=self._value(right, sc))

    def _with_player(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        """Code for the players in a variable and one more, who is certainly somebody."""
        match node.arguments:
            case (ir.VarRef() as players, ir.Op(name="to_players", arguments=(player,))) if (
                not self._analysis.nobody.possible(player, sc.unsure)
            ):
                held, added = self._value(players, sc), self._value(player, sc)
                if is_slot(held) and isinstance(added, nodes.Name):
                    return expression("(*a, b) if b not in a else a", a=held, b=added)
            case _:
                pass
        return None

    def _upward(self, card: ir.Expr, sc: Scope) -> nodes.Expression:
        """Code for a card and those that lie on it."""
        code, places = self._value(card, sc), self._places(card, sc)
        found = expression("_upward(s, c)", c=code)
        if places is None or any(place.zone.type == ty.CARDS for place in places):
            return found
        return expression("_run_of(c, p) or f", c=code, p=all_piles(places), f=found)

    def _added(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        """Code for the pile in a variable and a card that a player chose."""
        match node.arguments:
            case (ir.VarRef(type=ty.PILE) as pile, ir.Op(name="pile_of", arguments=(card,))):
                held, added = self._value(pile, sc), self._value(card, sc)
                chosen = isinstance(card, ir.Local) and sc.names[card.name].card
                if chosen and is_slot(held) and isinstance(added, nodes.Name):
                    return expression("(*a, b) if b not in a else a", a=held, b=added)
            case _:
                pass
        return None

    def _players(self, node: ir.Op, sc: Scope) -> nodes.Expression | None:
        return None if self._program.departures else self._everybody(node, sc)

    def _players_from(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        return self.form("players_from", self._seat(node.arguments[0], sc, "_starting"))

    def _everybody(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        return constant(tuple(range(self._program.players)))

    def _looked(self, node: ir.Op, sc: Scope) -> nodes.Expression:
        """A value, and for the recorder what it came from: see `disclosures.py`."""
        value, *looks = node.arguments
        given = [self._value(value, sc)]
        for look in looks:
            code = self._value(look, sc.looking())
            if look.type == ty.CARD:
                code = nodes.Tuple([code])
            elif look.type.of is not None and look.type.of != ty.CARD:
                code = nodes.Starred(code)
            given.append(code)
        return nodes.Call(expression("R.looked"), [name("s"), *given], [])

    def hidden_from(self, looks: Iterable[ir.Expr], sc: Scope) -> nodes.Expression:
        """Return code for the seats from which some cards are hidden; all of them for chance."""
        seats: nodes.Expression = constant(0)
        for look in looks:
            if look == CHANCE or (look.type.of is not None and look.type.of != ty.CARD):
                return constant((1 << self._program.players) - 1)
            cards = self._value(look, sc.looking())
            if look.type == ty.CARD:
                cards = nodes.List([cards])
            seats = expression("a | R.unknown_to(s, c)", a=seats, c=cards)
        return seats


def _in_both(node: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
    """The two sets whose common cards an expression is."""
    match node:
        case ir.Op(name="minus", arguments=(one, ir.Op(name="minus", arguments=(same, other)))) if one == same:
            return one, other
        case _:
            return None


def _zone_of(kind: ty.Type) -> str | None:
    """The zone of piles that a type of places belongs to; None if it is of others or not of one zone."""
    place = kind.of or kind
    return place.choices[0] if place.name == "place" and place.choices else None
