"""Crazy eights, after the descriptions of webcasty.com and reference.com (Hoyle's basic game)."""

Move = tuple[str, ...]


class CrazyEights:
    """One deal of crazy eights."""

    def __init__(self, hands: list[list[str]], first: int, starter: str, stock: list[str]) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat.
            first: The seat that plays first.
            starter: The card turned up; an eight would be buried, and another one turned up.
            stock: The cards left, the next to be drawn first.

        Raises:
            ValueError: The starter is an eight.
        """
        if starter[0] == "8":
            raise ValueError(starter)
        self.hands = [list(hand) for hand in hands]
        self.turn = first
        self.pile = [starter]
        self.suit = starter[1]
        self.stock = list(stock)
        self.passes = 0

    def actors(self) -> list[int]:
        """Returns the seats to move; none when a hand is empty or everybody has passed."""
        over = not all(self.hands) or self.passes == len(self.hands)
        return [] if over else [self.turn]

    def fits(self, card: str) -> bool:
        """Tells whether a card matches the suit in force or the rank of the last card."""
        return card[1] == self.suit or card[0] == self.pile[-1][0]

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: fitting cards, eights with any suit, drawing; passing if nothing else is left."""
        hand = self.hands[seat]
        moves: set[Move] = {("play", card) for card in hand if card[0] != "8" and self.fits(card)}
        moves |= {("play", card, suit) for card in hand if card[0] == "8" for suit in "CDHS"}
        return moves | {("draw",)} if self.stock else moves or {("pass",)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        if move[0] == "draw":
            self.hands[seat].append(self.stock.pop(0))
            return
        if move[0] == "play":
            self.hands[seat].remove(move[1])
            self.pile.append(move[1])
            self.suit = move[-1] if len(move) == 3 else move[1][1]
        self.passes = self.passes + 1 if move[0] == "pass" else 0
        self.turn = (seat + 1) % len(self.hands)

    def scores(self) -> list[int]:
        """Returns the points everybody is charged for the cards left."""
        return [sum(map(points, hand)) for hand in self.hands]


def points(card: str) -> int:
    """Returns the points of a card: an eight 50, an ace 1, tens and court cards 10, others their pips."""
    return {"8": 50, "A": 1}.get(card[0]) or (10 if card[0] in "TJQK" else int(card[0]))
