"""Texts that can be read in two ways, of which only one has a meaning: where brackets belong.

`hand where low(it) is empty` is about `low(it)`, and `cards of columns where it is face up` is
about the columns. The grammar decides so before types are known; these functions find the other
reading.
"""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import Span
from ..syntax import nodes as n
from ..syntax.printer import show

_LONG = 60
"""The most characters of a text that advice repeats."""


def compared(condition: n.Expr) -> tuple[n.Expr, n.Expr] | None:
    """Return the comparison with which a condition ends, and its left side; None if it has none."""
    match condition:
        case n.Logic(right=right) | n.Not(operand=right):
            return compared(right)
        case (
            n.Phrase(operands=(left, *_))
            | n.Order(left=left)
            | n.Has(operand=left)
            | n.Share(operand=left)
            | n.Kind(operand=left)
        ) if left.span.start == condition.span.start:
            return condition, left
        case _:
            return None


def around(node: n.Where, comparison: n.Expr, left: n.Expr) -> tuple[str, str]:
    """Return a text with the brackets in both places: around the whole `where`, and after it."""
    rest = show(comparison).removeprefix(show(left)).strip()
    whole = show(replace(node, condition=_without(node.condition, comparison, left)))
    if len(whole) > _LONG:
        whole = "… where …"
    counted = "… " if isinstance(comparison, n.Order) else ""  # such as 'size of'
    return f"{counted}({whole}) {rest}", f"… where (… {rest})"


def _without(condition: n.Expr, comparison: n.Expr, left: n.Expr) -> n.Expr:
    """Return a condition with only the left side of the comparison at its end."""
    match condition:
        case n.Logic(right=right):
            return replace(condition, right=_without(right, comparison, left))
        case n.Not(operand=operand):
            return replace(condition, operand=_without(operand, comparison, left))
        case _:
            return left


def cards_first(node: n.Of) -> tuple[n.Expr, Span] | None:
    """Return `(cards of columns) where …` for `cards of columns where …`, and its beginning."""
    match node.operand:
        case n.Where(collection=piles) | n.With(collection=piles):
            inner = n.Of(node.name, piles, span=node.span, word=node.word)
            place = replace(node.span, end=piles.span.end)
            return replace(node.operand, collection=inner), place
        case _:
            return None


def whole_first(node: n.Of, filtered: n.Expr) -> n.Expr:
    """Return `(hand of opponent) where …` for `hand of` and `opponent where …`."""
    match filtered:
        case n.Where(collection=inner) | n.With(collection=inner):
            return replace(filtered, collection=whole_first(node, inner), span=node.span)
        case _:
            return replace(node, operand=filtered, span=replace(node.span, end=filtered.span.end))
