"""Who is asked only for being able to do something is known to nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.determinization.retelling import Retelling
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.game.saving import position_data
from cardrules.interpreter.runtime.chance import Random as Chance

from ..loading import loaded
from .test_leaks import page, screen, told

RULES = str(Path(__file__).parents[1] / "games" / "bombs.yaml")
HANDS = {
    "able": ["2C 2D 3C 4C", "5C 7D 8D 9D", "6C 6D 6H 6S TD", "7C TC JC QC"],
    "unable": ["2C 2D 3C 4C", "5C 7D 8D 9D", "6C 6D 6H KS TD", "7C TC JC QC"],
}


def games() -> dict[str, cardrules.State]:
    """Two games that differ in one card of seat 2, which can act out of turn in one of them."""
    game = loaded(RULES)
    states = {
        name: game.state_from_position({"hand": hands, "actor": 0, "won": ["", ""]}, seed=1)
        for name, hands in HANDS.items()
    }
    for state in states.values():
        state.apply_action("play 2C")
    return states


def test_only_who_can_is_asked() -> None:
    states = games()
    assert states["able"].current_player() == 2
    assert list(map(str, states["able"].legal_actions())) == ["throw 6C 6D 6H 6S", "hold"]
    assert states["unable"].current_player() == 1


def test_nobody_else_knows_who_is_asked() -> None:
    state = games()["able"]
    assert [state.observation(seat).current for seat in range(4)] == [None, None, 2, None]
    assert state.open_observation().current == 2
    assert "to act: somebody" in str(state.observation(0))
    assert "over" not in str(state.observation(0))


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_nobody_else_knows_that_somebody_has_declined(seat: int) -> None:
    states = games()
    states["able"].apply_action("hold")
    for action in ("play 5C", "pass", "play 7C"):
        able, unable = states.values()
        assert told(able, seat) == told(unable, seat)
        assert screen(able, seat) == screen(unable, seat)
        assert page(able, seat) == page(unable, seat)
        assert able.actions_since(id(able.opening), seat) == unable.actions_since(id(unable.opening), seat)
        worlds = [position_data(sample_world(state, seat, Chance(7)).position) for state in states.values()]
        assert worlds[0] == worlds[1]
        for state in states.values():
            state.apply_action(action)
            if state.current_player() == 2 and "hold" in map(str, state.legal_actions()):
                state.apply_action("hold")


def test_the_player_remembers_it() -> None:
    state = games()["able"]
    state.apply_action("hold")
    assert state.history_for(2) == [(0, "play 2C"), (2, "hold")]
    assert state.history_for(1) == [(0, "play 2C")]
    assert [str(action) for action in state.history()] == ["play 2C", "hold"]


def test_what_was_done_is_seen_by_all() -> None:
    state = games()["able"]
    state.apply_action("throw 6C 6D 6H 6S")
    assert state.history_for(1) == [(0, "play 2C"), (2, "throw 6C 6D 6H 6S")]


def test_a_question_that_was_declined_counts_as_no_decision() -> None:
    able, unable = games().values()
    able.apply_action("hold")
    assert able.position.turns == unable.position.turns


def test_games_are_sampled_with_questions_that_were_not_asked() -> None:
    """Also where others could act in the sampled game, or only in the real one."""
    game = loaded(RULES)
    found = 0
    for seed in range(30):
        first = game.new_initial_state(seed)
        state = first.clone()
        for number in range(12):
            legal = state.raw_legal_actions()
            state.apply_raw(legal[(seed * 7 + number * 5) % len(legal)])
        seat = state.current_player()
        if seat is None or state.position.deal > 1:
            continue
        retold = Retelling(state, first, seat).sample(Chance(seed))
        if retold is None:
            continue
        found += 1
        assert retold.state.history_for(seat) == state.history_for(seat)
        assert retold.state.current_player() == seat
    assert found > 10
