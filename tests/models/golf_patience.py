"""A model of Golf, the patience; see `patience.py`."""

from __future__ import annotations

from collections.abc import Sequence

from .patience import Patience, worth


class Golf(Patience):
    """Golf: nothing goes on a king, and kings and aces do not meet, unless the rules say so."""

    def __init__(self, deck: Sequence[str], *, on_kings: bool = False, around: bool = False) -> None:
        super().__init__()
        self.columns = [[*deck[column:35:7]] for column in range(7)]
        self.top = deck[35]
        self.stock = [*deck[36:]]
        self.on_kings = on_kings
        self.around = around

    def fits(self, card: str) -> bool:
        """Tell whether a card can be played on the waste."""
        apart = abs(worth(card) - worth(self.top))
        if apart == 12:
            return self.around
        return apart == 1 and (self.on_kings or self.top[0] != "K")

    def moves(self) -> set[str]:
        found = {f"play {column[-1]}" for column in self.columns if column and self.fits(column[-1])}
        return found | {"draw"} if self.stock else found

    def play(self, move: str) -> None:
        if move == "draw":
            self.top = self.stock.pop(0)
        else:
            self.top = move.split()[1]
            next(column for column in self.columns if column and column[-1] == self.top).pop()
            self.homes += 1
        if not any(self.columns):
            self.result = 1
        elif not self.moves():
            self.result = -1
