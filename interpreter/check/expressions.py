"""Expressions of the effect language with their types: names resolved, sugar removed.

`Expressions` works on one text at a time, for the checker, which knows the whole ruleset. What a
name means is found in `naming.py`, what is asked of the members of collections in `members.py`.
"""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Fix, Span
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.types import Type
from . import ir
from .members import Members
from .naming import WAYS_OUT, Env


class Expressions(Members):
    """Gives types to expressions."""

    def _expr(self, node: n.Expr, env: Env, want: Type | None) -> ir.Expr:
        match node:
            case n.Number(value=value):
                return ir.Const(value, type=ty.NUMBER, span=node.span)
            case n.Name():
                return self._name(node, env, want)
            case n.Of():
                return self._of(node, env)
            case n.Part():
                return self._part(node, env)
            case n.Call():
                return self._call(node, env)
            case n.ListOf():
                return self._list(node, env, want)
            case n.Where():
                return self._where(node, env)
            case n.With():
                return self._with(node, env)
            case n.Total():
                return self._total(node, env)
            case n.Otherwise(first=first, second=second):
                left = self.expr(first, env, want)
                right = self.expr(second, env)
                left, right = self._same(left, right, node.span)
                self._collection(left, "'otherwise'")
                return ir.Op("otherwise", (left, right), type=left.type, span=node.span)
            case n.IfElse():
                test = self.expr(node.condition, env, ty.BOOLEAN)
                then, other = self._same(
                    self.expr(node.then, env, want), self.expr(node.otherwise, env, want), node.span
                )
                return self._conditional(test, then, other, node.span)
            case n.Not(operand=operand):
                return self._negate(self.expr(operand, env, ty.BOOLEAN), True)
            case n.Logic(operator=operator, left=first, right=second):
                left = self.expr(first, env, ty.BOOLEAN)
                right = self.expr(second, env, ty.BOOLEAN)
                return _logic(operator == "and", left, right, node.span)
            case n.Negative(operand=operand):
                value = self.expr(operand, env, ty.NUMBER)
                if isinstance(value, ir.Const):
                    return ir.Const(-int(value.value), type=value.type, span=node.span)  # type: ignore[arg-type]
                return ir.Op("neg", (value,), type=ty.NUMBER, span=node.span)
            case n.Arithmetic():
                return self._arithmetic(node, env)
            case n.Order():
                return self._order(node, env)
            case n.Equal():
                return self._equal(node, env)
            case n.Empty(operand=operand, negated=negated):
                value = self.expr(operand, env)
                self._collection(value, "'is empty'")
                test = ir.Op("is_empty", (value,), type=ty.BOOLEAN, span=node.span)
                return self._negate(test, negated)
            case n.Within():
                return self._within(node, env)
            case n.Possible(action=action, negated=negated):
                name = action.name if isinstance(action, n.Name) else ""
                if name not in self.c.rules.actions:
                    return self.unknown("CR403", "action", name, action.span, self.c.rules.actions)
                self.c.used.add(f"actions.{name}")
                self._needs_actor(env, node.span, "'is possible'")
                return self._negate(ir.Can(name, type=ty.BOOLEAN, span=node.span), negated)
            case n.Kind(operand=operand, meld="joker", negated=negated):
                card = self.expr(operand, env, ty.CARD)
                test = ir.Op("is_joker", (card,), type=ty.BOOLEAN, span=node.span)
                return self._negate(test, negated)
            case n.Kind(operand=operand, meld=meld, negated=negated):
                cards = self.expr(operand, env, ty.CARDS)
                if meld not in self.c.rules.melds:
                    return self.unknown("CR403", "meld", meld, node.word, self.c.rules.melds)
                self.c.used.add(f"melds.{meld}")
                test = ir.IsMeld(cards, meld, type=ty.BOOLEAN, span=node.span)
                return self._negate(test, negated)
            case n.Extends(cards=cards, pile=pile):
                added = self.expr(cards, env, ty.CARDS)
                place = self.expr(pile, env)
                if place.type.name != "place":
                    if place.type == ty.UNKNOWN:
                        return place
                    message = f"a pile on the table is expected here, but this is {place.type}"
                    return self.problem("CR405", message, pile.span, WAYS_OUT["place"])
                self._use_melds(node.span)
                return ir.Op("extends", (added, place), type=ty.BOOLEAN, span=node.span)
            case n.Share(operand=operand, attribute=attribute, negated=negated):
                cards = self.expr(operand, env)
                self._cards(cards, "'share'")
                if cards.type == ty.CARD:
                    cards = self.coerce(cards, ty.CARDS)
                if attribute not in ("rank", "suit", "colour"):
                    return self.unknown(
                        "CR402", "attribute", attribute, node.word, ("rank", "suit", "colour")
                    )
                test = ir.Op(f"share_{attribute}", (cards,), type=ty.BOOLEAN, span=node.span)
                return self._negate(test, negated)
            case n.Has():
                return self._has(node, env)
            case n.Players(start=None, single=True):
                message = "'player' alone is nobody in particular"
                advice = "did you mean 'players'? One is 'player from …' or 'player where …'"
                fix = Fix(node.span, "players")
                return self.problem("CR408", message, node.span, advice, fix)
            case n.Players(start=start, single=single):
                if start is None:
                    value = ir.Op("players", (), type=ty.PLAYERS, span=node.span)
                else:
                    seat = self.expr(start, env, ty.PLAYER)
                    value = ir.Op("players_from", (seat,), type=ty.PLAYERS, span=node.span)
                if single and not self.c.departures:
                    word = replace(node.span, end=node.span.start + len("player"))
                    message = "'player from …' alone is that player, for nobody ever leaves"
                    advice = "did you mean 'players'? Or write 'where …', or the player alone"
                    return self.problem("CR408", message, word, advice, Fix(word, "players"))
                if single:
                    return ir.Op("first", (value,), type=ty.PLAYER, span=node.span)
                return value

    def _conditional(self, test: ir.Expr, then: ir.Expr, other: ir.Expr, span: Span) -> ir.Expr:
        if isinstance(test, ir.Const) and test.type == ty.BOOLEAN:
            return then if test.value else other
        if then == other:
            return then
        if isinstance(then, ir.Const) and then.type == ty.BOOLEAN:
            if then.value:
                return _logic(False, test, other, span)
            return _logic(True, self._negate(test, True), other, span)
        kind = other.type if then.type == ty.NOTHING else then.type
        return ir.Cond(test, then, other, type=kind, span=span)

    def _call(self, node: n.Call, env: Env) -> ir.Expr:
        name, rules = node.name, self.c.rules
        if name in ("min", "max"):
            values = tuple(self.expr(a, env, ty.NUMBER) for a in node.arguments)
            if len(values) < 2:
                message = f"'{name}' compares two numbers or more"
                return self.problem("CR406", message, node.span, f"write '{name}(a, b)'")
            return _number(name, values, node.span)
        if name in ("deadwood", "laid_off") and len(node.arguments) == 2:
            cards = self.expr(node.arguments[0], env, ty.CARDS)
            melds = self.expr(node.arguments[1], env, ty.MELDS)
            self._use_melds(node.span)
            operation = "against" if name == "deadwood" else "laid_off"
            kind = ty.NUMBER if name == "deadwood" else ty.CARDS
            return ir.Op(operation, (cards, melds), type=kind, span=node.span)
        if name not in rules.definitions:
            for argument in node.arguments:
                self.expr(argument, env)
            candidates = [*rules.definitions, "min", "max", "deadwood", "laid_off"]
            return self.unknown("CR403", "definition", name, node.word, candidates)
        return self._use(name, self.arguments(name, node.arguments, env), env, node.span)

    def _within(self, node: n.Within, env: Env) -> ir.Expr:
        listed = node.collection
        if isinstance(listed, n.Name) and listed.name in self.c.options:
            words = self.c.options[listed.name].type.of
            if words is not None and words.choices and isinstance(node.member, n.Name):
                held = self.expr(listed, env)
                word = self._choice_word(node.member, words, env)
                test = ir.Op("contains", (word, held), type=ty.BOOLEAN, span=node.span)
                return self._negate(test, node.negated)
        member = self.expr(node.member, env)
        want = ty.list_of(member.type) if member.type.of is None else None
        if member.type == ty.CARD:
            want = None
        collection = self.expr(node.collection, env, want)
        self._collection(collection, "'is in'")
        kind = ty.element(collection.type) or ty.UNKNOWN
        if not ty.fits(member.type, kind):
            message = f"{member.type} cannot be in {collection.type}"
            advice = "ask for a card in cards, a player in players, or a member of a list"
            return self.problem("CR405", message, node.span, advice)
        test = ir.Op("contains", (member, collection), type=ty.BOOLEAN, span=node.span)
        return self._negate(test, node.negated)

    def _arithmetic(self, node: n.Arithmetic, env: Env) -> ir.Expr:
        left = self.expr(node.left, env)
        right = self.expr(node.right, env)
        if ty.UNKNOWN in (left.type, right.type):
            return ir.Const(0, type=ty.UNKNOWN, span=node.span)
        if node.operator in "+-" and left.type in (ty.CARDS, ty.PILE, ty.CARD):
            if node.operator == "+" and left.type == right.type == ty.PILE:
                return ir.Op("join_piles", (left, right), type=ty.PILE, span=node.span)
            name = "join" if node.operator == "+" else "minus"
            both = (self.coerce(left, ty.CARDS), self.coerce(right, ty.CARDS))
            return _sound(ir.Op(name, both, type=ty.CARDS, span=node.span))
        if node.operator in "+-" and left.type in (ty.PLAYERS, ty.PLAYER):
            name = "join_players" if node.operator == "+" else "minus_players"
            both = (self.coerce(left, ty.PLAYERS), self.coerce(right, ty.PLAYERS))
            return _sound(ir.Op(name, both, type=ty.PLAYERS, span=node.span))
        left, right = self.coerce(left, ty.NUMBER), self.coerce(right, ty.NUMBER)
        names = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}
        if isinstance(right, ir.Const) and right.value == 0 and node.operator in ("div", "mod"):
            return self.problem("CR413", "this divides by zero", node.span)
        return _sound(_number(names[node.operator], (left, right), node.span))

    def _order(self, node: n.Order, env: Env) -> ir.Expr:
        left = self.expr(node.left, env)
        right = self.expr(node.right, env, ty.RANK if left.type == ty.RANK else None)
        if right.type == ty.RANK:
            left = self.coerce(left, ty.RANK)
        if ty.NOTHING in (left.type, right.type) and self._is_option(node.left, node.right):
            return ir.Const(False, type=ty.BOOLEAN, span=node.span)  # switched off
        if ty.UNKNOWN not in (left.type, right.type):
            comparable = left.type == right.type and left.type in (ty.NUMBER, ty.RANK)
            if not comparable:
                message = f"{left.type} cannot be compared with {right.type} by '{node.operator}'"
                return self.problem("CR414", message, node.span)
        if node.order is not None:
            left = self._ordered(left, node.order, node.word)
            right = self._ordered(right, node.order, node.word)
        name = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[node.operator]
        return _compare(name, left, right, node.span)

    def _equal(self, node: n.Equal, env: Env) -> ir.Expr:
        left = self.expr(node.left, env)
        hint = left.type if left.type.name in ("rank", "choice", "colour", "card") else None
        if hint is not None and hint.name == "choice":
            right = self._choice_word(node.right, hint, env)
        else:
            right = self._expr(node.right, env, hint)
            if hint is not None and right.type == ty.NUMBER:
                right = self.coerce(right, hint)
        if right.type == ty.RANK and left.type == ty.NUMBER:
            left = self.coerce(left, ty.RANK)
        if ty.NOTHING in (left.type, right.type) and self._is_option(node.left, node.right):
            same = left.type == right.type
            return ir.Const(same != node.negated, type=ty.BOOLEAN, span=node.span)
        if not (ty.fits(left.type, right.type) or ty.fits(right.type, left.type)):
            message = f"{left.type} can never be {right.type}"
            return self.problem("CR414", message, node.span)
        left, right = self._same(left, right, node.span)
        return _compare("ne" if node.negated else "eq", left, right, node.span)

    def _is_option(self, *nodes: n.Expr) -> bool:
        return any(isinstance(node, n.Name) and node.name in self.c.options for node in nodes)

    def _choice_word(self, node: n.Expr, kind: Type, env: Env) -> ir.Expr:
        if isinstance(node, n.Name):
            if node.name in kind.choices:
                return ir.Const(kind.choices.index(node.name), type=kind, span=node.span)
            return self.unknown("CR415", "choice", node.name, node.span, kind.choices)
        return self.expr(node, env, kind)

    def _same(self, left: ir.Expr, right: ir.Expr, span: Span) -> tuple[ir.Expr, ir.Expr]:
        if left.type == right.type or ty.NOTHING in (left.type, right.type):
            return left, right
        if left.type in (ty.CARD, ty.CARDS, ty.PILE) and right.type in (ty.CARD, ty.CARDS, ty.PILE):
            return self.coerce(left, ty.CARDS), self.coerce(right, ty.CARDS)
        if ty.fits(left.type, right.type) and right.type != ty.UNKNOWN:
            return self.coerce(left, right.type), right
        return left, self.coerce(right, left.type, right.span)


