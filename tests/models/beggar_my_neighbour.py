"""Beggar my neighbour for two, after boredgourd.com, vintage-card-games.blogspot.com and rtt-translations.com.

Ace, king, queen and jack make the next player pay four, three, two, one cards; one of these among the payment makes
the other one pay. A payment without one gives the pile to who demanded it, under the pack in the order laid (the first
card laid comes first again), and he plays next. Where the sources say nothing: who has laid his last card loses when he
is to lay another one, or when the other one has all cards; with `out_at_once` as soon as the hand is empty.
"""

Move = tuple[str, ...]
PAYMENT = {"A": 4, "K": 3, "Q": 2, "J": 1}


class BeggarMyNeighbour:
    """A game of beggar my neighbour for two."""

    def __init__(
        self, packs: list[list[str]], first: int, *, out_at_once: bool = False, most: int | None = None
    ) -> None:
        """Starts the game.

        Args:
            packs: The packs of the two players, the next card to be laid first.
            first: The seat that lays the first card.
            out_at_once: Who has laid his last card has lost, unless he gets the pile with it.
            most: The game ends after so many cards.
        """
        self.packs = [list(pack) for pack in packs]
        self.turn = first
        self.pile: list[str] = []
        self.owed = 0
        self.out_at_once, self.most = out_at_once, most
        self.laid = 0

    def actors(self) -> list[int]:
        """Returns the seat to lay a card; none when the game is over."""
        ended = not all(self.packs) and (self.out_at_once or not self.pile)
        return [] if ended or not self.packs[self.turn] or self.laid == self.most else [self.turn]

    def legal(self, seat: int) -> set[Move]:
        """Returns the only move."""
        return {("play",)}

    def apply(self, seat: int, move: Move) -> None:
        """Lays a card."""
        card = self.packs[seat].pop(0)
        self.pile.append(card)
        self.laid += 1
        if card[0] in PAYMENT:
            self.owed, self.turn = PAYMENT[card[0]], 1 - seat
        elif self.owed == 0:
            self.turn = 1 - seat
        else:
            self.owed -= 1
            if self.owed == 0:
                self.packs[1 - seat] += self.pile
                self.pile = []
                self.turn = 1 - seat

    def scores(self) -> list[int]:
        """Returns 1 for the winner; none if the game was broken off."""
        empty = [seat for seat in (0, 1) if not self.packs[seat]]
        return [int(len(empty) == 1 and seat not in empty) for seat in (0, 1)]
