"""Gives types to collections and their members: `of`, `where`, `with`, `total`, lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..diagnostics import Fix, Span, error
from ..program import ir
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.operations.declaration import Operation
from ..syntax.operations.table import ATTRIBUTES, OF, OPERATIONS, PARTS
from ..syntax.plain_english import HABITS, SPOKEN_NAMES
from ..syntax.printer import show
from ..syntax.types import Type
from .application import Application
from .context import Context, Env
from .folding import denied
from .naming import Names
from .readings import around, cards_first, compared, whole_first
from .reports import WAYS_OUT, Reports, this_is

Expr = Callable[[n.Expr, Env, Type | None], ir.Expr]
"""Gives a type to any expression; the last argument is the expected type."""


class Members:
    """Gives types to collections, and to expressions about each of their members."""

    def __init__(
        self,
        context: Context,
        reports: Reports,
        names: Names,
        application: Application,
        expr: Expr,
    ) -> None:
        """Work for one ruleset.

        Args:
            context: what the ruleset declares.
            reports: collects diagnostics, and notes what is used.
            names: gives types to names.
            application: applies operations.
            expr: gives types to the parts of an expression.
        """
        self._context = context
        self._reports = reports
        self._names = names
        self._application = application
        self._any = expr
        self._fresh = 0

    def _expr(self, node: n.Expr, env: Env, want: Type | None = None) -> ir.Expr:
        return self._any(node, env, want)

    def _next(self, collection: ir.Expr) -> tuple[str, Type]:
        """Return a new name for the members of a collection, and their type."""
        self._fresh += 1
        return f"it{self._fresh}", ty.element(collection.type) or ty.UNKNOWN

    def _source(self, node: n.Expr, env: Env) -> ir.Expr:
        """Return a collection whose members something is asked of, without the name that they may have."""
        return self._expr(node.collection if isinstance(node, n.Named) else node, env)

    def _member(self, node: n.Expr, collection: ir.Expr, env: Env) -> tuple[str, Env]:
        """Return what the typed tree calls a member, and the environment of what is asked of each of them."""
        name, kind = self._next(collection)
        if isinstance(node, n.Named):
            self._names.new_name(node.name, node.word, env)
            bound = env.bind(node.name, kind, node.word)
            return name, replace(bound, named={**env.named, node.name: name})
        return name, replace(env, members=(*env.members, (name, kind)))

    def list_of(self, node: n.ListOf, env: Env, want: Type | None) -> ir.Expr:
        """Return a list, or cards in an order."""
        wanted = want.of if want is not None else None
        if wanted is None and any(isinstance(i, n.Name) for i in node.items):
            kinds = {self._peek(item, env) for item in node.items}
            if ty.RANK in kinds:
                wanted = ty.RANK
        items = tuple(self._expr(item, env, wanted) for item in node.items)
        kind = next((item.type for item in items if item.type != ty.UNKNOWN), ty.UNKNOWN)
        items = self._application.in_one_unit(*(self._application.coerce(item, kind) for item in items))
        kind = items[0].type if kind == ty.NUMBER else kind
        if kind == ty.CARD:
            return ir.Op("pile_of", items, type=ty.PILE, span=node.span)
        if kind == ty.PLAYER:
            return ir.Op("players_of", items, type=ty.PLAYERS, span=node.span)
        for item in items:
            if ty.element(item.type) is not None:
                message = f"{this_is(item.type)}, which a list cannot hold"
                self._reports.problem("CR405", message, item.span, "join cards and players with '+'")
                return ir.Const((), type=ty.UNKNOWN, span=node.span)
        constants = [item.value for item in items if isinstance(item, ir.Const)]
        if len(constants) == len(items):
            values = tuple(int(value) for value in constants if isinstance(value, int))
            return ir.Const(values, type=ty.list_of(kind), span=node.span)
        return ir.Op("list", items, type=ty.list_of(kind), span=node.span)

    def _peek(self, node: n.Expr, env: Env) -> Type:
        if isinstance(node, n.Name) and node.name not in env.bindings:
            word = self._names.card_word(node.name, node.span, None)
            if word is not None:
                return word.type
        return ty.UNKNOWN

    def of(self, node: n.Of, env: Env) -> ir.Expr:
        """Return `name of …`."""
        name, span, rules = node.name, node.span, self._context.rules
        whole = self._whole_first(node, env)
        if whole is not node:
            return self._expr(whole, env)
        if self.is_of_cards(node, env):
            return self.operation(OF[name], (node.operand,), env, span)
        if name in rules.zones and name not in env.bindings:
            return self._owned_zone(node, env)
        if name in rules.variables or name == "score":
            if name != "score" and rules.variables[name].index is not None:
                return self._entry(node, env)
            each = name == "score" or rules.variables[name].each
            seat = self._expr(node.operand, env, ty.PLAYER)
            if not each:
                self._reports.used.add(f"variables.{name}")
                message = f"'{name}' belongs to the table, not to a player"
                return self._reports.problem("CR411", message, span, f"write '{name}' alone")
            if name == "score":
                return self._names.score(seat, span)
            return self._names.variable(name, seat, span)
        if name == "cards":
            return self._cards_first(node, env) or self._cards_of(node, env)
        if name == "melding":
            divided = self._divided(node.operand, self._chosen(node.operand, env), env, span)
            if divided is not None:
                return divided
        if name in ("left", "right") and self._context.counterclockwise:
            name = "right" if name == "left" else "left"  # the next player in the order of seats sits on the right
        if name in OF and not (OF[name].free and name in rules.definitions) and not self._counts(node, env):
            return self.operation(OF[name], (node.operand,), env, span)
        if name in rules.deck.attributes:
            return self._names.attribute(name, self._expr(node.operand, env, ty.CARD), span)
        if name in rules.definitions and len(rules.definitions[name].parameters) == 1:
            wanted = rules.type_of(rules.definitions[name].parameters[0][0].text)
            argument = self._expr(node.operand, env, wanted)
            return self._names.use(name, (argument,), env, span)
        if name in rules.definitions:
            message = f"'{name} of' cannot be said: '{name}' does not take exactly one argument"
            self._reports.used.add(f"define.{name}")
            self._expr(node.operand, env)
            return self._reports.problem("CR406", message, node.word, self._names.form(name))
        card = self._names.spoken_card(name, node.operand)
        if card is not None:
            message = "a card is written with the letters of its rank and suit"
            fix = Fix(node.span, card, safe=True)
            return self._reports.problem("CR402", message, node.span, f"write '{card}'", fix)
        self._expr(node.operand, env)
        if name in _MEANT_OF:
            message = f"'{name} of' means nothing here"
            return self._reports.problem("CR402", message, node.word, _MEANT_OF[name])
        if name in env.bindings or name in ("actor", "opponent", "dealer", "eldest"):
            message = f"'{name} of' means nothing here"
            return self._reports.problem("CR402", message, node.word, f"write '{name}' alone")
        candidates = [
            *rules.zones,
            *rules.variables,
            *OF,
            "score",
            *rules.deck.attributes,
            *rules.definitions,
            "position",
        ]
        nearest = self._reports.meant(name, candidates)
        otherwise = "before 'of' stands a zone, a variable, a definition, or a word such as 'rank', 'top' or 'size'"
        advice = f"did you mean '{nearest.word} of'?" if nearest else otherwise
        fix = nearest.fix(node.word, otherwise) if nearest else None
        return self._reports.problem("CR402", f"'{name} of' means nothing here", node.word, advice, fix)

    def _whole_first(self, node: n.Of, env: Env) -> n.Expr:
        """Return `(hand of opponent) where …` for `hand of opponent where …`: a single player has no members."""
        filtered = self._whole_first(node.operand, env) if isinstance(node.operand, n.Of) else node.operand
        if not isinstance(filtered, n.Where | n.With) or self._type_of(_collection(filtered), env) != ty.PLAYER:
            return node
        return whole_first(node, filtered)

    def is_of_cards(self, node: n.Of, env: Env) -> bool:
        """Return whether `top of …` is the language's, although a rule has that name: what follows is cards.

        A zone or a variable of each player, and a definition about a player, are said of players.
        """
        name, rules = node.name, self._context.rules
        if name not in OF or not OF[name].free:
            return False
        definition = rules.definitions.get(name)
        if definition is not None:
            if [rules.type_of(kind.text) for kind, _ in definition.parameters] != [ty.PLAYER]:
                return False
        elif name not in rules.zones and (name not in rules.variables or rules.variables[name].index is not None):
            return False
        return self._type_of(node.operand, env).name in ("card", "cards", "pile", "place", "list")

    def _type_of(self, node: n.Expr, env: Env) -> Type:
        """Return the type of an expression, without problems that it may have."""
        with self._reports.quietly():
            return self._expr(node, env).type

    def _counts(self, node: n.Of, env: Env) -> bool:
        """Return whether `number of` is said of something else than a pile, where `size of` is meant."""
        with self._reports.quietly():
            return node.name == "number" and self._expr(node.operand, env).type.name != "place"

    def _entry(self, node: n.Of, env: Env) -> ir.Expr:
        """Return the entry of a variable for one suit, rank, choice or pile: a column of it."""
        wanted = self._context.index_type(node.name)
        index = self._expr(node.operand, env, wanted)
        variable = self._names.variable(node.name, None, node.span)
        number = self._application.apply(OPERATIONS["ordinal"], (index,), env, node.span)
        return self._application.apply(OPERATIONS["column"], (number, variable), env, node.span)

    def _cards_first(self, node: n.Of, env: Env) -> ir.Expr | None:
        """Report `cards of columns where rank is K`, whose condition is about cards, not piles."""
        other, known = cards_first(node), len(self._reports.problems)
        if other is None:
            return None
        with self._reports.quietly():
            self._expr(node.operand, env)
            wrong = len(self._reports.problems) > known
        if not wrong:
            return None
        with self._reports.quietly():
            self._expr(other[0], env)
            wrong = len(self._reports.problems) > known
        if wrong:
            return None
        place = other[1]
        cards = f"({show(n.Of(node.name, _collection(node.operand)))})"
        word = _word_of(node.operand)
        message = f"'{word}' belongs to the piles here, and what follows is about cards"
        fix = Fix(place, cards)
        return self._reports.problem("CR405", message, place, f"write '{cards} {word} …'", fix)

    def _cards_of(self, node: n.Of, env: Env) -> ir.Expr:
        value = self._expr(node.operand, env)
        if value.type.name == "place":
            return ir.PileRef(value.type.choices[0], value, type=ty.PILE, span=node.span)
        if value.type.of is not None and value.type.of.name == "place":
            return self._application.apply(OF["cards"], (value,), env, node.span)
        if value.type == ty.UNKNOWN:
            return value
        message = f"this is {value.type}, not piles on the table"
        advice = "leave out 'cards of'" if value.type in ty.OF_CARDS else WAYS_OUT["place"]
        return self._reports.problem("CR405", message, node.span, advice)

    def operation(self, operation: Operation, operands: tuple[n.Expr, ...], env: Env, span: Span) -> ir.Expr:
        """Return an operation with operands of its declared types."""
        kinds = operation.operands
        kinds += kinds[-1:] * (len(operands) - len(kinds))
        values: list[ir.Expr] = []
        for kind, operand in zip(kinds, operands, strict=True):
            value = self._operand(operation, kind, operand, env, span)
            if value is None:
                return ir.Const(0, type=ty.UNKNOWN, span=span)
            values.append(value)
        value = self._application.apply(operation, tuple(values), env, span)
        if isinstance(value, ir.Op) and value.name == "size":
            everyone = values[0]
            stays = env.static or not self._context.departures
            if isinstance(everyone, ir.Op) and (everyone.name == "everybody" or (stays and everyone.name == "players")):
                return ir.Const(self._context.players, type=ty.NUMBER, span=span)
        return value

    def _operand(self, operation: Operation, kind: str, node: n.Expr, env: Env, span: Span) -> ir.Expr | None:
        """Return an operand with its declared type; None if a problem was reported."""
        if kind in ty.NAMED and not (kind == "card" and operation.shape == "of"):
            return self._expr(node, env, ty.NAMED[kind])
        if kind in ("a number", "a factor"):
            return self._expr(node, env, ty.IN_ANY_UNIT)
        named = kind == "card" and self._names.names_card(node)
        value = self._expr(node, env, ty.CARD if named else None)
        what = f"'{operation.spoken}'"
        match kind:
            case "card":
                if value.type in (ty.CARDS, ty.PILE):
                    message = f"{what} asks for one card, but {this_is(value.type)}"
                    advice = "say which one ('first of …'), or write 'has' or 'share'"
                    self._reports.problem("CR412", message, span, advice)
                    return None
                return self._application.coerce(value, ty.CARD)
            case "collection":
                value = self._application.collection(value, what)
            case "list":
                if value.type.of is None:
                    if value.type != ty.UNKNOWN:
                        message = f"{what} asks for a list, but {this_is(value.type)}"
                        advice = "name a variable that is declared with 'columns'"
                        self._reports.problem("CR405", message, node.span, advice)
                    return None
            case "meld":
                return self._application.coerce(value, self._context.rules.types.get("meld", ty.UNKNOWN), node.span)
            case "some cards":
                value = self._application.cards(value, what)
                return self._application.coerce(value, ty.CARDS) if value.type == ty.CARD else value
            case "places":
                if value.type.of is None or value.type.of.name != "place":
                    if value.type != ty.UNKNOWN:
                        message = f"{what} asks for piles, but {this_is(value.type)}"
                        self._reports.problem("CR405", message, node.span, WAYS_OUT["place"])
                    return None
            case "place":
                if value.type.name != "place":
                    if value.type != ty.UNKNOWN:
                        message = f"a pile on the table is expected here, but this is {value.type}"
                        self._reports.problem("CR405", message, node.span, WAYS_OUT["place"])
                    return None
            case _:
                raise AssertionError(kind)
        return value

    def _owned_zone(self, node: n.Of, env: Env) -> ir.Expr:
        zone = self._context.rules.zones[node.name]
        owner = self._expr(node.operand, env)
        if not zone.each:
            message = f"the zone '{node.name}' belongs to the table, not to a player"
            return self._reports.problem("CR411", message, node.span, f"write '{node.name}' alone")
        if owner.type == ty.PLAYERS:
            self._reports.used.add(f"zones.{node.name}")
            if zone.team:
                operands = (owner, self._application.sides(node.span))
                owner = ir.Op("sides_of", operands, type=ty.PLAYERS, span=node.span)
            kind = ty.list_of(ty.place_in(node.name)) if zone.piles else ty.PILE
            return ir.AllSeats(node.name, owner, type=kind, span=node.span)
        return self._names.zone(node.name, self._application.coerce(owner, ty.PLAYER), node.span)

    def part(self, node: n.Part, env: Env) -> ir.Expr:
        """Return `name number of …`."""
        if node.name not in PARTS:
            if node.name in HABITS:
                message = f"'{node.name}' has no meaning here"
                return self._reports.problem("CR402", message, node.word, HABITS[node.name])
            if node.name in self._context.rules.definitions and count_word(node):
                self._reports.uses(node.name)
                message = f"'{node.name}' is a definition, which has its arguments in brackets"
                better = f"{node.name}({show(n.Of(count_word(node), node.operand))})"
                fix = Fix(node.span, better)
                return self._reports.problem("CR402", message, node.word, f"write '{better}'", fix)
            if node.name in SPOKEN_NAMES:
                message = f"there is no word '{node.name}'"
                return self._reports.problem("CR402", message, node.word, SPOKEN_NAMES[node.name])
            return self._reports.unknown("CR402", "word", node.name, node.word, PARTS)
        count = node.count.name if isinstance(node.count, n.Name) else ""
        if count == "card" and count not in env.bindings:
            message = f"'{node.name} card of' means nothing here"
            advice = f"write '{node.name} of {show(node.operand)}'"
            return self._reports.problem("CR402", message, node.count.span, advice)
        value = self.operation(PARTS[node.name], (node.count, node.operand), env, node.span)
        match value:
            case ir.Op(name="column", arguments=(ir.Const(value=int(number)), ir.VarRef() as variable)):
                most = self._context.columns.get(variable.variable, number)
                if not 1 <= number <= most:
                    message = f"'{variable.variable}' has no column {number}"
                    advice = f"the columns are numbered 1 to {most}"
                    return self._reports.problem("CR425", message, node.count.span, advice)
            case _:
                pass
        return value

    def quantified(self, about: n.Quantified, condition: n.Expr, env: Env) -> ir.Expr:
        """Return whether a condition holds for any, every or no member, or for exactly so many.

        Args:
            about: the members, as they are named in the condition.
            condition: what is tested for each of them.
            env: the environment of the condition.
        """
        collection = self._all(about, env)
        collection = self._application.collection(collection, f"'{about.quantifier} {about.noun} of'")
        name, kind = self._next(collection)
        if kind != ty.UNKNOWN and kind.name != _ELEMENTS.get(about.noun, about.noun):
            word = next((noun for noun, element in _ELEMENTS.items() if element == kind.name), kind.name)
            message = f"these are {collection.type}, not {about.noun}s"
            better = show(replace(about, noun=word))
            return self._reports.problem("CR405", message, about.span, f"write '{better}'")
        local = ir.Local(name, type=kind, span=about.span)
        inner = replace(env, quantified={**env.quantified, id(about): local})
        test = self._expr(condition, inner, ty.BOOLEAN)
        test = denied(test, about.quantifier == "every")
        found = ir.Filter(collection, name, test, type=collection.type, span=condition.span)
        if about.count is not None:
            size = self._application.apply(OPERATIONS["size"], (found,), env, condition.span)
            count = self._expr(about.count, env, ty.NUMBER)
            return self._application.apply(OPERATIONS["eq"], (size, count), env, condition.span)
        none = self._application.apply(OPERATIONS["is_empty"], (found,), env, condition.span)
        return denied(none, about.quantifier == "any")

    def _all(self, about: n.Quantified, env: Env) -> ir.Expr:
        """Return the members that a condition is about; of piles, their cards if cards are meant."""
        if about.collection is None and about.noun not in _ALL:
            message = f"'{about.quantifier} {about.noun}' of what?"
            return self._reports.problem("CR408", message, about.span, f"write '{show(about)} of …'")
        source = about.collection or _ALL[about.noun]
        collection = self._expr(source, env)
        piles = (collection.type.of or collection.type).name == "place"
        if about.noun == "card" and piles:
            return self._cards_of(n.Of("cards", source, span=about.span), env)
        return collection

    def member(self, node: n.Quantified, env: Env) -> ir.Expr:
        """Return what stands for `any card of …` in the condition about it."""
        if id(node) in env.quantified:
            return replace(env.quantified[id(node)], span=node.span)
        message = f"'{show(node)}' stands in no condition that could be tested for each of them"
        advice = "write what holds for them: 'rank of any card of hand is 5', 'score of any player >= 100'"
        return self._reports.problem("CR405", message, node.span, advice)

    def named(self, node: n.Named, env: Env) -> ir.Expr:
        """Report a name for members of which nothing is asked, such as `card in hand` for `card is in hand`."""
        if isinstance(node.collection, n.Of):
            whole = self._whole_first(node.collection, env)
            if isinstance(whole, n.Where | n.With):  # `c in hand of opponent where …`
                return self._expr(replace(whole, collection=replace(node, collection=whole.collection)), env)
        self._expr(node.collection, env)
        text = show(node)
        message = f"'{text}' gives each member a name, but nothing is asked of them"
        where = show(node.collection)
        advice = f"write '{node.name} is in {where}' for a condition, or '{text} where …'"
        if node.name in ("card", "cards") and node.name not in env.bindings:
            advice = f"write '{where}'"
        return self._reports.problem("CR405", message, node.span, advice)

    def where(self, node: n.Where, env: Env) -> ir.Expr:
        """Return the members for which a condition holds."""
        # `player from X where C` is the first of `players from X where C`.
        single = isinstance(node.collection, n.Players) and node.collection.single
        source = replace(node.collection, single=False) if single else node.collection
        collection = self._source(source, env)
        collection = self._application.collection(collection, "'where'")
        name, inner = self._member(node.collection, collection, env)
        refused = self._beyond(node, inner)
        if refused is not None:
            return refused
        condition = self._expr(node.condition, inner, ty.BOOLEAN)
        found = ir.Filter(collection, name, condition, type=collection.type, span=node.span)
        if single:
            return ir.Op("first", (found,), type=ty.PLAYER, span=node.span)
        return found

    def _beyond(self, node: n.Where, inner: Env) -> ir.Expr | None:
        """Report `hand where low(it) is empty`, which compares what is true or false."""
        found = compared(node.condition)
        definitions = self._context.rules.definitions
        if found is None:
            return None
        comparison, left = found
        if not isinstance(left, n.Call | n.Name | n.Of) or left.name not in definitions:
            return None
        with self._reports.quietly():
            if self._expr(left, inner).type != ty.BOOLEAN:
                return None
        self._reports.uses(left.name)
        whole, inside = around(node, comparison, left)
        message = f"'{show(left)}' is true or false, and cannot be compared so"
        advice = f"write '{whole}' for what is left; '{inside}' is about each member"
        return self._reports.problem("CR405", message, left.span, advice)

    def extreme(self, node: n.With, env: Env) -> ir.Expr:
        """Return the members with the highest or lowest key."""
        single = isinstance(node.collection, n.Players) and node.collection.single
        source = replace(node.collection, single=False) if single else node.collection
        collection = self._source(source, env)
        word = "'sorted by'" if node.every else "'with'"
        collection = self._application.collection(collection, word, env)
        name, inner = self._member(node.collection, collection, env)
        key = self.ordered(self._expr(node.key, inner), node.order, node.word)
        highest = node.extreme == "highest"
        kind = ty.PILE if node.every and collection.type == ty.CARDS else collection.type
        best = ir.Best(collection, name, key, highest, node.every, type=kind, span=node.span)
        if single:
            return ir.Op("first", (best,), type=ty.PLAYER, span=node.span)
        return best

    def ordered(self, key: ir.Expr, order: str | None, span: Span) -> ir.Expr:
        """Return the key that is compared, or its position in a named order."""
        if order in self._context.rankings:
            cards = self._application.coerce(key, ty.CARDS)
            return ir.Op("in_ranking", (cards, self.ranking(order)), type=ty.NUMBER, span=span)
        if order is not None:
            if order not in self._context.pack.orders:
                orders = [*self._context.pack.orders, *self._context.rankings]
                what = "rank order or ranking" if self._context.rankings else "rank order"
                return self._reports.unknown("CR403", what, order, span, orders)
            key = self._application.coerce(key, ty.RANK)
            index = list(self._context.pack.orders).index(order)
            position = ir.Const(index, type=ty.NUMBER)
            return ir.Op("in_order", (key, position), type=ty.NUMBER, span=span)
        if key.type.name not in (*ty.ORDERED, "suit", "card", "unknown"):
            message = f"{key.type} cannot be highest or lowest"
            advice = "numbers, ranks, suits and cards can, such as 'value' or 'score'"
            return self._reports.problem("CR405", message, key.span, advice)
        return key

    def in_order(self, node: n.InOrder, env: Env) -> ir.Expr:
        """Return the rank beside another in an order, or its position there; or a pattern."""
        if node.name == "pattern":
            return self._pattern(node, env)
        if node.name == "parts":
            return self._parts(node, env)
        if node.name == "position" and node.order is None:
            with self._reports.quietly():
                listed = self._expr(node.operand, env)
            if listed.type.name in ("suit", "choice"):
                operation = OPERATIONS["position_listed"]
                return self._application.apply(operation, (listed,), env, node.span)
        orders = list(self._context.pack.orders)
        rank = self._expr(node.operand, env, ty.RANK)
        if node.order is not None and node.order not in orders:
            return self._reports.unknown("CR403", "rank order", node.order, node.word, orders)
        number = len(orders) if node.order is None else orders.index(node.order)
        order = ir.Const(number, type=ty.NUMBER, span=node.span)
        return self._application.apply(OPERATIONS[node.name], (rank, order), env, node.span)

    def _pattern(self, node: n.InOrder, env: Env) -> ir.Expr:
        """Return the first pattern of a ranking that cards are."""
        cards = self._expr(node.operand, env, ty.CARDS)
        rankings = self._context.rankings
        if node.order is None:
            message = "'pattern of' needs a ranking"
            text = show(replace(node, order=next(iter(rankings), "poker")))
            advice = f"write '{text}'" if rankings else f"declare a ranking, and write '{text}'"
            return self._reports.problem("CR403", message, node.span, advice)
        if node.order not in rankings:
            return self._reports.unknown("CR403", "ranking", node.order, node.word, rankings)
        kind = self._context.rules.type_of(node.order)
        ranking = self.ranking(node.order)
        return ir.Op("pattern", (cards, ranking), type=kind, span=node.span)

    def _parts(self, node: n.InOrder, env: Env) -> ir.Expr:
        """Return the melds of which cards are made that are a meld with parts."""
        made = [name for name, meld in self._context.rules.melds.items() if meld.parts]
        melds = self._chosen(node.operand, env) if node.order is None else (node.order,)
        divided = self._divided(node.operand, melds, env, node.span, node.word)
        if divided is not None:
            return divided
        self._expr(node.operand, env, ty.CARDS)
        if node.order is not None and node.order not in self._context.rules.melds:
            return self._reports.unknown("CR403", "meld", node.order, node.word, made)
        message = "'parts of' needs a meld with 'parts'"
        if melds:
            message = f"a '{melds[0]}' has no parts"
            self._reports.used.update(f"melds.{name}" for name in melds)
        text = show(replace(node, order=next(iter(made), "contract")))
        advice = f"write '{text}'" if made else f"declare a meld with 'parts', and write '{text}'"
        return self._reports.missing(error("CR403", message, node.span, help=advice))

    def _chosen(self, node: n.Expr, env: Env) -> tuple[str, ...]:
        """Return the kinds of melds as one of which the cards of an expression were chosen."""
        return env.chosen.get(node.name, ()) if isinstance(node, n.Name) else ()

    def _divided(
        self, node: n.Expr, melds: tuple[str, ...], env: Env, span: Span, word: Span | None = None
    ) -> ir.Expr | None:
        """Return the parts of cards that are one of some melds; None if none of these has parts.

        Args:
            node: the cards.
            melds: the names of melds, or the name of a value that is a meld.
            env: what the names mean.
            span: the place of the text.
            word: the place of the name.
        """
        declared = self._context.rules.melds
        if len(melds) == 1 and melds[0] not in declared:
            which = self._names.meld(n.Name(melds[0], span=word or span), env)
            if which is None:
                return None
            kinds: ir.Expr = ir.Op("list", (which,), type=ty.list_of(which.type), span=span)
        elif any(declared[name].parts for name in melds):
            self._reports.used.update(f"melds.{name}" for name in melds)
            numbers = tuple(map(list(declared).index, melds))
            kinds = ir.Const(numbers, type=ty.list_of(ty.NUMBER), span=span)
        else:
            return None
        cards = self._expr(node, env, ty.CARDS)
        return self._application.apply(OPERATIONS["parts"], (cards, kinds), env, span)

    def ranking(self, name: str) -> ir.Const:
        """Return the number of a ranking, which is used."""
        self._reports.used.add(f"rankings.{name}")
        names = tuple(self._context.rankings)
        return ir.Const(names.index(name), type=Type("choice", choices=names))

    def ranked(self, node: n.Order, left: ir.Expr, right: ir.Expr, env: Env) -> ir.Expr:
        """Return whether cards rank above others."""
        cards = [self._application.coerce(each, ty.CARDS) for each in (left, right)]
        if ty.UNKNOWN in (each.type for each in cards) or node.order is None:
            return ir.Const(False, type=ty.UNKNOWN, span=node.span)
        if node.operator in ("<", "<="):
            cards.reverse()
        operation = OPERATIONS["ranks_above" if len(node.operator) == 1 else "ranks_with"]
        operands = (*cards, self.ranking(node.order))
        return self._application.apply(operation, operands, env, node.span)

    def fold(self, node: n.Fold, env: Env) -> ir.Expr:
        """Return one value computed from a key of each member."""
        fold = OPERATIONS[node.name]
        collection = self._source(node.collection, env)
        collection = self._application.collection(collection, f"'{fold.word}'")
        name, inner = self._member(node.collection, collection, env)
        wanted = fold.operands[0]
        if wanted == "key":
            key = self.ordered(self._expr(node.key, inner), None, node.span)
        else:
            key = self._expr(node.key, inner, ty.IN_ANY_UNIT)
        kind = fold.type_of((key.type, collection.type))
        return ir.Fold(collection, name, key, fold.name, type=kind, span=node.span)

    def has(self, node: n.Has, env: Env) -> ir.Expr:
        """Return whether cards have a rank, suit or colour."""
        operation = OPERATIONS.get(f"has_{node.attribute}")
        value = self._expr(node.operand, env)
        value = self._application.cards(value, "'has'")
        if operation is None:
            return self._spoken(node, env) or self._no_attribute("has", node)
        of = OPERATIONS[node.attribute]
        kind = of.type_of((ty.CARD,))
        wanted = self._application.coerce(self._expr(node.value, env, kind), kind)
        if value.type == ty.CARD:
            asked = self._application.apply(of, (value,), env, node.span)
            test = self._application.apply(OPERATIONS["eq"], (asked, wanted), env, node.span)
        else:
            test = self._application.apply(operation, (value, wanted), env, node.span)
        return denied(test, node.negated)

    def _spoken(self, node: n.Has, env: Env) -> ir.Expr | None:
        """Report `trick has the 4`, whose attribute follows from the value."""
        if node.attribute not in ("the", "one", "any", "some"):
            return None
        word, said = show(node.value), show(node.operand)
        with self._reports.quietly():
            kind = self._expr(node.value, env).type.name
        suits = [each for each in self._context.pack.suits if each.removesuffix("s") == word]
        rank = self._names.spoken_rank(word)
        if word in ("card", "cards"):
            better = f"{said} is not empty"
        elif word.removesuffix("s") == "joker":
            better = f"joker is in {said}"
        elif suits:
            better = f"{said} has suit {suits[0]}"
        elif kind in ("rank", "number") or rank is not None:
            better = f"{said} has rank {rank or word}"
        elif kind in ("suit", "colour"):
            better = f"{said} has {kind} {word}"
        else:
            return None
        message = f"there is no attribute '{node.attribute}'"
        return self._reports.problem("CR402", message, node.word, f"write '{better}'")

    def share(self, node: n.Share, env: Env) -> ir.Expr:
        """Return whether cards share a rank, suit or colour."""
        operation = OPERATIONS.get(f"share_{node.attribute}")
        cards = self._expr(node.operand, env)
        cards = self._application.cards(cards, "'share'")
        if operation is None:
            return self._no_attribute("share", node)
        if cards.type == ty.CARD:
            cards = self._application.coerce(cards, ty.CARDS)
        return denied(self._application.apply(operation, (cards,), env, node.span), node.negated)

    def _no_attribute(self, rule: str, node: n.Has | n.Share) -> ir.Expr:
        forms = [each.pattern for each in OPERATIONS.values() if each.rule == rule]
        candidates = [word for form in forms for word in form if word in ATTRIBUTES["card"]]
        if node.attribute == "size":
            message = "'size' is a number, not an attribute of the cards"
            return self._reports.problem("CR402", message, node.word, "write 'size of … is 1'")
        return self._reports.unknown("CR402", "attribute", node.attribute, node.word, candidates)


def count_word(node: n.Part) -> str:
    """Return the word between the name and `of`, if it is one."""
    return node.count.name if isinstance(node.count, n.Name) else ""


def _word_of(node: n.Expr) -> str:
    return "where" if not isinstance(node, n.With) else "sorted by" if node.every else "with"


def _collection(node: n.Expr) -> n.Expr:
    return node.collection if isinstance(node, n.Where | n.With) else node


_ALL: dict[str, n.Expr] = {
    "player": n.Players(None),
    "team": n.Name("teams"),
    "suit": n.Name("suits"),
    "rank": n.Name("ranks"),
    "colour": n.Name("colours"),
}
"""What a noun means that stands alone, as in `any player`."""

_ELEMENTS = {"team": "player", "player": "player", "pile": "place", "set": "cards"}
"""The types of members, where they are not called as the noun."""

_MEANT_OF = dict.fromkeys(("count", "number", "amount", "length"), "write 'size of'") | {
    "one": "write 'is in [2, 9]', or 'first of' for one of some cards",
    "sum": "write 'total value over hand', or another number of each card",
    "maximum": "write 'max(…, …)', or 'highest … over …'",
    "minimum": "write 'min(…, …)', or 'lowest … over …'",
    "winner": "write 'taker' for who takes a trick: the section 'tricks' brings the word",
}
"""Words that people write before `of`, with those of the language."""
