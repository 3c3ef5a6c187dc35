"""Slobberhannes, after Wikipedia, pokerwiner.com, poker.tj and en.shram.kiev.ua: three tricks are to be avoided.

32 cards, A K Q J 10 9 8 7 from high to low, no trumps; the seat after the dealer leads. Three to six play, best four;
where the cards do not go round, two sevens are left out. A penalty point each for taking the first trick, the last
trick and the queen of clubs. Where the sources differ: who takes all three has a fourth (pokerwiner.com, poker.tj), or
does not (en.shram.kiev.ua); `all_three` says how many more.
"""

from .tricks import Tricks


class Slobberhannes(Tricks):
    """One deal of slobberhannes."""

    order = "789TJQKA"

    def __init__(self, hands: list[list[str]], dealer: int, *, all_three: int = 1) -> None:
        """Starts the deal.

        Args:
            hands: The cards of each seat, equally many.
            dealer: The seat that dealt; the next one leads.
            all_three: The penalty for all three, added to the three points.
        """
        super().__init__(hands, (dealer + 1) % len(hands))
        self.all_three = all_three
        self.first_winner: int | None = None

    def gather(self) -> None:
        """Gives the trick to its winner, and remembers who won the first."""
        super().gather()
        if self.first_winner is None:
            self.first_winner = self.last_winner

    def scores(self) -> list[int]:
        """Returns the penalty points."""
        points: list[int] = []
        for seat, tricks in enumerate(self.won):
            queen = any("QC" in trick for trick in tricks)
            taken = int(seat == self.first_winner) + int(seat == self.last_winner) + int(queen)
            points.append(3 + self.all_three if taken == 3 else taken)
        return points
