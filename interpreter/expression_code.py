"""Typed expressions to Python syntax trees.

Conditions on one card become sets of cards where they can (`card_set`), so that "the cards of this
hand that fit" is one `&` instead of a loop.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace

from . import typed as t
from . import types as ty
from .cards import Pack
from .diagnostics import Span
from .melds import weights
from .primitives import NAMES, FromNobody
from .probes import Probes
from .program import Program
from .quoting import constant, expression, name, statements
from .terms import expressions, mentions, size, substitute, uses

PlaceOf = Callable[[Span], tuple[str, int, int]]


@dataclass(frozen=True, slots=True)
class Scope:
    """What the code around an expression offers.

    Attributes:
        names: local names of the rules to local names of the code.
        can: actions whose possibility is already in a local of the code.
    """

    names: dict[str, ast.expr]
    can: dict[str, ast.expr]

    def bind(self, rule_name: str, code: ast.expr) -> Scope:
        """Return the scope with one more name."""
        return replace(self, names={**self.names, rule_name: code})


def scope(**names: str) -> Scope:
    """Return a scope in which some rule names are plain local names."""
    return Scope({key: name(value) for key, value in names.items()}, {})


class ExpressionCode:
    """Builds expressions for one program and one build."""

    def __init__(
        self, program: Program, *, record: bool, located: PlaceOf, probes: Probes | None = None
    ) -> None:
        """Build for the recording build or the bare one; places are those of the YAML file."""
        self.program = program
        self.probes = probes
        self._watched: set[Span] = set()
        self.pack: Pack = program.pack
        self.record = record
        self._located = located
        self.zone_index = {zone: i for i, zone in enumerate(program.zones)}
        self.labels: dict[str, int] = {}
        self.constants: dict[str, object] = {}
        self.origins: dict[str, list[t.ZoneRef]] = {}  # where the cards of a local name lie
        self.usual: dict[str, list[t.ZoneRef]] = {}  # where those of a variable mostly lie
        self.chosen: frozenset[str] = frozenset()  # local names of cards that were chosen
        self.untouched: t.Expr | None = None  # chosen cards that no rule can have moved yet
        self._fresh = 0
        self._flows: dict[str, bool] = {}

    def fresh(self, stem: str) -> str:
        """Return a local name that is not taken."""
        self._fresh += 1
        return f"{stem}_{self._fresh}"

    def place_of(self, span: Span) -> str:
        """Return a place as an error names it: file, line and column."""
        return ":".join(map(str, self._located(span)))

    def at(self, span: Span, body: list[ast.stmt]) -> list[ast.stmt]:
        """Give statements the line of the rule they come from."""
        _, line, _ = self._located(span)
        for statement in body:
            for node in ast.walk(statement):
                if "lineno" in node._attributes and not hasattr(node, "lineno"):
                    node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
                    node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        return body

    def table(self, kind: str) -> ast.expr:
        """Return a table of the pack, such as `RANK` or `RANK_EQ`, as a constant of the module."""
        key = kind.upper()
        if key not in self.constants:
            pack = self.pack
            base, _, relation = kind.partition("_")
            column: tuple[int, ...] = getattr(pack, base)
            if not relation:
                self.constants[key] = (*column, 0 if base == "value" else -1)
            else:
                self.constants[key] = _relation(column, relation)
        return name(key)

    def bit(self, card: ast.expr) -> ast.expr:
        """Return the set of one card, of no card (-1) the empty one."""
        self.constants["BIT"] = (*(1 << card for card in range(self.pack.size)), 0)
        return expression("BIT[c]", c=card)

    def all_cards(self) -> ast.expr:
        """Return the set of all cards."""
        return constant((1 << self.pack.size) - 1)

    def value(self, node: t.Expr, sc: Scope) -> ast.expr:
        """Return the code of an expression."""
        if self.probes is None or node.type != ty.BOOLEAN or node.span in self._watched:
            return self._value(node, sc)
        index = self.probes.condition(node.span)
        if index is None or isinstance(node, t.Const | t.Logic):
            return self._value(node, sc)
        self._watched.add(node.span)  # parts that stand at the same place are the same condition
        code = self._value(node, sc)
        self._watched.remove(node.span)
        return expression("_saw(i, v)", i=constant(index), v=code)

    def ran(self, address: str) -> list[ast.stmt]:
        """Return code that counts a rule."""
        index = self.probes.rule(address) if self.probes is not None else None
        return [] if index is None else statements("_ran(i)", i=constant(index))

    def passed(self, span: Span) -> list[ast.stmt]:
        """Return code that counts a statement."""
        index = self.probes.statement(span) if self.probes is not None else None
        return [] if index is None else statements("_ran(i)", i=constant(index))

    def _value(self, node: t.Expr, sc: Scope) -> ast.expr:
        match node:
            case t.Const(value=value):
                return constant(value)
            case t.Local(name=local):
                return sc.names[local]
            case t.ZoneRef(zone=zone, seat=seat):
                if self.program.zones[zone].piles:
                    return expression(f"range(len(s.z_{zone}))")
                return self.slot(f"z_{zone}", seat, sc)
            case t.PileRef(zone=zone, pile=pile):
                return expression(f"s.z_{zone}[i]", i=self.value(pile, sc))
            case t.VarRef(variable=variable, seat=seat):
                return self.slot(f"v_{variable}", seat, sc)
            case t.AllSeats(zone=zone, players=players):
                helper = "_piles" if self.program.zones[zone].ordered else "_hands"
                return expression(f"{helper}(s.z_{zone}, p)", p=self.value(players, sc))
            case t.Op():
                return self._operation(node, sc)
            case t.Filter():
                return self._filter(node, sc)
            case t.Best(collection=collection, name=local, key=key, highest=highest):
                inner = self.fresh("x")
                function = _lambda(inner, self.value(key, sc.bind(local, name(inner))))
                helper = "_best_set" if collection.type == ty.CARDS else "_best"
                return expression(
                    f"{helper}(c, f, h)", c=self.value(collection, sc), f=function,
                    h=constant(highest),
                )  # fmt: skip
            case t.Sum(collection=collection, name=local, key=key):
                table = self._tabulated(key, local) if collection.type == ty.CARDS else None
                if table is not None:
                    return self._weighed(collection, table, sc)
                inner = self.fresh("x")
                items = self.items(collection, sc)
                code = self.value(key, sc.bind(local, name(inner)))
                return _comprehension("sum(k for x in c)", inner, items, k=code)
            case t.Cond(test=test, then=then, other=other):
                return expression(
                    "a if t else b", a=self.value(then, sc), t=self.value(test, sc),
                    b=self.value(other, sc),
                )  # fmt: skip
            case t.Logic(conjunction=conjunction, left=left, right=right):
                template = "a and b" if conjunction else "a or b"
                return expression(template, a=self.value(left, sc), b=self.value(right, sc))
            case t.Use(definition=definition, arguments=arguments):
                inlined = self.inline(node)
                if inlined is not None:
                    return self.value(inlined, sc)
                given = [self.value(argument, sc) for argument in arguments]
                return self.call(f"d_{definition}", given, sc)
            case t.Can(action=action):
                if action in sc.can:
                    return sc.can[action]
                return self.call(f"can_{action}", [], sc)
            case t.IsMeld(cards=cards, meld=meld):
                return expression(f"MELD_{meld.upper()}.matches(m)", m=self.value(cards, sc))

    def seats_from(self, seat: ast.expr) -> ast.expr:
        """Return code for the seats from one on, those who have left not among them."""
        n = self.program.players
        seats = [tuple((i + k) % n for k in range(n)) for i in range(n)]
        self.constants["SEATS_FROM"] = (*seats, FromNobody())  # nobody is -1
        if self.program.departures:
            return expression("[p for p in SEATS_FROM[q] if not s.away >> p & 1]", q=seat)
        return expression("SEATS_FROM[q]", q=seat)

    def call(self, function: str, arguments: list[ast.expr], sc: Scope) -> ast.expr:
        """Return a call of a generated function with the state and the actor before the rest."""
        actor = sc.names.get("actor", constant(-1))
        return ast.Call(name(function), [name("s"), actor, *arguments], [])

    def slot(self, slot: str, seat: t.Expr | None, sc: Scope) -> ast.expr:
        """Return a slot of the state, or one seat's entry in it."""
        if seat is None:
            return expression(f"s.{slot}")
        return expression(f"s.{slot}[p]", p=self.seat(seat, sc))

    def seat(self, seat: t.Expr, sc: Scope) -> ast.expr:
        """Return code for a player to whom something belongs; nobody is refused."""
        code = self.value(seat, sc)
        if _may_be_nobody(seat):
            at = constant(self.place_of(seat.span))
            template = "p if p >= 0 else _seat(p, at)" if is_slot(code) else "_seat(p, at)"
            code = expression(template, p=code, at=at)
        return code

    def items(self, node: t.Expr, sc: Scope) -> ast.expr:
        """Return code for something that can be iterated over: cards, players, numbers."""
        code = self.value(node, sc)
        return expression("_cards(m)", m=code) if node.type == ty.CARDS else code

    def inline(self, node: t.Use) -> t.Expr | None:
        """Return the definition's value with its arguments put in, where that costs nothing."""
        definition = self.program.definitions[node.definition]
        if definition.value is None:
            return None
        simple = all(
            isinstance(argument, t.Local | t.Const) or uses(definition.value, parameter) <= 1
            for (parameter, _), argument in zip(
                definition.parameters, node.arguments, strict=True
            )
        )  # fmt: skip
        if not simple or size(definition.value) > 40:
            return None
        return self.expand(node)

    def opened(self, node: t.Expr) -> t.Expr:
        """Return an expression with the definition that it is opened, if that would be inlined."""
        while isinstance(node, t.Use):
            inlined = self.inline(node)
            if inlined is None:
                return node
            node = inlined
        return node

    def expand(self, node: t.Use) -> t.Expr | None:
        """Return the definition's value with its arguments put in."""
        definition = self.program.definitions[node.definition]
        if definition.value is None or self.probes is not None:
            return None
        names = (parameter for parameter, _ in definition.parameters)
        return substitute(definition.value, dict(zip(names, node.arguments, strict=True)))

    def _some(self, node: t.Expr, sc: Scope) -> ast.expr:
        """Code that is true when a collection is not empty, without building it."""
        match self.opened(node):
            case t.AllSeats(zone=zone, players=players) if not self.program.zones[zone].ordered:
                return expression(f"_lead(s.z_{zone}, p) >= 0", p=self.value(players, sc))
            case t.Op(name=("join" | "join_piles" | "otherwise"), arguments=(left, right)):
                return expression("a or b", a=self._some(left, sc), b=self._some(right, sc))
            case t.Op(name="to_cards", arguments=(inner,)) if inner.type == ty.PILE:
                return self._some(inner, sc)
            case _:
                return self.value(node, sc)

    def _operation(self, node: t.Op, sc: Scope) -> ast.expr:
        arguments = node.arguments
        if node.name == "owner":
            zone = self._lying_in(arguments[0])
            if zone is not None:
                card = self.bit(self.value(arguments[0], sc))
                return expression(f"_holder(s.z_{zone}, c)", c=card)
        if node.name == "is_empty":
            return expression("not a", a=self._some(arguments[0], sc))
        if node.name == "not" and isinstance(arguments[0], t.Op) and (
            arguments[0].name == "is_empty"
        ):  # fmt: skip
            return expression("not not a", a=self._some(arguments[0].arguments[0], sc))
        code = [self.value(argument, sc) for argument in arguments]
        kind = arguments[-1].type if arguments else ty.NOTHING
        key = node.name
        if key in ("eq", "ne") and ty.element(kind) is not None and kind != ty.CARDS:
            # A variable holds a tuple, what is computed is a list.
            code = [expression("tuple(v)", v=each) for each in code]
        if key in ("div", "mod") and isinstance(arguments[1], t.Const) and arguments[1].value:
            template = "a // b" if key == "div" else "a % b"
            return expression(template, a=code[0], b=code[1])
        if key in _PLAIN:
            return expression(_PLAIN[key], **dict(zip("abcd", code, strict=False)))
        if key in ("rank", "suit", "colour", "value"):
            return expression("t[c]", t=self.table(key), c=code[0])
        if key in ("has_rank", "has_suit", "has_colour"):
            cards = code[0]
            if arguments[0].type == ty.PILE:
                cards = expression("_mask(c)", c=cards)
            if isinstance(arguments[1], t.Const):
                column: tuple[int, ...] = getattr(self.pack, key[4:])
                alike = constant(_set_by(column, "eq", int(arguments[1].value)))  # type: ignore[arg-type]
                return expression("m & a != 0", m=cards, a=alike)
            table = self.table(f"{key[4:]}_eq")
            return expression("m & t[v] != 0", m=cards, t=table, v=code[1])
        if key == "to_cards" and kind != ty.CARDS:
            return self.bit(code[0]) if kind == ty.CARD else expression("_mask(a)", a=code[0])
        if key == "first":
            match self.opened(arguments[0]):
                case t.Best() as best:
                    return self._extreme(best, sc)
                case t.AllSeats(zone=zone, players=players) if not self.program.zones[zone].ordered:
                    return self._lead(zone, players, sc)
                case _:
                    pass
        if key in ("first", "last", "top", "bottom") and kind != ty.CARDS and is_slot(code[0]):
            index = constant(0 if key in ("first", "bottom") else -1)
            return expression("a[i] if a else -1", a=code[0], i=index)
        if key.startswith("share_"):
            helper = "_share_set" if kind == ty.CARDS else "_share"
            return expression(f"{helper}(c, t, j)", c=code[0], t=self.table(key[6:]),
                              j=self.table("suit"))  # fmt: skip
        if key in _BY_COLLECTION:
            ordered, unordered = _BY_COLLECTION[key]
            template = unordered if kind == ty.CARDS else ordered
            return expression(template, **dict(zip("abcd", code, strict=False)))
        if key == "contains":
            if arguments[1].type == ty.CARDS:
                return expression("c & a != 0", a=self.bit(code[0]), c=code[1])
            return expression("a in c", a=code[0], c=code[1])
        if key == "in_order":
            orders = tuple(self.pack.orders.values())
            self.constants["ORDERS"] = tuple((*order, -1) for order in orders)
            return expression("ORDERS[o][r]", r=code[0], o=code[1])
        if key == "everybody":
            return expression("_present(s.gone, n)", n=constant(self.program.players))
        if key == "pile_sets":
            zone = _zone_of(arguments[0].type)
            return expression(f"tuple(_mask(s.z_{zone}[i]) for i in a)", a=code[0])
        if key == "all_piles":
            zone = _zone_of(arguments[0].type)
            return expression(f"[c for i in a for c in s.z_{zone}[i]]", a=code[0])
        if key == "extends":
            zone = _zone_of(kind)
            if isinstance(arguments[0], t.Op) and arguments[0].arguments[0].type == ty.CARD:
                return expression(
                    f"GROW.fits(s.z_{zone}[i], s.g_{zone}[i]) & c != 0", c=code[0], i=code[1]
                )
            return expression(
                f"GROW.extends(c, s.z_{zone}[i], s.g_{zone}[i])", c=code[0], i=code[1]
            )
        if key in ("deadwood", "melding", "loose", "against", "laid_off"):
            return ast.Call(expression(f"ARRANGE.{key}"), code, [])
        if key in ("list", "pile_of"):
            return ast.List(code, ast.Load())
        if key in ("min", "max"):
            return ast.Call(name(key), code, [])
        if key == "is_joker":
            return expression("c >= 0 and t[c] < 0", t=self.table("suit"), c=code[0])
        if key == "players":
            if self.program.departures:
                return expression("_present(s.away, n)", n=constant(self.program.players))
            return constant(tuple(range(self.program.players)))
        if key == "players_from":
            return self.seats_from(code[0])
        if key in ("left", "right"):
            n = constant(self.program.players)
            step = constant(1 if key == "left" else -1)
            template = "_beside(s.away, p, d, n)" if self.program.departures else "(p + d) % n"
            return expression(template, p=code[0], d=step, n=n)
        if key == "partner":
            half = constant(self.program.players // 2)
            return expression("(p + h) % n", p=code[0], h=half, n=constant(self.program.players))
        if key == "opponent":
            if self.program.departures:
                n = constant(self.program.players)
                return expression("_beside(s.away, p, 1, n)", p=code[0], n=n)
            return expression("1 - p", p=code[0])
        raise AssertionError(key)

    def _extreme(self, node: t.Best, sc: Scope) -> ast.expr:
        """Code for the first of those with the best key."""
        suited = self._one_suit(node.collection, sc) if self._rises(node) else None
        if suited is not None:
            return expression("m.bit_length() - 1" if node.highest else "_lowest(m)", m=suited)
        inner = self.fresh("x")
        key = self.value(node.key, sc.bind(node.name, name(inner)))
        match key:
            case ast.Subscript(value=ast.Name() as table, slice=ast.Name(id=index)) if (
                index == inner
            ):
                function: ast.expr = ast.Attribute(table, "__getitem__", ast.Load())
            case _:
                function = _lambda(inner, key)
        return expression(
            f"{'max' if node.highest else 'min'}(c, key=f, default=-1)",
            c=self.items(node.collection, sc), f=function,
        )  # fmt: skip

    def _tabulated(self, node: t.Expr, local: str) -> list[int] | None:
        """Return what an expression is for each card, if it asks nothing but what the card is."""
        if self.probes is not None or not self._is_of_card(node, local):
            return None
        function = _lambda("card", self.value(node, scope(**{local: "card"})))
        tree = ast.fix_missing_locations(ast.Expression(function))
        compute = eval(compile(tree, "<table>", "eval"), {**NAMES, **self.constants})
        return [compute(card) for card in range(self.pack.size)]

    def _is_of_card(self, node: t.Expr, local: str) -> bool:
        match node:
            case t.Const():
                return True
            case t.Local(name=found):
                return found == local
            case t.Cond() | t.Logic():
                pass
            case t.Use():
                expanded = self.expand(node)
                return expanded is not None and self._is_of_card(expanded, local)
            case t.Op(name=operation):
                if operation not in _OF_CARD:
                    return False
            case _:
                return False
        return all(self._is_of_card(inner, local) for inner in expressions(node))

    def _weighed(self, collection: t.Expr, table: list[int], sc: Scope) -> ast.expr:
        """Code that adds up what the cards of a set are worth."""
        cards = self.value(collection, sc)
        digits = weights(table)
        if len(digits) > 6 or not (len(digits) == 1 or is_slot(cards)):
            key = f"WORTH_{len(self.constants)}"
            known = [k for k, v in self.constants.items() if v == tuple(table) and k[0] == "W"]
            key = known[0] if known else key
            self.constants[key] = tuple(table)
            return expression("sum(map(w, _cards(c)))", c=cards,
                              w=ast.Attribute(name(key), "__getitem__", ast.Load()))  # fmt: skip
        total: ast.expr | None = None
        for weight, alike in digits:
            term = expression("(c & m).bit_count()", c=cards, m=constant(alike))
            if weight != 1:
                term = expression("w * t", w=constant(weight), t=term)
            total = term if total is None else expression("a + b", a=total, b=term)
        return constant(0) if total is None else total

    def union(self, zone: str, players: t.Expr, sc: Scope) -> ast.expr:
        """Return code for the cards of several players' zones as one set."""
        if not self.all_play(players):
            return expression(f"_union(s.z_{zone}, p)", p=self.value(players, sc))
        cards = expression(f"s.z_{zone}[0]")
        for seat in range(1, self.program.players):
            cards = expression(f"c | s.z_{zone}[{seat}]", c=cards)
        return cards

    def _lead(self, zone: str, players: t.Expr, sc: Scope) -> ast.expr:
        """Code for the first card of several players' zones: mostly the first player has it."""
        lead = expression(f"_lead(s.z_{zone}, p)", p=self.value(players, sc))
        match self.opened(players):
            case t.Op(name="players_from", arguments=(seat,)) if self.all_play(players):
                code = self.value(seat, sc)
                if is_slot(code):
                    held = expression(f"s.z_{zone}[p]", p=code)
                    test = (
                        expression("p >= 0 and h", p=code, h=held) if _may_be_nobody(seat) else held
                    )
                    return expression(
                        "(h & -h).bit_length() - 1 if t else other", h=held, t=test, other=lead
                    )
            case _:
                pass
        return lead

    def all_play(self, players: t.Expr) -> bool:
        """Return whether some players are all players, in whatever order, and few."""
        match self.opened(players):
            case t.Op(name="players" | "players_from"):
                return not self.program.departures and self.program.players <= 8
            case _:
                return False

    def _lying_in(self, node: t.Expr) -> str | None:
        """The zone that a card is certainly in, if it is one of all players' zones of a kind."""
        match self.opened(node):
            case t.Op(name="first", arguments=(inner,)):
                return self._lying_in(inner)
            case t.Op(name="otherwise", arguments=(left, right)):
                zone = self._lying_in(left)
                return zone if self._lying_in(right) == zone else None
            case t.Best(collection=inner) | t.Filter(collection=inner):
                return self._lying_in(inner)
            case t.AllSeats(zone=zone) if not self.program.zones[zone].ordered:
                return zone
            case _:
                return None

    def _rises(self, node: t.Best) -> bool:
        """Whether of two cards of a suit the one with the higher number has the higher key."""
        table = self._tabulated(node.key, node.name)
        suits = self.pack.suit
        return table is not None and all(
            key < table[other]
            for card, key in enumerate(table)
            for other in range(card + 1, len(table))
            if suits[other] == suits[card]
        )

    def _one_suit(self, node: t.Expr, sc: Scope) -> ast.expr | None:
        """Code for cards on the table as a set, if they are certainly all of one suit."""
        match self.opened(node):
            case t.Op(name="otherwise", arguments=(left, right)):
                one, other = self._one_suit(left, sc), self._one_suit(right, sc)
                if one is None or other is None:
                    return None
                return expression("a or b", a=one, b=other)
            case t.Filter(collection=collection, name=local, condition=condition):
                match self.opened(condition), self.opened(collection):
                    case (
                        t.Op(name="eq", arguments=(t.Op(name="suit", arguments=(item,)), suit)),
                        t.AllSeats(zone=zone, players=players),
                    ) if (
                        isinstance(item, t.Local)
                        and item.name == local
                        and not mentions(suit, local)
                        and not self.program.zones[zone].ordered
                    ):
                        alike = expression("t[v]", t=self.table("suit_eq"), v=self.value(suit, sc))
                        held = self.union(zone, players, sc)
                        return expression("c & m", c=held, m=alike)
                    case _:
                        return None
            case _:
                return None

    def _filter(self, node: t.Filter, sc: Scope) -> ast.expr:
        inner = self.fresh("x")
        if node.collection.type == ty.CARDS:
            cards = self.card_set(node.condition, node.name, sc)
            if cards is not None:
                return expression("c & m", c=self.value(node.collection, sc), m=cards)
        items = self.items(node.collection, sc)
        condition = self.value(node.condition, sc.bind(node.name, name(inner)))
        if node.collection.type == ty.CARDS:
            self.bit(name(inner))
            return _comprehension("sum(BIT[x] for x in c if k)", inner, items, k=condition)
        return _comprehension("[x for x in c if k]", inner, items, k=condition)

    def card_set(self, node: t.Expr, local: str, sc: Scope) -> ast.expr | None:
        """Return code for the set of all cards for which a condition on `local` holds.

        None if the condition asks something of the card that no table answers.
        """
        if self.probes is not None:
            return None  # each card is asked by itself
        if not mentions(node, local):
            return expression("m if t else 0", m=self.all_cards(), t=self.value(node, sc))
        table = self._tabulated(node, local)
        if table is not None:
            return constant(sum(1 << card for card, holds in enumerate(table) if holds))
        match node:
            case t.Logic(conjunction=conjunction, left=left, right=right):
                a, b = self.card_set(left, local, sc), self.card_set(right, local, sc)
                if a is None or b is None:
                    return None
                return expression("a & b" if conjunction else "a | b", a=a, b=b)
            case t.Cond(test=test, then=then, other=other) if not mentions(test, local):
                a, b = self.card_set(then, local, sc), self.card_set(other, local, sc)
                if a is None or b is None:
                    return None
                return expression("a if t else b", a=a, b=b, t=self.value(test, sc))
            case t.Use():
                expanded = self.expand(node)
                return None if expanded is None else self.card_set(expanded, local, sc)
            case t.Op(name="not", arguments=(operand,)):
                inner = self.card_set(operand, local, sc)
                if inner is None:
                    return None
                return expression("m ^ a", m=self.all_cards(), a=inner)
            case t.Op(name="contains", arguments=(t.Local(name=found), cards)) if (
                found == local and not mentions(cards, local)
            ):
                code = self.value(cards, sc)
                return code if cards.type == ty.CARDS else expression("_mask(c)", c=code)
            case t.Op(name="contains", arguments=(member, t.Const(value=tuple() as values))):
                attribute = _attribute_of(member, local)
                if attribute is None:
                    return None
                column: tuple[int, ...] = getattr(self.pack, attribute)
                found_cards = sum(1 << c for c, entry in enumerate(column) if entry in values)
                return constant(found_cards)
            case t.Op(
                name=("has_rank" | "has_suit" | "has_colour") as key, arguments=(cards, of)
            ) if _attribute_of(of, local) == key[4:] and not mentions(cards, local):
                column = getattr(self.pack, key[4:])
                self.constants[f"LIKE_{key[4:].upper()}"] = tuple(
                    _set_by(column, "eq", entry) for entry in column
                )
                return expression(
                    "_like(c, t)", c=self.items(cards, sc), t=name(f"LIKE_{key[4:].upper()}")
                )
            case t.Op(name="is_joker", arguments=(t.Local(name=found),)) if found == local:
                return constant(self.pack.mask(self.pack.suit, -1))
            case t.Op(
                name=("le" | "lt") as relation,
                arguments=(
                    t.Op(
                        name="deadwood",
                        arguments=(
                            t.Op(
                                name="minus",
                                arguments=(
                                    hand,
                                    t.Op(name="to_cards", arguments=(t.Local(name=found),)),
                                ),
                            ),
                        ),
                    ),
                    limit,
                ),
            ) if found == local and not mentions(hand, local) and not mentions(limit, local):
                template = "ARRANGE.leaving(h, n)" if relation == "le" else (
                    "ARRANGE.leaving(h, n - 1)"
                )  # fmt: skip
                return expression(template, h=self.value(hand, sc), n=self.value(limit, sc))
            case t.Op(name=relation, arguments=(left, right)) if relation in _MIRROR:
                attribute = _attribute_of(left, local)
                other = right
                if attribute is None:
                    attribute, other, relation = (
                        _attribute_of(right, local), left, _MIRROR[relation]
                    )  # fmt: skip
                if attribute in (None, "owner", "place") or mentions(other, local):
                    return None
                if attribute == "value" and not isinstance(other, t.Const):
                    return None
                if isinstance(other, t.Const):
                    column = getattr(self.pack, attribute)
                    return constant(_set_by(column, relation, int(other.value)))  # type: ignore[arg-type]
                table = self.table(f"{attribute}_{relation}")
                return expression("t[v]", t=table, v=self.value(other, sc))
            case _:
                return None


_PLAIN = {
    "neg": "-a", "add": "a + b", "sub": "a - b", "mul": "a * b", "div": "a // b if b else 0",
    "mod": "a % b if b else 0", "lt": "a < b", "le": "a <= b", "gt": "a > b", "ge": "a >= b",
    "eq": "a == b", "ne": "a != b", "not": "not a", "join": "a | b", "minus": "a & ~b",
    "join_piles": "[*a, *b]", "to_pile": "_as_pile(a)", "to_players": "_as_players(a)",
    "join_players": "_join(a, b)", "minus_players": "_minus(a, b)",
    "dealer": "s.dealer", "deal_number": "s.deal", "turn_number": "s.turns",
    "owner": "_owner(s, a)", "place": "_place(s, a)", "random_n": "_random_n(s, a, b)",
}  # fmt: skip

_BY_COLLECTION = {
    # operation: (code for lists, code for sets of cards)
    "size": ("len(a)", "a.bit_count()"),
    "is_empty": ("not a", "not a"),
    "first": ("_first(a)", "_lowest(a)"),
    "last": ("_last(a)", "a.bit_length() - 1"),
    "top": ("_last(a)", "a.bit_length() - 1"),
    "bottom": ("_first(a)", "_lowest(a)"),
    "random": ("_random(s, a)", "_random(s, _cards(a))"),
    "random_n": ("_random_n(s, a, b)", "_random_n(s, a, _cards(b))"),
    "first_n": ("_first_n(a, b)", "_mask(_first_n(a, _cards(b)))"),
    "bottom_n": ("_first_n(a, b)", "_mask(_first_n(a, _cards(b)))"),
    "last_n": ("_last_n(a, b)", "_mask(_last_n(a, _cards(b)))"),
    "top_n": ("_last_n(a, b)", "_mask(_last_n(a, _cards(b)))"),
    "otherwise": ("a or b", "a or b"),
    "to_cards": ("a", "a"),
}
del _PLAIN["random_n"]

_MIRROR = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def _relation(column: tuple[int, ...], relation: str) -> tuple[int, ...]:
    """For each possible value the set of cards that stand so to it; last, for none (-1)."""
    most = max(column, default=0)
    return tuple(_set_by(column, relation, value) for value in [*range(most + 1), -1])


def _set_by(column: tuple[int, ...], relation: str, value: int) -> int:
    """The cards that stand so to a value; none (-1) is lower than everything, as elsewhere."""
    tests: dict[str, Callable[[int], bool]] = {
        "eq": lambda x: x == value, "ne": lambda x: x != value, "lt": lambda x: x < value,
        "le": lambda x: x <= value, "gt": lambda x: x > value, "ge": lambda x: x >= value,
    }  # fmt: skip
    return sum(1 << card for card, entry in enumerate(column) if tests[relation](entry))


def _attribute_of(node: t.Expr, local: str) -> str | None:
    match node:
        case t.Op(name=("rank" | "suit" | "colour" | "value") as attribute, arguments=(
            t.Local(name=found),
        )) if found == local:  # fmt: skip
            return attribute
        case _:
            return None


_OF_CARD = frozenset(
    "eq ne lt le gt ge add sub mul div mod neg not rank suit colour value is_joker contains "
    "in_order min max".split()
)
"""Operations that ask nothing of the state."""


def is_slot(code: ast.expr) -> bool:
    """Return whether code is a slot of the state, so that it costs little to write it twice."""
    match code:
        case ast.Attribute(value=ast.Name()):
            return True
        case ast.Subscript(
            value=ast.Attribute(value=ast.Name()), slice=ast.Name() | ast.Constant()
        ):
            return True
        case _:
            return False


def _may_be_nobody(seat: t.Expr) -> bool:
    """Whether a seat comes from a variable or a choice among players, which can be nobody."""
    match seat:
        case t.VarRef():
            return True
        case t.Op(name=("first" | "last" | "random" | "owner")):
            return True
        case t.Cond(then=then, other=other):
            return _may_be_nobody(then) or _may_be_nobody(other)
        case t.Const(value=value):
            return value == -1
        case _:
            return False


def _zone_of(kind: ty.Type) -> str:
    """The zone of piles that a type of places belongs to."""
    return (kind.of or kind).choices[0]


def _lambda(argument: str, body: ast.expr) -> ast.expr:
    return ast.Lambda(
        ast.arguments(posonlyargs=[], args=[ast.arg(argument)], kwonlyargs=[], kw_defaults=[],
                      defaults=[]), body,
    )  # fmt: skip


def _comprehension(template: str, variable: str, items: ast.expr, k: ast.expr) -> ast.expr:
    return expression(template, x=name(variable), c=items, k=k)
