"""Collections and what belongs to what: `of`, `where`, `with`, `total`, lists and their members."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Span
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.types import Type
from . import ir
from .naming import WAYS_OUT, Env, Naming, this_is


class Members(Naming):
    """Gives types to collections, and to what is asked of each of their members."""

    def _collection(self, value: ir.Expr, what: str) -> None:
        if value.type != ty.UNKNOWN and ty.element(value.type) is None:
            message = f"{what} asks for cards, players or a list, but {this_is(value.type)}"
            self.problem("CR405", message, value.span, "name a zone, or write 'players'")

    def _cards(self, value: ir.Expr, what: str) -> None:
        if value.type not in (ty.CARDS, ty.PILE, ty.CARD, ty.UNKNOWN):
            message = f"{what} asks for cards, but {this_is(value.type)}"
            self.problem("CR405", message, value.span, WAYS_OUT["cards"])

    def _member(self, collection: ir.Expr, env: Env) -> tuple[str, Env]:
        self._fresh += 1
        name = f"it{self._fresh}"
        kind = ty.element(collection.type) or ty.UNKNOWN
        return name, replace(env, members=(*env.members, (name, kind)))

    def _list(self, node: n.ListOf, env: Env, want: Type | None) -> ir.Expr:
        wanted = want.of if want is not None else None
        if wanted is None and any(isinstance(i, n.Name) for i in node.items):
            kinds = {self._peek(item, env) for item in node.items}
            if ty.RANK in kinds:
                wanted = ty.RANK
        items = tuple(self.expr(item, env, wanted) for item in node.items)
        kind = next((item.type for item in items if item.type != ty.UNKNOWN), ty.UNKNOWN)
        items = tuple(self.coerce(item, kind) for item in items)
        if kind == ty.CARD:
            return ir.Op("pile_of", items, type=ty.PILE, span=node.span)
        for item in items:
            if ty.element(item.type) is not None:
                message = f"{this_is(item.type)}, which a list cannot hold"
                self.problem("CR405", message, item.span, "join cards and players with '+'")
                return ir.Const((), type=ty.UNKNOWN, span=node.span)
        constants = [item for item in items if isinstance(item, ir.Const)]
        if len(constants) == len(items):
            values = tuple(int(c.value) for c in constants)  # type: ignore[arg-type]
            return ir.Const(values, type=ty.list_of(kind), span=node.span)
        return ir.Op("list", items, type=ty.list_of(kind), span=node.span)

    def _peek(self, node: n.Expr, env: Env) -> Type:
        if isinstance(node, n.Name) and node.name not in env.bindings:
            word = self._card_word(node.name, node.span, None)
            if word is not None:
                return word.type
        return ty.UNKNOWN

    def _of(self, node: n.Of, env: Env) -> ir.Expr:
        name, span, rules = node.name, node.span, self.c.rules
        if name in rules.zones and name not in env.bindings:
            return self._owned_zone(node, env)
        if name in rules.variables or name == "score":
            each = name == "score" or rules.variables[name].each
            seat = self.expr(node.operand, env, ty.PLAYER)
            if not each:
                message = f"'{name}' belongs to the table, not to a player"
                return self.problem("CR411", message, span, f"write '{name}' alone")
            if name == "score":
                return ir.VarRef("score", seat, type=ty.NUMBER, span=span)
            return self._variable(name, seat, span)
        if name in ty.CARD_ATTRIBUTES:
            card = self.expr(node.operand, env)
            if card.type in (ty.CARDS, ty.PILE):
                message = f"'{name} of' asks for one card, but {this_is(card.type)}"
                advice = "say which one ('first of …'), or write 'has' or 'share'"
                return self.problem("CR412", message, span, advice)
            card = self.coerce(card, ty.CARD)
            return ir.Op(name, (card,), type=ty.CARD_ATTRIBUTES[name], span=span)
        if name in ty.PLAYER_ATTRIBUTES:
            seat = self.expr(node.operand, env, ty.PLAYER)
            if name == "partner" and self.c.players % 2:
                message = f"nobody sits opposite to a player among {self.c.players}"
                return self.problem("CR410", message, span)
            return ir.Op(name, (seat,), type=ty.PLAYER, span=span)
        if name == "cards":
            value = self.expr(node.operand, env)
            if value.type.name == "place":
                return ir.PileRef(value.type.choices[0], value, type=ty.PILE, span=span)
            if value.type.of is not None and value.type.of.name == "place":
                return ir.Op("all_piles", (value,), type=ty.PILE, span=span)
            if value.type == ty.UNKNOWN:
                return value
            message = f"this is {value.type}, not piles on the table"
            return self.problem("CR405", message, span, WAYS_OUT["place"])
        if name in ty.ARRANGED:
            cards = self.expr(node.operand, env, ty.CARDS)
            self._use_melds(span)
            return ir.Op(name, (cards,), type=ty.ARRANGED[name], span=span)
        if name == "size":
            value = self.expr(node.operand, env)
            self._collection(value, "'size of'")
            everyone = isinstance(value, ir.Op) and value.name == "players"
            if everyone and (env.static or not self.c.departures):
                return ir.Const(self.c.players, type=ty.NUMBER, span=span)
            return ir.Op("size", (value,), type=ty.NUMBER, span=span)
        if name in ty.ENDS:
            value = self.expr(node.operand, env)
            self._collection(value, f"'{name} of'")
            self._chance(name, span, env)
            unseen = self._unseen(name, value, span)
            if unseen is not None:
                return unseen
            if name in ("top", "bottom") and value.type == ty.CARDS:
                message = f"these cards have no {name}: their zone does not keep its order"
                return self.problem("CR412", message, span, "write 'first of' or 'last of'")
            return ir.Op(name, (value,), type=ty.element(value.type) or ty.UNKNOWN, span=span)
        if name in rules.definitions and len(rules.definitions[name].parameters) == 1:
            wanted = self._parameter_type(rules.definitions[name].parameters[0][0].text)
            argument = self.expr(node.operand, env, wanted)
            return self._use(name, (argument,), env, span)
        if name in rules.definitions:
            message = f"'{name} of' cannot be said: '{name}' does not take exactly one argument"
            self.c.used.add(f"define.{name}")
            self.expr(node.operand, env)
            return self.problem("CR406", message, node.word, self._form(name))
        self.expr(node.operand, env)
        candidates = [
            *rules.zones, *rules.variables, *ty.CARD_ATTRIBUTES, *ty.PLAYER_ATTRIBUTES, *ty.ENDS,
            "size", "score", *rules.definitions, *ty.ARRANGED, "cards",
        ]  # fmt: skip
        nearest = self._meant(name, candidates)
        advice = f"did you mean '{nearest.word} of'?" if nearest else None
        fix = nearest.fix(node.word) if nearest else None
        return self.problem("CR402", f"'{name} of' means nothing here", node.word, advice, fix)

    def _use_melds(self, span: Span) -> None:
        if not any(meld.size is not None for meld in self.c.rules.melds.values()):
            self.problem("CR428", "this asks for melds, and the ruleset has none", span)
        self.c.used.update(f"melds.{name}" for name in self.c.rules.melds)

    def _owned_zone(self, node: n.Of, env: Env) -> ir.Expr:
        zone = self.c.rules.zones[node.name]
        owner = self.expr(node.operand, env)
        if not zone.each:
            message = f"the zone '{node.name}' belongs to the table, not to a player"
            return self.problem("CR411", message, node.span, f"write '{node.name}' alone")
        if owner.type == ty.PLAYERS:
            self.c.used.add(f"zones.{node.name}")
            return ir.AllSeats(node.name, owner, type=ty.PILE, span=node.span)
        return self._zone(node.name, self.coerce(owner, ty.PLAYER), node.span)

    def _part(self, node: n.Part, env: Env) -> ir.Expr:
        if node.name not in ty.ENDS:
            return self.unknown("CR402", "word", node.name, node.word, ty.ENDS)
        self._chance(node.name, node.span, env)
        count = self.expr(node.count, env, ty.NUMBER)
        value = self.expr(node.operand, env)
        self._collection(value, f"'{node.name} … of'")
        unseen = self._unseen(node.name, value, node.span)
        if unseen is not None:
            return unseen
        kind = ty.CARDS if node.name == "random" and value.type == ty.PILE else value.type
        return ir.Op(f"{node.name}_n", (count, value), type=kind, span=node.span)

    def _unseen(self, end: str, value: ir.Expr, span: Span) -> ir.Expr | None:
        """Refuse the ends of cards without order that nobody sees: they would tell which."""
        while isinstance(value, ir.Filter | ir.Best):
            value = value.collection
        hidden = isinstance(value, ir.ZoneRef) and self.c.faces.get(value.zone) in ("hidden", "top")
        if hidden and value.type == ty.CARDS and end != "random":
            message = f"nobody sees these cards and they have no order, so none is the {end}"
            advice = "write 'random of', or 'ordered: true' at the zone"
            return self.problem("CR412", message, span, advice)
        return None

    def _where(self, node: n.Where, env: Env) -> ir.Expr:
        # `player from X where C`: the first of what `players from X where C` would be.
        single = isinstance(node.collection, n.Players) and node.collection.single
        source = replace(node.collection, single=False) if single else node.collection
        collection = self.expr(source, env)
        self._collection(collection, "'where'")
        name, inner = self._member(collection, env)
        condition = self.expr(node.condition, inner, ty.BOOLEAN)
        found = ir.Filter(collection, name, condition, type=collection.type, span=node.span)
        if single:
            return ir.Op("first", (found,), type=ty.PLAYER, span=node.span)
        return found

    def _with(self, node: n.With, env: Env) -> ir.Expr:
        single = isinstance(node.collection, n.Players) and node.collection.single
        source = replace(node.collection, single=False) if single else node.collection
        collection = self.expr(source, env)
        self._collection(collection, "'with'")
        name, inner = self._member(collection, env)
        key = self._ordered(self.expr(node.key, inner), node.order, node.word)
        best = ir.Best(
            collection, name, key, node.extreme == "highest", type=collection.type, span=node.span
        )
        if single:
            return ir.Op("first", (best,), type=ty.PLAYER, span=node.span)
        return best

    def _ordered(self, key: ir.Expr, order: str | None, span: Span) -> ir.Expr:
        if order is not None:
            if order not in self.c.pack.orders:
                return self.unknown("CR403", "rank order", order, span, self.c.pack.orders)
            key = self.coerce(key, ty.RANK)
            index = list(self.c.pack.orders).index(order)
            position = ir.Const(index, type=ty.NUMBER)
            return ir.Op("in_order", (key, position), type=ty.NUMBER, span=span)
        if key.type not in (ty.NUMBER, ty.RANK, ty.SUIT, ty.CARD, ty.UNKNOWN):
            message = f"{key.type} cannot be highest or lowest"
            advice = "numbers, ranks, suits and cards can, such as 'value' or 'score'"
            return self.problem("CR405", message, key.span, advice)
        return key

    def _total(self, node: n.Total, env: Env) -> ir.Expr:
        collection = self.expr(node.collection, env)
        self._collection(collection, "'total'")
        name, inner = self._member(collection, env)
        key = self.expr(node.key, inner, ty.NUMBER)
        return ir.Sum(collection, name, key, type=ty.NUMBER, span=node.span)

    def _has(self, node: n.Has, env: Env) -> ir.Expr:
        attributes = {
            k: v for k, v in ty.CARD_ATTRIBUTES.items() if k in ("rank", "suit", "colour")
        }
        value = self.expr(node.operand, env)
        self._cards(value, "'has'")
        if node.attribute not in attributes:
            return self.unknown("CR402", "attribute", node.attribute, node.word, attributes)
        wanted = self.expr(node.value, env, attributes[node.attribute])
        if value.type == ty.CARD:
            of = ir.Op(node.attribute, (value,), type=attributes[node.attribute], span=node.span)
            test = ir.Op("eq", (of, wanted), type=ty.BOOLEAN, span=node.span)
        else:
            name = f"has_{node.attribute}"
            test = ir.Op(name, (value, wanted), type=ty.BOOLEAN, span=node.span)
        return self._negate(test, node.negated)

    def _negate(self, test: ir.Expr, negated: bool) -> ir.Expr:
        if not negated:
            return test
        if isinstance(test, ir.Const) and test.type == ty.BOOLEAN:
            return ir.Const(not test.value, type=ty.BOOLEAN, span=test.span)
        if isinstance(test, ir.Op) and test.name == "not":
            return test.arguments[0]
        return ir.Op("not", (test,), type=ty.BOOLEAN, span=test.span)