def _sound(value: ir.Expr) -> ir.Expr:
    """Return a value; if one of its parts was reported, no more is to be said about the whole."""
    parts = value.arguments if isinstance(value, ir.Op) else ()
    if any(part.type == ty.UNKNOWN for part in parts):
        return ir.Const(0, type=ty.UNKNOWN, span=value.span)
    return value


def _logic(conjunction: bool, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ir.Const) and one.type == ty.BOOLEAN:
            return other if bool(one.value) == conjunction else one
    return ir.Logic(conjunction, left, right, type=ty.BOOLEAN, span=span)


def _number(name: str, values: tuple[ir.Expr, ...], span: Span) -> ir.Expr:
    """Arithmetic, done at once where all numbers are known."""
    known = [v.value for v in values if isinstance(v, ir.Const) and isinstance(v.value, int)]
    if len(known) < len(values):
        return ir.Op(name, values, type=ty.NUMBER, span=span)
    first, last = known[0], known[-1]
    match name:
        case "add":
            result = first + last
        case "sub":
            result = first - last
        case "mul":
            result = first * last
        case "div":
            result = first // last
        case "mod":
            result = first % last
        case "min":
            result = min(known)
        case _:
            result = max(known)
    return ir.Const(result, type=ty.NUMBER, span=span)


def _compare(name: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    if isinstance(left, ir.Const) and isinstance(right, ir.Const) and ty.UNKNOWN not in (
        left.type, right.type
    ):  # fmt: skip
        a, b = left.value, right.value
        if isinstance(a, tuple) or isinstance(b, tuple):
            result = (a == b) == (name == "eq")
        else:
            result = {"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b,
                      "eq": a == b, "ne": a != b}[name]  # fmt: skip
        return ir.Const(result, type=ty.BOOLEAN, span=span)
    return ir.Op(name, (left, right), type=ty.BOOLEAN, span=span)
