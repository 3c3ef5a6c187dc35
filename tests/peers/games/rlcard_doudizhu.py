"""Dou Dizhu of RLCard: the shuffled list is dealt in packets of 17, the last three to seat 0."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start, interleaved

JOKERS = {"BJ": "blackjoker", "RJ": "redjoker"}
SIGNS = {ours: theirs[0] for theirs, ours in JOKERS.items()}
ORDER = "3456789TJQKA2BR"


class Game(Adapter):
    engine = "rlcard"
    game = "doudizhu"

    def start(self) -> Start:
        cards = [_card(text) for text in self.chance[0]["shuffle"]]
        deck = interleaved([cards[:17], cards[17:34], cards[34:51]]) + cards[51:]
        return Start(deck=deck, dealer=2)

    def name(self, state: cardrules.State, action: str) -> str:
        """All cards, the lowest first; `pass` is the same word."""
        if action == "pass":
            return action
        cards = [card for card in action.split()[1:] if card != "/"]
        return "".join(sorted((SIGNS.get(card, card) for card in cards), key=ORDER.index))


def _card(text: str) -> str:
    """A card of the engine, such as `H3` or `BJ`; its jack of clubs is `CJ`."""
    return JOKERS.get(text, text[1:])
