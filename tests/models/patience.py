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


class Spider(Patience):
    """Spider, with one, two or four suits, and Simple Simon, which has one pack and no stock."""

    def __init__(self, deck: Sequence[str], *, simon: bool = False) -> None:
        super().__init__()
        cards = [*deck]
        if simon:
            self.columns = [[] for _ in range(10)]
            for row in range(10, 2, -1):
                for column in self.columns[:row]:
                    column.append(cards.pop(0))
        else:
            self.columns = [cards[column:54:10] for column in range(10)]
            cards = cards[54:]
        self.stock = cards
        self.simon = simon
        self.closed = [0 if simon else len(column) - 1 for column in self.columns]

    def moves(self) -> set[str]:
        found: set[str] = set()
        for number, column in enumerate(self.columns):
            for start in range(self.closed[number], len(column)):
                if not sequence(column, start, in_suit=True):
                    continue
                for target, below in enumerate(self.columns):
                    if worth(below[-1]) == worth(column[start]) + 1 if below else start > 0:
                        found.add(f"carry #{number + 1} {column[start]} #{target + 1}")
        if self.stock and (all(self.columns) or sum(map(len, self.columns)) < 10):
            found.add("deal_row")
        if not self.stock:
            found.add("give_up")
        return found

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
            case _:
                self.result = -1
        for number, column in enumerate(self.columns):
            if len(column) - self.closed[number] >= 13 and column[-13][0] == "K":
                if sequence(column, len(column) - 13, in_suit=True):
                    del column[-13:]
                    self.homes += 13
            self.closed[number] = max(0, min(self.closed[number], len(column) - 1))
        if not self.stock and not any(self.columns):
            self.result = 1


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
                for target, below in enumerate(self.columns):
                    card = column[start]
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
