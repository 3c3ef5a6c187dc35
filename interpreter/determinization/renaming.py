"""Renaming of hidden cards: values that name hidden cards get the cards of a sampled world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from ..runtime.melds import cards_of, set_of
from ..runtime.position import Position
from ..syntax import types as ty
from .past import Back, Content, Fact, Turn

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..runtime.chance import Random


class HiddenNames:
    """The variables and stored values of a game that may name cards.

    A rule that waits for an answer (a `let` before an `ask`) keeps values in the position's frame.
    """

    def __init__(self, rules: Rules, seats: Sequence[int]) -> None:
        """Find the values.

        Args:
            rules: the game.
            seats: the seats at the table.
        """
        self._seats = seats
        self._variables = [
            (f"v_{variable.name}", variable.type, variable.each)
            for variable in rules.program.variables.values()
            if ty.holds_cards(variable.type)
        ]
        if rules.program.repeats:
            self._variables.append(("dealt", ty.PILE, False))
        self._frame = [
            (index, kind) for index, kind in enumerate(rules.bare.frame) if kind is not None and ty.holds_cards(kind)
        ]
        self._settle = rules.bare.settle

    def __bool__(self) -> bool:
        """Return whether there are any such values."""
        return bool(self._variables or self._frame)

    def restore(self, position: Position, real: Position) -> None:
        """Set the values in a position to those of another position of the game."""
        for slot, _, _ in self._variables:
            setattr(position, slot, getattr(real, slot))
        if self._frame:
            position.frame = (real.frame or [])[:]
        self._settle(position)

    def rename(
        self,
        position: Position,
        real: list[Content],
        world: list[Content],
        unknown: int,
        rng: Random,
    ) -> bool:
        """Replace hidden cards in the values by the cards that are in their places in a world.

        Args:
            position: the position whose values are changed.
            real: the cards of each place in the real position.
            world: the cards of each place in the sampled world.
            unknown: the set of cards whose place the seat does not know.
            rng: chooses among the cards of a place without order.

        Returns:
            Whether there were hidden cards in the values.
        """
        if not self._named(position) & unknown:
            self._settle(position)
            return False
        names: dict[int, int] = {}
        for held, filled in zip(real, world, strict=True):
            before, after = (
                [card for card in (cards_of(place) if isinstance(place, int) else place) if unknown >> card & 1]
                for place in (held, filled)
            )
            if isinstance(held, int):
                rng.shuffle(after)
            names.update(zip(before, after, strict=False))
        for slot, kind, each in self._variables:
            value = getattr(position, slot)
            if each:  # a list, or a tuple if it lasts for the match
                entries = [
                    _renamed(names, entry, kind) if seat in self._seats else entry for seat, entry in enumerate(value)
                ]
                setattr(position, slot, type(value)(entries))
            else:
                setattr(position, slot, _renamed(names, value, kind))
        for index, kind in self._frame:
            assert position.frame is not None
            position.frame[index] = _renamed(names, position.frame[index], kind)
        self._settle(position)
        return True

    def _named(self, position: Position) -> int:
        """Return the set of cards that the values in a position name."""
        named = 0
        for slot, kind, each in self._variables:
            value = getattr(position, slot)
            for entry in value if each else [value]:
                named |= _cards(entry, kind)
        for index, kind in self._frame:
            assert position.frame is not None
            named |= _cards(position.frame[index], kind)
        return named


def _cards(value: Any, kind: ty.Type) -> int:
    """Return the set of cards that a value of one of the types `OF_CARDS` names."""
    if isinstance(value, tuple):
        members = cast("tuple[int, ...]", value)
        inner = ty.element(kind) or kind
        return set_of(card for member in members for card in cards_of(_cards(member, inner)))
    if kind == ty.CARD:
        return 1 << value if value is not None and value >= 0 else 0
    return value if kind == ty.CARDS else 0


def _renamed(names: dict[int, int], value: Any, kind: ty.Type) -> Any:
    """Return a value of one of the types `OF_CARDS` with other cards in it."""
    if isinstance(value, tuple):
        members = cast("tuple[int, ...]", value)
        inner = ty.element(kind) or kind
        return tuple(_renamed(names, member, inner) for member in members)
    if kind == ty.CARD:
        return names.get(value, value)
    if kind == ty.CARDS:
        return set_of(names.get(card, card) for card in cards_of(value))
    return value  # a slot of the frame that was not used yet


def consistently_named(turns: list[Turn]) -> list[Turn]:
    """Return an outline of the past in which each card has one name; see `Back.mistaken`."""
    if not any(isinstance(back, Back) and back.mistaken for turn in turns for back in turn.backs):
        return turns
    names: dict[int, int] = {}
    result: list[Turn] = []

    def cards(found: int) -> int:
        for old, new in names.items():
            if found >> old & 1 and old != new:
                return set_of(names.get(card, card) for card in cards_of(found))
        return found

    for turn in reversed(turns):
        backs: list[Back | Fact] = []
        for back in turn.backs:
            if isinstance(back, Fact):
                backs.append(back)
                continue
            moved = tuple(names.get(card, card) for card in back.cards)
            for card, twin in back.mistaken:
                names[card], names[twin] = names.get(twin, twin), names.get(card, card)
            backs.append(
                replace(
                    back,
                    cards=moved,
                    elsewhere=cards(back.elsewhere),
                    surely=cards(back.surely),
                    spots=back.spots and tuple((index, names.get(card, card)) for index, card in back.spots),
                    regained=tuple((place, cards(found)) for place, found in back.regained),
                )
            )
        check = turn.check
        if check is not None:
            ruled_out = {place: cards(found) for place, found in check.ruled_out.items()}
            check = replace(check, ruled_out=ruled_out)
        elsewhere = {place: cards(found) for place, found in turn.elsewhere.items()}
        known = cards(turn.known)
        result.append(replace(turn, backs=tuple(backs), check=check, known=known, elsewhere=elsewhere))
    return result[::-1]
