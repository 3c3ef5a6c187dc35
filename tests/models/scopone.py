"""Scopone, after pagat.com (in Italian), ludopoli.us, booksbitesbrews.com and Wikipedia (Scopa, in Italian).

Partners sit opposite. Scopone scientifico: ten cards each and an empty table; the older game has nine cards each and
four on the table (`table`). Cards are taken as in scopa. A point each for more than half of the cards, more than half
of the coins, the seven of coins, the best prime, and every sweep; nobody has one that is shared. What is left at the
end goes to who took last. Coins are written as diamonds (D).

Where the sources differ: clearing the table with the very last card is not a sweep, but is one to some players of the
game with ten cards (pagat.com; `last_sweep`). Ace, two and three of coins may score three points, and one more for
each further coin in sequence (spazioinwind.libero.it on scopa; `napola`).
"""

from .scopa import VALUE, Move, Scopa


class Scopone(Scopa):
    """One deal of scopone for four."""

    def __init__(
        self,
        hands: list[list[str]],
        dealer: int,
        table: list[str] | None = None,
        *,
        last_sweep: bool = False,
        napola: bool = False,
    ) -> None:
        """Starts the deal.

        Args:
            hands: Ten cards each, or nine with four on the table.
            dealer: The seat that dealt; the next one begins.
            table: The cards face up.
            last_sweep: The last card of the deal may make a sweep.
            napola: Ace, two and three of coins score, and what follows them.
        """
        super().__init__(hands, (dealer + 1) % 4, table or [], [])
        self.last_sweep, self.napola = last_sweep, napola

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        swept = sum(map(len, self.hands)) == 1 and len(move) > 2 and len(move) - 2 == len(self.table)
        super().apply(seat, move)
        if swept and self.last_sweep:
            self.sweeps[seat] += 1
        if not any(self.hands) and self.last is not None:
            self.table.clear()

    def scores(self) -> list[int]:
        """Returns the points of the sides, to both partners."""
        piles = [self.taken[side] + self.taken[side + 2] for side in (0, 1)]
        contests = [
            [len(pile) for pile in piles],
            [sum(card[1] == "D" for card in pile) for pile in piles],
            [int("7D" in pile) for pile in piles],
            [self.prime(pile) for pile in piles],
        ]
        points: list[int] = []
        for side, pile in enumerate(piles):
            won = sum(contest[side] > contest[1 - side] for contest in contests)
            row = 0
            while self.napola and row < 10 and list(VALUE)[row] + "D" in pile:
                row += 1
            points.append(won + self.sweeps[side] + self.sweeps[side + 2] + (row if row >= 3 else 0))
        return [points[seat % 2] for seat in range(4)]
