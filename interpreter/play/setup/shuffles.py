"""The order of the pack after the first shuffle of a deal, so that the deal can be given again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...compile.labels import DEAL
from ...runtime.journal import Event, Gathered, Shuffled

if TYPE_CHECKING:
    from ...runtime.position import Position
    from ..rules import Rules
    from .opening import Opening


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


def first_decks(rules: Rules, opening: Opening) -> dict[int, tuple[int, ...]]:
    """Return the decks of the first deal of a game, by tables; none for a table without shuffle.

    Args:
        rules: the game.
        opening: how the game begins: with a deal.
    """
    position = opening.undealt(rules.machine)
    position.log = found = Shuffles(rules, position)
    rules.machine.advance(position, DEAL)
    return found.decks
