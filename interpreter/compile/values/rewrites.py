"""Rewrite rules for conditions on a card whose solutions can be found all at once.

Each rule has a pattern and a template. A pattern is a typed expression, written as calls of
operations: `it` is the card that the condition is about, and any other name stands for an
expression that does not mention that card. The template is the code of the set of all cards that
fulfil the condition, with the code of those expressions in the place of their names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ...core import nodes
from ...core.pack_tables import PackTables
from ...core.reading import expression_of
from ...program import ir
from ...program.tree_walk import mentions
from ...syntax import types as ty

IT = "it"


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A condition on `it`, and the code of the set of cards for which it holds."""

    pattern: str
    template: str
    sets: tuple[str, ...] = ()
    """The names in the pattern that stand for sets of cards, not for cards in an order."""


REWRITES = (
    Rewrite("contains(it, cards)", "cards", sets=("cards",)),
    Rewrite("contains(it, cards)", "_mask(cards)"),
    # A card that shares an attribute with one of some others.
    Rewrite("has_rank(cards, rank(it))", "_like(_cards(cards), LIKE_RANK)", sets=("cards",)),
    Rewrite("has_rank(cards, rank(it))", "_like(cards, LIKE_RANK)"),
    Rewrite("has_suit(cards, suit(it))", "_like(_cards(cards), LIKE_SUIT)", sets=("cards",)),
    Rewrite("has_suit(cards, suit(it))", "_like(cards, LIKE_SUIT)"),
    Rewrite("has_colour(cards, colour(it))", "_like(_cards(cards), LIKE_COLOUR)", sets=("cards",)),
    Rewrite("has_colour(cards, colour(it))", "_like(cards, LIKE_COLOUR)"),
    # A card whose removal leaves little deadwood: one search finds all such cards.
    Rewrite("le(deadwood(minus(cards, to_cards(it))), most)", "ARRANGE.leaving(cards, most)"),
    Rewrite("lt(deadwood(minus(cards, to_cards(it))), most)", "ARRANGE.leaving(cards, most - 1)"),
)


def rewritten(
    node: ir.Expr, card: str, value: Callable[[ir.Expr], nodes.Expression], tables: PackTables
) -> nodes.Expression | None:
    """Return the code of the set of cards for which a condition holds, if a rewrite fits.

    Args:
        node: the condition.
        card: the local name of the card.
        value: generates the code of an expression that does not mention the card.
        tables: the constants that the code may use.
    """
    if not isinstance(node, ir.Op):
        return None
    for rewrite in REWRITES:
        found: dict[str, ir.Expr] = {}
        if _fits(_parsed(rewrite.pattern), node, card, found) and all(
            found[key].type == ty.CARDS for key in rewrite.sets
        ):
            return tables.code(rewrite.template, **{k: value(e) for k, e in found.items()})
    return None


_parsed = cache(expression_of)


def _fits(pattern: nodes.Expression, node: ir.Expr, card: str, found: dict[str, ir.Expr]) -> bool:
    match pattern:
        case nodes.Name(id=key) if key == IT:
            return isinstance(node, ir.Local) and node.name == card
        case nodes.Name(id=key):
            found[key] = node
            return not mentions(node, card)
        case nodes.Call(func=nodes.Name(id=operation), args=arguments):
            return (
                isinstance(node, ir.Op)
                and node.name == operation
                and len(node.arguments) == len(arguments)
                and all(_fits(*pair, card, found) for pair in zip(arguments, node.arguments, strict=True))
            )
        case _:
            raise AssertionError(pattern)
