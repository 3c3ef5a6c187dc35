"""Cribbage of OpenSpiel: whoever cannot play is asked again and again, also without cards."""

from __future__ import annotations

from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start, interleaved

BONUS = 1000


class Game(Adapter):
    game = "cribbage"

    def start(self) -> Start:
        return Start(self.record["players"], deck=self._deck(0), dealer=0)

    def shuffled(self, state: cardrules.State) -> Sequence[str | None] | None:
        return self._deck(state.position.deal)

    def _deck(self, deal: int) -> list[str] | None:
        deals = self.record["deal"]["deals"]
        if deal >= len(deals):
            return None
        dealt = deals[deal]
        first = (dealt["dealer"] + 1) % self.record["players"]
        return [*interleaved(dealt["hands"], first), *dealt["crib"], dealt["starter"]]

    def name(self, state: cardrules.State, action: str) -> str:
        verb, *cards = action.split()
        return "Pass" if verb == "go" else f"Choose {' '.join(cards)}"

    def omitted(self, state: cardrules.State, player: int, legal: Sequence[str]) -> bool:
        asked = state.current_player() == player and "go" in map(str, state.legal_actions())
        return list(legal) == ["Pass"] and not asked

    def returns(self, state: cardrules.State) -> Sequence[float]:
        scores, results = state.scores(), state.returns()
        winners = max(results)
        count = len(scores)
        won = [result == winners for result in results]
        share = BONUS / sum(won), BONUS / (count - sum(won))
        return [score + (share[0] if wins else -share[1]) for score, wins in zip(scores, won, strict=True)]
