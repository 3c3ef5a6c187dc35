"""Estimates before play how long expressions can take, and how many steps large ones draw.

Definitions do not recurse and collections are no larger than the pack, so each expression has a
largest cost. Most costs are small. If an expression goes through collections inside collections,
the cost is a product. Such expressions draw on the budget of steps each time they are evaluated, in
proportion to their own part of the cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, cast, get_args

from ...check import ir
from ...check.program import Action, Parameter, Program
from ...runtime.budgets import MAX_CHOICES
from ...syntax import types as ty
from .tree_walk import expressions, parts

LARGE = 5_000
"""An expression that goes through this many members draws on the budget."""

OF_A_STEP = 4_000
"""This much cost is one step."""

MOST_WORK = 20_000_000
"""The cost of all rounds of loops between two decisions, however many steps they may take."""

OF_A_CARD = 20
"""The cost of a card that is shuffled."""

DRAWN = 20
"""The cost, as part of another expression, of one that draws on the budget by itself."""

FEW_SETS = 20
"""The number of members of several sets of cards; a search that finds more draws on the budget."""

ENDLESS = 10**12


class Costs:
    """Estimates expressions of one program."""

    def __init__(self, program: Program) -> None:
        """Estimate nothing yet."""
        self._program = program
        self._bodies: dict[str, int] = {}
        self._known: dict[int, tuple[ir.Expr, int, int]] = {}  # by identity, which is kept alive

    def steps(self, node: ir.Expr) -> int:
        """Return how many steps an evaluation of an expression draws; 0 if it is small."""
        return self._look(node)[1]

    def cost(self, node: ir.Expr) -> int:
        """Return the cost of an expression as part of another."""
        return self._look(node)[0]

    def round(self, body: Iterable[ir.Stmt]) -> int:
        """Return how many steps a round of a loop draws besides the one that each draws."""
        return self._body(body) // max(MOST_WORK // self._program.step_limit, 1)

    def _body(self, body: Iterable[ir.Stmt]) -> int:
        """Return the cost of statements without the rounds of loops, which draw by themselves."""
        return min(sum(map(self._statement, body)), ENDLESS)

    def _statement(self, node: ir.Stmt) -> int:
        own = 1 + sum(self._look(inner)[0] for inner in _own(node))
        match node:
            case ir.If(then=then, other=other):
                return own + max(self._body(then), self._body(other))
            case ir.Perform(definition=definition):
                if definition not in self._bodies:
                    self._bodies[definition] = self._body(self._program.definitions[definition].do)
                return own + self._bodies[definition]
            case ir.Shuffle():
                return own + OF_A_CARD * self._program.pack.size
            case ir.Assign(target=ir.VarRef(variable=variable)):
                held = self._program.variables.get(variable)
                return own + (held.columns if held is not None else 0)
            case _:
                return own

    def any_large(self) -> bool:
        """Return whether any expression of the program draws on the budget."""
        kinds = (ir.Op, ir.Filter, ir.Best, ir.Fold, ir.Use)
        return any(self.steps(node) for node in parts(self._program, *kinds))

    def many_forms(self, action: Action) -> bool:
        """Return whether several choices of an action can multiply to more than can be asked."""
        product = 1
        for parameter in action.parameters:
            product *= self._choices(parameter)
        return len(action.parameters) > 1 and product > MAX_CHOICES

    def _choices(self, parameter: Parameter) -> int:
        """Return the largest number of values of one choice."""
        match parameter.kind, parameter.source, parameter.last:
            case "number", ir.Const(value=int(first)), ir.Const(value=int(last)):
                return max(last - first + 1, 0) // parameter.step + 1
            case (("number" | "cards" | "meld"), _, _):
                return MAX_CHOICES
            case "player", _, _:
                return self._program.players
            case _:
                return self._program.pack.size

    def _look(self, node: ir.Expr) -> tuple[int, int]:
        """Return the cost of an expression as part of another, and the steps that it draws."""
        known = self._known.get(id(node))
        if known is None:
            cost, steps = min(self._cost(node), ENDLESS), 0
            if cost > LARGE and isinstance(node, ir.Op | ir.Filter | ir.Best | ir.Fold | ir.Use):
                cost, steps = DRAWN, 1 + cost // OF_A_STEP
            known = self._known[id(node)] = node, cost, steps
        return known[1:]

    def _cost(self, node: ir.Expr) -> int:
        match node:
            case ir.Filter(collection=over, condition=each):
                return self._look(over)[0] + self._size(over) * (1 + self._look(each)[0])
            case ir.Best(collection=over, key=each) | ir.Fold(collection=over, key=each):
                return self._look(over)[0] + self._size(over) * (1 + self._look(each)[0])
            case ir.Use(definition=definition):
                value = self._program.definitions[definition].value
                body = self._look(value)[0] if value is not None else 0
            case ir.Can(action=action):
                when = self._program.actions[action].when
                body = self._look(when)[0] if when is not None else 0
            case _:
                body = 0
        return 1 + body + sum(self._look(inner)[0] for inner in expressions(node))

    def _size(self, collection: ir.Expr) -> int:
        if isinstance(collection, ir.Use):  # a list may have a name
            value = self._program.definitions[collection.definition].value
            if value is not None:
                return self._size(value)
        if isinstance(collection, ir.Const) and isinstance(collection.value, tuple):
            return len(collection.value)
        if collection.type == ty.MELDS and not _are_ends(collection):
            return FEW_SETS
        return self._program.players if collection.type == ty.PLAYERS else self._program.pack.size


def _are_ends(collection: ir.Expr) -> bool:
    """Whether sets of cards are the ends of a pile, of which there is one for each card."""
    match collection:
        case ir.Op(name=name):
            return name == "ends"
        case ir.Filter(collection=inner) | ir.Best(collection=inner):
            return _are_ends(inner)
        case _:
            return False


_EXPRESSIONS = cast("tuple[type[ir.Expr], ...]", get_args(ir.Expr))


def _own(node: ir.Stmt) -> Iterator[ir.Expr]:
    """Yield the expressions of a statement, without those of statements in it."""
    for field in fields(node):
        value: Any = getattr(node, field.name)
        several = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
        yield from (each for each in several if isinstance(each, _EXPRESSIONS))
