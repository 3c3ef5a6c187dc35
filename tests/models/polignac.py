"""Polignac (quatre valets, four jacks), after Wikipedia, Boussac (1896), adpoker.fr, gamerules.com, cartefortunate.com.

32 cards, no trumps; the seat after the dealer leads (Boussac deals and plays to the right). Four play with eight cards
each; the model takes other hands too. A penalty point for each jack taken, two for the jack of spades. Where the
sources differ: the king is high and the ace below the jack (Wikipedia, Boussac, adpoker.fr), or the ace is high
(gamerules.com; `ace_high`).

Before the first card somebody may announce all the tricks (`capot`; in Italian generale): everybody else has five
points if it succeeds, and the announcer five if it fails (cartefortunate.com). The jacks are counted as well when it
fails, as in the manual of go_trumpcards, or not (`jacks_too`). The sources do not say in which order players speak:
here each is asked once, beginning with the leader, until one announces. The leader leads in any case.
"""

from .tricks import Move, Tricks


class Polignac(Tricks):
    """One deal of polignac."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        *,
        ace_high: bool = False,
        capot: bool = False,
        jacks_too: bool = True,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Eight cards each.
            dealer: The seat that dealt; the next one leads.
            ace_high: The ace is the highest card of a suit.
            capot: All tricks may be announced.
            jacks_too: The jacks are counted besides when what was announced fails.
        """
        self.leader = (dealer + 1) % len(hands)
        super().__init__(hands, self.leader)
        self.order = "789TJQKA" if ace_high else "789TAJQK"
        self.jacks_too = jacks_too
        self.asking = capot
        self.announcer: int | None = None

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: to announce or not, later the legal cards."""
        return {("capot",), ("pass",)} if self.asking else super().legal(seat)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        match move[0]:
            case "capot":
                self.announcer, self.asking, self.turn = seat, False, self.leader
            case "pass":
                self.turn = self.following(seat)
                self.asking = self.turn != self.leader
            case _:
                super().apply(seat, move)

    def scores(self) -> list[int]:
        """Returns the penalty points."""
        taken = [[card for trick in tricks for card in trick] for tricks in self.won]
        jacks = [sum(2 if card == "JS" else card[0] == "J" for card in cards) for cards in taken]
        if self.announcer is None:
            return jacks
        if all(seat == self.announcer or not tricks for seat, tricks in enumerate(self.won)):
            return [0 if seat == self.announcer else 5 for seat in range(len(self.won))]
        jacks = jacks if self.jacks_too else [0] * len(jacks)
        return [points + 5 if seat == self.announcer else points for seat, points in enumerate(jacks)]
