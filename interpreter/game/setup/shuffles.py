"""The deck and the dealer of the first deal of a game, so that the deal can be given again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.labels import DEAL
from ...runtime.journal import Event, Gathered, Shuffled
from ...runtime.melds import cards_of

if TYPE_CHECKING:
    from ...program.cards import Pack
    from ...runtime.position import Position
    from ..rules import Rules
    from .opening import Opening


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """What determines the first deal of a game.

    Attributes:
        decks: for each table the order of the pack after its first shuffle, the card that is dealt
            first at the front; none for a table without a shuffle.
        dealer: the seat of the dealer; None at several tables, which have a dealer each.
    """

    decks: dict[int, tuple[int, ...]]
    dealer: int | None


class Shuffles(list[Event]):
    """A journal that notes the decks of the deal that begins last.

    Attributes:
        decks: for each table the order of the pack after its first shuffle, the card that is dealt
            first at the front.
    """

    def __init__(self, rules: Rules, position: Position) -> None:
        """Begin without events.

        Args:
            rules: the game.
            position: the position of the recording build whose journal this is.
        """
        super().__init__()
        self._recorder = rules.recorder
        self._position = position
        self.decks: dict[int, tuple[int, ...]] = {}

    def append(self, event: Event, /) -> None:
        """Record an event, immediately after it happened."""
        super().append(event)
        table = self._position.table
        if isinstance(event, Gathered):
            self.decks.pop(table, None)
        elif isinstance(event, Shuffled) and table not in self.decks:
            cards = self._recorder.cards(self._position, event.place)
            self.decks[table] = tuple(reversed(cards))


def first_deal(rules: Rules, opening: Opening) -> FirstDeal:
    """Return what determines the first deal of a game.

    Args:
        rules: the game.
        opening: how the game begins: with a deal.
    """
    position = opening.undealt(rules.machine)
    position.log = found = Shuffles(rules, position)
    rules.machine.advance(position, DEAL)
    decks = {table: _whole(rules.program.pack, deck) for table, deck in found.decks.items()}
    return FirstDeal(decks, position.dealer if rules.program.tables is None else None)


def _whole(pack: Pack, shuffled: tuple[int, ...]) -> tuple[int, ...]:
    """Return a deck of the whole pack that leads to the same order of the cards that were shuffled.

    The cards that lay elsewhere have no order, and a game with the deck skips them. They come last.
    But a deck names its cards, and those of one name are taken in the order of the pack: so one
    that lay elsewhere comes before a shuffled one if it does in the pack.

    Args:
        pack: the pack.
        shuffled: the cards that were shuffled.
    """
    held = set(shuffled)
    left = {face: cards_of(cards) for face, cards in pack.masks(pack.face).items()}
    deck: list[int] = []
    for card in shuffled:
        alike = left[pack.face[card]]
        deck.append(alike.pop(0))
        while deck[-1] not in held:
            deck.append(alike.pop(0))
    return (*deck, *(card for alike in left.values() for card in alike))
