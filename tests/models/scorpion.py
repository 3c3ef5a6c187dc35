"""Scorpion as PySolFC plays it (rules pages and sources of Scorpion, Spider and Relaxed Spider).

Seven columns of seven cards dealt in rows; in three rows the first four cards lie face down. Three cards are left. Any
open card moves with all that lie on it, to the next higher one of its suit; a king goes to an empty column. The three
cards are dealt at any time, one to each of the first three columns, face up. Thirteen cards of a suit from the king to
the ace at the end of a column go to the foundations. A king that lies at the bottom of its column may not move to an
empty one, which changes nothing (PySolFC allows it).

`complete` tells how suits are put away: "auto" by themselves, "move" by the move `home` of the king (PySolFC), or
"stay" if they stay in the columns and the game is won with four of them and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from .patience import Patience, down_in_suit, sequence


class Scorpion(Patience):
    """Scorpion."""

    def __init__(self, deck: Sequence[str], *, complete: str = "auto", down: int = 3) -> None:
        """Deal the cards.

        Args:
            deck: the pack, the card that is dealt first at the front.
            complete: how complete suits are put away.
            down: how many cards lie face down in each of the first four columns.
        """
        super().__init__()
        self.columns = [[*deck[column:49:7]] for column in range(7)]
        self.down = [down] * 4 + [0] * 3
        self.stock = [*deck[49:]]
        self.away: list[str] = []
        self.complete = complete
        self.tidy()

    def whole(self, column: Sequence[str]) -> bool:
        """Tell whether a column ends with a complete suit."""
        start = len(column) - 13
        return start >= 0 and column[start][0] == "K" and sequence(column, start, in_suit=True)

    def shown(self, number: int) -> bool:
        """Tell whether the last thirteen cards of a column lie face up."""
        return self.down[number] <= len(self.columns[number]) - 13

    def moves(self) -> set[str]:
        found = {"deal"} if self.stock else set[str]()
        for number, column in enumerate(self.columns):
            if self.complete == "move" and self.whole(column) and self.shown(number):
                found.add(f"home {column[-13]}")
            for place in range(self.down[number], len(column)):
                card = column[place]
                for target, below in enumerate(self.columns):
                    king = card[0] == "K" and place > 0
                    if target != number and (down_in_suit(card, below[-1]) if below else king):
                        found.add(f"carry #{target + 1} {card}")
        return found or {"give_up"}

    def play(self, move: str) -> None:
        match move.split():
            case ["deal"]:
                for column in self.columns[:3]:
                    column.append(self.stock.pop(0))
                self.tidy()
            case ["home", king]:
                self.away += self.lifted(king)
                self.count()
            case ["carry", target, card]:
                self.columns[int(target[1:]) - 1] += self.lifted(card)
                self.tidy()
            case _:
                self.result = -1

    def tidy(self) -> None:
        """Put complete suits away if that needs no move, and see whether the game is won."""
        if self.complete == "auto":
            for number, column in enumerate(self.columns):
                if self.whole(column) and self.shown(number):
                    self.away += self.lifted(column[-13])
        self.count()

    def count(self) -> None:
        """Count the cards put away, and see whether the game is won."""
        held = [column for column in self.columns if column]
        self.homes = len(self.away)
        won = all(len(column) == 13 and self.whole(column) for column in held) if self.complete == "stay" else not held
        self.result = int(won and not self.stock)

    def lifted(self, card: str) -> list[str]:
        """Take a card away with all that lie on it, and turn up the one below."""
        number = next(number for number, column in enumerate(self.columns) if card in column)
        column = self.columns[number]
        place = column.index(card)
        cards = column[place:]
        del column[place:]
        self.down[number] = min(self.down[number], max(0, len(column) - 1))
        return cards
