"""Limit hold'em of RLCard. The shuffled list is dealt from its end, seat 0 first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import cardrules

from ..adapter import Adapter, Start, interleaved

CHIPS = 1_000_000


class Game(Adapter):
    engine = "rlcard"
    game = "limit-holdem"

    def start(self) -> Start:
        players = self.record["players"]
        small = self.record["deal"]["small_blind"]
        cards = [_card(card) for card in reversed(self.chance[0]["shuffle"])]
        hands = [cards[seat : 2 * players : players] for seat in range(players)]
        dealer = small if players == 2 else (small - 1) % players
        deck = interleaved(hands, (dealer + 1) % players) + cards[2 * players :]
        return Start(players, {}, deck, dealer=dealer, single_deal=True)

    def name(self, state: cardrules.State, action: str) -> str:
        return action.split()[0]

    def returns(self, state: cardrules.State) -> Sequence[float]:
        """What was won and put in, counted in big blinds."""
        won: list[int] = cast("Any", state.position).v_sixtieths
        return [(score + sixtieths / 60 - CHIPS) / 2 for score, sixtieths in zip(state.scores(), won, strict=True)]


def _card(card: str) -> str:
    return card[1] + card[0]
