"""Signs at the seats: who has passed and is not asked again.

Kinds of mistake: a pass that is not shown; one that is shown although its player may act again, or in a later phase.
"""

from __future__ import annotations

import pytest

from cardrules.interpreter.play.state import State
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.table.board import Sign, board
from cardrules.table.match import STYLE
from cardrules.table.past import Past

from ..loading import loaded


def passed(state: State, past: Past) -> set[int]:
    """Return the seats at which a sign says that they have passed, as seat 0 sees them."""
    names = tuple(f"Player {seat}" for seat in range(state.game.players))
    painter = Painter(state.game, Players(("human",) * len(names), names), STYLE)
    return {plate.seat for plate in board(state, painter, 0, past=past).plates if Sign("pass") in plate.signs}


CASES: list[tuple[str, list[str], list[set[int]]]] = [
    # A pass is for good until the bidding is over; it stays from one round of bids to the next.
    ("skat", ["pass", "pass", "bid 18", "take_skat"], [{1}, {1, 2}, set(), set()]),
    # Another bid gives all a new say.
    ("bridge", ["pass", "pass", "bid 1 clubs", "pass", "pass", "pass"], [{2}, {2, 3}, set(), {1}, {1, 2}, set()]),
    # Each is asked once.
    ("euchre", ["pass", "pass", "order_up"], [{3}, {3, 0}, {3, 0}]),
    ("gin_rummy", ["pass", "pass"], [{0}, set()]),
    ("klondike", ["draw"], [set()]),
]


@pytest.mark.parametrize(("name", "moves", "signs"), CASES)
def test_who_has_passed(name: str, moves: list[str], signs: list[set[int]]) -> None:
    state = loaded(name).new_initial_state(2)
    past = Past((0,))
    for move, expected in zip(moves, signs, strict=True):
        state.apply_action(move)
        assert passed(state, past) == expected, move
        assert passed(state, Past((0,))) == expected, f"{move}, read anew"


def test_a_trick_that_begins_anew_takes_passes_back() -> None:
    state, past = loaded("president").new_initial_state(2), Past((0,))
    state.apply_action(state.legal_actions()[0])
    seats: list[int] = []
    while "pass" in [action.text for action in state.legal_actions()]:
        seat = state.current_player()
        assert seat is not None
        seats.append(seat)
        state.apply_action("pass")
        expected = {*seats} if len(seats) < state.game.players - 1 else set[int]()
        assert passed(state, past) == expected
    assert len(seats) == state.game.players - 1


def test_a_seat_without_a_hand_says_what_lies_before_it() -> None:
    state = loaded("golf_six").new_initial_state(2)
    painter = Painter(state.game, Players(("human",) * 4, ("You", "Anna", "Ben", "Clara")), STYLE)
    assert {str(*plate.line) for plate in board(state, painter, 0).plates if plate.seat} == {"6 cards on the table"}
