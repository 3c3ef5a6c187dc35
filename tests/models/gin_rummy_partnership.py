"""Gin rummy for partners, after Bicycle, ginrummy.com and rummytalk.com: two hands at once, and a common score.

Each of two partners plays a hand of gin rummy, with a pack of its own, against one of the opponents; a knock does not
end the other hand. The team that has won more points in both hands scores the difference; a void hand counts nothing.
In which order the tables move does not matter. All else is as in `gin_rummy`, whose sources and options count.
"""

from typing import Any

from .gin_rummy import GinRummy

Move = tuple[str, ...]


class GinRummyPartnership:
    """Two hands of gin rummy at once; seats 0 and 2 play against 1 and 3."""

    def __init__(
        self,
        hands: list[list[str]],
        tables: list[tuple[int, int]],
        upcards: list[str],
        stocks: list[list[str]],
        **options: Any,
    ) -> None:
        """Starts the hands.

        Args:
            hands: Ten cards each.
            tables: The seats at each of the two tables, the dealer first.
            upcards: The card that begins the pile of each table.
            stocks: The cards left at each table, the next to be drawn first.
            options: Those of two players.
        """
        self.tables = tables
        self.games = [
            GinRummy([hands[seat] for seat in table], 0, upcard, stock, **options)
            for table, upcard, stock in zip(tables, upcards, stocks, strict=True)
        ]

    @property
    def zones(self) -> list[list[str]]:
        """All cards."""
        return [cards for game in self.games for cards in (*game.hands, game.pile, game.stock)]

    def actors(self) -> list[int]:
        """Returns who may move: one at each table where the hand is not over."""
        pairs = zip(self.tables, self.games, strict=True)
        return [table[place] for table, game in pairs for place in game.actors()]

    def at(self, seat: int) -> tuple[GinRummy, int]:
        """Returns the game that a seat plays, and its place in it."""
        number = 0 if seat in self.tables[0] else 1
        return self.games[number], self.tables[number].index(seat)

    def legal(self, seat: int) -> set[Move]:
        """Returns the legal moves."""
        game, place = self.at(seat)
        return game.legal(place)

    def apply(self, seat: int, move: Move) -> None:
        """Makes a move."""
        game, place = self.at(seat)
        game.apply(place, move)

    def scores(self) -> list[int]:
        """Returns the points of each seat's team."""
        net = 0
        for seat in range(4):
            game, place = self.at(seat)
            net += game.scores()[place] * (1 - seat % 2 * 2)
        return [max(net, 0), max(-net, 0)] * 2
