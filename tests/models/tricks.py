"""Plain trick play, shared by the models: follow suit if able, highest trump or else highest card of the suit led."""

Move = tuple[str, ...]


class Tricks:
    """The play of one deal: everybody adds a card in turn, the winner of a trick leads to the next."""

    order = "23456789TJQKA"

    def __init__(self, hands: list[list[str]], leader: int, trump: str | None = None) -> None:
        """Starts the play.

        Args:
            hands: The cards of each seat.
            leader: The seat that leads to the first trick.
            trump: The suit of trumps, if any.
        """
        self.hands = [list(hand) for hand in hands]
        self.turn = leader
        self.trump = trump
        self.trick: list[tuple[int, str]] = []
        self.won: list[list[list[str]]] = [[] for _ in hands]
        self.last_winner: int | None = None

    def actors(self) -> list[int]:
        """Returns the seats to move; none when the deal is over."""
        return [self.turn] if any(self.hands) else []

    def suit(self, card: str) -> str:
        """Returns the suit a card belongs to."""
        return card[1]

    def rank(self, card: str) -> int:
        """Returns the place of a card within its suit, low to high."""
        return self.order.index(card[0])

    def playable(self, hand: list[str]) -> list[str]:
        """Returns the cards of a hand that may be played now."""
        if not self.trick:
            return hand
        led = self.suit(self.trick[0][1])
        return [card for card in hand if self.suit(card) == led] or hand

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves of a seat."""
        return {("play", card) for card in self.playable(self.hands[seat])}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        self.hands[seat].remove(move[1])
        self.trick.append((seat, move[1]))
        self.turn = self.following(seat)
        if len(self.trick) == self.cards_a_trick():
            self.gather()

    def following(self, seat: int) -> int:
        """Returns the seat after a seat."""
        return (seat + 1) % len(self.hands)

    def cards_a_trick(self) -> int:
        """Returns how many cards make a trick."""
        return len(self.hands)

    def gather(self) -> None:
        """Gives the trick to its winner, who leads next."""
        led = self.suit(self.trick[0][1])

        def strength(entry: tuple[int, str]) -> tuple[bool, bool, int]:
            suit = self.suit(entry[1])
            return suit == self.trump, suit == led, self.rank(entry[1])

        winner = max(self.trick, key=strength)[0]
        self.won[winner].append([card for _, card in self.trick])
        self.trick = []
        self.turn = self.last_winner = winner
