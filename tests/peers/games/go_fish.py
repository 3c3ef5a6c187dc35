"""Go Fish of OpenSpiel: ranks are letters, and a rank has no suits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cardrules

from ..adapter import Adapter, Start

RANKS = dict(zip("23456789TJQKA", "abcdefghijklm", strict=True))
LETTERS = {letter: rank for rank, letter in RANKS.items()}


class Game(Adapter):
    game = "go_fish"

    def start(self) -> Start:
        params = self.record["all_params"]
        dealt = params["initial_cards"]
        options = {
            "ranks": params["ranks"],
            "suits": params["suits"],
            "cards_each": None if dealt < 0 else dealt,
            "ask_after_drawing": params["ask_after_empty_draw"],
            "ending": "all_books",
        }
        if params["end_on_first_out"]:
            options["ending"] = "first_out" if params["most_books_wins"] else "first_out_wins"
        players = self.record["players"]
        return Start(players, options, _cards(self.chance), dealer=players - 1)

    def name(self, state: cardrules.State, action: str) -> str:
        _, seat, rank = action.split()
        return seat + RANKS[rank]

    def returns(self, state: cardrules.State) -> Sequence[float]:
        """The winners share a point, and the others the loss of one."""
        results = state.returns()
        won = sum(result > 0 for result in results)
        return [1 / won if result > 0 else -1 / (len(results) - won) if result < 0 else 0 for result in results]


def _cards(letters: Sequence[str]) -> list[str]:
    """The cards of some ranks: the first of a rank is a club, the second a diamond."""
    seen = Counter[str]()
    found: list[str] = []
    for letter in letters:
        found.append(LETTERS[letter] + "CDHS"[seen[letter]])
        seen[letter] += 1
    return found
