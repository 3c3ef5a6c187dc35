"""Values of expressions in a position, and whether a seat knows the cards that they depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..analysis.disclosures import Disclosures
from ..errors import CardrulesError
from ..program import ir
from ..program.cards import NONE
from ..program.tree_walk import free_names, mentions, rebuilt, walk
from ..shared import kept_with
from ..syntax import types as ty

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from ..game.rules import Rules
    from ..runtime.position import Position


class _Reads(NamedTuple):
    """What an expression reads, whatever the position is.

    Attributes:
        names: its free local names.
        looks: the cards that it reads; see `Disclosures.of`.
        ends: whether the end of a pile is in it; then the position may tell that it reads less.
    """

    names: frozenset[str]
    looks: tuple[ir.Expr, ...]
    ends: bool


def _reads(rules: Rules) -> Callable[[ir.Expr], _Reads]:
    """Return what tells what the expressions of a game read; it looks at each only once."""
    disclosures = Disclosures(rules.program)

    @cache
    def found(node: ir.Expr) -> _Reads:
        return _Reads(frozenset(free_names(node)), disclosures.of(node), any(map(_is_end, walk(node))))

    return found


def _is_end(node: ir.Expr) -> bool:
    """Return whether an expression is the card at an end of a pile."""
    match node:
        case ir.Op(name="top" | "bottom", arguments=(ir.PileRef(),)):
            return True
        case _:
            return False


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
        if not _is_end(node):
            return rebuilt(node, self._seen)
        if not free_names(node) <= {"actor", *self.names}:
            return node
        card = self.value(node)
        seen = card != NONE and not self.is_secret((card,))
        return ir.Const(card, type=node.type) if seen else node

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
        reads = kept_with(self.rules, "reads", _reads)
        names, looks, ends = reads(node)
        if not names <= {"actor", *self.names}:
            return False
        if ends:
            looks = reads(self._seen(node)).looks
        for look in looks:
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
