"""Computes before play what depends on little: cards, ranks, suits, or a place in a pile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import prod

from ...core import nodes
from ...core.build import constant, expression, lambda_of, name
from ...core.python import value_of
from ...identity import ByIdentity
from ...program import ir
from ...program.tree_walk import expressions, mentions, rebuilt
from ...runtime.primitives import NAMES
from ...syntax import types as ty
from ...syntax.operations.table import OPERATIONS
from ..context import Context
from ..scope import Binding, Scope
from .definitions import Definitions

NO_CARD = ir.Const(-1, type=ty.CARD)

_NAMED = frozenset({"rank", "suit", "colour", "choice"})
"""The types with few values, which have names."""

MOST_ENTRIES = 1 << 13
"""The most entries of a table: enough for two cards of a pack of 90."""


@dataclass(frozen=True, slots=True)
class Named:
    """An expression in which the cards, suits and the like that it depends on have names.

    Attributes:
        node: the expression with names in the places of these values.
        given: the values, by their names.
    """

    node: ir.Expr
    given: dict[str, ir.Expr]


class _DependsOnMoreError(Exception):
    """An expression depends on something that has many values."""


class Tabulation:
    """Computes expressions of one program before play."""

    def __init__(
        self,
        context: Context,
        definitions: Definitions,
        value: Callable[[ir.Expr, Scope], nodes.Expression],
    ) -> None:
        """Prepare to compute expressions of the context's program.

        Args:
            context: the build.
            definitions: opens definitions.
            value: generates the code of any expression.
        """
        self._tables = context.tables
        self._definitions = definitions
        self._value = value
        self._named = ByIdentity[ir.Expr, Named | None]()
        self._of_cards = ByIdentity[ir.Expr, list[int] | None]()

    def of_card(self, node: ir.Expr, card: str) -> list[int] | None:
        """Return the value of an expression for each card, if it depends only on the card."""
        cards = range(self._tables.pack.size)
        return self._of_cards.of(node, lambda node: self.values(node, card, cards), card)

    def values(self, node: ir.Expr, local: str, values: Iterable[int]) -> list[int] | None:
        """Return an expression for each value of a name, if it depends on nothing else."""
        if not self.depends_only_on(node, local):
            return None
        scope = Scope({local: Binding(name("v"))}, early=True)
        return self.evaluated(self._value(self._expanded(node), scope), values)

    def _expanded(self, node: ir.Expr) -> ir.Expr:
        """Return an expression that calls no definition: there are no functions yet."""
        if isinstance(node, ir.Use):
            expanded = self._definitions.expand(node)
            assert expanded is not None  # else it depends on more
            return self._expanded(expanded)
        return rebuilt(node, self._expanded)

    def evaluated(self, code: nodes.Expression, values: Iterable[int], local: str = "v") -> list[int]:
        """Return what the code of an expression gives for each value of a local."""
        compute = value_of(lambda_of([local], code), {**NAMES, **self._tables.constants})
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
        """Give names to what an expression depends on, if that has few values.

        Args:
            node: the expression. That a pile is empty is understood as: its top is not a card.
            bound: names of cards that keep their names.
        """
        return self._named.of(node, lambda node: self._named_anew(node, bound), bound)

    def _named_anew(self, node: ir.Expr, bound: tuple[str, ...]) -> Named | None:
        given: dict[str, ir.Expr] = {}

        def leaf(inner: ir.Expr) -> ir.Expr:
            inner = self._definitions.opened(inner)
            for key, known in given.items():
                if known == inner:
                    return ir.Local(key, type=inner.type, span=inner.span)
            key = f"·given{len(given)}"
            given[key] = inner
            return ir.Local(key, type=inner.type, span=inner.span)

        def look(inner: ir.Expr) -> ir.Expr:
            match inner:
                case ir.Const():
                    return inner
                case ir.Local(name=found) if found in bound:
                    return inner
                case ir.Op(name="is_empty", arguments=(ir.ZoneRef() | ir.PileRef() as pile,)) if pile.type == ty.PILE:
                    top = ir.Op("last", (pile,), type=ty.CARD, span=pile.span)
                    return ir.Op("eq", (look(top), NO_CARD), type=ty.BOOLEAN, span=inner.span)
                case ir.Op(name="top", arguments=(pile,)) if pile.type == ty.PILE:
                    return look(ir.Op("last", (pile,), type=ty.CARD, span=inner.span))
                case _ if inner.type == ty.CARD and not mentions(inner, *bound):
                    return leaf(inner)
                case ir.VarRef(type=ty.BOOLEAN) if not mentions(inner, *bound):
                    return leaf(inner)
                case _ if inner.type.name in _NAMED and not mentions(inner, *bound):
                    return computed(inner)
                case _:
                    return inside(inner)

        def computed(inner: ir.Expr) -> ir.Expr:
            """A rank, suit, colour or choice from what it depends on; or as it is."""
            before = dict(given)
            try:
                found = inside(inner)
            except _DependsOnMoreError:
                found = None
            if found is not None and not isinstance(found, ir.Local):
                return found
            given.clear()
            given.update(before)
            return leaf(inner)

        def inside(inner: ir.Expr) -> ir.Expr:
            match inner:
                case ir.Op(name=operation) if OPERATIONS[operation].pure:
                    return rebuilt(inner, look)
                case ir.Cond() | ir.Logic():
                    return rebuilt(inner, look)
                case ir.Use():
                    expanded = self._definitions.expand(inner)
                    if expanded is not None:
                        return look(expanded)
                case _:
                    pass
            raise _DependsOnMoreError

        try:
            return Named(look(node), given)
        except _DependsOnMoreError:
            return None

    def is_small(self, named: Named) -> bool:
        """Return whether an expression depends on one or two values, with a table of their size."""
        sizes = [len(self.domain(value.type)) for value in named.given.values()]
        return 1 <= len(sizes) <= 2 and prod(sizes) <= MOST_ENTRIES

    def domain(self, kind: ty.Type) -> list[int]:
        """Return all values of a type that has few, and last that there is none."""
        pack = self._tables.pack
        count = {ty.CARD: pack.size, ty.BOOLEAN: 2}.get(kind, len(pack.names(kind)))
        return [*range(count), -1]

    def table(self, code: nodes.Expression, given: Sequence[tuple[nodes.Name, ty.Type]]) -> object:
        """Return what code gives for each value of one or two locals: a table of tables for two.

        Args:
            code: the code.
            given: the locals, with their types.
        """
        (first, kind), *others = given
        if others:
            ((second, other),) = others
            every = nodes.Tuple([*map(constant, self.domain(other))])
            code = expression("tuple([c for w in e])", c=code, w=second, e=every)
        return tuple(self.evaluated(code, self.domain(kind), first.id))
