"""Go fish, after Bicycle's description."""

Move = tuple[str, ...]


class GoFish:
    """A whole game of go fish."""

    def __init__(self, hands: list[list[str]], first: int, stock: list[str]) -> None:
        """Starts the game.

        Args:
            hands: The cards of each seat.
            first: The seat that asks first.
            stock: The cards left, the next to be drawn first.
        """
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.turn = first
        self.books = [0] * len(hands)
        for seat in range(len(hands)):
            self.lay_books(seat)
        self.refresh()

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the game is over."""
        return [self.turn] if sum(self.books) < 13 else []

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves: any rank held, of anybody else with cards; if nobody has any, drawing."""
        ranks = {card[0] for card in self.hands[seat]}
        others = [other for other, hand in enumerate(self.hands) if other != seat and hand]
        return {("ask", str(other), rank) for other in others for rank in ranks} or {("fish",)}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        caught: list[str] = []
        goes_on = False
        if move[0] == "ask":
            asked = int(move[1])
            caught = [card for card in self.hands[asked] if card[0] == move[2]]
            self.hands[asked] = [card for card in self.hands[asked] if card not in caught]
            goes_on = bool(caught)
        if not caught and self.stock:
            drawn = self.stock.pop(0)
            goes_on = drawn[0] == move[-1]
            self.hands[seat].append(drawn)
        self.hands[seat] += caught
        self.lay_books(seat)
        if not goes_on:
            self.turn = self.after(seat)
        self.refresh()

    def after(self, seat: int) -> int:
        """Returns the seat to the left."""
        return (seat + 1) % len(self.hands)

    def lay_books(self, seat: int) -> None:
        """Puts down four of a rank."""
        for rank in {card[0] for card in self.hands[seat]}:
            if sum(card[0] == rank for card in self.hands[seat]) == 4:
                self.hands[seat] = [card for card in self.hands[seat] if card[0] != rank]
                self.books[seat] += 1

    def refresh(self) -> None:
        """Gives a card to a player to move without any; without a stock that player is out and the next one goes on."""
        while self.actors() and not self.hands[self.turn]:
            if self.stock:
                self.hands[self.turn].append(self.stock.pop(0))
            else:
                self.turn = self.after(self.turn)

    def scores(self) -> list[int]:
        """Returns the number of books; most win."""
        return self.books
