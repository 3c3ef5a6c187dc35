"""Goofspiel of OpenSpiel: sealed bids; a point counts 60 in the ruleset."""

from __future__ import annotations

from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start


class Game(Adapter):
    game = "goofspiel"

    def start(self) -> Start:
        params = self.record["all_params"]
        cards = params["num_cards"]
        options = {
            "cards_each": cards,
            "rounds": cards if params["num_turns"] < 0 else params["num_turns"],
            "order": params["points_order"],
            "result": params["returns_type"],
        }
        deck = [outcome.removeprefix("Deal ") + "C" for outcome in self.chance]
        return Start(self.record["players"], options, deck or None, dealer=params["players"] - 1)

    def name(self, state: cardrules.State, action: str) -> str:
        rank = action.split()[1][:-1].replace("T", "10")
        return f"[P{state.current_player()}]Bid: {rank}"

    def between(self, state: cardrules.State) -> str | None:
        legal = state.legal_actions()
        return str(legal[0]) if len(legal) == 1 else None  # the engine plays the last cards

    def returns(self, state: cardrules.State) -> Sequence[float]:
        return [score / 60 for score in state.returns()]
