"""Old maid, after the Encyclopaedia Britannica (1911, and of today), groupgames.xyz and yourgametips.com.

One queen is left out. Everybody puts down pairs; of three cards of a rank two. The player after the dealer draws a card
of the dealer, puts down a pair if it makes one, and lets the next player draw. Who has no cards is out; the last queen
is left to the old maid. Pairs are two cards of a rank; with `colour` they must also be of one colour.
"""

Move = tuple[str, ...]
RED = "DH"


class OldMaid:
    """One deal of old maid after the deal."""

    def __init__(self, hands: list[list[str]], dealer: int, *, colour: bool = False) -> None:
        """Starts the deal and puts down the pairs of all hands.

        Args:
            hands: The cards of each seat as dealt.
            dealer: The seat that dealt; the next one with cards is the first to draw.
            colour: A pair must be of one colour.
        """
        self.colour = colour
        self.down: list[str] = []
        self.hands: list[list[str]] = [[] for _ in hands]
        for seat, hand in enumerate(hands):
            for card in hand:
                self.receive(seat, card)
        self.turn = dealer
        self.turn = self.drawer(dealer)

    def kind(self, card: str) -> str:
        """Returns what two cards of a pair have in common."""
        return card[0] + ("R" if card[1] in RED else "B") * self.colour

    def receive(self, seat: int, card: str) -> None:
        """Gives a card to a seat, which puts it down with its match if it has one."""
        match = next((other for other in self.hands[seat] if self.kind(other) == self.kind(card)), None)
        if match is None:
            self.hands[seat].append(card)
        else:
            self.hands[seat].remove(match)
            self.down += [match, card]

    def drawer(self, seat: int) -> int:
        """Returns the next seat with cards after a seat."""
        order = [(seat + step) % len(self.hands) for step in range(1, len(self.hands) + 1)]
        return next(other for other in order if self.hands[other])

    def victim(self, seat: int) -> int:
        """Returns the seat that a seat draws from: the nearest before it that has cards."""
        order = [(seat - step) % len(self.hands) for step in range(1, len(self.hands) + 1)]
        return next(other for other in order if self.hands[other])

    def actors(self) -> list[int]:
        """Returns the seat to draw; none when only one seat has cards."""
        return [self.turn] if sum(map(bool, self.hands)) > 1 else []

    def legal(self, seat: int) -> set[Move]:
        """Returns the draws, named by the kind of the card that comes: its rank, and its colour if that counts."""
        return {("draw", self.kind(card)) for card in self.hands[self.victim(seat)]}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        owner = self.victim(seat)
        card = next(card for card in self.hands[owner] if self.kind(card) == move[1])
        self.hands[owner].remove(card)
        self.receive(seat, card)
        self.turn = self.drawer(seat)

    def scores(self) -> list[int]:
        """Returns 1 for the old maid and 0 for all others."""
        return [int(bool(hand)) for hand in self.hands]
