"""Tools of Gymnasium, PettingZoo and Stable-Baselines3 take the environments as they are.

The kinds of mistake: an environment that only code of our own can make or step, and a space of
observations that does not hold what is observed.
"""

# Some of these libraries have no types.
# pyright: basic

from __future__ import annotations

import subprocess
import sys
import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import cardrules
from cardrules import environments, rulesets
from cardrules.environments.episode import Episode
from cardrules.environments.game_spaces import Spaces
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded


def test_every_bundled_game_has_an_id() -> None:
    ids = environments.register()
    assert len(ids) == len(rulesets.bundled())
    assert {"cardrules/Hearts-v1", "cardrules/GinRummyPartnership-v1", "cardrules/Rummy500-v1"} <= {*ids}
    env: Any = gymnasium.make("cardrules/GinRummyThree-v1", seat=1, single_deal=True)
    assert env.unwrapped.spaces.game.program.id == "gin_rummy_three"
    assert env.unwrapped.spaces.game.single_deal


def test_an_id_is_enough() -> None:
    """Gymnasium imports the module that a longer id names."""
    program = (
        "import gymnasium, sys\n"
        "env = gymnasium.make('cardrules.environments.ids:cardrules/OhHell-v1')\n"
        "print(env.spec.id, env.reset(seed=1)[0]['observation'].dtype)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("cardrules/OhHell-v1 float32\n", "")


@pytest.mark.parametrize("more", [{}, {"scaled": True}])
@pytest.mark.parametrize("name", ["Hearts", "Klondike", "Holdem"])
def test_check_env_of_gymnasium_has_nothing_to_say(
    name: str, more: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    environments.register()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"cardrules/{name}-v1", on_illegal="random", **more).unwrapped)
    capsys.readouterr()  # it renders for people, too


@pytest.mark.sample(35)
@pytest.mark.parametrize("name", environments.register())
def test_check_env_passes_for_every_id(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, on_illegal="random", scaled=True).unwrapped, skip_render_check=True)


def test_check_env_of_stable_baselines_has_nothing_to_say() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(environments.gymnasium("hearts", on_illegal="random", scaled=True))


def masked(env: Any) -> int:
    return int(env.action_masks().argmin())


def test_a_legal_action_is_played_in_place_of_an_illegal_one() -> None:
    env, other = (environments.gymnasium("oh_hell", on_illegal="random") for _ in range(2))
    env.reset(seed=3)
    other.reset(seed=3)
    for _ in range(6):
        number = masked(env)
        masks = env.action_masks()
        seen, reward, _, _, info = env.step(number)
        assert info["illegal"] == number
        assert masks[info["played"]]
        expected = other.step(info["played"])
        assert np.array_equal(seen["observation"], expected[0]["observation"])
        assert (reward, expected[4]) == (expected[1], {})
        other.sample()  # which the other drew


def test_a_number_ends_the_game() -> None:
    env = environments.gymnasium("oh_hell", on_illegal=-7)
    env.reset(seed=3)
    assert env.step(int(env.action_masks().argmax()))[2] is False
    _, reward, over, truncated, info = env.step(number := masked(env))
    assert (reward, over, truncated, info) == (-7.0, True, False, {"illegal": number})
    with pytest.raises(cardrules.SetupError, match="an illegal action has ended this game"):
        env.step(int(env.action_masks().argmax()))
    env.reset()
    env.step(int(env.action_masks().argmax()))


@pytest.mark.parametrize("reply", ["lose", True, float("nan"), None])
def test_replies_to_illegal_actions_are_checked(reply: Any) -> None:
    with pytest.raises(cardrules.SetupError, match="on_illegal is 'error', 'random' or the reward"):
        environments.gymnasium("oh_hell", on_illegal=reply)


@pytest.mark.parametrize("reply", ["random", -1])
def test_what_is_no_action_is_an_error_with_every_reply(reply: Any) -> None:
    env = environments.gymnasium("oh_hell", on_illegal=reply)
    env.reset(seed=1)
    for action in (-1, env.spaces.actions.size, 3.0):
        with pytest.raises(cardrules.IllegalActionError):
            env.step(action)


def test_a_wrapper_of_pettingzoo_ends_games_too() -> None:
    table: Any = TerminateIllegalWrapper(environments.pettingzoo("oh_hell"), illegal_reward=-1)
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(int(table.last()[0]["action_mask"].argmin()))
    assert all(table.terminations.values())
    assert [each for each, reward in table.rewards.items() if reward] == [agent]


