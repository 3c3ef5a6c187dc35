"""Models of Spider and Simple Simon; see `patience.py`."""

from __future__ import annotations

from collections.abc import Sequence

from .patience import Patience, sequence, worth


class Spider(Patience):
    """Spider, with one, two or four suits, and Simple Simon, which has one pack and no stock."""

    def __init__(self, deck: Sequence[str], *, simon: bool = False, at_will: bool = False) -> None:
        super().__init__()
        cards = [*deck]
        if simon:
            self.columns = [[] for _ in range(10)]
            for row in (9, 8, 7, 6, 5, 4, 3, 10):  # so PySolFC
                for column in self.columns[:row]:
                    column.append(cards.pop(0))
        else:
            self.columns = [cards[column:54:10] for column in range(10)]
            cards = cards[54:]
        self.stock = cards
        self.at_will = at_will
        self.closed = [0 if simon else len(column) - 1 for column in self.columns]

    def moves(self) -> set[str]:
        found: set[str] = set()
        for number, column in enumerate(self.columns):
            if self.at_will and self.whole(number):
                found.add(f"take_off #{number + 1}")
            for start in range(self.closed[number], len(column)):
                if not sequence(column, start, in_suit=True):
                    continue
                for target, below in enumerate(self.columns):
                    if worth(below[-1]) == worth(column[start]) + 1 if below else start > 0:
                        found.add(f"carry #{number + 1} {column[start]} #{target + 1}")
        # No row is dealt while a column is empty: so PySolFC (Spider.canDealCards). With fewer than ten cards on
        # the table none can be dealt any more.
        if self.stock and all(self.columns):
            found.add("deal_row")
        if not self.stock or sum(map(len, self.columns)) < 10:
            found.add("give_up")
        return found

    def whole(self, number: int) -> bool:
        """Tell whether a column ends with a complete suit."""
        column = self.columns[number]
        start = len(column) - 13
        return start >= self.closed[number] and column[start][0] == "K" and sequence(column, start, in_suit=True)

    def put_away(self, number: int) -> None:
        """Move a complete suit from a column to the foundations."""
        del self.columns[number][-13:]
        self.homes += 13

    def play(self, move: str) -> None:
        match move.split():
            case ["carry", source, card, target]:
                column = self.columns[int(source[1:]) - 1]
                start = len(column) - 1 - column[::-1].index(card)
                self.columns[int(target[1:]) - 1] += column[start:]
                del column[start:]
            case ["deal_row"]:
                for column in self.columns:
                    column.append(self.stock.pop(0))
            case ["take_off", place]:
                self.put_away(int(place[1:]) - 1)
            case _:
                self.result = -1
        for number, column in enumerate(self.columns):
            if not self.at_will and self.whole(number):
                self.put_away(number)
            self.closed[number] = max(0, min(self.closed[number], len(column) - 1))
        if not self.stock and not any(self.columns):
            self.result = 1
