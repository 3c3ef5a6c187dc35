"""Reads a deck that is written as another program names deals; texts with all cards stay as they are.

- `microsoft 617`: the deal of this number in Microsoft's FreeCell, for any game with the same 52 cards;
- `N:AKQ32.KJ7.94.T86 J97.… … …`: four hands in Portable Bridge Notation (`pbn.py`), for any game that deals all cards
  to four hands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..errors import DeckError
from ..game.setup.opening import dealt
from . import microsoft, pbn

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..game.setup.opening import Deck, Opening
    from ..program.program import Program

_NUMBERED: Final = re.compile(r"\s*(?:microsoft|ms)[\s#-]*([0-9]{1,20})\s*", re.IGNORECASE)

_USUAL: Final = microsoft.cards(1)


def numbered(text: str) -> int | None:
    """Return the number of a deal that another program deals by it; None if the text names no such deal.

    >>> numbered("microsoft 617"), numbered("617")
    (617, None)
    """
    found = _NUMBERED.fullmatch(text)
    return int(found[1]) if found else None


def begun(rules: Rules, seed: int, deck: Deck | None, dealer: int | None, deal: int) -> Opening:
    """Return how a game begins; `Game.new_initial_state` explains the arguments.

    Raises:
        DeckError: the game has other cards, or deals in another way.
        SetupError: there is no such seat, deal or seed.
    """

    def opening(deck: Deck | None) -> Opening:
        return dealt(rules, seed, deck=deck, dealer=dealer, deal=deal)

    if isinstance(deck, str):
        if (number := numbered(deck)) is not None:
            if not has_usual_pack(rules.program):
                raise DeckError(f"Microsoft's deals are of 52 cards from ace to king; {rules.program.title} has others")
            deck = microsoft.cards(number)
        elif pbn.names_hands(deck):
            deck = pbn.deck(pbn.hands(deck), opening, rules)
    return opening(deck)


def has_usual_pack(program: Program) -> bool:
    """Return whether a game has the 52 cards from ace to king, each once."""
    pack = program.pack
    return pack.size == len(_USUAL) and all(pack.cards_of(card) for card in _USUAL)
