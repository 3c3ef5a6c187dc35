"""Blackjack of OpenSpiel: one player, one unit."""

from __future__ import annotations

from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start


class Game(Adapter):
    game = "blackjack"

    def start(self) -> Start:
        return Start(1, deck=[_ours(outcome) for outcome in self.chance])

    def name(self, state: cardrules.State, action: str) -> str:
        return action.capitalize()

    def between(self, state: cardrules.State) -> str | None:
        legal = [str(action) for action in state.legal_actions()]
        return "bet 2" if legal == ["bet 2"] else None

    def returns(self, state: cardrules.State) -> Sequence[float]:
        return [score / 2 for score in state.scores()]


def _ours(outcome: str) -> str:
    """A card as cardrules writes it: `HK` is `KH`."""
    return outcome[1:] + outcome[0]
