"""Each game is played, unless somebody says otherwise, as its rules are commonly given.

The names and values stand here as the rules give them, not as the files do.
"""

from __future__ import annotations

from typing import Any

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of

DEFAULTS: dict[str, dict[str, Any]] = {
    "gin_slaughtre": {
        "refill_to": 4,
        "unable": "draw_or_take",
        "take_pile": "always",
        "pairs": False,
        "pile_removal": "rank_or_suit",
        "run_compare": "lowest",
        "joker_turn": "consumes",
        "red5": "must_play_le5",
        "jack_stack": "once",
        "specials_in_run": "each_card",
        "upcards": "face_up",
        "upcard_tricks": True,
        "exchange": "simultaneous",
        "win_on_special": True,
        "turn_limit": 2000,
    },
    "gin_rummy": {
        "knock_limit": 10,
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "undercut_on_tie": True,
        "big_gin": True,
        "big_gin_bonus": 31,
        "box_bonus": 25,
        "box_bonus_to": "winner",
        "boxes_in_target": False,
        "game_bonus": 100,
        "target": 100,
        "shutout": "none",
        "dealer": "winner",
        "void_redeal": "same_dealer",
        "wall": "immediate",
        "return_taken": False,
        "gin": "optional",
        "layoff": "auto_optimal",
        "layoff_on_gin": False,
        "knock_arrangement": "auto",
        "discard_view": "top_only",
        "max_discard_draws": 50,
    },
    "gin_rummy_three": {
        "three_player_mode": "dealer_sits_out",
        "captain_box": "fixed",
        "box_bonus_to": "all",
        "shutout_pay": 0,
        "target": 100,
        "game_bonus": 100,
    },
    "gin_rummy_partnership": {
        "target": 125,
        "box": "per_hand",
        "reveal_partner_result": True,
        "opponents": "alternate",
        "net_zero": "skip",
    },
    "oh_hell": {
        "ace": "high",
        "sequence": "up_down",
        "max_hand": "reserve_trump",
        "peak_trump": "none",
        "peak_hands": 1,
        "bidding": "sequential",
        "hook": "none",
        "must_equal_fallback": "zero",
        "scoring": "base",
        "up_down_keep_tricks": False,
        "no_trump_hand": "none",
        "zero_bonus": 0,
        "tie": "shared",
    },
    "durak": {
        "hand": 6,
        "initial_attack": "single",
        "cap": 6,
        "cap_basis": "bout_start",
        "first_bout_cap": 6,
        "throw_in_by": "all",
        "throw_in_timing": "after_covered",
        "throw_in_on_take": True,
        "draw_order": "clockwise_from_attacker",
        "no_trump_start": "left_of_dealer",
        "next_start": "left_of_loser",
        "simultaneous_out": "draw",
        "trump_exchange": False,
        "passing": False,
        "pass_cards": "one_or_more",
        "pass_fit": True,
        "show_trump_pass": False,
        "pass_chain_max": None,
        "pass_first_bout": True,
        "teams": "none",
        "max_bouts": 500,
    },
    "loba_de_menos": {
        "hand": 9,
        "escalera_min": 4,
        "max_jokers": 2,
        "joker_role": "shrinking",
        "pierna_suits": "exactly_3",
        "take_discard": "new_meld",
        "layoff_needs_own_meld": False,
        "only_jokers": "skip_discard",
        "final_discard": "optional",
        "one_go": "final_turn",
        "one_go_bonus": -10,
        "joker_points": 10,
        "ace_points": 10,
        "limit": 100,
        "reenganches": 2,
        "reenganche": "ask",
        "reenganche_last": True,
        "negative_totals": True,
        "stock_empty": "reshuffle",
        "max_reshuffles": 2,
        "joker_upcard": "keep",
    },
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_options_have_the_names_and_defaults_of_the_rules(name: str) -> None:
    options = rules_of(cardrules.load(name)).program.options
    assert {option: options.get(option, "missing") for option in DEFAULTS[name]} == DEFAULTS[name]
