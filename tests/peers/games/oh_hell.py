"""Oh Hell of OpenSpiel: a single deal, whose size and dealer are drawn."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start, interleaved


class Game(Adapter):
    game = "oh_hell"

    def start(self) -> Start:
        size, dealer, *dealt = self.chance
        return Start(
            self.record["players"],
            deck=self._rotated([card[1] + card[0] for card in dealt], int(dealer) + 1),
            dealer=int(dealer),
            deal=int(size),
            single_deal=True,
        )

    def _rotated(self, deck: list[str], first: int) -> list[str]:
        """Return cards that are dealt from seat 0 as they are dealt from another seat."""
        players = self.record["players"]
        hands = [deck[seat:-1:players] for seat in range(players)]
        return [*interleaved(hands, first % players), deck[-1]]

    def name(self, state: cardrules.State, action: str) -> str:
        verb, value = action.split()
        return value if verb == "bid" else value[::-1]
