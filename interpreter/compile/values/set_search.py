"""Generates code that finds sets of cards with a property, without listing all other sets.

Such sets are the members of `sets of … where …`, and the cards that an action chooses. If one of
the conditions is about the total of a set, or that it is a meld, it directs the search, and so does
`or` between such conditions. The other conditions are tested on what is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from ...core import nodes
from ...core.build import constant, expression, name
from ...core.effects import may_stop
from ...program import ir
from ...program.tree_walk import mentions
from ...syntax import types as ty
from ...syntax.operations.table import OPERATIONS
from ..context import Context
from ..scope import Scope
from .definitions import Definitions

SETS = ("sets", "sets_between", "sets_from")
"""The operations whose value is all sets of some cards, from their sizes and the cards."""


@dataclass(frozen=True, slots=True)
class Found:
    """The code of the sets for which a condition holds, and the conditions still to be tested."""

    code: nodes.Expression
    left: list[ir.Expr]


@dataclass(frozen=True, slots=True)
class LongestEnd:
    """The code of the size of the longest end of a pile for which a condition holds, 0 if none.

    Attributes:
        code: the code.
        shorter: whether the condition then holds for all shorter ends too.
    """

    code: nodes.Expression
    shorter: bool


class SetSearch:
    """Generates the code of searches for sets of cards."""

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        value: Callable[[ir.Expr, Scope], nodes.Expression],
        tabulated: Callable[[ir.Expr, str], list[int] | None],
    ) -> None:
        """Make code for the context's program.

        Args:
            context: the build.
            definitions: opens definitions.
            value: makes the code of any expression.
            tabulated: computes an expression for each card, if it depends on the card alone.
        """
        self._traced = context.traced
        self._tables = context.tables
        self._definitions = definitions
        self._value = value
        self._tabulated = tabulated

    def among(self, collection: ir.Expr, item: str, conditions: Sequence[ir.Expr], sc: Scope) -> Found | None:
        """Return those of all sets of some cards for which one of the conditions holds.

        Args:
            collection: the sets, such as `sets of 2 or more of hand`.
            item: the local name of a set.
            conditions: the conditions on it.
            sc: the scope.
        """
        match self._definitions.opened(collection):
            case ir.Op(name=name, arguments=(*sizes, cards)) if name in SETS:
                limits = [self._value(size, sc) for size in sizes]
                most = limits[-1]
                if name == "sets_from":
                    most = constant(self._tables.pack.size)
                held = self._value(cards, sc)
                return self.of_sizes(limits[0], most, held, item, conditions, sc)
            case ir.Op(name="ends", arguments=(pile,)):
                listed = self._value(pile, sc)
                found = self._sizes_of_ends(listed, item, conditions)
                if found is None:
                    return None
                return Found(expression("_ends_of_sizes(p, n)", p=listed, n=found.code), found.left)
            case _:
                return None

    def longest_end(self, node: ir.Expr, sc: Scope) -> LongestEnd | None:
        """Return the size of the longest of some ends of a pile, if a search finds all of them."""
        match node:
            case ir.Filter(collection=collection, name=item, condition=condition):
                pass
            case _:
                return None
        match self._definitions.opened(collection):
            case ir.Op(name="ends", arguments=(pile,)):
                found = self._sizes_of_ends(self._value(pile, sc), item, [condition])
                if found is None or found.left:
                    return None
                alike = not isinstance(self._parts(condition)[0], ir.IsMeld)
                return LongestEnd(expression("n.bit_length()", n=found.code), alike)
            case _:
                return None

    def _sizes_of_ends(self, pile: nodes.Expression, item: str, conditions: Sequence[ir.Expr]) -> Found | None:
        """Return the sizes of the ends of a pile for which the first condition holds, as bits."""
        first, *others = [part for condition in conditions for part in self._parts(condition)]
        match first:
            case ir.IsMeld(cards=cards, meld=meld) if _is_item(cards, item):
                return Found(expression(f"MELD_{meld}.end_sizes(p)", p=pile), others)
            case ir.Op(name=operation, arguments=(cards,)) if _is_item(cards, item):
                alike = OPERATIONS[operation].alike
                if alike is None:
                    return None
                return Found(self._tables.code(f"_sizes_alike(p, {alike[0]})", p=pile), others)
            case _:
                return None

    def of_sizes(
        self,
        least: nodes.Expression,
        most: nodes.Expression,
        cards: nodes.Expression,
        item: str,
        conditions: Sequence[ir.Expr],
        sc: Scope,
    ) -> Found | None:
        """Return the sets of `least` to `most` of some cards for which one condition holds.

        None if no condition directs the search. A condition that may stop the game is not passed
        over, because it must be tested first.
        """
        opened = [part for condition in conditions for part in self._parts(condition)]
        for index, condition in enumerate(opened):
            given = {"a": least, "b": most, "c": cards}
            sizes = given
            if self._traced:
                sizes = {key: cast(nodes.Expression, name(f"_{key}")) for key in given}
            code = self._directed(condition, item, sizes, sc)
            if code is not None and self._traced:
                directing = self._directing(condition, item, sizes, sc)
                return Found(self._counted(code, directing, given), [*conditions])
            if code is not None and isinstance(condition, ir.Logic):
                return Found(code, opened)  # each part may have found more than it allows
            if code is not None:
                return Found(code, [*opened[:index], *opened[index + 1 :]])
            if may_stop(self._value(condition, sc.bind(item, name(item)))):
                break
        return None

    def _directed(
        self, condition: ir.Expr, item: str, sizes: dict[str, nodes.Expression], sc: Scope
    ) -> nodes.Expression | None:
        """Return sets among which are all that a condition allows; None if it directs nothing."""
        match condition:
            case ir.Noted(value=value):
                return self._directed(value, item, sizes, sc)
            case ir.Logic(conjunction=False, left=left, right=right):
                found = [self._narrowed(each, item, sizes, sc) for each in (left, right)]
                one, other = found
                if one is None or other is None:
                    return None
                return expression("_either(x, y)", x=one, y=other)
            case _:
                return self._with_total(condition, item, sizes, sc) or _melds(condition, item, sizes)

    def _narrowed(
        self, condition: ir.Expr, item: str, sizes: dict[str, nodes.Expression], sc: Scope
    ) -> nodes.Expression | None:
        """Return `_directed` for the first part of a condition that directs a search."""
        for part in self._parts(condition):
            code = self._directed(part, item, sizes, sc)
            if code is not None or may_stop(self._value(part, sc.bind(item, name(item)))):
                return code
        return None

    def _directing(self, condition: ir.Expr, item: str, sizes: dict[str, nodes.Expression], sc: Scope) -> list[ir.Expr]:
        """Return the parts of a condition that direct a search: one holds for all that it finds.

        They are the condition itself, or one of each group that `or` joins in it.
        """
        if not isinstance(condition, ir.Logic):
            return [condition]
        found: list[ir.Expr] = []
        for each in (condition.left, condition.right):
            parts = self._parts(each)
            first = next(part for part in parts if self._directed(part, item, sizes, sc))
            found += self._directing(first, item, sizes, sc)
        return found

    def _counted(
        self, found: nodes.Expression, conditions: Sequence[ir.Expr], sizes: dict[str, nodes.Expression]
    ) -> nodes.Expression:
        """Return what is found, and note that the conditions do not hold for other sets.

        Args:
            found: the code that finds the sets, from their sizes and cards `_a`, `_b` and `_c`.
            conditions: the conditions, one of which holds for each of the sets.
            sizes: the code of these sizes and cards.
        """
        for each in conditions:
            if isinstance(each, ir.Noted):
                code = "_noted(lambda _a, _b, _c: f, _a, _b, _c, _saw, i)"
                found = expression(code, f=found, i=constant(each.point))
        return expression("(lambda _a, _b, _c: f)(a, b, c)", f=found, **sizes)

    def _parts(self, condition: ir.Expr) -> list[ir.Expr]:
        """Return the conditions that are joined by `and`, also in definitions."""
        condition = self._opened(condition)
        match condition:
            case ir.Logic(conjunction=True, left=left, right=right):
                return [*self._parts(left), *self._parts(right)]
            case ir.Cond(test=test, then=then, other=other):
                match self._opened(test):
                    case ir.Const(value=value):
                        return self._parts(then if value else other)
                    case _:
                        return [condition]
            case _:
                return [condition]

    def _opened(self, condition: ir.Expr) -> ir.Expr:
        while True:
            inner = condition.value if isinstance(condition, ir.Noted) else condition
            expanded = self._definitions.expand(inner, always=True) if isinstance(inner, ir.Use) else None
            if expanded is None:
                return condition
            condition = expanded

    def _with_total(
        self, condition: ir.Expr, item: str, sizes: dict[str, nodes.Expression], sc: Scope
    ) -> nodes.Expression | None:
        """Return the sets whose total has a relation to a number."""
        match condition:
            case ir.Op(name=operation, arguments=(left, right)):
                relation = OPERATIONS[operation].relation
                if relation is None or operation == "ne":
                    return None
                table, other = self._total_of(left, item), right
                if table is None:
                    table, other = self._total_of(right, item), left
                    operation = relation.mirrored
                if table is None or mentions(other, item):
                    return None
                bound = self._value(other, sc)
                if may_stop(bound):
                    return None
                worth = self._tables.put("WORTH", tuple(table))
                return expression(
                    "_adding(s, a, b, c, w, r, v)",
                    **sizes,
                    w=worth,
                    r=constant(operation),
                    v=bound,
                )
            case _:
                return None

    def _total_of(self, node: ir.Expr, item: str) -> list[int] | None:
        """Return the value of each card if an expression is the total over a set."""
        match self._opened(node):
            case ir.Fold(operation="total", collection=collection, key=key, name=card) if _is_item(collection, item):
                return self._tabulated(key, card)
            case _:
                return None


def _melds(condition: ir.Expr, item: str, sizes: dict[str, nodes.Expression]) -> nodes.Expression | None:
    """Return the sets that are a meld."""
    match condition:
        case ir.IsMeld(cards=cards, meld=meld) if _is_item(cards, item):
            return expression(f"_of_sizes(a, b, MELD_{meld}.find(c))", **sizes)
        case _:
            return None


def _is_item(node: ir.Expr, item: str) -> bool:
    return isinstance(node, ir.Local) and node.name == item and node.type == ty.CARDS
