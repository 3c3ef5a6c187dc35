"""Kuhn poker of OpenSpiel: cards are numbers, dealt in seat order."""

from __future__ import annotations

import cardrules

from ..adapter import Adapter, Start


class Game(Adapter):
    game = "kuhn_poker"

    def start(self) -> Start:
        players = self.record["players"]
        deck = [outcome.removeprefix("Deal:") + "S" for outcome in self.chance]
        return Start(players, deck=deck, dealer=players - 1)

    def name(self, state: cardrules.State, action: str) -> str:
        return action.capitalize()
