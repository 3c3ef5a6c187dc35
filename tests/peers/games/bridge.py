"""Bridge of OpenSpiel: one deal of duplicate bridge; a side's loss is the other's gain."""

from __future__ import annotations

from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start, interleaved

CALLS = {"pass": "Pass", "double": "Dbl", "redouble": "RDbl"}
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠", "notrump": "NT"}
SUITS = dict(zip("CDHS", "♣♦♥♠", strict=True))


class Game(Adapter):
    game = "bridge"

    def start(self) -> Start:
        hands = [[card[1:] + card[0] for card in self.chance[seat::4]] for seat in range(4)]
        dealer = self.params["dealer"]
        options = {key: self.params[key] for key in ("dealer_vul", "non_dealer_vul")}
        deck = interleaved(hands, (dealer + 1) % 4)
        return Start(4, options, deck, dealer=dealer, single_deal=True)

    def name(self, state: cardrules.State, action: str) -> str:
        match action.split():
            case ["bid", level, strain]:
                return level + SIGNS[strain]
            case ["play", card]:
                return SUITS[card[-1]] + card[:-1].replace("T", "10")
            case _:
                return CALLS[action]

    def returns(self, state: cardrules.State) -> Sequence[float]:
        scores = state.scores()
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]
