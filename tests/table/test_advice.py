"""Why a bot would choose a move, in a player's words.

Kind of mistake: words of points, or of a chance to win, for numbers that count something else.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardrules import View, load, make_bot, rulesets
from cardrules.interpreter.bots.assessment import Assessment, Candidate
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.advice import reason
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players

from ..loading import loaded


def _reason(
    name: str, *found: tuple[float, float | None], moves: int = 9, decided: bool = True, estimated: bool = False
) -> str:
    game = loaded(name)
    state = game.new_initial_state(1)
    painter = Painter(rules_of(game), Players.named(("random",) * game.players), Style(True, False))
    while len(state.legal_actions()) < len(found):
        state.apply_action(state.legal_actions()[0])
    actions = state.legal_actions()
    candidates = tuple(Candidate(actions[at], 10, result, points) for at, (result, points) in enumerate(found))
    return reason(painter, Assessment(candidates, moves, 30, decided, estimated) if found else None, moves)


@pytest.mark.parametrize(
    ("name", "found", "words"),
    [
        (
            "oh_hell",
            [(0.5, 3.26), (0.2, -1.0)],
            "about 4.3 points better for you than the next best, bid 1, after 30 trial games",
        ),
        (
            "oh_hell",
            [(0.5, 0.0), (0.2, 0.01)],
            "as good for you as the next best, bid 1, after 30",
        ),
        (
            "loba_de_menos",
            [(0.1, -39.0), (0.1, -40.0)],
            "about 1 fewer point, compared with the other players, than with the next best, ",
        ),
        ("holdem", [(0.1, 3.0), (0.1, 2.0)], "about 1 chip better for you than the next best, call"),
        ("holdem", [(0.1, 3.0), (0.1, 0.5)], "about 2.5 chips better for you than the next best, call"),
        (
            "hearts",
            [(0.1, -7.7), (0.1, -10.3)],
            "about 2.6 fewer points, compared with the other players, than with the next best, ",
        ),
        ("scopa", [(0.5, 1.0)], "a rule of thumb for this game"),
        ("durak", [(0.24, None), (0.02, None)], "chance to win 62 %, with "),
        ("durak", [(0.24, None), (0.02, None)], " 51 %, after 30 trial games"),
        ("durak", [(0.24, None), (0.24, None)], "chance to win 62 %, as with "),
    ],
)
def test_what_is_expected(name: str, found: list[tuple[float, float | None]], words: str) -> None:
    assert words in _reason(name, *found)


def test_no_chance_to_win_is_told_of_games_that_were_not_played_to_the_end() -> None:
    found = (0.24, None), (0.02, None)
    assert _reason("klondike", *found, decided=False).startswith("looks better than carry to #6 J♥, after ")
    assert "about as good as carry to #6 J♥" in _reason("klondike", found[0], found[0], decided=False)


@pytest.mark.parametrize("name", rulesets.bundled())
def test_points_are_points_of_the_score(name: str, tmp_path: Path) -> None:
    """What `bots.value` finds has the unit that its author likes; here no score has so large a one."""
    if rules_of(loaded(name)).program.value is None:
        pytest.skip("without bots.value")
    child = tmp_path / "child.yaml"
    text = "cardrules: 1\nextends: {}\nname: Child\nchange: {{bots: {{value: 1000000}}}}\n"
    child.write_text(text.format(name), "utf-8")
    state, rng = load(child).new_initial_state(3), Random(1)
    for bot in (make_bot("rollout:24"), make_bot("ismcts:24"), make_bot("ismcts:0.05s")):
        for _ in range(4):
            while not state.is_terminal() and len(state.legal_actions()) < 2:
                state.apply_action(state.legal_actions()[0])
            if state.is_terminal():
                return
            action = bot.choose(View(state, state.current_player() or 0))
            found = bot.assessment
            if found is not None:  # else there was no time
                small = all(abs(each.points or 0) < 10000 for each in found.candidates)
                assert small or found.estimated
            state.apply_action(rng.choice(state.legal_actions()) if rng.random() < 0.5 else action)


def test_an_estimate_is_not_told_in_points() -> None:
    found = (0.24, 7.5), (0.02, 3.0)
    assert _reason("uno", *found, estimated=True).startswith("looks better than draw, after ")
    assert "about as good as draw" in _reason("uno", found[0], found[0], estimated=True)
    assert "about as good as draw" in _reason("uno", found[1], found[0], estimated=True)  # tried more often


def test_a_search_knows_whether_it_plays_to_the_end() -> None:
    for name, decided in (("klondike", False), ("cribbage", False), ("go_fish", True)):
        state = load(name).new_initial_state(3)
        while len(state.legal_actions()) < 2:
            state.apply_action(state.legal_actions()[0])
        bot = make_bot("rollout:40")
        bot.choose(View(state, state.position.actor))
        assert bot.assessment is not None
        assert bot.assessment.decided is decided, name


def test_nothing_was_found_out() -> None:
    assert _reason("durak") == "there was no time to try the moves out"
    assert _reason("durak", moves=1) == "it is the only move"
