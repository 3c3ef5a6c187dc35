"""Russian solitaire as PySolFC plays it (rules pages and sources of Russian Solitaire and Yukon), and Yukon.

Seven columns of 1, 6, 7, 8, 9, 10 and 11 cards. They are dealt in rows from left to right: 21 face down to the columns
two to seven, one column fewer each time, then four rows face up to these, then one to all. Any open card moves with all
that lie on it, to the next higher one of its suit (in Yukon of the other colour); a king goes to an empty column. Cards
stay on the foundations. A king that lies at the bottom of its column may not move to an empty one, which changes
nothing (PySolFC allows it).
"""

from __future__ import annotations

from collections.abc import Sequence

from .patience import Patience, down_in_suit, down_in_turn, worth


class RussianSolitaire(Patience):
    """Russian solitaire."""

    def __init__(self, deck: Sequence[str], *, in_suit: bool = True, by: str = "rows") -> None:
        """Deal the cards.

        Args:
            deck: the pack, the card that is dealt first at the front.
            in_suit: build in suit; otherwise in turn, which is Yukon.
            by: deal "rows" as PySolFC does, or one whole column after another: "columns".
        """
        super().__init__()
        self.fits = down_in_suit if in_suit else down_in_turn
        cards = list(deck)
        self.columns = [[] for _ in range(7)]
        self.down = [0, 1, 2, 3, 4, 5, 6]
        rows = [range(first, 7) for first in range(1, 7)] + [range(1, 7)] * 4 + [range(7)]
        if by == "rows":
            for row in rows:
                for column in row:
                    self.columns[column].append(cards.pop(0))
        else:
            for column in range(7):
                size = sum(column in row for row in rows)
                self.columns[column] = cards[:size]
                del cards[:size]
        self.built: dict[str, int] = dict.fromkeys("CDHS", 0)

    def moves(self) -> set[str]:
        ends = [column[-1] for column in self.columns if column]
        found = {f"home {card}" for card in ends if worth(card) == self.built[card[1]] + 1}
        for number, column in enumerate(self.columns):
            for place in range(self.down[number], len(column)):
                card = column[place]
                for target, below in enumerate(self.columns):
                    king = card[0] == "K" and place > 0
                    if target != number and (self.fits(card, below[-1]) if below else king):
                        found.add(f"carry #{target + 1} {card}")
        return found or {"give_up"}

    def play(self, move: str) -> None:
        match move.split():
            case ["home", card]:
                self.lifted(card)
                self.built[card[1]] += 1
                self.homes += 1
                self.result = int(self.homes == 52)
            case ["carry", target, card]:
                self.columns[int(target[1:]) - 1] += self.lifted(card)
            case _:
                self.result = -1

    def lifted(self, card: str) -> list[str]:
        """Take a card away with all that lie on it, and turn up the one below."""
        number = next(number for number, column in enumerate(self.columns) if card in column)
        column = self.columns[number]
        place = column.index(card)
        cards = column[place:]
        del column[place:]
        self.down[number] = min(self.down[number], max(0, len(column) - 1))
        return cards
