"""Canfield as PySolFC plays it (rules page and source).

The first card begins a foundation, and its rank is the base of all four; the next thirteen are the reserve, whose last
card is open; the next four begin the columns. In PySolFC the columns get them from right to left (`leftward`), and
three cards go to the waste at once (`first_turned`). Foundations are built up in suit, columns down in the other
colour, an ace is followed by a king there and a king by an ace here. Of a column the last card or all cards move
(`moved="end_or_all"`); other rules let any part that is in order move ("any"), or all cards only ("all"). The reserve
fills an empty column by itself; when it is used up, any card does. A whole column may not move to an empty one, which
changes nothing. Three cards at once are turned to the waste, without end.
"""

from __future__ import annotations

from collections.abc import Sequence

from .patience import RED, Patience, worth


def follows(card: str, below: str) -> bool:
    """Tell whether a card goes on another one in a column."""
    return worth(card) % 13 + 1 == worth(below) and (card[1] in RED) != (below[1] in RED)


class Canfield(Patience):
    """Canfield."""

    def __init__(
        self,
        deck: Sequence[str],
        *,
        at_once: int = 3,
        redeals: int | None = None,
        leftward: bool = True,
        first_turned: bool = True,
        moved: str = "end_or_all",
        reserve: int = 13,
        reserve_first: bool = False,
    ) -> None:
        """Deal the cards.

        Args:
            deck: the pack, the card that is dealt first at the front.
            at_once: how many cards are turned to the waste at once.
            redeals: how often the waste may be turned over; None for any number.
            leftward: the columns get their cards from right to left.
            first_turned: cards are turned to the waste at the start.
            moved: what moves of a column: "end_or_all", "any" or "all".
            reserve: how many cards the reserve has.
            reserve_first: the reserve is dealt before the first card of the foundations.
        """
        super().__init__()
        cards = list(deck)
        if reserve_first:
            self.reserve = cards[:reserve]
            base = cards[reserve]
        else:
            base, self.reserve = cards[0], cards[1 : reserve + 1]
        row = cards[reserve + 1 : reserve + 5]
        self.columns = [[card] for card in (reversed(row) if leftward else row)]
        self.stock, self.waste = cards[reserve + 5 :], list[str]()
        self.built: dict[str, int] = dict.fromkeys("CDHS", 0)
        self.base = worth(base)
        self.built[base[1]] = self.homes = 1
        self.at_once, self.redeals, self.moved = at_once, redeals, moved
        if first_turned:
            self.draw()

    def goes_home(self, card: str) -> bool:
        """Tell whether a card is the next one of its foundation."""
        return worth(card) == (self.base + self.built[card[1]] - 1) % 13 + 1 and self.built[card[1]] < 13

    def starts(self, column: Sequence[str]) -> list[int]:
        """Return from which places on the cards of a column may move."""
        if not column:
            return []
        if self.moved == "end_or_all":
            return sorted({0, len(column) - 1})
        return [0] if self.moved == "all" else list(range(len(column)))

    def moves(self) -> set[str]:
        singles = self.waste[-1:] + self.reserve[-1:]
        ends = [column[-1] for column in self.columns if column]
        found = {f"home {card}" for card in singles + ends if self.goes_home(card)}
        for target, below in enumerate(self.columns):
            lifted = list(singles)
            for number, column in enumerate(self.columns):
                if number != target:
                    lifted += [column[place] for place in self.starts(column) if below or place > 0]
            found |= {f"carry #{target + 1} {card}" for card in lifted if not below or follows(card, below[-1])}
        if self.stock:
            found.add("draw")
        elif self.waste and (self.redeals is None or self.redeals > 0):
            found.add("turn_over")
        return found or {"give_up"}

    def draw(self) -> None:
        """Turn cards from the stock to the waste."""
        self.waste += self.stock[: self.at_once]
        del self.stock[: self.at_once]

    def play(self, move: str) -> None:
        match move.split():
            case ["draw"]:
                self.draw()
            case ["turn_over"]:
                self.stock, self.waste = self.waste, []
                self.redeals = None if self.redeals is None else self.redeals - 1
            case ["home", card]:
                self.lifted(card)
                self.built[card[1]] += 1
                self.homes += 1
                self.result = int(self.homes == 52)
                self.fill()
            case ["carry", target, card]:
                self.columns[int(target[1:]) - 1] += self.lifted(card)
                self.fill()
            case _:
                self.result = -1

    def lifted(self, card: str) -> list[str]:
        """Take a card away, with all that lie on it."""
        for pile in (self.waste, self.reserve, *self.columns):
            if card in pile:
                place = pile.index(card)
                cards = pile[place:]
                del pile[place:]
                return cards
        raise ValueError(card)

    def fill(self) -> None:
        """Fill empty columns from the reserve."""
        for column in self.columns:
            if not column and self.reserve:
                column.append(self.reserve.pop())
