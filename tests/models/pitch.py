"""Auction pitch (setback), after HowStuffWorks, White Knuckle and gamerulesguru.com: four for themselves."""

from .tricks import Move, Tricks

GAME = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}


class Pitch(Tricks):
    """One deal of auction pitch."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        *,
        steals: bool = False,
        low_to_holder: bool = True,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Six cards each.
            dealer: The seat that dealt; the next one bids first.
            steals: The dealer may bid as much as the highest bid.
            low_to_holder: The point for low goes to the player dealt it, else to the winner of the trick with it.
        """
        super().__init__(hands, (dealer + 1) % len(hands))
        self.dealer, self.steals, self.low_to_holder = dealer, steals, low_to_holder
        self.dealt = [list(hand) for hand in hands]
        self.bidding = True
        self.best = 0
        self.pitcher: int | None = None

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the deal is over."""
        return super().actors()

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal bids, later the legal cards."""
        if not self.bidding:
            return super().legal(seat)
        floor = max(2, self.best + (0 if self.steals and seat == self.dealer else 1))
        bids: set[Move] = {("bid", str(bid)) for bid in range(floor, 5)}
        if seat == self.dealer and not self.best:
            return bids
        return bids | {("pass",)}

    def playable(self, hand: list[str]) -> list[str]:
        """Trumps may always be played to a plain suit."""
        cards = super().playable(hand)
        return (
            cards if cards is hand else cards + [card for card in hand if card[1] == self.trump and card not in cards]
        )

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move: the first card led names the trumps."""
        if not self.bidding:
            self.trump = self.trump or move[1][1]
            super().apply(seat, move)
            return
        if move[0] == "bid":
            self.best, self.pitcher = int(move[1]), seat
        self.turn = self.following(seat)
        if seat == self.dealer:
            self.bidding = False
            self.turn = seat if self.pitcher is None else self.pitcher

    def scores(self) -> list[int]:
        """Returns the points everybody makes; a pitcher short of the bid loses the bid."""
        if self.pitcher is None:
            return [0] * len(self.dealt)
        points = [0] * len(self.dealt)
        taken = [[card for trick in tricks for card in trick] for tricks in self.won]
        trumps = sorted((card for cards in self.dealt for card in cards if card[1] == self.trump), key=self.rank)

        def owner(piles: list[list[str]], card: str) -> int:
            return next(seat for seat, pile in enumerate(piles) if card in pile)

        points[owner(self.dealt, trumps[-1])] += 1
        points[owner(self.dealt if self.low_to_holder else taken, trumps[0])] += 1
        if f"J{self.trump}" in trumps:
            points[owner(taken, f"J{self.trump}")] += 1
        game = [sum(GAME.get(card[0], 0) for card in pile) for pile in taken]
        if game.count(max(game)) == 1:
            points[game.index(max(game))] += 1
        if points[self.pitcher] < self.best:
            points[self.pitcher] = -self.best
        return points
