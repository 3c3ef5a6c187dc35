"""The vector environment of Gymnasium: the games are those of its environments of one game, in every mode."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

import cardrules
from cardrules import environments
from cardrules.interpreter.errors import IllegalActionError, SetupError

np: Any = pytest.importorskip("numpy")
gymnasium: Any = pytest.importorskip("gymnasium")

made: Any = environments.gymnasium_vector


def leduc() -> cardrules.Game:
    return cardrules.load("leduc_poker", single_deal=True)


def first(seen: Any, at: int = 0) -> dict[str, list[float]]:
    return {key: value[at].tolist() for key, value in seen.items()}


@pytest.mark.parametrize("name", ["leduc_poker", "hearts", "gin_rummy"])
def test_a_game_is_that_of_one_seat(name: str, engine: str) -> None:
    """With the same seed the others choose the same, and rewards count from the beginning."""
    game = cardrules.load(name, single_deal=True)
    one: Any = environments.gymnasium(game, seat=1, engine="python")
    seen, info = one.reset(seed=3)
    many = made(game, 2, seat=1, engine=engine)
    found, _ = many.reset(seed=info["seed"])
    over = False
    for _ in range(200):
        assert first(found) == first({key: value[None] for key, value in seen.items()})
        if over:
            break
        actions = many.sample(np.random.default_rng(1))
        seen, reward, over, _, _ = one.step(int(actions[0]))
        found, rewards, overs, cut, _ = many.step(actions)
        assert (float(rewards[0]), bool(overs[0]), bool(cut[0])) == (reward, over, False)
    assert over or name == "gin_rummy"


def test_engines_play_the_same() -> None:
    pytest.importorskip("wasmtime")
    # In Love Letter some games end before the seat has a decision; native code leaves these to Python.
    for name in ("love_letter", "leduc_poker"):
        game = cardrules.load(name, single_deal=True)
        native, python = (made(game, 4, engine=engine) for engine in ("native", "python"))
        (seen, _), (other, _) = native.reset(seed=5), python.reset(seed=5)
        for step in range(60):
            assert all((seen[key] == other[key]).all() for key in seen), step
            actions = native.sample(np.random.default_rng(step))
            (seen, *more, _), (other, *others, _) = native.step(actions), python.step(actions)
            assert all((mine == theirs).all() for mine, theirs in zip(more, others, strict=True))
            if step == 30:
                native = deepcopy(native)
        assert (native.engine, python.engine) == ("python", "python")


def test_games_follow_in_the_next_step(engine: str) -> None:
    games = made(leduc(), 3, engine=engine)
    assert isinstance(games, gymnasium.vector.VectorEnv)
    assert games.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    seen, _ = games.reset(seed=1)
    assert games.observation_space.contains(seen)
    ended = np.zeros(3, bool)
    total = np.zeros(3)
    for _ in range(30):
        seen, rewards, over, cut, infos = games.step(games.sample())
        assert games.observation_space.contains(seen)
        assert (rewards.dtype, over.dtype, cut.dtype, infos) == (np.float64, np.bool_, np.bool_, {})
        assert not cut.any()
        assert not (over & ended).any()  # a step without an action begins a game
        assert not rewards[ended].any()
        assert not seen["action_mask"][over].any()
        assert seen["action_mask"][~over].any(axis=1).all()
        total += rewards
        ended = over
    assert total.any()


def test_games_follow_in_the_same_step(engine: str) -> None:
    """Each mode plays the same games; this one tells the ends in `infos`."""
    games = made(leduc(), 1, autoreset_mode="SameStep", engine=engine)
    other = made(leduc(), 1, engine=engine)
    games.reset(seed=1)
    other.reset(seed=1)
    ends = 0
    for step in range(40):
        actions = games.sample(np.random.default_rng(step))
        seen, rewards, over, _, infos = games.step(actions)
        last, expected, ended, _, _ = other.step(actions)
        assert (rewards == expected).all()
        assert (over == ended).all()
        assert seen["action_mask"].any()
        assert ("final_obs" in infos) == bool(over[0])
        if over[0]:
            ends += 1
            assert infos["_final_obs"].tolist() == [True]
            assert (infos["final_obs"][0]["observation"] == last["observation"][0]).all()
            last, *_ = other.step(actions)
        assert first(seen) == first(last)
    assert ends > 3


def test_games_wait_where_they_are_not_reset(engine: str) -> None:
    games = made(leduc(), 2, autoreset_mode="Disabled", engine=engine)
    seen, _ = games.reset(seed=1)
    over, before = np.zeros(2, bool), seen
    while not over.any():
        before = seen
        seen, _, over, _, _ = games.step(games.sample())
    with pytest.raises(SetupError, match="is over; call reset"):
        games.step(games.sample())
    again, _ = games.reset(options={"reset_mask": over})
    assert again["action_mask"].any(axis=1).all()
    assert (again["observation"][~over] == seen["observation"][~over]).all()
    assert before["observation"].base is None  # nobody else writes into what was returned
    games.step(games.sample())
    with pytest.raises(SetupError, match="reset_mask has a truth value for each of 2 games, one of them True"):
        games.reset(options={"reset_mask": np.zeros(2, bool)})


def test_a_seed_deals_the_same_games_again() -> None:
    games = made("leduc_poker", 4, single_deal=True)
    seen, _ = games.reset(seed=9)
    after, _ = games.reset()
    assert (seen["observation"] != after["observation"]).any()
    again, _ = games.reset(seed=9)
    assert (seen["observation"] == again["observation"]).all()
    assert (games.action_masks() == again["action_mask"].astype(bool)).all()


def test_wrappers_of_gymnasium_take_it() -> None:
    games = gymnasium.wrappers.vector.RecordEpisodeStatistics(made(leduc(), 3))
    games.reset(seed=1)
    found: list[Any] = []
    for _ in range(20):
        *_, infos = games.step(games.unwrapped.sample())
        found += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert found
    games.close()


def test_mistakes() -> None:
    games = made(leduc(), 2)
    with pytest.raises(SetupError, match=r"no game has begun; call reset\(\) first"):
        games.step([0, 0])
    with pytest.raises(SetupError, match="at least 0, not -1"):
        games.reset(seed=-1)
    games.reset(seed=1)
    with pytest.raises(IllegalActionError, match="game 1"):
        games.step([int(games.sample()[0]), 99])
    games.close()
    games.close()
    with pytest.raises(SetupError, match="this environment is closed"):
        games.reset()
    with pytest.raises(SetupError, match="autoreset_mode is one of NextStep, SameStep, Disabled, not 'never'"):
        made(leduc(), 2, autoreset_mode="never")
    with pytest.raises(SetupError, match="seat"):
        made(leduc(), 2, seat=7)


def test_stable_baselines3_takes_it() -> None:
    """The games are those of Gymnasium's mode that begins the next game in the same step."""
    pytest.importorskip("stable_baselines3")
    games: Any = environments.stable_baselines3(leduc(), 3)
    other = made(leduc(), 3, autoreset_mode="SameStep")
    games.seed(4)
    seen, (expected, _) = games.reset(), other.reset(seed=4)
    ends = 0
    for step in range(30):
        assert all((seen[key] == expected[key]).all() for key in seen)
        assert (np.stack(games.env_method("action_masks")) == seen["action_mask"]).all()
        actions = other.sample(np.random.default_rng(step))
        seen, rewards, over, infos = games.step(actions)
        expected, more, ended, _, told = other.step(actions)
        assert (rewards == more).all()
        assert (over == ended).all()
        for at in np.flatnonzero(over):
            ends += 1
            end = infos[at]["terminal_observation"]["observation"]
            assert (end == told["final_obs"][at]["observation"]).all()
    assert ends
    assert games.has_attr("action_masks")
    with pytest.raises(SetupError, match="have no attributes of their own"):
        games.set_attr("seat", 2)
    games.close()
