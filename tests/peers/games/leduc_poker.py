"""Leduc poker of OpenSpiel: card n has rank n div 2; a chip counts 12 in the ruleset."""

from __future__ import annotations

from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start, interleaved


class Game(Adapter):
    game = "leduc_poker"

    def start(self) -> Start:
        players = self.record["players"]
        first = self.params.get("starting_player", 0)
        cards = [_card(outcome) for outcome in self.chance]
        hands = [[card] for card in cards[:players]]
        deck = interleaved(hands, first) + cards[players:]
        return Start(players, deck=deck, dealer=(first - 1) % players)

    def name(self, state: cardrules.State, action: str) -> str:
        return action.capitalize()

    def returns(self, state: cardrules.State) -> Sequence[float]:
        return [score / 12 for score in state.returns()]


def _card(outcome: str) -> str:
    number = int(outcome.removeprefix("Chance outcome:"))
    return f"{number // 2}{'SH'[number % 2]}"
