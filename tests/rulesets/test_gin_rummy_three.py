"""Three-player gin: who plays, deals and sits out after each hand, and what the match is worth."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import cardrules


def played(state: cardrules.State) -> set[int]:
    """The seats that hold cards."""
    position: Any = state.position
    return {seat for seat in range(3) if position.z_hand[seat]}


def step(rng: Random, state: cardrules.State) -> None:
    """Do something, a knock if possible."""
    actions = [str(action) for action in state.legal_actions()]
    knocks = [action for action in actions if action.startswith(("knock", "big_gin"))]
    state.apply_action(rng.choice(knocks or actions))


MODES = [
    ("dealer_sits_out", "fixed"),
    ("cutthroat", "fixed"),
    ("captain", "fixed"),
    ("captain", "winner_stays"),
]


@pytest.mark.soak
@pytest.mark.parametrize(("mode", "box_mode"), MODES)
def test_roles_and_scores(mode: str, box_mode: str, amount: Callable[[int, int], int]) -> None:
    """The roles follow from who wins, and the points add up to the final scores."""
    options = {"three_player_mode": mode, "captain_box": box_mode, "knock_limit": 40}
    game = cardrules.load("gin_rummy_three", options=options)
    for seed in range(amount(1, 500)):
        rng = Random(seed)
        state = game.new_initial_state(seed, dealer=seed % 3)
        dealer = seed % 3
        box = dealer
        resting = dealer if mode == "dealer_sits_out" else (dealer - 1) % 3
        points, boxes = [0, 0, 0], [0, 0, 0]
        while True:
            position: Any = state.position
            deal = position.deal
            assert position.dealer == dealer
            assert played(state) == {0, 1, 2} - {resting}
            eldest = next(s % 3 for s in range(dealer + 1, dealer + 4) if s % 3 != resting)
            assert state.current_player() == eldest
            while state.current_player() is not None and state.position.deal == deal:
                step(rng, state)
            position = state.position
            sheet = [column for (column,) in position.v_points]
            gains = [now - then for now, then in zip(sheet, points, strict=True)]
            points = sheet
            winners = [seat for seat in range(3) if gains[seat]]
            for seat in winners:
                boxes[seat] += 1
            assert [column for (column,) in position.v_boxes] == boxes
            if winners:
                shared = mode == "captain" and box not in winners
                assert len(winners) == (2 if shared else 1)
                assert len({gains[seat] for seat in winners}) == 1
                winner = next(seat for seat in winners if seat != resting)
                loser = 3 - resting - winner
                idle = resting
                if mode == "dealer_sits_out":
                    dealer = resting = loser
                elif mode == "cutthroat":
                    dealer, resting = idle, loser
                else:
                    dealer = winner
                    if box_mode == "winner_stays" or loser != box:
                        resting = loser
                    if box_mode == "winner_stays" and loser == box:
                        box = winner
            if state.current_player() is None:
                break
            assert max(points) < 100
            assert state.scores() == points
        expected = [p + 25 * b + (100 if p >= 100 else 0) for p, b in zip(points, boxes, strict=True)]
        assert max(points) >= 100
        assert state.scores() == expected


def test_settlement_sums_to_nothing() -> None:
    """What the players win and lose to each other is nothing in all."""
    options = {"settlement": True, "shutout_pay": 100, "knock_limit": 40}
    game = cardrules.load("gin_rummy_three", options=options)
    for seed in range(4):
        rng = Random(seed)
        state = game.new_initial_state(seed)
        while state.current_player() is not None:
            step(rng, state)
        assert sum(state.scores()) == 0
        assert max(state.scores()) > 0


def test_the_idle_player_sees_nothing_hidden() -> None:
    """Who sits out never acts, and knows of the hands what went through the discards."""
    state = cardrules.load("gin_rummy_three").new_initial_state(3, dealer=1)
    rng = Random(1)
    shown = {"??", *state.observation(1).cards("discards")}
    for _ in range(20):
        assert state.current_player() != 1
        view = state.observation(1)
        assert not view.legal
        assert view.zones["hand"][1] == ()
        shown |= set(view.cards("discards"))
        assert {*view.cards("hand", 0), *view.cards("hand", 2)} <= shown
        actions = [a for a in map(str, state.legal_actions()) if not a.startswith("knock")]
        state.apply_action(rng.choice(actions))
