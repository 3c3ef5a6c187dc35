"""Agram, after Wikipedia and gambiter.com: 35 cards, A 10 9 8 7 6 5 4 3 from high to low without the ace of spades.

Six cards each, five in sink-sink; no trumps, suit is followed, and who wins the last trick wins the deal.
"""

from .tricks import Tricks


class Agram(Tricks):
    """One deal of agram for two to five."""

    order = "3456789TA"

    def __init__(self, hands: list[list[str]], dealer: int) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            dealer: The seat that dealt; the next one leads.
        """
        super().__init__(hands, (dealer + 1) % len(hands))

    def scores(self) -> list[int]:
        """Returns a point for the winner of the last trick."""
        return [int(seat == self.last_winner) for seat in range(len(self.hands))]
