"""Generates the code of typed expressions.

In the generated code a state is `s`; a zone that keeps no order is an integer with a
bit for each card (`s.z_hand[seat]`), an ordered one a list whose end is the top (`s.z_stock`);
ranks, suits, seats and cards are small integers, and -1 is none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core import nodes
from ...core.build import constant, expression, inside, is_slot, name, nodes_in
from ...core.types import typed
from ...diagnostics import Span
from ...program import ir
from ...syntax import types as ty
from ...syntax.operations.declaration import Need
from ...syntax.operations.table import OPERATIONS
from ..context import Context
from ..scope import Scope
from .by_rank import ByRank
from .card_places import CardPlaces
from .card_sets import CardSets
from .definitions import Definitions
from .operations import Operations

_RELATED = ir.Op, ir.Use, ir.Logic, ir.Cond
"""The kinds of expressions that can be entries of tables by what they depend on."""


LONG = 100
"""The least cost of a definition's value beside which a call costs nothing."""


class Expressions:
    """Generates the code of expressions.

    Attributes:
        definitions: opens definitions.
        sets: generates the code of sets of cards.
        operations: generates the code of operations.
        places: finds where cards can lie.
        by_rank: remembers values of definitions; None in a build with a trace.
    """

    def __init__(self, context: Context) -> None:
        """Prepare to generate code for the context's program."""
        self._context = context
        self._program = context.program
        self._called = set[str]()  # the definitions that are called wherever arguments are unknown
        self.definitions = Definitions(context)
        self.sets = CardSets(context, self.definitions, self.value)
        self.operations = Operations(
            context,
            self.definitions,
            self.sets,
            lambda node, sc: self.places.of(node, sc),
            self.seat,
            self.value,
        )
        self.places = CardPlaces(context, self.definitions, self.value)
        self.by_rank = ByRank(context.program, self.definitions, context.tables) if not context.traced else None

    def value(self, node: ir.Expr, sc: Scope) -> nodes.Expression:
        """Return the code of an expression, which carries its type."""
        return typed(self._measured(node, sc), node.type)

    def _measured(self, node: ir.Expr, sc: Scope) -> nodes.Expression:
        """Return the code of an expression; it draws on the budget if it may be long."""
        drawn = self._context.costs.drawn(node)
        code = self._value(node, sc)
        if sc.early:  # it is computed before play
            return code
        if self._searches(node):
            code = self.searched(typed(code, node.type), node.span)
        if not drawn:
            return code
        place = constant(self._context.place_of(node.span))
        return expression("_large(s, n, at) and v", n=constant(drawn), at=place, v=code)

    def searched(self, search: nodes.Expression, span: Span) -> nodes.Expression:
        """Return the code of a search for melds that draws on the budget."""
        place = constant(self._context.place_of(span))
        return expression("_searched(s, _searching(), at, v)", at=place, v=search)

    def _searches(self, node: ir.Expr) -> bool:
        """Return whether an expression searches for melds, which may take long."""
        match node:
            case ir.Op(name="is_meld"):
                return any(meld.wild for meld in self._program.melds.values())
            case ir.Op(name=name):
                return Need.MELDS in OPERATIONS[name].needs
            case ir.IsMeld(meld=meld):
                return bool(self._program.melds[meld].wild)
            case _:
                return False

    def _value(self, node: ir.Expr, sc: Scope) -> nodes.Expression:
        if isinstance(node, _RELATED):
            known = self.sets.related(node, sc)
            if known is not None:
                return known
        match node:
            case ir.Const(value=value):
                return constant(value)
            case ir.Local(name=local):
                return sc.code(local)
            case ir.ZoneRef(zone=zone, seat=seat):
                if self._program.zones[zone].piles:
                    return self._places(zone, seat, sc)
                return self.slot(f"z_{zone}", seat, sc)
            case ir.PileRef(zone=zone, pile=pile):
                return expression(f"s.z_{zone}[i]", i=self.value(pile, sc))
            case ir.VarRef(variable=variable, seat=seat):
                return self.slot(f"v_{variable}", seat, sc)
            case ir.AllSeats(zone=zone, players=players) if self._program.zones[zone].piles:
                fixed = constant(self._program.zones[zone].fixed)
                return expression("[i for p in q for i in _part(p, n)]", q=self.value(players, sc), n=fixed)
            case ir.AllSeats(zone=zone, players=players):
                helper = "_piles" if self._program.zones[zone].ordered else "_hands"
                return expression(f"{helper}(s.z_{zone}, p)", p=self.value(players, sc))
            case ir.Op():
                return self.operations.code(node, sc)
            case ir.Filter():
                return self.sets.filtered(node, sc)
            case ir.Best():
                return self.sets.best(node, sc)
            case ir.Fold():
                return self.sets.fold(node, sc)
            case ir.Cond(test=test, then=then, other=other):
                return expression(
                    "a if t else b",
                    a=self.value(then, sc),
                    t=truth(self.value(test, sc)),
                    b=self.value(other, sc),
                )
            case ir.Logic(conjunction=conjunction, left=left, right=right):
                template = "a and b" if conjunction else "a or b"
                return expression(template, a=self.value(left, sc), b=self.value(right, sc))
            case ir.Use(definition=definition, arguments=arguments):
                if self.by_rank is None or not self.by_rank.remembers(definition):
                    inlined = self._inlined(node, sc)
                    if inlined is not None:
                        return inlined
                return self.call(f"d_{definition}", arguments, sc)
            case ir.Can(action=action):
                known = sc.possible.get(action)
                return self.call(f"can_{action}", (), sc) if known is None else known
            case ir.IsMeld(cards=cards, meld=meld):
                return expression(f"MELD_{meld}.matches(m)", m=self.value(cards, sc))
            case ir.Noted(point=point, value=value):
                return expression("_saw(i, v)", i=constant(point), v=self.value(value, sc))

    def _inlined(self, node: ir.Use, sc: Scope) -> nodes.Expression | None:
        """Return the code of a definition's value where it is used; None if it is called.

        A number or a truth value is called if it goes through many cards one by one: that takes so
        long that the call costs nothing, and its code is made once.
        """
        value = self.definitions.inline(node)
        if value is None:
            return None
        known = any(isinstance(each, ir.Const) for each in node.arguments)
        if node.definition in self._called and not known:
            return None
        code = self.value(value, sc)
        declared = self._program.definitions[node.definition].value
        assert declared is not None
        if (
            node.type not in (ty.NUMBER, ty.BOOLEAN)
            or self._context.analysis.nobody.calls[node.definition] < 2
            or self._context.costs.cost(declared) < LONG
            or not _loops(code)
        ):
            return code
        if not known:  # a constant may make it a table
            self._called.add(node.definition)
        return None

    def call(self, function: str, arguments: tuple[ir.Expr, ...], sc: Scope, *, acts: bool = False) -> nodes.Expression:
        """Return a call of a generated function with the state and the actor before the rest.

        Args:
            function: its name.
            arguments: what it is given.
            sc: the scope.
            acts: whether it changes the position, so that its arguments must not change with it.
        """
        made = self.lasting if acts else self.value
        given = [made(argument, sc) for argument in arguments]
        return nodes.Call(name(function), [name("s"), sc.actor, *given], rule=not acts)

    def able(self, actions: Iterable[str], sc: Scope) -> nodes.Expression:
        """Return code that tells whether the actor can do one of some actions that does not decline."""
        done = [each for each in actions if not self._program.actions[each].declines]
        first, *others = (self.call(f"can_{each}", (), sc) for each in done)
        for other in others:
            first = expression("a or b", a=first, b=other)
        return first

    def _places(self, zone: str, seat: ir.Expr | None, sc: Scope) -> nodes.Expression:
        """Return code for the numbers of the piles of a zone, or of one seat's part of it."""
        fixed = self._program.zones[zone].fixed
        if not fixed:
            return expression(f"[i for i, pile in enumerate(s.z_{zone}) if pile]")
        if seat is None:
            return expression(f"range(len(s.z_{zone}))")
        return expression("_part(p, n)", p=self.seat(seat, sc), n=constant(fixed))

    def slot(self, slot: str, seat: ir.Expr | None, sc: Scope) -> nodes.Expression:
        """Return a slot of the state, or one seat's entry in it."""
        if seat is None:
            return expression(f"s.{slot}")
        return expression(f"s.{slot}[p]", p=self.seat(seat, sc))

    def seat(self, seat: ir.Expr, sc: Scope, refusal: str = "_seat") -> nodes.Expression:
        """Return code for the owner of something; if it is nobody, the code raises an error.

        Args:
            seat: the player.
            sc: the scope.
            refusal: the function that is called for nobody.
        """
        if isinstance(seat, ir.Op) and seat.name in ("side", "side_now"):
            player, sides = seat.arguments
            return expression("t[p]", t=self.value(sides, sc), p=self.seat(player, sc, refusal))
        code = self.value(seat, sc)
        if self.may_be_nobody(seat, sc) and not sc.glance:
            at = constant(self._context.place_of(seat.span))
            cheap = is_slot(code) or isinstance(code, nodes.Name)
            template = f"p if p >= 0 else {refusal}(p, at)" if cheap else f"{refusal}(p, at)"
            code = expression(template, p=code, at=at)
        return code

    def may_be_nobody(self, node: ir.Expr, sc: Scope) -> bool:
        """Return whether the value of an expression can be nobody."""
        return node.type == ty.PLAYER and self._context.analysis.nobody.possible(node, sc.unsure)

    def items(self, node: ir.Expr, sc: Scope) -> nodes.Expression:
        """Return code for something that can be iterated over: cards, players, numbers."""
        return self.sets.items(node, sc)

    def lasting(self, value: ir.Expr, sc: Scope) -> nodes.Expression:
        """Return code for a value that does not change with the zone it was read from."""
        code = self.value(value, sc)
        if value.type != ty.PILE or _is_fresh(code):
            return code
        return expression("list(v)", v=code)


