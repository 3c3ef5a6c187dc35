"""A model of Yukon and Russian Solitaire; see `patience.py`."""

from __future__ import annotations

from collections.abc import Sequence

from .patience import SUITS, Patience, down_in_suit, down_in_turn, pack, worth


class Yukon(Patience):
    """Yukon, and Russian Solitaire, which is built in suit."""

    def __init__(self, deck: Sequence[str], *, in_suit: bool = False) -> None:
        super().__init__()
        cards = [*deck]
        self.columns = [[] for _ in range(7)]
        for first in (1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 0):
            for column in self.columns[first:]:
                column.append(cards.pop(0))
        self.closed = [*range(7)]
        self.fits = down_in_suit if in_suit else down_in_turn
        self.built = dict.fromkeys(SUITS, 0)

    def moves(self) -> set[str]:
        ends = [column[-1] for column in self.columns if column]
        found = {f"home {card}" for card in ends if worth(card) == self.built[card[1]] + 1} or {"give_up"}
        for number, column in enumerate(self.columns):
            for start in range(self.closed[number], len(column)):
                card = column[start]
                for target, below in enumerate(self.columns):
                    if target == number:  # a card does not go on one that lies on it
                        continue
                    if self.fits(card, below[-1]) if below else card[0] == "K" and start > 0:
                        found.add(f"carry #{target + 1} {card}")
        return found

    def play(self, move: str) -> None:
        match move.split():
            case ["home", card]:
                next(column for column in self.columns if card in column).pop()
                self.built[card[1]] += 1
                self.homes += 1
                self.result = int(self.homes == len(pack()))
            case ["carry", target, card]:
                column = next(column for column in self.columns if card in column)
                start = column.index(card)
                self.columns[int(target[1:]) - 1] += column[start:]
                del column[start:]
            case _:
                self.result = -1
        for number, column in enumerate(self.columns):
            self.closed[number] = max(0, min(self.closed[number], len(column) - 1))
