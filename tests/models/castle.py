"""Beleaguered Castle and patiences like it, all cards open and moved one by one.

Read: the rules pages and the sources of PySolFC (beleagueredcastle.py, bakersdozen.py, fan.py), the list of presets of
fc-solve and what it makes of them (preset.c), cruel.scm of AisleRiot, and pages on Good Measure (about.com), Citadel
(gamerules.com), Baker's Dozen and Cruel (Wikipedia).

Foundations are built up in suit from the ace, columns down. Where aces begin on the foundations they are taken out of
the pack before the deal, whatever their places, and the others close up: in Good Measure the first two of the pack.

* Beleaguered Castle, Streets and Alleys: eight columns, built regardless of suit, any card goes to an empty one.
* Citadel: the same, but a card that fits its foundation while it is dealt goes there instead of to its column; the
  next card is for the next column all the same.
* Baker's Dozen, Good Measure: regardless of suit, empty columns stay empty. Kings go to the bottom of their columns;
  kings of a column keep their order, and so do the other cards. (PySolFC changes a king with a card that lies below.)
* Fan: in suit, kings go to empty columns. Seventeen columns are dealt in turn; the last card is a column of its own.
* Cruel: in suit, empty columns stay empty. Four cards are dealt to the first column, then four to the next, and so on
  (AisleRiot; PySolFC deals in rows). To deal again, all columns are joined in a row, each from its bottom to
  its end, and four cards at a time go to the columns from the first on, as often as one likes, right after another
  redeal, too (PySolFC). This is how AisleRiot and older versions of PySolFC gather. In newer ones and in Wikipedia the
  pack is gathered with the first column on top, and the four cards on top of it are the first column (`from_top`).

One gives up when no card goes home, whatever else may be done. The only card of a column may not move to an empty one,
which changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from .patience import SUITS, Patience, down_in_suit, pack, worth


@dataclass(frozen=True)
class Kind:
    """What tells the relatives of Beleaguered Castle apart.

    Attributes:
        columns: how many columns there are.
        aces: how many aces begin on the foundations, the first ones of the pack.
        in_suit: columns are built in suit, or else regardless of suit.
        filled: which cards go to empty columns.
        kings_down: kings are moved to the bottom of their columns before the game.
        lone: the last card of the pack is the last column.
        fours: cards are dealt four to a column at a time, or else one to each column in turn.
        homeward: while they are dealt, cards go to the foundations if they fit.
        redeals: the cards of the columns may be dealt again.
        from_top: they are gathered with the first column on top, or else with the last one.
    """

    columns: int = 8
    aces: int = 4
    in_suit: bool = False
    filled: Literal["any", "kings", "none"] = "any"
    kings_down: bool = False
    lone: bool = False
    fours: bool = False
    homeward: bool = False
    redeals: bool = False
    from_top: bool = False


KINDS: Final = {
    "beleaguered_castle": Kind(),
    "streets_and_alleys": Kind(aces=0),
    "citadel": Kind(homeward=True),
    "bakers_dozen": Kind(13, 0, filled="none", kings_down=True),
    "good_measure": Kind(10, 2, filled="none", kings_down=True),
    "fan": Kind(18, 0, in_suit=True, filled="kings", lone=True),
    "cruel": Kind(12, in_suit=True, filled="none", fours=True, redeals=True),
}
"""The games by their names."""


class Castle(Patience):
    """Beleaguered Castle and its relatives."""

    def __init__(self, rules: Kind, deck: Sequence[str]) -> None:
        """Deal the cards.

        Args:
            rules: which game it is.
            deck: the pack, the card that is dealt first at the front.
        """
        super().__init__()
        self.rules = rules
        self.built = dict.fromkeys(SUITS, 0)
        first = [card for card in deck if card[0] == "A"][: rules.aces]
        for card in first:
            self.lay(card)
        cards = [card for card in deck if card not in first]
        if rules.fours:
            self.columns = self.in_fours(cards)
        else:
            self.columns = [[] for _ in range(rules.columns)]
            wide = rules.columns - rules.lone
            for place, card in enumerate(cards):
                last = rules.lone and place == len(cards) - 1
                if rules.homeward and self.goes_home(card):
                    self.lay(card)
                else:
                    self.columns[-1 if last else place % wide].append(card)
        if rules.kings_down:
            self.columns = [sorted(column, key=lambda card: card[0] != "K") for column in self.columns]

    def in_fours(self, cards: Sequence[str]) -> list[list[str]]:
        """Return the columns if cards are dealt four to each of them."""
        return [[*cards[4 * column : 4 * column + 4]] for column in range(self.rules.columns)]

    def goes_home(self, card: str) -> bool:
        """Tell whether a card is the next one of its foundation."""
        return worth(card) == self.built[card[1]] + 1

    def lay(self, card: str) -> None:
        """Lay a card on its foundation."""
        self.built[card[1]] += 1
        self.homes += 1
        self.result = int(self.homes == len(pack()))

    def fits(self, card: str, below: str) -> bool:
        """Tell whether a card goes on another one in a column."""
        return down_in_suit(card, below) if self.rules.in_suit else worth(card) + 1 == worth(below)

    def fills(self, card: str) -> bool:
        """Tell whether a card goes to an empty column."""
        return self.rules.filled == "any" or (self.rules.filled == "kings" and card[0] == "K")

    def moves(self) -> set[str]:
        ends = [column[-1] for column in self.columns if column]
        found = {f"home {card}" for card in ends if self.goes_home(card)} or {"give_up"}
        if self.rules.redeals:
            found.add("redeal")
        for target, below in enumerate(self.columns):
            for column in filter(None, self.columns):
                card = column[-1]
                if self.fits(card, below[-1]) if below else len(column) > 1 and self.fills(card):
                    found.add(f"carry #{target + 1} {card}")
        return found

    def take(self, card: str) -> str:
        """Take a card from the end of its column."""
        return next(column for column in self.columns if column and column[-1] == card).pop()

    def play(self, move: str) -> None:
        match move.split():
            case ["home", card]:
                self.lay(self.take(card))
            case ["carry", target, card]:
                self.columns[int(target[1:]) - 1].append(self.take(card))
            case ["redeal"] if self.rules.from_top:
                down = [card for column in self.columns for card in reversed(column)]
                self.columns = [column[::-1] for column in self.in_fours(down)]
            case ["redeal"]:
                self.columns = self.in_fours([card for column in self.columns for card in column])
            case _:
                self.result = -1
