"""Sixty-six, after Foster (bitlit.ru), bicyclecards.com, symuli.com, chereshnitsa.org and Wikipedia's heirs.

As in Schnapsen, but with 24 cards, A 10 K Q J 9, and six each; the nine of trumps is exchanged by who is on lead and
has won a trick. The last trick is worth 10 points if the talon was not closed. Where the sources differ:

- `heading`: later a trick must be won if possible and else trumped, as in Schnapsen (symuli.com); otherwise suit must
  only be followed (bicyclecards.com).
- `late_marriages`: marriages also when the talon is gone (chereshnitsa.org and others); not at symuli.com.

If nobody has claimed when all is played, who took the last trick wins with 66 points or more, else the other; with 65
each nobody scores. Closing before drawing is left out.
"""

from .schnapsen import Move, Schnapsen


class SixtySix(Schnapsen):
    """One deal of sixty-six."""

    order = "9JQKTA"

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        stock: list[str],
        turned: str,
        *,
        claims: str = "any",
        close_with: int = 2,
        exchange_with: int = 2,
        heading: bool = False,
        late_marriages: bool = True,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Six cards each.
            dealer: The seat that dealt; the other one leads.
            stock: The eleven cards face down, the next to be drawn first.
            turned: The card turned up.
            claims: Which claims there are, as in Schnapsen.
            close_with: How many cards the talon must have at least to be closed, with the card turned up.
            exchange_with: How many it must have for the exchange.
            heading: Tricks must be won or trumped if possible when the talon is gone or closed.
            late_marriages: Marriages may be declared when the talon is gone.
        """
        super().__init__(
            hands, dealer, stock, turned, claims=claims, close_with=close_with, exchange_with=exchange_with
        )
        self.heading, self.late_marriages = heading, late_marriages
        self.bonus = [0, 0]

    def points(self, seat: int) -> int:
        """Returns the points of a seat, with those for the last trick."""
        return super().points(seat) + self.bonus[seat]

    def following(self, seat: int) -> list[str]:
        """Returns the cards that may be played to the card led."""
        led = self.led
        if self.heading or led is None or not self.strict():
            return super().following(seat)
        return [card for card in self.hands[seat] if card[1] == led[1]] or self.hands[seat]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        found = super().legal(seat)
        if not self.taken[seat]:
            found.discard(("exchange",))
        if not self.late_marriages and not self.talon:
            found = {move for move in found if move[0] != "marry"}
        return found

    def last_trick(self, winner: int) -> None:
        """Counts the last trick."""
        if self.closer is None:
            self.bonus[winner] = 10

    def finish(self, winner: int) -> None:
        """Settles the deal after the last trick."""
        if self.closer is None and self.points(winner) < 66:
            if self.points(1 - winner) >= 66:
                self.settle(1 - winner, right=True)
            else:
                self.award(winner, 0)
            return
        super().finish(winner)
