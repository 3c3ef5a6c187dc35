"""Ninety-nine for three, after Parlett (parlettgames.uk, and as quoted by pagat.com), fact-index.com and others.

Twelve of 36 cards each, ace high, six low. All lay aside three cards whose suits tell how many of the nine tricks they
mean to win: club 3, heart 2, spade 1, diamond 0. Then, beginning after the dealer, everybody may offer to declare
(show the three cards) or to reveal (show the hand as well): one player only, a revelation goes before a declaration,
and among equals the one nearest after the dealer (fact-index.com). The player after the dealer leads. A trick scores
1; who won as many as bid scores 10, 20 or 30 if three, two or one succeed. The premium of 30 for a declaration or 60
for a revelation goes to the player if successful, otherwise to each opponent. Trumps: no trump at first or diamonds
(bestfreenewgames.com), then by how many succeeded in the deal before, `TRUMPS`.
"""

from itertools import combinations

from .tricks import Move, Tricks

BIDS = {"D": 0, "S": 1, "H": 2, "C": 3}
TRUMPS = "DSHC"
"""The trumps after a deal in which none, one, two or three players succeeded."""


class NinetyNine(Tricks):
    """One deal of ninety-nine."""

    order = "6789TJQKA"

    def __init__(
        self, hands: list[list[str]], dealer: int, trump: str | None, *, premiums: tuple[int, int] = (30, 60)
    ) -> None:
        """Starts the deal.

        Args:
            hands: Twelve cards each.
            dealer: The seat that dealt.
            trump: The suit of trumps, None for no trump.
            premiums: What a declaration and a revelation are worth; (0, 0) if there are none.
        """
        super().__init__(hands, (dealer + 1) % len(hands), trump)
        self.aside: dict[int, tuple[str, ...]] = {}
        self.offers: dict[int, str] = {}
        self.premiums = premiums

    def actors(self) -> list[int]:
        """Returns the seats to move: all that have not laid cards aside, then one."""
        waiting = [seat for seat in range(len(self.hands)) if seat not in self.aside]
        return waiting or super().actors()

    def offering(self) -> bool:
        """Tells whether somebody is still to say whether to declare or to reveal."""
        return bool(any(self.premiums) and len(self.offers) < len(self.hands) and "reveal" not in self.offers.values())

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        if seat not in self.aside:
            return {("bid", *cards) for cards in combinations(sorted(self.hands[seat]), 3)}
        if self.offering():
            offers = {"plain", "reveal"} if "declare" in self.offers.values() else {"plain", "declare", "reveal"}
            return {(offer,) for offer in offers}
        return super().legal(seat)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "bid":
            self.aside[seat] = move[1:]
            self.hands[seat] = [card for card in self.hands[seat] if card not in move[1:]]
        elif move[0] == "play":
            super().apply(seat, move)
        else:
            first = next(iter(self.offers), seat)
            self.offers[seat] = move[0]
            self.turn = self.following(seat) if self.offering() else first

    def succeeded(self, seat: int) -> bool:
        """Tells whether a seat won as many tricks as bid."""
        return len(self.won[seat]) == sum(BIDS[card[1]] for card in self.aside[seat])

    def scores(self) -> list[int]:
        """Returns the points of each seat."""
        seats = range(len(self.hands))
        made = [self.succeeded(seat) for seat in seats]
        bonus = {1: 30, 2: 20, 3: 10}.get(sum(made), 0)
        points = [len(self.won[seat]) + bonus * made[seat] for seat in seats]
        for offer, premium in zip(("reveal", "declare"), reversed(self.premiums), strict=True):
            player = next((seat for seat, made_offer in self.offers.items() if made_offer == offer), None)
            if player is not None:
                for seat in seats:
                    points[seat] += premium * ((seat == player) == made[player])
                break
        return points
