"""Pyramid as PySolFC plays it (rules page and source of Pyramid and Relaxed Pyramid).

28 cards lie in seven rows of one to seven; each but those of the last row is covered by two of the next. A card that
is not covered may be taken: kings alone, others in pairs that add up to 13 (ace 1, jack 11, queen 12). So may the top
card of the waste and, in PySolFC, the top card of the stock, which lies face up (`stock_up`); in other descriptions the
stock is face down. A card of the stock is turned to the waste; when the stock is empty, the waste is turned over, twice
in PySolFC. A card may not be paired with one that covers it. The first card goes to the waste at the start
(`first_turned`). The game is won when all 52 cards are taken; with `whole=False` (Relaxed Pyramid) when the pyramid is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .patience import Patience, worth


class Pyramid(Patience):
    """Pyramid.

    Attributes:
        places: the cards of the pyramid row by row, None where one was taken.
    """

    def __init__(
        self,
        deck: Sequence[str],
        *,
        redeals: int | None = 2,
        stock_up: bool = True,
        first_turned: bool = True,
        whole: bool = True,
    ) -> None:
        """Deal the cards.

        Args:
            deck: the pack, the card that is dealt first at the front.
            redeals: how often the waste may be turned over; None for any number.
            stock_up: the top card of the stock lies face up and may be taken.
            first_turned: a card is turned to the waste at the start.
            whole: all cards must be taken, not only those of the pyramid.
        """
        super().__init__()
        self.places: list[str | None] = [*deck[:28]]
        self.stock, self.waste = [*deck[28:]], list[str]()
        self.redeals, self.stock_up, self.whole = redeals, stock_up, whole
        if first_turned:
            self.waste.append(self.stock.pop(0))

    def open(self) -> list[str]:
        """Return the cards that may be taken."""
        found: list[str] = []
        for row in range(7):
            for across in range(row + 1):
                place = row * (row + 1) // 2 + across
                below = (place + row + 1, place + row + 2)
                card = self.places[place]
                if card and (row == 6 or not any(self.places[each] for each in below)):
                    found.append(card)
        return found + self.waste[-1:] + (self.stock[:1] if self.stock_up else [])

    def moves(self) -> set[str]:
        cards = self.open()
        found = {f"take {card}" for card in cards if worth(card) == 13}
        for one, other in combinations(cards, 2):
            if worth(one) + worth(other) == 13:
                found.add("take " + " ".join(sorted((one, other))))
        if self.stock:
            found.add("draw")
        elif self.waste and (self.redeals is None or self.redeals > 0):
            found.add("turn_over")
        return found or {"give_up"}

    def play(self, move: str) -> None:
        match move.split():
            case ["draw"]:
                self.waste.append(self.stock.pop(0))
            case ["turn_over"]:
                self.stock, self.waste = self.waste, []
                self.redeals = None if self.redeals is None else self.redeals - 1
            case ["take", *cards]:
                for card in cards:
                    self.taken(card)
                left = any(self.places)
                self.result = int(self.homes == 52 if self.whole else not left)
            case _:
                self.result = -1

    def taken(self, card: str) -> None:
        """Take a card away."""
        self.homes = self.homes + 1
        if card in self.places:
            self.places[self.places.index(card)] = None
        elif card in self.waste:
            self.waste.remove(card)
        else:
            self.stock.remove(card)
