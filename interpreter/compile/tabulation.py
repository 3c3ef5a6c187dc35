"""Computes before play what depends on nothing but a card, two cards, or a place in a pile."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..check import ir
from ..runtime.primitives import NAMES
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from .context import Context
from .definitions import Definitions
from .quoting import lambda_of, name
from .scope import Binding, Scope
from .tree_walk import expressions, mentions, rebuilt, walk

NO_CARD = ir.Const(-1, type=ty.CARD)


@dataclass(frozen=True, slots=True)
class Named:
    """An expression in which the cards that it depends on have names.

    Attributes:
        node: the expression with names in place of cards.
        cards: the cards, by these names.
    """

    node: ir.Expr
    cards: dict[str, ir.Expr]


class Tabulation:
    """Computes expressions of one program before play."""

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        value: Callable[[ir.Expr, Scope], ast.expr],
    ) -> None:
        """Prepare to compute expressions of the context's program.

        Args:
            context: the build.
            definitions: opens definitions.
            value: generates the code of any expression.
        """
        self._probed = context.probes is not None
        self._tables = context.tables
        self._definitions = definitions
        self._value = value

    def of_card(self, node: ir.Expr, card: str) -> list[int] | None:
        """Return the value of an expression for each card, if it depends only on the card."""
        return self.values(node, card, range(self._tables.pack.size))

    def values(self, node: ir.Expr, local: str, values: Iterable[int]) -> list[int] | None:
        """Return an expression for each value of a name, if it depends on nothing else."""
        if not self.depends_only_on(node, local):
            return None
        if self._probed and any(inner.type == ty.BOOLEAN for inner in walk(node)):
            return None  # conditions are counted
        return self.evaluated(
            self._value(node, Scope({local: Binding(name("v"))}, early=True)), values
        )

    def evaluated(self, code: ast.expr, values: Iterable[int]) -> list[int]:
        """Return what the code of an expression gives for each value of the local `v`."""
        tree = ast.fix_missing_locations(ast.Expression(lambda_of(["v"], code)))
        compute = eval(compile(tree, "<table>", "eval"), {**NAMES, **self._tables.constants})
        return [compute(value) for value in values]

    def depends_only_on(self, node: ir.Expr, *names: str) -> bool:
        """Return whether the value of an expression depends on the values of some names alone."""
        match node:
            case ir.Const():
                return True
            case ir.Local(name=found):
                return found in names
            case ir.Cond() | ir.Logic():
                pass
            case ir.Use():
                expanded = self._definitions.expand(node)
                return expanded is not None and self.depends_only_on(expanded, *names)
            case ir.Op(name=operation):
                if not OPERATIONS[operation].pure:
                    return False
            case _:
                return False
        return all(self.depends_only_on(inner, *names) for inner in expressions(node))

    def named(self, node: ir.Expr, *bound: str) -> Named | None:
        """Give names to the cards that an expression depends on, if it depends on cards alone.

        Args:
            node: the expression. That a pile is empty is understood as: its top is no card.
                For several piles that would take longer.
            bound: names of cards that keep their names.
        """
        cards: dict[str, ir.Expr] = {}

        def look(inner: ir.Expr) -> ir.Expr:
            match inner:
                case ir.Use():
                    expanded = self._definitions.expand(inner)
                    return inner if expanded is None else look(expanded)
                case ir.Local(name=found) if found in bound:
                    return inner
                case ir.Op(name="is_empty", arguments=(pile,)) if (
                    pile.type == ty.PILE and isinstance(pile, ir.ZoneRef | ir.PileRef | ir.VarRef)
                ):
                    top = ir.Op("last", (pile,), type=ty.CARD, span=pile.span)
                    return ir.Op("eq", (look(top), NO_CARD), type=ty.BOOLEAN, span=inner.span)
                case ir.Op(name="top", arguments=(pile,)) if pile.type == ty.PILE:
                    return look(ir.Op("last", (pile,), type=ty.CARD, span=inner.span))
                case ir.Const():
                    return inner
                case _ if inner.type == ty.CARD and not mentions(inner, *bound):
                    for key, known in cards.items():
                        if known == inner:
                            return ir.Local(key, type=ty.CARD, span=inner.span)
                    key = f"·card{len(cards)}"
                    cards[key] = inner
                    return ir.Local(key, type=ty.CARD, span=inner.span)
                case _:
                    return rebuilt(inner, look)

        found = look(node)
        return Named(found, cards) if self.depends_only_on(found, *bound, *cards) else None
