"""Numbers in halves come out right wherever a program or a person reads them."""

from __future__ import annotations

import json
from random import Random
from typing import cast

import pytest

import cardrules
from cardrules import environments
from cardrules.cli.rulebook.terminal import text as written
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.state import State
from cardrules.interpreter.rulebook.rulebook import rulebook
from cardrules.interpreter.simulation.report import report
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import Tally

from ..loading import loaded

GAME = "tests/games/half_points.yaml"
SEEDS = range(6)


def played(seed: int, decisions: int = 10**6) -> State:
    state, chance = loaded(GAME).new_initial_state(seed), Random(seed)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def test_scores_and_returns_are_numbers_of_points() -> None:
    some = [played(seed, 7) for seed in SEEDS]
    scores = [score for state in some for score in state.scores()]
    assert any(isinstance(score, float) for score in scores)
    assert all(isinstance(score, int) == float(score).is_integer() and 2 * score % 1 == 0 for score in scores)
    for state in some:
        assert state.returns() == [score - 1.5 for score in state.scores()]
        assert state.position.v_score == [2 * score for score in state.scores()]  # type: ignore[attr-defined]
        assert state.observation(0).scores == tuple(state.scores())


def test_a_saved_game_goes_on_with_the_same_scores() -> None:
    state = played(2, 9)
    again = State.from_json(rules_of(loaded(GAME)), state.to_json())
    assert again.scores() == state.scores()


def test_what_seats_see_of_variables_is_in_points() -> None:
    state = played(0, 9)
    paid = state.observation(1).variables["paid"]
    assert any(isinstance(each, float) for each in cast("tuple[float, ...]", paid))
    assert json.loads(json.dumps(paid)) == list(cast("tuple[float, ...]", paid))


def test_a_refusal_names_the_numbers_as_people_write_them() -> None:
    game = loaded(GAME)
    deals = map(game.new_initial_state, range(200))
    state = next(each for each in deals if {"lay 7C", "lay 8C"} <= {*map(str, each.legal_actions())})
    state.apply_action("lay 7C")
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(cardrules.IllegalActionError, match="½"):
        state.apply_action("lay 8C")


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_simulation_reports_points(engine: str) -> None:
    rules, tally, number = rules_of(loaded(GAME)), Tally(), 0
    simulation = Simulation(rules, ("random", "random"), seed=5, engine=engine)
    while number < 30:
        number = simulation.play_on(number, 30, tally)
    found = report(simulation, tally)
    scores = dict(found["histograms"]["scores"])
    total = sum(score * times for score, times in scores.items())
    assert any(score % 1 for score in scores)
    assert sum(seat["mean_score"] for seat in found["seats"]) == pytest.approx(total / 30, abs=0.002)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_rewards_are_points(engine: str) -> None:
    env = environments.vector(GAME, 3, seed=1, engine=engine)
    batch, chance, gained = env.reset(), Random(4), set[float]()
    for _ in range(30):
        batch = env.step([chance.choice([at for at, legal in enumerate(mask) if legal]) for mask in batch.mask])
        gained |= set(batch.rewards.ravel().tolist())
    assert -0.5 in gained
    assert gained & {2.5, 3.5, 4.5}
    assert max(gained) <= 4.5


def test_the_rulebook_writes_halves() -> None:
    text = " ".join(written(rulebook(rules_of(loaded(GAME)).loaded)).split())
    for each in ("4½", "½", "10½ points", "begins the match with 1½ points"):
        assert each in text
