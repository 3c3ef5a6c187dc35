"""German whist, after the Guardian's column and Wikipedia: play for the card turned up, then for thirteen tricks."""

from .tricks import Tricks


class GermanWhist(Tricks):
    """One deal of German whist."""

    def __init__(self, hands: list[list[str]], dealer: int, stock: list[str]) -> None:
        """Starts the deal.

        Args:
            hands: Thirteen cards each.
            dealer: The seat that dealt; the other one leads.
            stock: The other cards, the one turned up first.
        """
        super().__init__(hands, 1 - dealer, stock[0][1])
        self.stock = list(stock)
        self.counting = [0, 0]

    def gather(self) -> None:
        """The winner takes the card turned up and the loser the next; without stock the trick counts."""
        super().gather()
        if self.stock:
            self.hands[self.turn].append(self.stock.pop(0))
            self.hands[1 - self.turn].append(self.stock.pop(0))
        else:
            self.counting[self.turn] += 1

    def scores(self) -> list[int]:
        """Returns the tricks won of the last thirteen; the majority wins."""
        return self.counting
