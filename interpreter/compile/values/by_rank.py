"""Finds definitions whose value for some cards depends on the ranks of these cards alone.

There are few such values (6175 for five cards of the usual pack), so they are remembered: what the
fifteens, pairs and runs of a hand score is computed once for each combination of ranks.
"""

from __future__ import annotations

from ...core import nodes
from ...core.build import constant, expression, statements
from ...core.pack_tables import PackTables
from ...program import ir
from ...program.program import Program
from ...program.tree_walk import expressions, walk
from ...runtime.melds import is_regular
from ...syntax import types as ty
from .definitions import Definitions
from .set_search import SETS

_COUNTING = frozenset(
    (
        *SETS,
        *"ends rank value size is_empty share_rank has_rank in_order list to_cards".split(),
        *"not add sub mul div mod neg min max".split(),
    )
)
"""Operations that look at nothing but ranks, if values depend on ranks."""

_COMPARING = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "contains"))
"""Operations that look at nothing but ranks, if they compare numbers or ranks."""


class ByRank:
    """Remembers the values of definitions."""

    def __init__(self, program: Program, definitions: Definitions, tables: PackTables) -> None:
        """Remember nothing yet.

        Args:
            program: the checked game.
            definitions: opens definitions.
            tables: the constants of the code.
        """
        self._program = program
        self._definitions = definitions
        self._tables = tables
        self._known: dict[str, bool] = {}
        pack = program.pack
        values: dict[int, int] = {}
        self._valued = all(
            values.setdefault(rank, value) == value for rank, value in zip(pack.rank, pack.value, strict=True)
        )

    def remembers(self, definition: str) -> bool:
        """Return whether the value of a definition is worth remembering, and depends on ranks."""
        if definition not in self._known:
            declared = self._program.definitions[definition]
            self._known[definition] = (
                declared.value is not None
                and declared.value.type == ty.NUMBER
                and [kind for _, kind in declared.parameters] in ([ty.CARDS], [ty.PILE])
                and self._looks_at_ranks(declared.value)
                and self._searches(declared.value)
            )
        return self._known[definition]

    def body(self, definition: str, cards: nodes.Expression, value: nodes.Expression) -> list[nodes.Statement]:
        """Return the body of a function that returns a definition's value for some cards.

        Its work does not draw on the budget, which may not depend on what earlier games have found.

        Args:
            definition: the definition.
            cards: code for the cards.
            value: code that computes the value.
        """
        known = f"KNOWN_{definition}"
        self._tables.constants.setdefault(known, {})
        return statements(
            f"k = key\nv = {known}.get(k)\n"
            f"if v is None:\n    w = s.work\n    v = value\n    s.work = w\n"
            f"    _remember({known}, k, v)\nreturn v",
            key=self._key(definition, cards),
            value=value,
        )

    def _key(self, definition: str, cards: nodes.Expression) -> nodes.Expression:
        """Return code for the ranks of some cards."""
        pack = self._tables.pack
        ((_, kind),) = self._program.definitions[definition].parameters
        if kind == ty.PILE:
            ranks = self._tables.need("RANK")
            return expression("tuple(map(r.__getitem__, c))", r=ranks, c=cards)
        if is_regular(pack) and len(pack.suits) == 4 and pack.size == pack.ranked * 4:
            fives = sum(5 << 4 * rank for rank in range(pack.ranked))
            threes = sum(3 << 4 * rank for rank in range(pack.ranked))
            return expression("_quads(c, m, n)", c=cards, m=constant(fives), n=constant(threes))
        return expression("tuple(map(r.__getitem__, _cards(c)))", r=self._tables.need("RANK"), c=cards)

    def _searches(self, node: ir.Expr) -> bool:
        """Return whether an expression searches sets of cards; ends of a pile are found soon."""
        match node:
            case ir.IsMeld():
                return True
            case ir.Op(name=operation) if operation in SETS:
                return True
            case ir.Filter(collection=ir.Op(name="ends")):
                return False
            case ir.Use(definition=definition):
                value = self._program.definitions[definition].value
                return (value is not None and self._searches(value)) or any(map(self._searches, node.arguments))
            case _:
                return any(map(self._searches, expressions(node)))

    def _looks_at_ranks(self, node: ir.Expr) -> bool:
        for each in walk(node):
            match each:
                case ir.Const() if each.type in (ty.NUMBER, ty.RANK, ty.BOOLEAN):
                    pass
                case ir.Local() if each.type in (ty.CARD, ty.CARDS, ty.PILE, ty.NUMBER, ty.RANK):
                    pass
                case ir.Filter() | ir.Best() | ir.Fold() | ir.Cond() | ir.Logic():
                    pass
                case ir.Op(name="value"):
                    if not self._valued:
                        return False
                case ir.Op(name=operation) if operation in _COUNTING:
                    pass
                case ir.Op(name=operation, arguments=(left, *_)) if operation in _COMPARING:
                    if left.type not in (ty.NUMBER, ty.RANK, ty.BOOLEAN):
                        return False
                case ir.Use(definition=definition):
                    value = self._program.definitions[definition].value
                    if value is None or not self._looks_at_ranks(value):
                        return False
                case ir.IsMeld(meld=meld):
                    pattern = self._program.melds[meld]
                    several = pattern.least_suits > 1 or pattern.most_suits < len(self._program.pack.suits)
                    if pattern.same == "suit" or several or pattern.compound:
                        return False
                case _:
                    return False
        return True
