"""Models of patiences: legal moves and results, written from published descriptions and not from the rulesets.

They are slow and plain. Cards are texts, columns are lists, and a move is what cardrules prints for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
RED: Final = "DH"


def pack(suits: str = SUITS, copies: int = 1) -> list[str]:
    """Return the cards of a pack with so many copies of each card."""
    return [rank + suit for suit in suits for rank in RANKS] * copies


def worth(card: str) -> int:
    """Return the rank of a card, from 1 for an ace to 13 for a king."""
    return RANKS.index(card[0]) + 1


def down_in_suit(card: str, below: str) -> bool:
    """Tell whether a card is one lower than another one of its suit."""
    return worth(card) + 1 == worth(below) and card[1] == below[1]


def down_in_turn(card: str, below: str) -> bool:
    """Tell whether a card is one lower than another one of the other colour."""
    return worth(card) + 1 == worth(below) and (card[1] in RED) != (below[1] in RED)


def sequence(column: Sequence[str], start: int, *, in_suit: bool) -> bool:
    """Tell whether the cards of a column from one on are built down."""
    fits = down_in_suit if in_suit else down_in_turn
    return all(fits(column[place + 1], column[place]) for place in range(start, len(column) - 1))


class Patience:
    """A game of one player that is played from a given pack.

    Attributes:
        columns: the columns, the card at the bottom first.
        homes: how many cards lie on the foundations.
        result: 1 if the game is won, -1 if it is lost, 0 as long as it goes on.
    """

    def __init__(self) -> None:
        self.columns: list[list[str]] = []
        self.homes = 0
        self.result = 0

    def moves(self) -> set[str]:
        """Return all legal moves."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        """Make a move.

        Args:
            move: one of `moves`.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class Cells:
    """What tells the relatives of FreeCell apart."""

    cells: int = 4
    columns: int = 8
    in_cells: int = 0
    in_suit: bool = False
    kings_only: bool = False


class FreeCell(Patience):
    """FreeCell and its relatives."""

    def __init__(self, rules: Cells, deck: Sequence[str]) -> None:
        super().__init__()
        self.rules = rules
        dealt = len(deck) - rules.in_cells
        self.columns = [[*deck[column : dealt : rules.columns]] for column in range(rules.columns)]
        self.cells: list[str | None] = [*reversed(deck[dealt:]), *[None] * (rules.cells - rules.in_cells)]
        self.built = dict.fromkeys(SUITS, 0)

    def goes_home(self, card: str) -> bool:
        """Tell whether a card is the next one of its foundation."""
        return worth(card) == self.built[card[1]] + 1

    def carried(self, column: int, target: int) -> int:
        """How many cards of a column can reach the end of another one, one by one."""
        fits = down_in_suit if self.rules.in_suit else down_in_turn
        most = 1 + self.cells.count(None)
        if not self.rules.kings_only:
            for number, other in enumerate(self.columns):
                most *= 2 if not other and number != target else 1
        length, cards = 1, self.columns[column]
        while length < min(most, len(cards)) and fits(cards[-length], cards[-length - 1]):
            length += 1
        return length

    def moves(self) -> set[str]:
        fits = down_in_suit if self.rules.in_suit else down_in_turn
        held = [card for card in self.cells if card]
        ends = [column[-1] for column in self.columns if column]
        found = {f"home {card}" for card in held + ends if self.goes_home(card)}
        if None in self.cells:
            found |= {f"park {card}" for card in ends}
        if not found:
            found.add("give_up")
        for target, below in enumerate(self.columns):
            lifted = [*held]
            for number, column in enumerate(self.columns):
                if number != target and column:
                    most = self.carried(number, target)
                    lifted += column[len(column) - most :] if below else column[max(1, len(column) - most) :]
            for card in lifted:
                if fits(card, below[-1]) if below else (card[0] == "K" or not self.rules.kings_only):
                    found.add(f"carry #{target + 1} {card}")
        return found

    def taken(self, card: str) -> list[str]:
        """Take a card away, with all that lie on it."""
        for column in self.columns:
            if card in column:
                cards = column[column.index(card) :]
                del column[column.index(card) :]
                return cards
        self.cells[self.cells.index(card)] = None
        return [card]

    def play(self, move: str) -> None:
        match move.split():
            case ["home", card]:
                self.taken(card)
                self.built[card[1]] += 1
                self.homes += 1
                self.result = int(self.homes == len(pack()))
            case ["park", card]:
                self.taken(card)
                self.cells[self.cells.index(None)] = card
            case ["carry", target, card]:
                self.columns[int(target[1:]) - 1] += self.taken(card)
            case _:
                self.result = -1