@pytest.mark.soak
def test_observations_lie_in_their_space(amount: Any) -> None:
    """Whatever is played."""
    for name in rulesets.bundled() if amount(0, 1) else ("hearts", "hanabi", "cribbage", "uno"):
        spaces = Spaces(rules_of(loaded(name)))
        chance, episode = Random(5), Episode(spaces, 5)
        for turn in range(amount(100, 3000)):
            if episode.player is None:
                break
            episode.step(chance.choice(episode.legal()))
            if turn % 7 and episode.player is not None:
                continue
            for seat in range(spaces.game.players):
                seen = episode.observe(seat)
                for entries, (low, high) in ((seen, spaces.limits), (spaces.scaled(seen), spaces.scaled_limits)):
                    wrong = np.flatnonzero((entries < low) | (entries > high))
                    assert not wrong.size, (name, spaces.names[wrong[0]], entries[wrong[0]])


def test_limits_follow_from_the_rules() -> None:
    spaces = Spaces(rules_of(loaded("oh_hell")))
    limits = {name: (low, high) for name, low, high in zip(spaces.names, *spaces.limits, strict=True)}
    assert limits["bids of player 1"] == (0, 12)
    assert limits["size of hand of player 0"] == (0, 52)
    assert limits["hand of player 0: KS"] == (0, 1)
    assert limits["score of player 0"][1] == np.float32(10**18)
    canasta = Spaces(rules_of(loaded("canasta")))
    assert canasta.limits[1][canasta.observations.planes] == 2


def test_scaled_observations_keep_what_is_none() -> None:
    env, other = environments.gymnasium("hearts", scaled=True), environments.gymnasium("hearts")
    seen, plain = env.reset(seed=2)[0]["observation"], other.reset(seed=2)[0]["observation"]
    assert np.abs(seen).max() <= 1
    assert np.array_equal(seen == 0, plain == 0)
    assert env.observation_space.contains({"observation": seen, "action_mask": env.action_masks().astype(np.int8)})
    table = environments.pettingzoo("hearts", scaled=True)
    table.reset(seed=2)
    assert table.observe("player_0") in table.observation_space("player_0")
    with pytest.raises(cardrules.SetupError, match="scaled is True or False, not 2"):
        environments.pettingzoo("hearts", scaled=2)  # type: ignore[arg-type]


# ------------------------------------------------------------------- PettingZoo in parallel


@pytest.mark.parametrize("players", [2, 3])
def test_goofspiel_is_played_in_parallel(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(environments.parallel("goofspiel", players), 30)
    assert "Passed" in capsys.readouterr().out


def test_parallel_games_are_those_of_turns() -> None:
    """Number for number: observations, masks and rewards."""
    env, table = environments.parallel("goofspiel", 3), environments.pettingzoo("goofspiel", 3)
    seen, _ = env.reset(seed=4)
    table.reset(seed=4)
    chance = Random(1)
    while env.agents:
        actions = {agent: chance.choice(np.flatnonzero(seen[agent]["action_mask"]).tolist()) for agent in env.agents}
        for _ in table.agents:
            agent = table.agent_selection
            expected = table.observe(agent)
            for part, found in seen[agent].items():
                assert np.array_equal(found, expected[part]), part  # type: ignore[literal-required]
            table.step(actions[agent])
        seen, rewards, over, _, _ = env.step(actions)
        assert rewards == table.rewards
        assert over == table.terminations
    with pytest.raises(cardrules.SetupError, match="the game is over"):
        env.step({})


def test_an_illegal_or_missing_action_changes_nothing() -> None:
    env = environments.parallel("goofspiel")
    with pytest.raises(cardrules.SetupError, match="no game has begun"):
        env.step({})
    seen, _ = env.reset(seed=4)
    good, bad = (
        int(each) for each in (seen["player_0"]["action_mask"].argmax(), seen["player_1"]["action_mask"].argmin())
    )
    with pytest.raises(cardrules.IllegalActionError, match="is not legal now"):
        env.step({"player_0": good, "player_1": bad})
    with pytest.raises(cardrules.SetupError, match="there is no action for player_1"):
        env.step({"player_0": good})
    assert env.episode.actions == []


@pytest.mark.parametrize("name", ["hearts", "oh_hell", "klondike"])
def test_games_with_turns_are_not_played_in_parallel(name: str) -> None:
    with pytest.raises(cardrules.SetupError, match=r"cannot be played in parallel, because .*environments\.pettingzoo"):
        environments.parallel(name)
