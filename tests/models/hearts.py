"""Hearts, after hearts-online.org and thebearknowsbest.com: three cards passed, the two of clubs leads."""

from itertools import combinations

from .tricks import Move, Tricks


class Hearts(Tricks):
    """One deal of hearts for four."""

    def __init__(self, hands: list[list[str]], offset: int, *, queen_breaks: bool = False) -> None:
        """Starts the deal.

        Args:
            hands: Thirteen cards each.
            offset: How many seats on the cards are passed; 0: no passing.
            queen_breaks: The queen of spades breaks hearts too.
        """
        super().__init__(hands, 0)
        self.offset = offset
        self.passing: dict[int, Move] = {}
        self.broken = False
        self.breakers = {f"{rank}H" for rank in self.order}
        if queen_breaks:
            self.breakers.add("QS")
        self.begin_play()

    def begin_play(self) -> None:
        """Gives the first lead to the two of clubs."""
        self.turn = next(seat for seat, hand in enumerate(self.hands) if "2C" in hand)

    def actors(self) -> list[int]:
        """Returns the seats to move: all who have not passed yet, later one."""
        waiting = [seat for seat in range(4) if seat not in self.passing]
        return waiting if self.offset and waiting else super().actors()

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: any three cards to pass, later the legal cards."""
        if self.offset and len(self.passing) < 4:
            return {("pass", *three) for three in combinations(sorted(self.hands[seat]), 3)}
        return super().legal(seat)

    def playable(self, hand: list[str]) -> list[str]:
        """No points in the first trick and no heart led before hearts are broken, unless there is nothing else."""
        first = not any(self.won)
        if not self.trick:
            if first:
                return ["2C"]
            return hand if self.broken else [card for card in hand if card[1] != "H"] or hand
        cards = super().playable(hand)
        clean = [card for card in cards if card[1] != "H" and card != "QS"]
        return clean or cards if first else cards

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            self.broken |= move[1] in self.breakers
            super().apply(seat, move)
            return
        self.passing[seat] = move[1:]
        if len(self.passing) == 4:
            for giver, cards in self.passing.items():
                self.hands[giver] = [card for card in self.hands[giver] if card not in cards]
                self.hands[(giver + self.offset) % 4] += cards
            self.begin_play()

    def scores(self) -> list[int]:
        """Returns the penalty points; all 26 in one hand go to the others instead."""
        cards = [[card for trick in tricks for card in trick] for tricks in self.won]
        points = [sum(13 if card == "QS" else card[1] == "H" for card in pile) for pile in cards]
        return [26 - each if 26 in points else each for each in points]
