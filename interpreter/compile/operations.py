"""The code of operations: what each `ir.Op` becomes.

Most operations are a template (`FORMS`). In a template `a`, `b`, `c`, `d` are the operands,
`{zone}` is the zone of piles that the last operand belongs to, and names in capitals are constants
(see `PackTables.code`). What must look at its operands to find the best code is a method of
`Operations`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from ..check import ir
from ..syntax import types as ty
from .card_sets import CardSets
from .context import Context
from .definitions import Definitions
from .pack_tables import set_by
from .quoting import constant, expression, is_slot, name
from .scope import Scope


@dataclass(frozen=True, slots=True)
class Form:
    """The code of an operation.

    Attributes:
        code: the template; one that ends in `*` is called with all operands.
        sets: the template where the last operand is a set of cards.
        card: the template where the last operand is a card.
        leaving: the template in games that players can leave.
    """

    code: str
    sets: str | None = None
    card: str | None = None
    leaving: str | None = None

    def template(self, kind: ty.Type, *, leaving: bool) -> str:
        """Return the template for a type of the last operand."""
        if leaving and self.leaving is not None:
            return self.leaving
        special = self.sets if kind == ty.CARDS else self.card if kind == ty.CARD else None
        return self.code if special is None else special


FORMS: dict[str, Form] = {
    # numbers and truth values
    "neg": Form("-a"),
    "add": Form("a + b"),
    "sub": Form("a - b"),
    "mul": Form("a * b"),
    "div": Form("a // b if b else 0"),
    "mod": Form("a % b if b else 0"),
    "min": Form("min*"),
    "max": Form("max*"),
    "not": Form("not a"),
    "lt": Form("a < b"),
    "le": Form("a <= b"),
    "gt": Form("a > b"),
    "ge": Form("a >= b"),
    "eq": Form("a == b"),
    "ne": Form("a != b"),
    # one card
    "rank": Form("RANK[a]"),
    "suit": Form("SUIT[a]"),
    "colour": Form("COLOUR[a]"),
    "value": Form("VALUE[a]"),
    "is_joker": Form("a >= 0 and SUIT[a] < 0"),
    "in_order": Form("ORDERS[b][a]"),
    "owner": Form("_owner(s, a)"),
    "place": Form("_place(s, a)"),
    # collections
    "size": Form("len(a)", sets="a.bit_count()"),
    "is_empty": Form("not a"),
    "contains": Form("a in b", sets="b & BIT[a] != 0"),
    "otherwise": Form("a or b"),
    "first": Form("_first(a)", sets="_lowest(a)"),
    "last": Form("_last(a)", sets="a.bit_length() - 1"),
    "top": Form("_last(a)", sets="a.bit_length() - 1"),
    "bottom": Form("_first(a)", sets="_lowest(a)"),
    "random": Form("_random(s, a)", sets="_random(s, _cards(a))"),
    "first_n": Form("_first_n(a, b)", sets="_mask(_first_n(a, _cards(b)))"),
    "bottom_n": Form("_first_n(a, b)", sets="_mask(_first_n(a, _cards(b)))"),
    "last_n": Form("_last_n(a, b)", sets="_mask(_last_n(a, _cards(b)))"),
    "top_n": Form("_last_n(a, b)", sets="_mask(_last_n(a, _cards(b)))"),
    "random_n": Form("_random_n(s, a, b)", sets="_random_n(s, a, _cards(b))"),
    # cards
    "to_cards": Form("_mask(a)", sets="a", card="BIT[a]"),
    "to_pile": Form("_as_pile(a)"),
    "join": Form("a | b"),
    "minus": Form("a & ~b"),
    "join_piles": Form("_each_once([*a, *b])"),
    "pile_of": Form("_pile_of*"),
    "share_rank": Form("_share(a, RANK, SUIT)", sets="_share_set(a, RANK, SUIT)"),
    "share_suit": Form("_share(a, SUIT, SUIT)", sets="_share_set(a, SUIT, SUIT)"),
    "share_colour": Form("_share(a, COLOUR, SUIT)", sets="_share_set(a, COLOUR, SUIT)"),
    # melds
    "deadwood": Form("ARRANGE.deadwood*"),
    "melding": Form("ARRANGE.melding*"),
    "loose": Form("ARRANGE.loose*"),
    "against": Form("ARRANGE.against*"),
    "laid_off": Form("ARRANGE.laid_off*"),
    "pile_sets": Form("tuple(_mask(s.z_{zone}[i]) for i in a)"),
    "all_piles": Form("[c for i in a for c in s.z_{zone}[i]]"),
    "extends": Form("GROW.extends(a, s.z_{zone}[b], s.g_{zone}[b])"),
    # players
    "to_players": Form("_as_players(a)"),
    "join_players": Form("_join(a, b)"),
    "minus_players": Form("_minus(a, b)"),
    "everybody": Form("_present(s.gone, N)"),
    "players": Form("players", leaving="_present(s.away, N)"),
    "players_from": Form(
        "SEATS_FROM[a]", leaving="[p for p in SEATS_FROM[a] if not s.away >> p & 1]"
    ),
    "left": Form("(a + 1) % N", leaving="_beside(s.away, a, 1, N)"),
    "right": Form("(a + -1) % N", leaving="_beside(s.away, a, -1, N)"),
    "partner": Form("(a + HALF) % N"),
    "opponent": Form("1 - a", leaving="_beside(s.away, a, 1, N)"),
    # the game
    "dealer": Form("s.dealer"),
    "deal_number": Form("s.deal"),
    "turn_number": Form("s.turns"),
}


class Operations:
    """Makes the code of operations."""

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        sets: CardSets,
        value: Callable[[ir.Expr, Scope], ast.expr],
    ) -> None:
        """Make code for the context's program.

        Args:
            context: the build.
            definitions: opens definitions.
            sets: makes the code of sets of cards.
            value: makes the code of any expression.
        """
        self._program = context.program
        self._analysis = context.analysis
        self._tables = context.tables
        self._definitions = definitions
        self._sets = sets
        self._value = value
        self._special: dict[str, Callable[[ir.Op, Scope], ast.expr | None]] = {
            "eq": self._equal, "ne": self._equal,
            "div": self._divided, "mod": self._divided,
            "is_empty": self._is_empty, "not": self._not,
            "first": self._end, "last": self._end, "top": self._end, "bottom": self._end,
            "owner": self._owner, "extends": self._extends,
            "has_rank": self._has, "has_suit": self._has, "has_colour": self._has,
            "list": self._list, "players": self._players,
            "left": self._beside, "right": self._beside, "partner": self._beside,
            "looked": self._looked,
        }  # fmt: skip

    def code(self, node: ir.Op, sc: Scope) -> ast.expr:
        """Return the code of an operation."""
        special = self._special.get(node.name)
        found = None if special is None else special(node, sc)
        return self._formed(node, sc) if found is None else found

    def form(self, operation: str, *operands: ast.expr) -> ast.expr:
        """Return the code of an operation whose form depends on no operand's type."""
        return self._filled(FORMS[operation], list(operands), ty.NOTHING)

    def _formed(self, node: ir.Op, sc: Scope) -> ast.expr:
        operands = [self._value(argument, sc) for argument in node.arguments]
        kind = node.arguments[-1].type if node.arguments else ty.NOTHING
        return self._filled(FORMS[node.name], operands, kind)

    def _filled(self, form: Form, operands: list[ast.expr], kind: ty.Type) -> ast.expr:
        template = form.template(kind, leaving=self._program.departures)
        if template.endswith("*"):
            return ast.Call(expression(template[:-1]), operands, [])
        if "{zone}" in template:
            template = template.replace("{zone}", _zone_of(kind))
        return self._tables.code(template, **dict(zip("abcd", operands, strict=False)))

    # -- operations that look at their operands; None where the form will do

    def _equal(self, node: ir.Op, sc: Scope) -> ast.expr | None:
        kind = node.arguments[1].type
        if ty.element(kind) is None or kind == ty.CARDS:
            return None
        # A variable holds a tuple, what is computed is a list.
        left, right = (expression("tuple(v)", v=self._value(a, sc)) for a in node.arguments)
        return self.form(node.name, left, right)

    def _divided(self, node: ir.Op, sc: Scope) -> ast.expr | None:
        left, right = node.arguments
        if not isinstance(right, ir.Const) or not right.value:
            return None
        template = "a // b" if node.name == "div" else "a % b"
        return expression(template, a=self._value(left, sc), b=self._value(right, sc))

    def _is_empty(self, node: ir.Op, sc: Scope) -> ast.expr:
        return expression("not a", a=self._some(node.arguments[0], sc))

    def _not(self, node: ir.Op, sc: Scope) -> ast.expr | None:
        match node.arguments[0]:
            case ir.Op(name="is_empty", arguments=(collection,)):
                return expression("not not a", a=self._some(collection, sc))
            case _:
                return None

    def _some(self, node: ir.Expr, sc: Scope) -> ast.expr:
        """Code that is true when a collection is not empty, without building it."""
        match self._definitions.opened(node):
            case ir.AllSeats(zone=zone, players=players) if not self._program.zones[zone].ordered:
                return expression(f"_lead(s.z_{zone}, p) >= 0", p=self._value(players, sc))
            case ir.Op(name=("join" | "join_piles" | "otherwise"), arguments=(left, right)):
                return expression("a or b", a=self._some(left, sc), b=self._some(right, sc))
            case ir.Op(name="to_cards", arguments=(inner,)) if inner.type == ty.PILE:
                return self._some(inner, sc)
            case _:
                return self._value(node, sc)

    def _end(self, node: ir.Op, sc: Scope) -> ast.expr | None:
        collection = node.arguments[0]
        if node.name == "first":
            found = self._sets.first(collection, sc)
            if found is not None:
                return found
        code = self._value(collection, sc)
        if collection.type != ty.CARDS and is_slot(code):
            index = constant(0 if node.name in ("first", "bottom") else -1)
            return expression("a[i] if a else -1", a=code, i=index)
        return self._filled(FORMS[node.name], [code], collection.type)

    def _owner(self, node: ir.Op, sc: Scope) -> ast.expr | None:
        zone = self._sets.lying_in(node.arguments[0])
        if zone is None:
            return None
        card = self._tables.bit(self._value(node.arguments[0], sc))
        return expression(f"_holder(s.z_{zone}, c)", c=card)

    def _extends(self, node: ir.Op, sc: Scope) -> ast.expr | None:
        cards, pile = node.arguments
        if not isinstance(cards, ir.Op) or cards.arguments[0].type != ty.CARD:
            return None
        zone = _zone_of(pile.type)
        return expression(f"GROW.fits(s.z_{zone}[i], s.g_{zone}[i]) & c != 0",
                          c=self._value(cards, sc), i=self._value(pile, sc))  # fmt: skip

    def _has(self, node: ir.Op, sc: Scope) -> ast.expr:
        collection, wanted = node.arguments
        attribute = node.name.removeprefix("has_")
        cards = self._value(collection, sc)
        if collection.type == ty.PILE:
            cards = expression("_mask(c)", c=cards)
        if isinstance(wanted, ir.Const):
            column = self._tables.column(attribute)
            alike = constant(set_by(column, "eq", int(wanted.value)))  # type: ignore[arg-type]
        else:
            table = self._tables.need(f"{attribute.upper()}_EQ")
            alike = expression("t[v]", t=table, v=self._value(wanted, sc))
        return expression("m & a != 0", m=cards, a=alike)

    def _list(self, node: ir.Op, sc: Scope) -> ast.expr:
        return ast.List([self._value(argument, sc) for argument in node.arguments], ast.Load())

    def _beside(self, node: ir.Op, sc: Scope) -> ast.expr | None:
        if self._program.departures and node.name != "partner":
            return None
        (player,) = node.arguments
        if not self._analysis.may_be_nobody(player):
            return None
        # Nobody's neighbour is nobody.
        code = self._value(player, sc)
        return expression("v if p >= 0 else -1", p=code, v=self.form(node.name, code))

    def _players(self, node: ir.Op, sc: Scope) -> ast.expr | None:
        return None if self._program.departures else constant(tuple(range(self._program.players)))

    def _looked(self, node: ir.Op, sc: Scope) -> ast.expr:
        """A value, and for the recorder what it came from: see `disclosures.py`."""
        value, *looks = node.arguments
        given = [self._value(value, sc)]
        for look in looks:
            code = self._at_a_glance(look, sc)
            if look.type == ty.CARD:
                code = ast.Tuple([code], ast.Load())
            elif look.type == ty.MELDS:
                code = ast.Starred(code, ast.Load())
            given.append(code)
        return ast.Call(expression("R.looked"), [name("s"), *given], [])

    def _at_a_glance(self, look: ir.Expr, sc: Scope) -> ast.expr:
        """Code for cards that are looked at; nobody's are anybody's."""
        match look:
            case ir.ZoneRef(zone=zone, seat=seat) if seat is not None:
                return expression(f"s.z_{zone}[p]", p=self._value(seat, sc))
            case ir.VarRef(variable=variable, seat=seat) if seat is not None:
                return expression(f"s.v_{variable}[p]", p=self._value(seat, sc))
            case _:
                return self._value(look, sc)


def _zone_of(kind: ty.Type) -> str:
    """The zone of piles that a type of places belongs to."""
    return (kind.of or kind).choices[0]
