"""Totals over a pile that are kept beside it, so that a card that is added adds its value alone.

Some rules ask for a total over a pile again and again, such as the count in `total value over
sequence`, while the pile grows card by card. The bare build keeps such a total in a variable that
begins with the pile's. Who writes the pile otherwise calls `Machine.settle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..program import ir
from ..program.program import Program, Variable
from ..program.tree_walk import parts, rules, substitute, walk
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS

KEPT = "·total"
"""How the variables begin that keep totals; no rule can name them."""

ITEM = "·item"
"""A local name that no rule can have: a card of a pile."""


@dataclass(frozen=True, slots=True)
class Total:
    """A total over the cards of a variable.

    Attributes:
        variable: the variable in which it is kept.
        pile: the variable whose cards it is about.
        key: what a card, `ITEM`, adds to it.
    """

    variable: str
    pile: str
    key: ir.Expr


def with_totals(program: Program) -> tuple[Program, tuple[Total, ...]]:
    """Return a program with variables for totals over piles that grow card by card."""
    growing = {
        node.target.variable
        for node in rules(program)
        if isinstance(node, ir.Assign) and node.target.seat is None and _adds_a_card(node)
    }
    if not growing or program.tables is not None:
        return program, ()
    variables = dict(program.variables)
    totals: list[Total] = []
    for fold in parts(program, ir.Fold):
        total = total_over(fold, totals)
        match fold.collection:
            case ir.VarRef(variable=pile, seat=None) if total is None and pile in growing:
                start, key = program.variables[pile].start, _key(fold)
                if fold.operation == "total" and _depends_on_card(key) and _is_empty(start):
                    total = Total(f"{KEPT}{len(totals)}", pile, key)
                    totals.append(total)
                    variables[total.variable] = Variable(
                        total.variable,
                        ty.NUMBER,
                        each=False,
                        start=ir.Const(0, type=ty.NUMBER),
                        scope=program.variables[pile].scope,
                        internal=True,
                    )
            case _:
                pass
    return replace(program, variables=variables), tuple(totals)


def total_over(fold: ir.Fold, totals: Sequence[Total]) -> Total | None:
    """Return the total that an expression asks for, if it is kept."""
    match fold:
        case ir.Fold(operation="total", collection=ir.VarRef(variable=pile, seat=None)):
            found = (each for each in totals if each.pile == pile and each.key == _key(fold))
            return next(found, None)
        case _:
            return None


def _key(fold: ir.Fold) -> ir.Expr:
    return substitute(fold.key, {fold.name: ir.Local(ITEM, type=ty.CARD)})


def _adds_a_card(node: ir.Assign) -> bool:
    """Return whether a statement adds a card to the pile in a variable."""
    match node.value:
        case ir.Op(name="join_piles", arguments=(pile, ir.Op(name="pile_of"))):
            return pile == node.target
        case _:
            return False


def _depends_on_card(key: ir.Expr) -> bool:
    return all(
        isinstance(node, ir.Const)
        or (isinstance(node, ir.Local) and node.name == ITEM)
        or (isinstance(node, ir.Op) and OPERATIONS[node.name].pure)
        for node in walk(key)
    )


def _is_empty(start: ir.Expr) -> bool:
    return isinstance(start, ir.Const) and start.value == ()
