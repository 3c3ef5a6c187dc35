"""Why a bot would choose a move, in a player's words."""

from __future__ import annotations

import pytest

from cardrules.interpreter.bots.assessment import Assessment, Candidate
from cardrules.interpreter.presentation.advice import reason
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.table_view import Painter, Style

from ..loading import loaded


def _reason(name: str, *found: tuple[float, float | None], moves: int = 9) -> str:
    game = loaded(name)
    state = game.new_initial_state(1)
    painter = Painter(game, Players.named(("random",) * game.players), Style(True, False))
    actions = state.legal_actions()
    candidates = tuple(
        Candidate(actions[at], 10, result, points) for at, (result, points) in enumerate(found)
    )
    return reason(painter, Assessment(candidates, moves, 30) if found else None, moves)


@pytest.mark.parametrize(
    ("name", "found", "words"),
    [
        (
            "oh_hell",
            [(0.5, 3.26), (0.2, -1.0)],
            "on average +3.3 points against the others in this deal, by 30 games played on from "
            "here; next best is bid 1 with −1 point",
        ),
        (
            "oh_hell",
            [(0.5, 0.0), (0.2, 0.01)],
            "on average 0 points against the others in this deal, by 30 games played on from "
            "here; bid 1 is about as good",
        ),
        ("scopa", [(0.5, 1.0)], "on average +1 point against the other player"),
        ("durak", [(0.24, None), (0.02, None)], "chance to win 62 %, by 30 games"),
        ("durak", [(0.24, None), (0.02, None)], " with 51 %"),
    ],
)
def test_what_is_expected(name: str, found: list[tuple[float, float | None]], words: str) -> None:
    assert words in _reason(name, *found)


def test_nothing_was_found_out() -> None:
    assert _reason("durak") == "there was no time to try the moves out"
    assert _reason("durak", moves=1) == "it is the only move"
