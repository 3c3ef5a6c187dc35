"""Nap or Napoleon, after the Encyclopaedia Britannica (1911, and of today), Wikipedia and de.zxc.wiki.

Five cards each, ace high. From the player after the dealer on, everybody has one bid, higher than those before, or
passes: two, three, misère (no trick), four, nap (all five), wellington, blücher (all five for more). The highest bidder
leads, and the first card led makes trumps; in misère there are none (de.zxc.wiki; `misere_trumps` otherwise). Suit is
followed. `worth` tells what each opponent pays, and is paid if the bid fails: nap 10 and 5 (Britannica), wellington 10
and blücher 20 (Wikipedia, de.zxc.wiki). `stepwise`: wellington only after nap, blücher only after wellington
(Wikipedia). All passed: nobody scores.
"""

from .tricks import Move, Tricks

WORTH = {
    "two": (2, 2),
    "three": (3, 3),
    "misere": (3, 3),
    "four": (4, 4),
    "nap": (10, 5),
    "wellington": (10, 10),
    "blucher": (20, 20),
}
NEEDED = {"two": 2, "three": 3, "misere": 0, "four": 4, "nap": 5, "wellington": 5, "blucher": 5}


class Nap(Tricks):
    """One deal of nap."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        *,
        worth: dict[str, tuple[int, int]] | None = None,
        stepwise: bool = True,
        misere_trumps: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Five cards each.
            dealer: The seat that dealt.
            worth: The bids from low to high, with what a bid made and a bid failed are worth.
            stepwise: Wellington and blücher only after the bid below them.
            misere_trumps: The first card led makes trumps in misère as well.
        """
        super().__init__(hands, (dealer + 1) % len(hands))
        self.trump: str | None = None
        self.worth = WORTH if worth is None else worth
        self.stepwise, self.misere_trumps = stepwise, misere_trumps
        self.bids: list[str] = []
        self.bidder: int | None = None
        self.bid = ""

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.bidder is None and len(self.bids) == len(self.hands) else super().actors()

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal bids, then the legal cards."""
        if len(self.bids) == len(self.hands):
            return super().legal(seat)
        names = list(self.worth)
        found: set[Move] = {("pass",)}
        for place, name in enumerate(names[names.index(self.bid) + 1 if self.bid else 0 :]):
            if not (self.stepwise and name in {"wellington", "blucher"}) or (place == 0 and self.bid):
                found.add(("bid", name))
        return found

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            if self.trump is None and (self.misere_trumps or self.bid != "misere"):
                self.trump = move[1][1]
            super().apply(seat, move)
            return
        self.bids.append(move[-1])
        if move[0] == "bid":
            self.bid, self.bidder = move[1], seat
        self.turn = self.following(seat)
        if len(self.bids) == len(self.hands) and self.bidder is not None:
            self.turn = self.bidder

    def scores(self) -> list[int]:
        """Returns what everybody wins or loses."""
        if self.bidder is None:
            return [0 for _ in self.hands]
        tricks, needed = len(self.won[self.bidder]), NEEDED[self.bid]
        made = tricks == 0 if self.bid == "misere" else tricks >= needed
        gained = self.worth[self.bid][0] if made else -self.worth[self.bid][1]
        return [gained * (len(self.hands) - 1) if s == self.bidder else -gained for s in range(len(self.hands))]
