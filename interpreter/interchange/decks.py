"""Reads a deck that is written as another program names deals; texts with all cards stay as they are.

- `microsoft 617`: the deal of this number in Microsoft's FreeCell, for any game with the same 52 cards;
- `pysol 12345`: the pack of this number in PySolFC, for any game with one or more packs of 52 cards;
- `N:AKQ32.KJ7.94.T86 J97.… … …`: four hands in Portable Bridge Notation (`pbn.py`), for any game that deals all cards
  to four hands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ..errors import DeckError
from ..game.setup.opening import dealt
from . import microsoft, pbn, pysolfc

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..game.setup.opening import Deck, Opening
    from ..program.program import Program

_NUMBERED: Final = re.compile(r"\s*(?:(microsoft|ms)|pysol(?:fc)?)[\s#-]*([0-9]{1,30})\s*", re.IGNORECASE)

_USUAL: Final = microsoft.cards(1)


class Numbered(NamedTuple):
    """A deal that another program deals by a number."""

    number: int
    of_pysolfc: bool

    def cards(self, program: Program) -> list[str]:
        """Return the cards of a game in the order in which they are dealt.

        Raises:
            DeckError: the game has other cards, or there is no such number.
        """
        packs = usual_packs(program)
        if self.of_pysolfc and packs:
            return pysolfc.cards(self.number, packs)
        if packs == 1:
            return microsoft.cards(self.number)
        whose, count = ("PySolFC", "packs of 52 cards") if self.of_pysolfc else ("Microsoft", "52 cards")
        raise DeckError(f"{whose}'s deals are of {count} from ace to king; {program.title} has others")


def numbered(text: str) -> Numbered | None:
    """Return the deal of another program that a text names by its number; None if it names none.

    >>> numbered("microsoft 617"), numbered("PySol #7"), numbered("617")
    (Numbered(number=617, of_pysolfc=False), Numbered(number=7, of_pysolfc=True), None)
    """
    found = _NUMBERED.fullmatch(text)
    return Numbered(int(found[2]), found[1] is None) if found else None


def begun(rules: Rules, seed: int, deck: Deck | None, dealer: int | None, deal: int) -> Opening:
    """Return how a game begins; `Game.new_initial_state` explains the arguments.

    Raises:
        DeckError: the game has other cards, or deals in another way.
        SetupError: there is no such seat, deal or seed.
    """

    def opening(deck: Deck | None) -> Opening:
        return dealt(rules, seed, deck=deck, dealer=dealer, deal=deal)

    if isinstance(deck, str):
        if (named := numbered(deck)) is not None:
            deck = named.cards(rules.program)
        elif pbn.names_hands(deck):
            deck = pbn.deck(pbn.hands(deck), opening, rules)
    return opening(deck)


def usual_packs(program: Program) -> int:
    """Return how many packs of the 52 cards from ace to king a game has; 0 if it has other cards."""
    pack = program.pack
    packs = pack.size // len(_USUAL)
    same = pack.size % len(_USUAL) == 0 and all(len(pack.cards_of(card)) == packs for card in _USUAL)
    return packs if same else 0
