"""Cuckoo, also called ranter go round or chase the ace, after gamerules.com, finalbosscardgame.com, Wikipedia.

A card each, king high, ace low. From the player after the dealer on, everybody keeps the card or swaps it with that of
the next player, who must unless it is a king, which is shown; then nothing changes. The dealer comes last and swaps
with the top card of the stock; if it is a king the dealer keeps his own. The lowest cards lose a life each. With
`shown_skips` (en-academic.com) who has shown a king has no turn any more.
"""

Move = tuple[str, ...]
ORDER = "A23456789TJQK"


class Cuckoo:
    """One deal of cuckoo."""

    def __init__(
        self, hands: list[str], dealer: int, stock: list[str], *, shown_skips: bool = False, kings: bool = True
    ) -> None:
        """Starts the deal.

        Args:
            hands: A card each of those who are playing.
            dealer: The seat that dealt.
            stock: The cards left, the next one first.
            shown_skips: Who has shown a king has no turn.
            kings: Kings need not be swapped.
        """
        self.hands, self.stock = list(hands), list(stock)
        self.dealer = dealer
        self.turn: int | None = (dealer + 1) % len(hands)
        self.shown_skips, self.kings = shown_skips, kings
        self.shown: set[int] = set()

    def actors(self) -> list[int]:
        """Returns the seat to move; none when the deal is over."""
        return [] if self.turn is None else [self.turn]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        return {("keep",), ("swap",)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        after = (seat + 1) % len(self.hands)
        if move[0] == "swap":
            offered = self.stock[0] if seat == self.dealer else self.hands[after]
            if not (self.kings and offered[0] == "K"):
                if seat == self.dealer:
                    self.hands[seat], self.stock[0] = self.stock[0], self.hands[seat]
                else:
                    self.hands[seat], self.hands[after] = self.hands[after], self.hands[seat]
            elif seat != self.dealer:
                self.shown.add(after)
        self.turn = None if seat == self.dealer else after
        if self.turn is not None and self.shown_skips and self.turn in self.shown:
            self.turn = None if self.turn == self.dealer else (self.turn + 1) % len(self.hands)

    def scores(self) -> list[int]:
        """Returns how many lives each seat loses."""
        lowest = min(ORDER.index(card[0]) for card in self.hands)
        return [int(ORDER.index(card[0]) == lowest) for card in self.hands]
