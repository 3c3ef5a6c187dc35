"""Gin rummy for three players, after Bicycle and rummyrulebook.com: the dealer sits out.

The dealer deals to the two others, who play a hand of gin rummy; the next one after the dealer is offered the first
card of the pile first (the sources do not say who is). All else is as in `gin_rummy`, whose sources and options count.
"""

from typing import Any

from .gin_rummy import GinRummy

Move = tuple[str, ...]


class GinRummyThree:
    """One hand of gin rummy between two of three players."""

    def __init__(self, hands: list[list[str]], dealer: int, upcard: str, stock: list[str], **options: Any) -> None:
        """Starts the hand.

        Args:
            hands: Ten cards for each of the players, none for the dealer.
            dealer: The seat that dealt, and sits out.
            upcard: The card that begins the pile.
            stock: The cards left, the next to be drawn first.
            options: Those of two players.
        """
        self.seats = [(dealer + 1) % 3, (dealer + 2) % 3]
        self.game = GinRummy([hands[seat] for seat in self.seats], 1, upcard, stock, **options)

    @property
    def zones(self) -> list[list[str]]:
        """All cards."""
        return [*self.game.hands, self.game.pile, self.game.stock]

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the hand is over."""
        return [self.seats[place] for place in self.game.actors()]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        return self.game.legal(self.seats.index(seat))

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        self.game.apply(self.seats.index(seat), move)

    def scores(self) -> list[int]:
        """Returns the points of each player."""
        points = dict(zip(self.seats, self.game.scores(), strict=True))
        return [points.get(seat, 0) for seat in range(3)]
