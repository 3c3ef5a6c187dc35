"""Euchre of OpenSpiel: a single deal; the dealer is drawn, and gets the first card."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start, interleaved

WORDS = {
    "pass": "Pass",
    "go_alone": "Alone",
    "defend_alone": "Alone",
    "with_partner": "Partner",
}


class Game(Adapter):
    game = "euchre"

    def start(self) -> Start:
        params = self.record["all_params"]
        dealer = "NESW".index(self.chance[0])
        cards = [card[1] + card[0] for card in self.chance[1:]]
        hands = [cards[(seat - dealer) % 4 : 20 : 4] for seat in range(4)]
        options = {
            "stick_the_dealer": params["stick_the_dealer"],
            "lone_defender": params["allow_lone_defender"],
        }
        deck = interleaved(hands, (dealer + 1) % 4) + cards[20:]
        return Start(4, options, deck, dealer, single_deal=True)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, _, rest = action.partition(" ")
        if verb == "order_up":
            suit = state.open_observation().zones["turned"][0][1]
            return next(name for name in ("Clubs", "Diamonds", "Hearts", "Spades") if name[0] == suit)
        if verb == "name":
            return rest.capitalize()
        return WORDS[verb] if verb in WORDS else rest[::-1]
