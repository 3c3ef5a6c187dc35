"""Sueca, after Wikipedia and games4j.com: forty cards, A 7 K J Q 6 5 4 3 2 from high to low, two sides of two.

The sides score a game for more than 60 of the 120 card points, two for 91 or more. Where the sources differ: four
games are for all the tricks (games4j.com); `all_points` gives them for all 120 points instead (Wikipedia). Nobody
scores for 60 to 60.
"""

from .tricks import Tricks

POINTS = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}


class Sueca(Tricks):
    """One deal of sueca; partners sit opposite."""

    order = "23456QJK7A"

    def __init__(self, hands: list[list[str]], dealer: int, turned: str, *, all_points: bool = False) -> None:
        """Starts the deal.

        Args:
            hands: Ten cards each, the dealer's with the card turned up.
            dealer: The seat that dealt; the next one leads.
            turned: The card turned up, whose suit is trumps.
            all_points: Four games are for all card points, even if a worthless trick is lost.
        """
        super().__init__(hands, (dealer + 1) % 4, turned[1])
        self.all_points = all_points

    def card_points(self) -> list[int]:
        """Returns the card points of the two sides."""
        taken = [sum(POINTS.get(card[0], 0) for trick in won for card in trick) for won in self.won]
        return [taken[0] + taken[2], taken[1] + taken[3]]

    def scores(self) -> list[int]:
        """Returns the games won, to both partners."""
        points = self.card_points()
        tricks = [len(self.won[0]) + len(self.won[2]), len(self.won[1]) + len(self.won[3])]
        games: list[int] = []
        for side in (0, 1):
            everything = points[side] == 120 if self.all_points else tricks[side] == 10
            games.append(4 if everything else int(points[side] > 60) + int(points[side] > 90))
        return [games[seat % 2] for seat in range(4)]
