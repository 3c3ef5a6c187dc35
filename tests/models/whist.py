"""Whist, after parentdish.com and encyclopediahub.com: the last card dealt, the dealer's, names the trumps."""

from .tricks import Tricks


class Whist(Tricks):
    """One deal of whist; partners sit opposite."""

    def __init__(self, hands: list[list[str]], dealer: int, turned: str) -> None:
        """Starts the deal.

        Args:
            hands: Thirteen cards each, the dealer's with the card turned up.
            dealer: The seat that dealt; the next one leads.
            turned: The card turned up.
        """
        super().__init__(hands, (dealer + 1) % 4, turned[1])

    def scores(self) -> list[int]:
        """Returns a point for each trick over six, to both partners."""
        sides = [len(self.won[side]) + len(self.won[side + 2]) for side in (0, 1)]
        return [max(0, sides[seat % 2] - 6) for seat in range(4)]
