"""Tiny bridge of OpenSpiel, for four players: an auction, and hands that are not played."""

from __future__ import annotations

from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start, interleaved

CALLS = {"pass": "Pass", "double": "Dbl", "redouble": "RDbl"}
STRAINS = {"hearts": "H", "spades": "S", "notrump": "NT"}


class Game(Adapter):
    game = "tiny_bridge_4p"

    def start(self) -> Start:
        hands = [[hand[1::-1], hand[:1:-1]] for hand in self.chance]
        return Start(4, deck=interleaved(hands, 1), dealer=0)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, *words = action.split()
        return words[0] + STRAINS[words[1]] if words else CALLS[verb]

    def returns(self, state: cardrules.State) -> Sequence[float]:
        return state.scores()
