"""Dou Dizhu of OpenSpiel: 51 cards dealt from seat 0; who gets the one that is shown bids first."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start, interleaved

JOKERS = {"(BWJ)": "blackjoker", "(CJ)": "redjoker"}
SIGNS = {ours: theirs for theirs, ours in JOKERS.items()}
ORDER = [*"3456789TJQKA2", *JOKERS]


class Game(Adapter):
    game = "dou_dizhu"

    def start(self) -> Start:
        shown = int(self.chance[0].rpartition(" ")[2])
        cards = [_card(text.removeprefix("Deal ")) for text in self.chance[1:]]
        first = shown % 3
        cards[first], cards[shown] = cards[shown], cards[first]  # the ruleset shows the first card
        deck = interleaved([cards[seat::3] for seat in range(3)], first)
        return Start(deck=deck, dealer=(first - 1) % 3)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, _, rest = action.partition(" ")
        if verb in {"bid", "pass"}:
            return action.capitalize()
        cards, kickers = (_signs(part) for part in rest.partition(" / ")[::2])
        row = kickers and len(cards) > 3
        return f"{cards}-{kickers}" if row else _signs(rest.replace(" / ", " "))


def _card(text: str) -> str:
    """A card of the engine, such as `H3` or `(CJ)`."""
    return JOKERS.get(text, text[1:])


def _signs(cards: str) -> str:
    """Some cards as the engine writes them, the lowest first."""
    return "".join(sorted((SIGNS.get(card, card) for card in cards.split()), key=ORDER.index))