def seats_asked_for(code: Iterable[nodes.Statement]) -> Iterator[str]:
    """Yield the locals of which statements certainly ask what belongs to that seat."""
    waiting: list[nodes.Node] = [
        each
        for node in code
        if isinstance(node, nodes.Assign | nodes.AugAssign | nodes.Evaluate)
        for each in inside(node)
    ]
    while waiting:
        match waiting.pop():
            case nodes.IfExp(test=test, orelse=nodes.Call(func=nodes.Name(id="_seat" | "_starting"))):
                yield from (each.id for each in nodes_in(test) if isinstance(each, nodes.Name))
            case nodes.IfExp(test=first) | nodes.BoolOp(values=[first, *_]):
                waiting.append(first)
            case nodes.ListComp() | nodes.GeneratorExp() | nodes.Lambda():
                pass
            case node:
                waiting += inside(node)


def truth(code: nodes.Expression) -> nodes.Expression:
    """Return code that is true where other code is, for a test."""
    match code:
        case nodes.UnaryOp(op="not", operand=nodes.UnaryOp(op="not", operand=inner)):
            return inner
        case _:
            return code


def _loops(code: nodes.Expression) -> bool:
    """Whether code goes through the members of a collection one by one, or calls a definition."""
    return any(
        isinstance(each, nodes.GeneratorExp | nodes.ListComp | nodes.Lambda)
        or (isinstance(each, nodes.Call) and each.rule)
        for each in nodes_in(code)
    )


def _is_fresh(code: nodes.Expression) -> bool:
    """Whether code makes a list, so that nothing else changes with it."""
    match code:
        case nodes.ListComp() | nodes.List():
            return True
        case nodes.Call(func=nodes.Name(id=called)):
            return called in ("_run_of", "_upward", "_on_top", "_beneath", "_each_once", "_cards")
        case nodes.BoolOp(values=values):
            return all(map(_is_fresh, values))
        case _:
            return False
