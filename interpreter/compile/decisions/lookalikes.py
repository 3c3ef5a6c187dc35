"""Finds conditions that hold for a choice of cards if they hold for one that looks the same.

In a pack with several copies of cards there may be many such choices. Only one of them is legal:
that with the lowest copies. If a condition looks at nothing but the faces of the cards that are
chosen, and of those that are left, the others need not be found. Where it asks for a certain
copy, as in `upcard is in cards`, all are found, and those that look the same are dropped later.
"""

from __future__ import annotations

from ...program import ir
from ...program.tree_walk import mentions
from ...syntax import types as ty
from ..values.definitions import Definitions

_COMPARED = (ty.NUMBER, ty.RANK, ty.SUIT, ty.COLOUR, ty.BOOLEAN)
"""The types of values that are compared as such; cards are not, because each copy is another."""

_COMPARING = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "contains"))

_LOOKING = frozenset(
    "rank suit colour value attribute size first last is_empty to_cards deadwood against extends"
    " has_rank has_suit has_colour share_rank share_suit share_colour in_order not add sub mul div"
    " mod neg min max".split()
)
"""Operations that look at nothing but faces, and at the order of the pack: copies of a card are
beside each other in it."""


class Lookalikes:
    """What the conditions of one program look at."""

    def __init__(self, definitions: Definitions) -> None:
        """Take what opens definitions."""
        self._definitions = definitions

    def same(self, condition: ir.Expr, name: str, source: ir.Expr) -> bool:
        """Return whether a condition is the same for all choices that look the same.

        Args:
            condition: the condition.
            name: the name of the choice: a card, or a set of cards.
            source: the cards that it is chosen from.
        """
        return self._same(condition, {name: source})

    def _same(self, node: ir.Expr, drawn: dict[str, ir.Expr]) -> bool:
        """Return whether a value is the same, and whether cards have the same faces.

        Args:
            node: the value.
            drawn: the names of cards that may be other copies, with what each is chosen from.
        """
        if not mentions(node, *drawn):
            return True
        match node:
            case ir.Local():
                return True
            case ir.Op(name="minus", arguments=(whole, part)):
                return _is_part(part, whole, drawn) and self._all_same((whole, part), drawn)
            case ir.Op(name=operation, arguments=arguments) if operation in _COMPARING:
                return arguments[0].type in _COMPARED and self._all_same(arguments, drawn)
            case ir.Op(name=operation, arguments=arguments) if operation in _LOOKING:
                return self._all_same(arguments, drawn)
            case ir.Logic(left=left, right=right):
                return self._all_same((left, right), drawn)
            case ir.Cond(test=test, then=then, other=other):
                return self._all_same((test, then, other), drawn)
            case ir.Filter(collection=over, name=name, condition=each):
                return self._members_same(over, name, each, drawn)
            case ir.Fold(collection=over, name=name, key=each):
                return each.type == ty.NUMBER and self._members_same(over, name, each, drawn)
            case ir.Noted(value=inner):
                return self._same(inner, drawn)
            case ir.Use():
                value = self._definitions.expand(node, always=True)
                return value is not None and self._same(value, drawn)
            case _:
                return False

    def _all_same(self, nodes: tuple[ir.Expr, ...], drawn: dict[str, ir.Expr]) -> bool:
        return all(self._same(each, drawn) for each in nodes)

    def _members_same(self, over: ir.Expr, name: str, each: ir.Expr, drawn: dict[str, ir.Expr]) -> bool:
        """Return whether what is asked of each member of a collection is the same."""
        if name in drawn or mentions(over, name) or any(mentions(source, name) for source in drawn.values()):
            return False  # the name stands for two things
        if not mentions(over, *drawn):
            return self._same(each, drawn)
        if over.type != ty.CARDS or not self._same(over, drawn):
            return False
        return self._same(each, {**drawn, name: over})


def _is_part(part: ir.Expr, whole: ir.Expr, drawn: dict[str, ir.Expr]) -> bool:
    """Return whether some cards are certainly all among others."""
    match part:
        case ir.Local(name=name):
            return drawn.get(name) == whole
        case ir.Op(name="to_cards", arguments=(cards,)) | ir.Filter(collection=cards):
            return _is_part(cards, whole, drawn)
        case _:
            return False
