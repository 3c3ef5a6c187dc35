"""Euchre with 24 cards, after fedest.com (answer of 2006) and Mouse's euchre.txt: order up or name another suit."""

from .tricks import Move, Tricks

TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}


class Euchre(Tricks):
    """One deal of euchre; partners sit opposite."""

    order = "9TJQKA"

    def __init__(self, hands: list[list[str]], dealer: int, upcard: str, *, stick: bool = False) -> None:
        """Starts the deal.

        Args:
            hands: Five cards each.
            dealer: The seat that dealt; the next one speaks first.
            upcard: The card turned up.
            stick: The dealer, last in the second round, must name a suit.
        """
        super().__init__(hands, (dealer + 1) % 4)
        self.dealer, self.upcard, self.stick = dealer, upcard, stick
        self.spoken = 0
        self.maker: int | None = None
        self.sitting_out: int | None = None
        self.discarding = self.deciding = False

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the deal is over."""
        if self.discarding and not self.deciding:
            return [self.dealer]
        if self.maker is None:
            return [self.turn] if self.spoken < 8 else []
        return [self.turn] if sum(map(len, self.won)) < 5 else []

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal calls (a suit, then alone or not), discards or cards."""
        if self.deciding:
            return {("alone",), ("partner",)}
        if self.discarding:
            return {("discard", card) for card in self.hands[seat]}
        if self.maker is not None:
            return super().legal(seat)
        turned = self.upcard[1]
        suits = turned if self.spoken < 4 else [suit for suit in "CDHS" if suit != turned]
        calls: set[Move] = {("make", suit) for suit in suits}
        return calls if self.stick and self.spoken == 7 else calls | {("pass",)}

    def suit(self, card: str) -> str:
        """The left bower belongs to the trumps."""
        return self.trump if self.trump and card == "J" + TWIN[self.trump] else card[1]

    def rank(self, card: str) -> int:
        """The jacks are the best trumps, the right bower above the left."""
        if card[0] == "J" and self.suit(card) == self.trump:
            return 20 if card[1] == self.trump else 10
        return super().rank(card)

    def following(self, seat: int) -> int:
        """The partner of a player who plays alone sits out."""
        after = super().following(seat)
        return super().following(after) if after == self.sitting_out else after

    def cards_a_trick(self) -> int:
        """Returns how many play."""
        return 4 if self.sitting_out is None else 3

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "play":
            super().apply(seat, move)
        elif move[0] == "discard":
            self.hands[seat].remove(move[1])
            self.discarding = False
        elif move[0] == "pass":
            self.spoken += 1
            self.turn = self.following(seat)
        elif move[0] == "make":
            self.maker, self.trump = seat, move[1]
            self.deciding = True
        else:
            self.deciding = False
            if move[0] == "alone":
                self.sitting_out = (seat + 2) % 4
            if self.spoken < 4:
                self.hands[self.dealer].append(self.upcard)
                self.discarding = True
            self.turn = self.following(self.dealer)

    def scores(self) -> list[int]:
        """Returns the points: three or four tricks 1, all five 2, alone 4; the defenders 2 for a euchre."""
        if self.maker is None:
            return [0] * 4
        side = self.maker % 2
        tricks = len(self.won[side]) + len(self.won[side + 2])
        made = 0 if tricks < 3 else 1 if tricks < 5 else 2 if self.sitting_out is None else 4
        return [made if seat % 2 == side else 0 if made else 2 for seat in range(4)]
