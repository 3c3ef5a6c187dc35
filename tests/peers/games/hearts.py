"""Hearts of OpenSpiel: a single deal; three cards are passed one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cardrules

from ..adapter import Adapter, Record, Start, cards

DEALS = {"Left": 1, "Right": 2, "Across": 3, "No Pass": 4}


class Game(Adapter):
    game = "hearts"

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.given: list[str] = []
        self.passes = 0 if self.chance[0] == "No Pass" else 12

    def start(self) -> Start:
        params = self.record["all_params"]
        options = {
            "queen_breaks": params["qs_breaks_hearts"],
            "first_trick_points": not params["no_pts_on_first_trick"],
            "jack_of_diamonds": -10 if params["jd_bonus"] else 0,
        }
        direction, *deck = self.chance
        return Start(4, options, deck, dealer=3, deal=DEALS[direction], single_deal=True)

    def name(self, state: cardrules.State, action: str) -> str:
        return action.removeprefix("play ")

    def moves(self, state: cardrules.State) -> Mapping[str, Sequence[str]]:
        if not self.passes:
            return super().moves(state)
        left = [card for card in cards(state, "hand", self.player(state)) if card not in self.given]
        if len(self.given) < 2:
            return dict.fromkeys(left, ())
        wanted = {card: {*self.given, card} for card in left}
        gifts = {frozenset(text.split()[1:]): text for text in map(str, state.legal_actions())}
        return {card: [gifts[frozenset(gift)]] for card, gift in wanted.items()}

    def names(self, state: cardrules.State, action: str) -> Sequence[str]:
        return action.split()[1:]

    def played(self, state: cardrules.State, chosen: str) -> None:
        if self.passes:
            self.passes -= 1
            self.given = [*self.given, chosen] if len(self.given) < 2 else []
