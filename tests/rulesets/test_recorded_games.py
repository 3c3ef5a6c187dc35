"""Games that were played elsewhere are replayed card by card: the deal contract.

`recorded_games.json` holds single deals of gin rummy and Oh Hell, played by chance in OpenSpiel
2.0.2 and written down in our notation: the pack from the top (cards that nobody drew are last), who
deals which deal, and for each decision the seat, how many actions were legal, and what was done.
OpenSpiel's gin differs from our default: the card just taken may be thrown again, a tie scores
nothing, and with two cards left in the stock the last discard may be taken to knock with.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cardrules

GAMES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("recorded_games.json").read_text("utf-8"))


@cache
def load(settings: str) -> cardrules.Game:
    return cardrules.load(**json.loads(settings), single_deal=True)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_recorded_game_is_played_again(number: int) -> None:
    told = GAMES[number]
    settings = {key: told[key] for key in ("players", "options", "variant")}
    game = load(json.dumps({"name_or_path": told["game"], **settings}))
    state = game.new_initial_state(deck=told["deck"].split(), dealer=told["dealer"], deal=told["deal"])
    for move in told["moves"]:
        seat, legal, action = move.split(" ", 2)
        assert state.current_player() == int(seat)
        assert len(state.legal_actions()) == int(legal)
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == told["score"]
