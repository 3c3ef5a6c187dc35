"""Tri peaks, in PySolFC Three Peaks without scoring (rules page and source).

28 cards in rows of 3, 6, 9 and 10: three peaks over a common last row. Each card but those of the last row is covered
by two of the next. A card that is not covered goes to the waste if it is one rank higher or lower than its top card;
ace and king are neighbours (`wraps`). The stock is turned card by card, once; the first card begins the waste. The game
is won when the peaks are gone. They are dealt row by row.
"""

from __future__ import annotations

from collections.abc import Sequence

from .patience import Patience, worth

COVERS = (3, 5, 7, 9, 10, 12, 13, 15, 16, *range(18, 27))
"""The first of the two cards that cover a card; the other one is the next."""


class TriPeaks(Patience):
    """Tri peaks.

    Attributes:
        places: the cards of the peaks row by row, None where one was taken.
    """

    def __init__(self, deck: Sequence[str], *, wraps: bool = True) -> None:
        """Deal the cards.

        Args:
            deck: the pack, the card that is dealt first at the front.
            wraps: ace and king are neighbours.
        """
        super().__init__()
        self.places: list[str | None] = [*deck[:28]]
        self.waste, self.stock = [deck[28]], [*deck[29:]]
        self.wraps = wraps

    def open(self) -> list[str]:
        """Return the cards that are not covered."""
        found: list[str] = []
        for place, card in enumerate(self.places):
            covered = place < 18 and any(self.places[COVERS[place] : COVERS[place] + 2])
            if card and not covered:
                found.append(card)
        return found

    def moves(self) -> set[str]:
        top = worth(self.waste[-1])
        apart = {1, 12} if self.wraps else {1}
        found = {f"play {card}" for card in self.open() if abs(worth(card) - top) in apart}
        if self.stock:
            found.add("draw")
        return found or {"give_up"}

    def play(self, move: str) -> None:
        match move.split():
            case ["draw"]:
                self.waste.append(self.stock.pop(0))
            case ["play", card]:
                self.places[self.places.index(card)] = None
                self.waste.append(card)
                self.homes += 1
                self.result = int(self.homes == 28)
            case _:
                self.result = -1
