"""Goofspiel, after Wikipedia, Ross (Berkeley 1970) and Kerr (home.netcom.com/~goldkerr/gops.htm).

A prize is turned up, everybody bids a card of the hand at the same time, the highest bid takes it. Ace 1 to king 13 for
bids and prizes. Where the sources differ, `ties` tells what becomes of a prize with several highest bids: "discard"
(Ross), "split" in equal parts (Kerr), "carry" to the next prize (Wikipedia).
"""

Move = tuple[str, ...]
RANKS = "A23456789TJQK"


def worth(card: str) -> int:
    """Returns the rank of a card, from 1 for an ace to 13 for a king."""
    return RANKS.index(card[0]) + 1


class Goofspiel:
    """One game of goofspiel."""

    def __init__(self, hands: list[list[str]], prizes: list[str], *, ties: str = "discard") -> None:
        """Starts the game.

        Args:
            hands: The suit of each seat.
            prizes: The prizes in the order in which they are turned up.
            ties: What a tie does: "discard", "split" or "carry".
        """
        self.hands = [list(hand) for hand in hands]
        self.prizes = list(prizes)
        self.ties = ties
        self.carried = 0
        self.bids: dict[int, str] = {}
        self.spent: list[str] = []
        self.points: list[float] = [0] * len(hands)

    def actors(self) -> list[int]:
        """Returns the seats that have not bid for the prize; none when all prizes are gone."""
        return [seat for seat, hand in enumerate(self.hands) if hand and seat not in self.bids and self.prizes]

    def legal(self, seat: int) -> set[Move]:
        """Returns the bids."""
        return {("bid", card) for card in self.hands[seat]}

    def apply(self, seat: int, move: Move) -> None:
        """Makes a bid; the last one settles the prize."""
        self.bids[seat] = move[1]
        if len(self.bids) < len(self.hands):
            return
        prize = self.prizes.pop(0)
        at_stake = worth(prize) + self.carried
        self.carried = 0
        highest = max(map(worth, self.bids.values()))
        winners = [each for each, card in self.bids.items() if worth(card) == highest]
        if len(winners) == 1:
            self.points[winners[0]] += at_stake
        elif self.ties == "split":
            for winner in winners:
                self.points[winner] += at_stake / len(winners)
        elif self.ties == "carry":
            self.carried = at_stake
        for each, card in self.bids.items():
            self.hands[each].remove(card)
        self.spent += [prize, *self.bids.values()]
        self.bids = {}

    def scores(self) -> list[float]:
        """Returns the value of the prizes won; a prize carried past the last bid is lost."""
        return list(self.points)
