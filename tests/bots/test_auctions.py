"""Bots in auctions: they judge a bid by how the deal ends, and try only bids that make sense."""

from __future__ import annotations

import pytest

import cardrules
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.view import View

WEAK = "2C 3C 4C 2D 3D 4D 2H 3H 4H 5H 2S 3S 4S"
STRONG = "AC KC QC AD KD QD AH KH QH JH AS KS QS"


@pytest.mark.parametrize(("hand", "verb"), [(WEAK, "pass"), (STRONG, "bid")])
def test_a_bot_bids_with_good_cards_only(hand: str, verb: str) -> None:
    game = cardrules.load("bridge", options={"scoring": "duplicate", "duplicate_boards": 1})
    state = game.state_from_position({"phase": "calls", "actor": 0, "hand": [hand, 13, 13, 13]}, dealer=0)
    assert make_bot("rollout", 1, budget=60).choose(View(state, 0)).verb == verb


def test_a_quick_bot_makes_no_unusual_bid() -> None:
    game = cardrules.load("skat")
    state = game.state_from_position(
        {
            "phase": "first_bidding",
            "actor": 1,
            "hand": [10, "JC JS JH AC AS 7D 8D 9D 7H 8H", 10],
            "skat": 2,
        },
        dealer=0,
    )
    view = View(state, 1)
    assert {str(make_bot("quick", seed).choose(view)) for seed in range(40)} == {"bid 18", "pass"}
