"""Collections and what belongs to what: `of`, `where`, `with`, `total`, lists and their members."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Span
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.declaration import Operation
from ..syntax.operations.table import ATTRIBUTES, OF, OPERATIONS, PARTS
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
        if name == "cards":
            return self._cards_of(node, env)
        if name in OF:
            return self.operation(OF[name], (node.operand,), env, span)
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
        candidates = [*rules.zones, *rules.variables, *OF, "score", *rules.definitions]
        nearest = self._meant(name, candidates)
        advice = f"did you mean '{nearest.word} of'?" if nearest else None
        fix = nearest.fix(node.word) if nearest else None
        return self.problem("CR402", f"'{name} of' means nothing here", node.word, advice, fix)

    def _cards_of(self, node: n.Of, env: Env) -> ir.Expr:
        value = self.expr(node.operand, env)
        if value.type.name == "place":
            return ir.PileRef(value.type.choices[0], value, type=ty.PILE, span=node.span)
        if value.type.of is not None and value.type.of.name == "place":
            return self.apply(OF["cards"], (value,), env, node.span)
        if value.type == ty.UNKNOWN:
            return value
        message = f"this is {value.type}, not piles on the table"
        return self.problem("CR405", message, node.span, WAYS_OUT["place"])

    def operation(
        self, operation: Operation, operands: tuple[n.Expr, ...], env: Env, span: Span
    ) -> ir.Expr:
        """Return an operation as it is written, with operands of the types that it declares."""
        kinds = operation.operands
        kinds += kinds[-1:] * (len(operands) - len(kinds))
        values: list[ir.Expr] = []
        for kind, operand in zip(kinds, operands, strict=True):
            value = self._operand(operation, kind, operand, env, span)
            if value is None:
                return ir.Const(0, type=ty.UNKNOWN, span=span)
            values.append(value)
        value = self.apply(operation, tuple(values), env, span)
        if isinstance(value, ir.Op) and value.name == "size":
            everyone = values[0]
            if isinstance(everyone, ir.Op) and everyone.name == "players" and (
                env.static or not self.c.departures
            ):  # fmt: skip
                return ir.Const(self.c.players, type=ty.NUMBER, span=span)
        return value

    def _operand(
        self, operation: Operation, kind: str, node: n.Expr, env: Env, span: Span
    ) -> ir.Expr | None:
        """Return an operand as an operation wants it; None if that was reported to be wrong."""
        if kind in ty.NAMED and not (kind == "card" and operation.shape == "of"):
            return self.expr(node, env, ty.NAMED[kind])
        value = self.expr(node, env)
        what = f"'{operation.spoken}'"
        match kind:
            case "card":
                if value.type in (ty.CARDS, ty.PILE):
                    message = f"{what} asks for one card, but {this_is(value.type)}"
                    advice = "say which one ('first of …'), or write 'has' or 'share'"
                    self.problem("CR412", message, span, advice)
                    return None
                return self.coerce(value, ty.CARD)
            case "collection":
                self._collection(value, what)
            case "list":
                if value.type.of is None:
                    if value.type != ty.UNKNOWN:
                        message = f"{what} asks for a list, but {this_is(value.type)}"
                        advice = "name a variable that is declared with 'columns'"
                        self.problem("CR405", message, node.span, advice)
                    return None
            case "some cards":
                self._cards(value, what)
                return self.coerce(value, ty.CARDS) if value.type == ty.CARD else value
            case "place":
                if value.type.name != "place":
                    if value.type != ty.UNKNOWN:
                        message = f"a pile on the table is expected here, but this is {value.type}"
                        self.problem("CR405", message, node.span, WAYS_OUT["place"])
                    return None
            case _:
                raise AssertionError(kind)
        return value

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
        if node.name not in PARTS:
            return self.unknown("CR402", "word", node.name, node.word, PARTS)
        value = self.operation(PARTS[node.name], (node.count, node.operand), env, node.span)
        match value:
            case ir.Op(name="column", arguments=(ir.Const(value=number), ir.VarRef() as variable)):
                most = self.c.columns.get(variable.variable, number)
                if not 1 <= int(number) <= int(most):  # type: ignore[arg-type]
                    message = f"'{variable.variable}' has no column {number}"
                    advice = f"the columns are numbered 1 to {most}"
                    return self.problem("CR425", message, node.count.span, advice)
            case _:
                pass
        return value

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

    def _fold(self, node: n.Fold, env: Env) -> ir.Expr:
        fold = OPERATIONS[node.name]
        collection = self.expr(node.collection, env)
        self._collection(collection, f"'{fold.word}'")
        name, inner = self._member(collection, env)
        wanted = fold.operands[0]
        if wanted == "key":
            key = self._ordered(self.expr(node.key, inner), None, node.span)
        else:
            key = self.expr(node.key, inner, ty.NAMED[wanted])
        kind = fold.type_of((key.type, collection.type))
        return ir.Fold(collection, name, key, fold.name, type=kind, span=node.span)

    def _has(self, node: n.Has, env: Env) -> ir.Expr:
        operation = OPERATIONS.get(f"has_{node.attribute}")
        value = self.expr(node.operand, env)
        self._cards(value, "'has'")
        if operation is None:
            return self._no_attribute("has", node)
        of = OPERATIONS[node.attribute]
        wanted = self.expr(node.value, env, of.type_of((ty.CARD,)))
        if value.type == ty.CARD:
            asked = self.apply(of, (value,), env, node.span)
            test = self.apply(OPERATIONS["eq"], (asked, wanted), env, node.span)
        else:
            test = self.apply(operation, (value, wanted), env, node.span)
        return self._negate(test, node.negated)

    def _share(self, node: n.Share, env: Env) -> ir.Expr:
        operation = OPERATIONS.get(f"share_{node.attribute}")
        cards = self.expr(node.operand, env)
        self._cards(cards, "'share'")
        if operation is None:
            return self._no_attribute("share", node)
        if cards.type == ty.CARD:
            cards = self.coerce(cards, ty.CARDS)
        return self._negate(self.apply(operation, (cards,), env, node.span), node.negated)

    def _no_attribute(self, rule: str, node: n.Has | n.Share) -> ir.Expr:
        forms = [each.pattern for each in OPERATIONS.values() if each.rule == rule]
        candidates = [word for form in forms for word in form if word in ATTRIBUTES["card"]]
        return self.unknown("CR402", "attribute", node.attribute, node.word, candidates)

    def _negate(self, test: ir.Expr, negated: bool) -> ir.Expr:
        if not negated:
            return test
        if isinstance(test, ir.Const) and test.type == ty.BOOLEAN:
            return ir.Const(not test.value, type=ty.BOOLEAN, span=test.span)
        if isinstance(test, ir.Op) and test.name == "not":
            return test.arguments[0]
        return ir.Op("not", (test,), type=ty.BOOLEAN, span=test.span)
