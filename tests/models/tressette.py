"""Tressette for four, after giochistars.it, Coletti (viniciocoletti.it) and en.biska.com.

Forty cards, 3 2 A K Q J 7 6 5 4 from high to low; no trumps, suit is followed, partners sit opposite. An ace is worth a
point, 3, 2 and pictures a third each, the last trick a point; thirds left over are dropped. The player after the dealer
leads (giochistars.it); at en.biska.com the holder of the four of coins does: pass that seat as the leader. With
`declarations` (Coletti) each side also gets, without a move, 3 points for three aces, twos or threes in a hand and 4
for all four, and 3 for ace, two and three of a suit.
"""

from .tricks import Tricks

THIRDS = {"A": 3, "2": 1, "3": 1, "K": 1, "Q": 1, "J": 1}


class Tressette(Tricks):
    """One deal of tressette."""

    order = "4567JQKA23"

    def __init__(self, hands: list[list[str]], leader: int, *, declarations: bool = False) -> None:
        """Starts the deal.

        Args:
            hands: Ten cards each.
            leader: The seat that leads.
            declarations: Combinations dealt score.
        """
        super().__init__(hands, leader)
        self.declared = [self.declaration(hand) if declarations else 0 for hand in hands]

    def declaration(self, hand: list[str]) -> int:
        """Returns the points for the combinations of a hand."""
        counts = [sum(card[0] == rank for card in hand) for rank in "A23"]
        naples = sum(all(rank + suit in hand for rank in "A23") for suit in "CDHS")
        return sum(count for count in counts if count >= 3) + 3 * naples

    def scores(self) -> list[int]:
        """Returns the points of each side, to both partners."""
        thirds = [sum(THIRDS.get(card[0], 0) for trick in won for card in trick) for won in self.won]
        if self.last_winner is not None:
            thirds[self.last_winner] += 3
        points = [(thirds[side] + thirds[side + 2]) // 3 for side in (0, 1)]
        return [points[seat % 2] + self.declared[seat] + self.declared[(seat + 2) % 4] for seat in range(4)]
