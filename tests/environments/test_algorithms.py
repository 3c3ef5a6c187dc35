"""Algorithms of OpenSpiel run on rulesets as they run on its own games; docs/environments.md lists them.

Those that need PyTorch or JAX are skipped where it is missing.
"""

# OpenSpiel has no complete types.
# pyright: basic

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardrules import environments

pyspiel: Any = pytest.importorskip("pyspiel")

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def load(name: str) -> Any:
    environments.openspiel()
    return pyspiel.load_game("cardrules", {"ruleset": name, "zero_sum": True})


def exploited(game: Any, policy: Any) -> float:
    from open_spiel.python.algorithms import exploitability

    return exploitability.exploitability(game, policy)


def uniform(game: Any) -> float:
    from open_spiel.python import policy

    return exploited(game, policy.UniformRandomPolicy(game))


def best_responds(game: Any) -> None:
    """Against players who choose at random; 11/24 are the chips that OpenSpiel's own game loses."""
    assert uniform(game) == pytest.approx(11 / 24)


def cfr(game: Any) -> None:
    from open_spiel.python.algorithms import cfr

    solver = cfr.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploited(game, solver.average_policy()) < uniform(game) / 4


def cfr_plus(game: Any) -> None:
    from open_spiel.python.algorithms import cfr

    solver = cfr.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploited(game, solver.average_policy()) < uniform(game) / 8


def discounted_cfr(game: Any) -> None:
    from open_spiel.python.algorithms import discounted_cfr

    solver = discounted_cfr.DCFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploited(game, solver.average_policy()) < uniform(game) / 4


def external_sampling(game: Any) -> None:
    from open_spiel.python.algorithms import external_sampling_mccfr

    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    for _ in range(200):
        solver.iteration()
    assert exploited(game, solver.average_policy()) < uniform(game) / 2


def outcome_sampling(game: Any) -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(1000):
        solver.iteration()
    assert exploited(game, solver.average_policy()) < uniform(game) / 2


def fictitious_play(game: Any) -> None:
    from open_spiel.python.algorithms import fictitious_play

    solver = fictitious_play.XFPSolver(game)
    for _ in range(20):
        solver.iteration()
    assert exploited(game, solver.average_policy()) < uniform(game) / 2


def ismcts(game: Any) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    chance = np.random.RandomState(0)
    state, bot = (
        game.new_initial_state(),
        ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 20, -1, random_state=chance),
    )
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0] if state.is_chance_node() else bot.step(state))


def played(game: Any, make: Callable[[int, Any, int], Any], episodes: int = 20) -> None:
    """Let agents play in `rl_environment`; they are made by player, size of the state and of the actions."""
    from open_spiel.python import rl_environment

    env: Any = rl_environment.Environment(game)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    assert size == game.information_state_tensor_size()
    agents = [make(player, size, actions) for player in range(game.num_players())]
    for _ in range(episodes):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)


def q_learner(game: Any) -> None:
    from open_spiel.python.algorithms import tabular_qlearner

    played(game, lambda player, _, actions: tabular_qlearner.QLearner(player, actions))


def dqn(game: Any) -> None:
    pytest.importorskip("torch")
    from open_spiel.python.pytorch import dqn

    played(
        game,
        lambda player, size, actions: dqn.DQN(
            player,
            state_representation_size=size,
            num_actions=actions,
            hidden_layers_sizes=[8],
            min_buffer_size_to_learn=10,
            replay_buffer_capacity=100,
            batch_size=8,
        ),
    )


def nfsp(game: Any) -> None:
    pytest.importorskip("torch")
    from open_spiel.python.pytorch import nfsp

    played(
        game,
        lambda player, size, actions: nfsp.NFSP(
            player,
            state_representation_size=size,
            num_actions=actions,
            hidden_layers_sizes=[8],
            reservoir_buffer_capacity=50,
            anticipatory_param=0.1,
        ),
    )


def deep_cfr(game: Any) -> None:
    pytest.importorskip("torch")
    from open_spiel.python.pytorch import deep_cfr

    deep_cfr.DeepCFRSolver(game, **SMALL).solve()


def deep_cfr_in_jax(game: Any) -> None:
    pytest.importorskip("flax")
    from open_spiel.python.jax import deep_cfr

    deep_cfr.DeepCFRSolver(game, **{**SMALL, "batch_size_strategy": 8}).solve()


SMALL: dict[str, Any] = {
    "policy_network_layers": (8, 4),
    "advantage_network_layers": (4, 2),
    "num_iterations": 2,
    "num_traversals": 2,
    "learning_rate": 1e-3,
    "batch_size_advantage": None,
    "batch_size_strategy": None,
    "memory_capacity": 10_000,
    "seed": 1,
}

TRIED: dict[str, tuple[Callable[[Any], None], str]] = {
    "best_response": (best_responds, "kuhn_poker"),
    "cfr.CFRSolver": (cfr, "kuhn_poker"),
    "cfr.CFRPlusSolver": (cfr_plus, "kuhn_poker"),
    "discounted_cfr": (discounted_cfr, "kuhn_poker"),
    "external_sampling_mccfr": (external_sampling, "kuhn_poker"),
    "outcome_sampling_mccfr": (outcome_sampling, "kuhn_poker"),
    "fictitious_play": (fictitious_play, "kuhn_poker"),
    "ismcts": (ismcts, "leduc_poker"),
    "tabular_qlearner": (q_learner, "leduc_poker"),
    "pytorch.dqn": (dqn, "leduc_poker"),
    "pytorch.nfsp": (nfsp, "leduc_poker"),
    "pytorch.deep_cfr": (deep_cfr, "leduc_poker"),
    "jax.deep_cfr": (deep_cfr_in_jax, "leduc_poker"),
}
"""Each algorithm, and the game on which it is tried here."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TRIED)
def test_an_algorithm_runs(name: str) -> None:
    algorithm, game = TRIED[name]
    algorithm(load(game))


def test_the_page_lists_what_is_tried() -> None:
    table = PAGE.read_text("utf-8").partition("### Algorithms")[2].partition("\n## ")[0]
    assert {*TRIED} == {
        name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`([\w.]+)`", row)
    }
