"""Typed expressions about sets of cards to Python syntax trees.

Conditions on one card become sets of cards where they can (`card_set`), so that "the cards of this
hand that fit" is one `&` instead of a loop. All other expressions are turned in
`expression_code.py`, which builds on this.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..check import ir
from ..check.cards import Pack
from ..check.instrumentation import Probes
from ..check.program import Program
from ..diagnostics import Span
from ..runtime.melds import weights
from ..runtime.primitives import NAMES
from ..runtime.quoting import constant, expression, name
from ..syntax import types as ty
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


class SetCode(ABC):
    """Builds expressions about sets of cards, for one program and one build."""

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
        self.origins: dict[str, list[ir.ZoneRef]] = {}  # where the cards of a local name lie
        self.usual: dict[str, list[ir.ZoneRef]] = {}  # where those of a variable mostly lie
        self.chosen: frozenset[str] = frozenset()  # local names of cards that were chosen
        self.untouched: ir.Expr | None = None  # chosen cards that no rule can have moved yet
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

    @abstractmethod
    def value(self, node: ir.Expr, sc: Scope) -> ast.expr:
        """Return the code of an expression."""

    def items(self, node: ir.Expr, sc: Scope) -> ast.expr:
        """Return code for something that can be iterated over: cards, players, numbers."""
        code = self.value(node, sc)
        return expression("_cards(m)", m=code) if node.type == ty.CARDS else code

    def inline(self, node: ir.Use) -> ir.Expr | None:
        """Return the definition's value with its arguments put in, where that costs nothing."""
        definition = self.program.definitions[node.definition]
        if definition.value is None:
            return None
        simple = all(
            isinstance(argument, ir.Local | ir.Const) or uses(definition.value, parameter) <= 1
            for (parameter, _), argument in zip(
                definition.parameters, node.arguments, strict=True
            )
        )  # fmt: skip
        if not simple or size(definition.value) > 40:
            return None
        return self.expand(node)

    def opened(self, node: ir.Expr) -> ir.Expr:
        """Return an expression with the definition that it is opened, if that would be inlined."""
        while isinstance(node, ir.Use):
            inlined = self.inline(node)
            if inlined is None:
                return node
            node = inlined
        return node

    def expand(self, node: ir.Use) -> ir.Expr | None:
        """Return the definition's value with its arguments put in."""
        definition = self.program.definitions[node.definition]
        if definition.value is None or self.probes is not None:
            return None
        names = (parameter for parameter, _ in definition.parameters)
        return substitute(definition.value, dict(zip(names, node.arguments, strict=True)))

    def extreme(self, node: ir.Best, sc: Scope) -> ast.expr:
        """Return code for the first of those with the best key."""
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
                function = lambda_of(inner, key)
        return expression(
            f"{'max' if node.highest else 'min'}(c, key=f, default=-1)",
            c=self.items(node.collection, sc), f=function,
        )  # fmt: skip

    def tabulated(self, node: ir.Expr, local: str) -> list[int] | None:
        """Return what an expression is for each card, if it asks nothing but what the card is."""
        if self.probes is not None or not self._is_of_card(node, local):
            return None
        function = lambda_of("card", self.value(node, scope(**{local: "card"})))
        tree = ast.fix_missing_locations(ast.Expression(function))
        compute = eval(compile(tree, "<table>", "eval"), {**NAMES, **self.constants})
        return [compute(card) for card in range(self.pack.size)]

    def _is_of_card(self, node: ir.Expr, local: str) -> bool:
        match node:
            case ir.Const():
                return True
            case ir.Local(name=found):
                return found == local
            case ir.Cond() | ir.Logic():
                pass
            case ir.Use():
                expanded = self.expand(node)
                return expanded is not None and self._is_of_card(expanded, local)
            case ir.Op(name=operation):
                if operation not in _OF_CARD:
                    return False
            case _:
                return False
        return all(self._is_of_card(inner, local) for inner in expressions(node))

    def weighed(self, collection: ir.Expr, table: list[int], sc: Scope) -> ast.expr:
        """Return code that adds up what the cards of a set are worth."""
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

    def union(self, zone: str, players: ir.Expr, sc: Scope) -> ast.expr:
        """Return code for the cards of several players' zones as one set."""
        if not self.all_play(players):
            return expression(f"_union(s.z_{zone}, p)", p=self.value(players, sc))
        cards = expression(f"s.z_{zone}[0]")
        for seat in range(1, self.program.players):
            cards = expression(f"c | s.z_{zone}[{seat}]", c=cards)
        return cards

    def lead(self, zone: str, players: ir.Expr, sc: Scope) -> ast.expr:
        """Return code for the first card of several players' zones, mostly the first player's."""
        lead = expression(f"_lead(s.z_{zone}, p)", p=self.value(players, sc))
        match self.opened(players):
            case ir.Op(name="players_from", arguments=(seat,)) if self.all_play(players):
                code = self.value(seat, sc)
                if is_slot(code):
                    held = expression(f"s.z_{zone}[p]", p=code)
                    test = (
                        expression("p >= 0 and h", p=code, h=held) if may_be_nobody(seat) else held
                    )
                    return expression(
                        "(h & -h).bit_length() - 1 if t else other", h=held, t=test, other=lead
                    )
            case _:
                pass
        return lead

    def all_play(self, players: ir.Expr) -> bool:
        """Return whether some players are all players, in whatever order, and few."""
        match self.opened(players):
            case ir.Op(name="players" | "players_from"):
                return not self.program.departures and self.program.players <= 8
            case _:
                return False

    def lying_in(self, node: ir.Expr) -> str | None:
        """Return the zone that a card is certainly in, if that is some player's zone of a kind."""
        match self.opened(node):
            case ir.Op(name="first", arguments=(inner,)):
                return self.lying_in(inner)
            case ir.Op(name="otherwise", arguments=(left, right)):
                zone = self.lying_in(left)
                return zone if self.lying_in(right) == zone else None
            case ir.Best(collection=inner) | ir.Filter(collection=inner):
                return self.lying_in(inner)
            case ir.AllSeats(zone=zone) if not self.program.zones[zone].ordered:
                return zone
            case _:
                return None

    def _rises(self, node: ir.Best) -> bool:
        """Whether of two cards of a suit the one with the higher number has the higher key."""
        table = self.tabulated(node.key, node.name)
        suits = self.pack.suit
        return table is not None and all(
            key < table[other]
            for card, key in enumerate(table)
            for other in range(card + 1, len(table))
            if suits[other] == suits[card]
        )

    def _one_suit(self, node: ir.Expr, sc: Scope) -> ast.expr | None:
        """Code for cards on the table as a set, if they are certainly all of one suit."""
        match self.opened(node):
            case ir.Op(name="otherwise", arguments=(left, right)):
                one, other = self._one_suit(left, sc), self._one_suit(right, sc)
                if one is None or other is None:
                    return None
                return expression("a or b", a=one, b=other)
            case ir.Filter(collection=collection, name=local, condition=condition):
                match self.opened(condition), self.opened(collection):
                    case (
                        ir.Op(name="eq", arguments=(ir.Op(name="suit", arguments=(item,)), suit)),
                        ir.AllSeats(zone=zone, players=players),
                    ) if (
                        isinstance(item, ir.Local)
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

    def filtered(self, node: ir.Filter, sc: Scope) -> ast.expr:
        """Return code for those members of a collection for which a condition holds."""
        inner = self.fresh("x")
        if node.collection.type == ty.CARDS:
            cards = self.card_set(node.condition, node.name, sc)
            if cards is not None:
                return expression("c & m", c=self.value(node.collection, sc), m=cards)
        items = self.items(node.collection, sc)
        condition = self.value(node.condition, sc.bind(node.name, name(inner)))
        if node.collection.type == ty.CARDS:
            self.bit(name(inner))
            return comprehension("sum(BIT[x] for x in c if k)", inner, items, k=condition)
        return comprehension("[x for x in c if k]", inner, items, k=condition)

    def card_set(self, node: ir.Expr, local: str, sc: Scope) -> ast.expr | None:
        """Return code for the set of all cards for which a condition on `local` holds.

        None if the condition asks something of the card that no table answers.
        """
        if self.probes is not None:
            return None  # each card is asked by itself
        if not mentions(node, local):
            return expression("m if t else 0", m=self.all_cards(), t=self.value(node, sc))
        table = self.tabulated(node, local)
        if table is not None:
            return constant(sum(1 << card for card, holds in enumerate(table) if holds))
        match node:
            case ir.Logic(conjunction=conjunction, left=left, right=right):
                a, b = self.card_set(left, local, sc), self.card_set(right, local, sc)
                if a is None or b is None:
                    return None
                return expression("a & b" if conjunction else "a | b", a=a, b=b)
            case ir.Cond(test=test, then=then, other=other) if not mentions(test, local):
                a, b = self.card_set(then, local, sc), self.card_set(other, local, sc)
                if a is None or b is None:
                    return None
                return expression("a if t else b", a=a, b=b, t=self.value(test, sc))
            case ir.Use():
                expanded = self.expand(node)
                return None if expanded is None else self.card_set(expanded, local, sc)
            case ir.Op(name="not", arguments=(operand,)):
                inner = self.card_set(operand, local, sc)
                if inner is None:
                    return None
                return expression("m ^ a", m=self.all_cards(), a=inner)
            case ir.Op(name="contains", arguments=(ir.Local(name=found), cards)) if (
                found == local and not mentions(cards, local)
            ):
                code = self.value(cards, sc)
                return code if cards.type == ty.CARDS else expression("_mask(c)", c=code)
            case ir.Op(name="contains", arguments=(member, ir.Const(value=tuple() as values))):
                attribute = _attribute_of(member, local)
                if attribute is None:
                    return None
                column: tuple[int, ...] = getattr(self.pack, attribute)
                found_cards = sum(1 << c for c, entry in enumerate(column) if entry in values)
                return constant(found_cards)
            case ir.Op(
                name=("has_rank" | "has_suit" | "has_colour") as key, arguments=(cards, of)
            ) if _attribute_of(of, local) == key[4:] and not mentions(cards, local):
                column = getattr(self.pack, key[4:])
                self.constants[f"LIKE_{key[4:].upper()}"] = tuple(
                    set_by(column, "eq", entry) for entry in column
                )
                return expression(
                    "_like(c, t)", c=self.items(cards, sc), t=name(f"LIKE_{key[4:].upper()}")
                )
            case ir.Op(name="is_joker", arguments=(ir.Local(name=found),)) if found == local:
                return constant(self.pack.mask(self.pack.suit, -1))
            case ir.Op(
                name=("le" | "lt") as relation,
                arguments=(
                    ir.Op(
                        name="deadwood",
                        arguments=(
                            ir.Op(
                                name="minus",
                                arguments=(
                                    hand,
                                    ir.Op(name="to_cards", arguments=(ir.Local(name=found),)),
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
            case ir.Op(name=relation, arguments=(left, right)) if relation in _MIRROR:
                attribute = _attribute_of(left, local)
                other = right
                if attribute is None:
                    attribute, other, relation = (
                        _attribute_of(right, local), left, _MIRROR[relation]
                    )  # fmt: skip
                if attribute in (None, "owner", "place") or mentions(other, local):
                    return None
                if attribute == "value" and not isinstance(other, ir.Const):
                    return None
                if isinstance(other, ir.Const):
                    column = getattr(self.pack, attribute)
                    return constant(set_by(column, relation, int(other.value)))  # type: ignore[arg-type]
                table = self.table(f"{attribute}_{relation}")
                return expression("t[v]", t=table, v=self.value(other, sc))
            case _:
                return None


_MIRROR = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def _relation(column: tuple[int, ...], relation: str) -> tuple[int, ...]:
    """For each possible value the set of cards that stand so to it; last, for none (-1)."""
    most = max(column, default=0)
    return tuple(set_by(column, relation, value) for value in [*range(most + 1), -1])


def set_by(column: tuple[int, ...], relation: str, value: int) -> int:
    """The cards that stand so to a value; none (-1) is lower than everything, as elsewhere."""
    tests: dict[str, Callable[[int], bool]] = {
        "eq": lambda x: x == value, "ne": lambda x: x != value, "lt": lambda x: x < value,
        "le": lambda x: x <= value, "gt": lambda x: x > value, "ge": lambda x: x >= value,
    }  # fmt: skip
    return sum(1 << card for card, entry in enumerate(column) if tests[relation](entry))


def _attribute_of(node: ir.Expr, local: str) -> str | None:
    match node:
        case ir.Op(name=("rank" | "suit" | "colour" | "value") as attribute, arguments=(
            ir.Local(name=found),
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


def may_be_nobody(seat: ir.Expr) -> bool:
    """Whether a seat comes from a variable or a choice among players, which can be nobody."""
    match seat:
        case ir.VarRef():
            return True
        case ir.Op(name=("first" | "last" | "random" | "owner")):
            return True
        case ir.Cond(then=then, other=other):
            return may_be_nobody(then) or may_be_nobody(other)
        case ir.Const(value=value):
            return value == -1
        case _:
            return False


def lambda_of(argument: str, body: ast.expr) -> ast.expr:
    """Return a function of one argument."""
    return ast.Lambda(
        ast.arguments(posonlyargs=[], args=[ast.arg(argument)], kwonlyargs=[], kw_defaults=[],
                      defaults=[]), body,
    )  # fmt: skip


def comprehension(template: str, variable: str, items: ast.expr, k: ast.expr) -> ast.expr:
    """Return a template's code with its variable `x`, what it runs over `c`, and its value `k`."""
    return expression(template, x=name(variable), c=items, k=k)
