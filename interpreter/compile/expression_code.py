"""Typed expressions to Python syntax trees; what is about sets of cards is in `set_code.py`."""

from __future__ import annotations

import ast

from ..check import ir
from ..diagnostics import Span
from ..runtime.primitives import FromNobody
from ..runtime.quoting import constant, expression, name, statements
from ..syntax import types as ty
from .set_code import Scope, SetCode, comprehension, is_slot, lambda_of, may_be_nobody, set_by


class ExpressionCode(SetCode):
    """Builds expressions for one program and one build."""

    def value(self, node: ir.Expr, sc: Scope) -> ast.expr:
        """Return the code of an expression."""
        if self.probes is None or node.type != ty.BOOLEAN or node.span in self._watched:
            return self._value(node, sc)
        index = self.probes.condition(node.span)
        if index is None or isinstance(node, ir.Const | ir.Logic):
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

    def _value(self, node: ir.Expr, sc: Scope) -> ast.expr:
        match node:
            case ir.Const(value=value):
                return constant(value)
            case ir.Local(name=local):
                return sc.names[local]
            case ir.ZoneRef(zone=zone, seat=seat):
                if self.program.zones[zone].piles:
                    return expression(f"range(len(s.z_{zone}))")
                return self.slot(f"z_{zone}", seat, sc)
            case ir.PileRef(zone=zone, pile=pile):
                return expression(f"s.z_{zone}[i]", i=self.value(pile, sc))
            case ir.VarRef(variable=variable, seat=seat):
                return self.slot(f"v_{variable}", seat, sc)
            case ir.AllSeats(zone=zone, players=players):
                helper = "_piles" if self.program.zones[zone].ordered else "_hands"
                return expression(f"{helper}(s.z_{zone}, p)", p=self.value(players, sc))
            case ir.Op():
                return self._operation(node, sc)
            case ir.Filter():
                return self.filtered(node, sc)
            case ir.Best(collection=collection, name=local, key=key, highest=highest):
                inner = self.fresh("x")
                function = lambda_of(inner, self.value(key, sc.bind(local, name(inner))))
                helper = "_best_set" if collection.type == ty.CARDS else "_best"
                return expression(
                    f"{helper}(c, f, h)", c=self.value(collection, sc), f=function,
                    h=constant(highest),
                )  # fmt: skip
            case ir.Sum(collection=collection, name=local, key=key):
                table = self.tabulated(key, local) if collection.type == ty.CARDS else None
                if table is not None:
                    return self.weighed(collection, table, sc)
                inner = self.fresh("x")
                items = self.items(collection, sc)
                code = self.value(key, sc.bind(local, name(inner)))
                return comprehension("sum(k for x in c)", inner, items, k=code)
            case ir.Cond(test=test, then=then, other=other):
                return expression(
                    "a if t else b", a=self.value(then, sc), t=self.value(test, sc),
                    b=self.value(other, sc),
                )  # fmt: skip
            case ir.Logic(conjunction=conjunction, left=left, right=right):
                template = "a and b" if conjunction else "a or b"
                return expression(template, a=self.value(left, sc), b=self.value(right, sc))
            case ir.Use(definition=definition, arguments=arguments):
                inlined = self.inline(node)
                if inlined is not None:
                    return self.value(inlined, sc)
                given = [self.value(argument, sc) for argument in arguments]
                return self.call(f"d_{definition}", given, sc)
            case ir.Can(action=action):
                if action in sc.can:
                    return sc.can[action]
                return self.call(f"can_{action}", [], sc)
            case ir.IsMeld(cards=cards, meld=meld):
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

    def slot(self, slot: str, seat: ir.Expr | None, sc: Scope) -> ast.expr:
        """Return a slot of the state, or one seat's entry in it."""
        if seat is None:
            return expression(f"s.{slot}")
        return expression(f"s.{slot}[p]", p=self.seat(seat, sc))

    def seat(self, seat: ir.Expr, sc: Scope) -> ast.expr:
        """Return code for a player to whom something belongs; nobody is refused."""
        code = self.value(seat, sc)
        if may_be_nobody(seat):
            at = constant(self.place_of(seat.span))
            template = "p if p >= 0 else _seat(p, at)" if is_slot(code) else "_seat(p, at)"
            code = expression(template, p=code, at=at)
        return code

    def _some(self, node: ir.Expr, sc: Scope) -> ast.expr:
        """Code that is true when a collection is not empty, without building it."""
        match self.opened(node):
            case ir.AllSeats(zone=zone, players=players) if not self.program.zones[zone].ordered:
                return expression(f"_lead(s.z_{zone}, p) >= 0", p=self.value(players, sc))
            case ir.Op(name=("join" | "join_piles" | "otherwise"), arguments=(left, right)):
                return expression("a or b", a=self._some(left, sc), b=self._some(right, sc))
            case ir.Op(name="to_cards", arguments=(inner,)) if inner.type == ty.PILE:
                return self._some(inner, sc)
            case _:
                return self.value(node, sc)

    def _operation(self, node: ir.Op, sc: Scope) -> ast.expr:
        arguments = node.arguments
        if node.name == "owner":
            zone = self.lying_in(arguments[0])
            if zone is not None:
                card = self.bit(self.value(arguments[0], sc))
                return expression(f"_holder(s.z_{zone}, c)", c=card)
        if node.name == "is_empty":
            return expression("not a", a=self._some(arguments[0], sc))
        if node.name == "not" and isinstance(arguments[0], ir.Op) and (
            arguments[0].name == "is_empty"
        ):  # fmt: skip
            return expression("not not a", a=self._some(arguments[0].arguments[0], sc))
        code = [self.value(argument, sc) for argument in arguments]
        kind = arguments[-1].type if arguments else ty.NOTHING
        key = node.name
        if key in ("eq", "ne") and ty.element(kind) is not None and kind != ty.CARDS:
            # A variable holds a tuple, what is computed is a list.
            code = [expression("tuple(v)", v=each) for each in code]
        if key in ("div", "mod") and isinstance(arguments[1], ir.Const) and arguments[1].value:
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
            if isinstance(arguments[1], ir.Const):
                column: tuple[int, ...] = getattr(self.pack, key[4:])
                alike = constant(set_by(column, "eq", int(arguments[1].value)))  # type: ignore[arg-type]
                return expression("m & a != 0", m=cards, a=alike)
            table = self.table(f"{key[4:]}_eq")
            return expression("m & t[v] != 0", m=cards, t=table, v=code[1])
        if key == "to_cards" and kind != ty.CARDS:
            return self.bit(code[0]) if kind == ty.CARD else expression("_mask(a)", a=code[0])
        if key == "first":
            match self.opened(arguments[0]):
                case ir.Best() as best:
                    return self.extreme(best, sc)
                case ir.AllSeats(zone=zone, players=players) if not self.program.zones[
                    zone
                ].ordered:
                    return self.lead(zone, players, sc)
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
            if isinstance(arguments[0], ir.Op) and arguments[0].arguments[0].type == ty.CARD:
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


def _zone_of(kind: ty.Type) -> str:
    """The zone of piles that a type of places belongs to."""
    return (kind.of or kind).choices[0]
