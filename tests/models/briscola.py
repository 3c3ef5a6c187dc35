"""Briscola, after Coletti (viniciocoletti.it), everything2.com and the guide of the program briscola.js.

Forty cards, A 3 K Q J 7 6 5 4 2 from high to low; no duty to follow suit. The winner of a trick draws first, the card
that names the trumps is drawn last. Two players, or four of whom those opposite each other are partners. Left out:
taking the turned card for the seven or two of trumps, signals, showing hands to the partner.
"""

from .tricks import Tricks

POINTS = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


class Briscola(Tricks):
    """One deal of briscola."""

    order = "24567JQK3A"

    def __init__(
        self, hands: list[list[str]], dealer: int, stock: list[str], turned: str, *, wins: bool = False
    ) -> None:
        """Starts the deal.

        Args:
            hands: Three cards each.
            dealer: The seat that dealt; the next one leads.
            stock: The cards face down, the next to be drawn first, without the card turned up.
            turned: The card turned up, which lies under the stock.
            wins: Scores a point for more than half of the card points, instead of the card points.
        """
        super().__init__(hands, (dealer + 1) % len(hands), turned[1])
        self.stock = [*stock, turned]
        self.wins = wins

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now: all."""
        return hand

    def gather(self) -> None:
        """Gives the trick to its winner; everybody draws a card, the winner first."""
        super().gather()
        for step in range(len(self.hands) if self.stock else 0):
            self.hands[(self.turn + step) % len(self.hands)].append(self.stock.pop(0))

    def scores(self) -> list[int]:
        """Returns the card points of each seat, those of partners added up."""
        taken = [sum(POINTS.get(card[0], 0) for trick in won for card in trick) for won in self.won]
        sides = 2 if len(taken) == 4 else len(taken)
        points = [sum(taken[seat % sides :: sides]) for seat in range(len(taken))]
        return [int(each > 60) for each in points] if self.wins else points
