"""Red dog, after mountolympuscasino.com, pokernirwana.net and rulestowin.com.

Two cards are dealt, ace high. In sequence: the bet comes back. Equal: a third card is dealt, which pays 11 to 1 if it
is of that rank too, otherwise the bet comes back. Else the player may raise by as much again or call, and the third
card wins if it lies between the two: 5 to 1 with one rank between them, 4 to 1 with two, 2 to 1 with three, 1 to 1 with
more. Otherwise the bet is lost, with what was raised.
"""

Move = tuple[str, ...]
ORDER = "23456789TJQKA"
PAID = {1: 5, 2: 4, 3: 2}


class RedDog:
    """One deal of red dog; every seat bets on the same three cards."""

    def __init__(self, cards: list[str], seats: int = 1, *, stake: int = 1, triple: int = 11) -> None:
        """Starts the deal.

        Args:
            cards: The two cards dealt, and the third one.
            seats: How many bet.
            stake: What everybody bets.
            triple: What three equal cards are paid, to one.
        """
        low, high = sorted(ORDER.index(card[0]) for card in cards[:2])
        self.spread = high - low - 1
        third = ORDER.index(cards[2][0])
        if self.spread < 1:
            self.paid = triple if self.spread < 0 and third == low else 0
        else:
            self.paid = PAID.get(self.spread, 1) if low < third < high else -1
        self.stake = stake
        self.bets: list[int | None] = [None if self.spread > 0 else stake for _ in range(seats)]

    def actors(self) -> list[int]:
        """Returns the seats that have to raise or call."""
        return [seat for seat, bet in enumerate(self.bets) if bet is None]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        return {("raise",), ("call",)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        self.bets[seat] = self.stake * (2 if move[0] == "raise" else 1)

    def scores(self) -> list[int]:
        """Returns what everybody wins or loses."""
        return [(bet or 0) * self.paid for bet in self.bets]
