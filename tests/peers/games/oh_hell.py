"""Oh Hell of OpenSpiel: a single deal, whose size and dealer are drawn."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start, interleaved


class Game(Adapter):
    game = "oh_hell"

    def start(self) -> Start:
        players, size, dealer = self.record["players"], int(self.chance[0]), int(self.chance[1])
        deck, dealt = [card[::-1] for card in self.chance[2:]], players * size
        hands = [deck[seat:dealt:players] for seat in range(players)]  # seat 0 gets the first card
        deck = [*interleaved(hands, (dealer + 1) % players), *deck[dealt:]]
        return Start(players, deck=deck, dealer=dealer, deal=size, single_deal=True)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, value = action.split()
        return value if verb == "bid" else value[::-1]
