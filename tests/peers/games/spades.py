"""Spades of OpenSpiel: a single deal; seat 0 bids and leads first."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start


class Game(Adapter):
    game = "spades"

    def start(self) -> Start:
        deck = [card[1] + card[0] for card in self.chance]
        return Start(4, deck=deck, dealer=3, single_deal=True)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, _, rest = action.partition(" ")
        return {"nil": "Nil", "bid": rest, "play": rest[::-1]}[verb]
