"""Values of expressions in a position, and whether a seat knows the cards that they depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..analysis.disclosures import Disclosures
from ..errors import CardrulesError
from ..program import ir
from ..program.cards import NONE
from ..program.tree_walk import free_names, mentions, rebuilt
from ..shared import kept_with
from ..syntax import types as ty

if TYPE_CHECKING:
    from typing import Self

    from ..game.rules import Rules
    from ..runtime.position import Position


def _disclosures(rules: Rules) -> Disclosures:
    return Disclosures(rules.program)


@dataclass(frozen=True)
class Insight:
    """What one seat knows of the values of expressions.

    Attributes:
        rules: the game.
        position: the position, in the recording build.
        seat: the seat; it makes the decision, so the rules call it `actor`.
        names: the values of local names: the choices of an action, which the seat has named.
        types: the types of the local names.
    """

    rules: Rules
    position: Position
    seat: int
    names: Mapping[str, Any] = field(default_factory=dict[str, Any])
    types: Mapping[str, ty.Type] = field(default_factory=dict[str, ty.Type])

    def naming(self, name: str, kind: ty.Type, value: Any) -> Self:
        """Return a copy with one more local name."""
        return replace(self, names={**self.names, name: value}, types={**self.types, name: kind})

    def value(self, node: ir.Expr) -> Any:
        """Return the value of an expression."""
        names = tuple(name for name in self.names if mentions(node, name))
        values = (self.names[name] for name in names)
        return self.rules.machine.question(node, names)(self.position, self.seat, *values)

    def _seen(self, node: ir.Expr) -> ir.Expr:
        """Return an expression with the cards on top of piles that the seat sees in their place.

        Else all cards of the piles would count as looked at.
        """
        match node:
            case ir.Op(name="top" | "bottom", arguments=(ir.PileRef() as pile,)) if free_names(pile) <= {
                "actor",
                *self.names,
            }:
                card = self.value(node)
                seen = card != NONE and not self.is_secret((card,))
                return ir.Const(card, type=node.type) if seen else node
            case _:
                return rebuilt(node, self._seen)

    def is_secret(self, cards: Any) -> bool:
        """Return whether the seat does not know all of some cards."""
        return self.rules.recorder.is_secret(self.position, cards, self.seat)

    def knows(self, node: ir.Expr, *, named: bool = True) -> bool:
        """Return whether the seat knows all cards that the value of an expression depends on.

        Args:
            node: the expression.
            named: whether the seat must also know where the cards lie that the text names.

        Returns:
            Whether it does; it does not if the value depends on a choice that is not made yet.
        """
        if not free_names(node) <= {"actor", *self.names}:
            return False
        node = self._seen(node)
        for look in kept_with(self.rules, "disclosures", _disclosures).of(node):
            if not named and isinstance(look, ir.Const) and look.type == ty.CARD:
                continue
            if isinstance(look, ir.Local) and look.name in self.names:
                continue  # the player has named them
            if isinstance(look, ir.Const) and look.type == ty.BOOLEAN:
                return False
            try:
                cards = self.value(look)
            except CardrulesError:
                return False
            if look.type == ty.CARD:
                cards = (cards,)
            several = look.type.of is not None and look.type.of != ty.CARD
            sets = cards if several else [cards]
            if any(map(self.is_secret, sets)):
                return False
        return True
