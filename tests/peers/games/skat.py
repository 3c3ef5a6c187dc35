"""Skat of OpenSpiel: a single deal; the first to name a game plays it."""

from __future__ import annotations

from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start, interleaved

PACKETS = (  # the places of each seat's cards in the deal
    (0, 1, 2, 11, 12, 13, 14, 23, 24, 25),
    (3, 4, 5, 15, 16, 17, 18, 26, 27, 28),
    (6, 7, 8, 19, 20, 21, 22, 29, 30, 31),
)


class Game(Adapter):
    game = "skat"

    def start(self) -> Start:
        cards = [card[1] + card[0] for card in self.chance]
        hands = [[cards[place] for place in places] for places in PACKETS]
        return Start(3, deck=[*interleaved(hands, 0), *cards[9:11]], dealer=2, single_deal=True)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, _, rest = action.partition(" ")
        if verb == "declare":
            return rest.split()[0].replace("null_game", "null")
        return "unknown/pass" if verb == "pass" else rest[::-1]

    def returns(self, state: cardrules.State) -> Sequence[float]:
        return [score / 240 for score in state.returns()]
