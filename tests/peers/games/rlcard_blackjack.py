"""Blackjack of RLCard: one to three players, one or two packs."""

from __future__ import annotations

import cardrules

from ..adapter import Start
from . import blackjack


class Game(blackjack.Game):
    engine = "rlcard"

    def start(self) -> Start:
        players, packs = self.params["game_num_players"], self.params["game_num_decks"]
        texts = [outcome["card"][1:] + outcome["card"][0] for outcome in self.chance]
        # The engine deals round by round; the ruleset deals both cards of a player at once.
        both = players + 1
        dealt = [card for seat in range(both) for card in (texts[seat], texts[both + seat])]
        deck = dealt + texts[2 * both :]
        return Start(players, {"packs_used": packs}, deck, dealer=players - 1)

    def name(self, state: cardrules.State, action: str) -> str:
        return action
