"""A model of Forty Thieves; see `patience.py`."""

from __future__ import annotations

from collections.abc import Sequence

from .patience import Patience, down_in_suit, down_in_turn


class Thieves(Patience):
    """Forty Thieves, and Streets, which is built in alternating colours."""

    def __init__(self, deck: Sequence[str], *, in_suit: bool = True) -> None:
        super().__init__()
        self.columns = [[*deck[column:40:10]] for column in range(10)]
        self.stock = [*deck[40:]]
        self.waste: list[str] = []
        self.fits = down_in_suit if in_suit else down_in_turn
        self.built: list[list[str]] = [[] for _ in range(8)]

    def target(self, card: str) -> int | None:
        """Return the first foundation that takes a card."""
        for number, pile in enumerate(self.built):
            if down_in_suit(pile[-1], card) if pile else card[0] == "A":
                return number
        return None

    def moves(self) -> set[str]:
        found: set[str] = set()
        for number, column in enumerate(self.columns):
            if column and self.target(column[-1]) is not None:
                found.add(f"home #{number + 1}")
        if self.waste and self.target(self.waste[-1]) is not None:
            found.add("home_waste")
        if self.stock:
            found.add("draw")
        elif not found:
            found.add("give_up")
        for target, below in enumerate(self.columns):
            for number, column in enumerate(self.columns):
                if column and (self.fits(column[-1], below[-1]) if below else len(column) > 1):
                    found.add(f"carry #{number + 1} #{target + 1}")
            if self.waste and (not below or self.fits(self.waste[-1], below[-1])):
                found.add(f"place #{target + 1}")
        return found

    def home(self, card: str) -> None:
        """Lay a card on its foundation."""
        number = self.target(card)
        assert number is not None
        self.built[number].append(card)
        self.homes += 1
        self.result = int(self.homes == 104)

    def play(self, move: str) -> None:
        match move.replace("#", "").split():
            case ["home", number]:
                self.home(self.columns[int(number) - 1].pop())
            case ["home_waste"]:
                self.home(self.waste.pop())
            case ["carry", number, target]:
                self.columns[int(target) - 1].append(self.columns[int(number) - 1].pop())
            case ["place", target]:
                self.columns[int(target) - 1].append(self.waste.pop())
            case ["draw"]:
                self.waste.append(self.stock.pop(0))
            case _:
                self.result = -1
