"""PettingZoo and Gymnasium play the same games in native code and in Python."""

from __future__ import annotations

import copy
import io
import pickle
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # pyright: ignore

import cardrules
from cardrules import environments, rulesets
from cardrules.environments import engine as engines
from cardrules.environments.aec import Table
from cardrules.environments.native_episode import NativeEpisode
from cardrules.interpreter.native import module
from cardrules.interpreter.native.translation import assignments
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded

pytest.importorskip("wasmtime")

Amount = Callable[[int, int], int]
SAMPLE = ("bridge", "gin_rummy_partnership", "loba_de_menos")
"""What is tried without `--soak`: auctions, several tables, and piles with actions in steps."""


def equal(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two observations are the same, number by number."""
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)


def in_native_code(table: Any) -> bool:
    """Whether native code plays the game in play."""
    return isinstance(table._play._game, NativeEpisode)  # pyright: ignore[reportPrivateUsage]


def play_both(one: Any, other: Any, seed: int, most: int) -> None:
    """Play a game in both with the same actions; what each agent is told must be the same."""
    chance = np.random.default_rng(seed)
    for table in (one, other):
        table.reset(seed=seed)
    for number, agent in enumerate(other.agent_iter(most)):
        assert one.agent_selection == agent
        (seen, *rest), (expected, *others) = one.last(), other.last()
        assert equal(seen, expected)
        assert rest == others
        over = other.terminations[agent]
        if over or number % 10 == 0:
            assert all(equal(one.observe(each), other.observe(each)) for each in other.agents)
        action = None if over else int(chance.choice(np.flatnonzero(expected["action_mask"])))
        for table in (one, other):
            table.step(action)
        assert one.rewards == other.rewards


def test_agents_are_told_the_same(amount: Amount) -> None:
    for name in rulesets.bundled() if amount(0, 1) else SAMPLE:
        native, python = (
            environments.pettingzoo(name, single_deal=True, engine=engine) for engine in ("native", "python")
        )
        assert (native.engine, python.engine) == ("native", "python")
        for seed in range(amount(1, 10)):
            play_both(native, python, seed, amount(150, 2000))
            assert in_native_code(native)


def test_it_passes_the_tests_of_pettingzoo(amount: Amount) -> None:
    make = partial(environments.pettingzoo, "scopa", engine="native")
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        api_test(make(), num_cycles=amount(20, 1000))
        seed_test(make, num_cycles=amount(5, 500))


def test_where_native_code_stops_python_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native code is made for numbers below 6 only; when a score is larger, Python takes over."""
    monkeypatch.setattr(assignments, "LARGEST", 6)
    native, python = (Table(rules_of(loaded("oh_hell")), engine=engine) for engine in ("native", "python"))
    play_both(native, python, 1, 200)
    assert not in_native_code(native)


def test_native_code_that_stops_in_nearly_all_games_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(assignments, "LARGEST", 2)
    game = cardrules.load("oh_hell", single_deal=True)
    native, python = (Table(rules_of(game), engine=engine) for engine in ("native", "python"))
    seed = 0
    while native.engine == "native":
        seed += 1
        play_both(native, python, seed, 200)
    assert seed >= 20
    play_both(native, python, seed, 200)


def play_seats(one: Any, other: Any, seed: int, most: int) -> None:
    """Play a game of a seat in both with the same actions; it must be told the same."""
    chance = np.random.default_rng(seed)
    (seen, _), (expected, _) = (seat.reset(seed=seed) for seat in (one, other))
    for _ in range(most):
        assert equal(seen, expected)
        action = chance.choice(np.flatnonzero(expected["action_mask"]))
        (seen, *rest), (expected, *others) = (seat.step(action) for seat in (one, other))
        assert rest == others
        if rest[1]:
            break
    assert equal(seen, expected)
    assert one.episode.actions == other.episode.actions


def seats(name: str) -> Iterator[Any]:
    """The first seat of a game, played in native code and in Python."""
    for engine in ("native", "python"):
        yield environments.gymnasium(name, single_deal=True, engine=engine)


def test_one_seat_against_random_ones(amount: Amount) -> None:
    for name in rulesets.bundled() if amount(0, 1) else ("hearts", "klondike"):
        native, python = seats(name)
        for seed in range(amount(1, 10)):
            play_seats(native, python, seed, amount(30, 1000))


def test_where_native_code_stops_python_goes_on_with_one_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Native code is made for numbers below 6 only, which the score of a deal exceeds."""
    monkeypatch.setattr(assignments, "LARGEST", 6)
    native, python = seats("oh_hell")
    for seed in range(3):
        play_seats(native, python, seed, 1000)


def test_one_seat_against_other_bots_is_played_in_python() -> None:
    make = partial(environments.gymnasium, "oh_hell", others="quick")
    assert make().engine == "python"  # type: ignore[attr-defined]
    with pytest.raises(cardrules.SetupError, match="the bots of the other seats are not 'random'"):
        make(engine="native")


def test_a_copy_has_the_engine_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BEFORE_NATIVE", 5)
    for engine, expected in (("python", "python"), (None, "native"), ("native", "native")):
        table = copy.deepcopy(environments.pettingzoo("oh_hell", engine=engine))
        table.reset(seed=1)
        for _ in range(10):
            table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
        assert table.engine == expected


def test_native_code_plays_once_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BEFORE_NATIVE", 60)
    game = cardrules.load("oh_hell", single_deal=True)
    table, python = Table(rules_of(game)), Table(rules_of(game), engine="python")
    played: list[bool] = []
    while not (played and played[-1]):
        play_both(table, python, len(played), 1000)
        played.append(in_native_code(table))
    assert played.count(False) > 1
    assert (table.engine, python.engine) == ("native", "python")


def test_the_game_in_play_is_there_in_python() -> None:
    """It can be rendered, copied and saved; a copy goes on by itself."""
    table = environments.pettingzoo("gin_rummy", render_mode="ansi", engine="native")
    with pytest.raises(cardrules.SetupError, match="no game has begun"):
        table.episode  # noqa: B018
    table.reset(seed=3)
    for _ in range(5):
        table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    assert in_native_code(table)
    episode = table.episode
    assert table.episode is episode
    assert len(episode.actions) == 5
    assert table.render()
    for copied in (copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        for agent in table.agents:
            assert equal(copied.observe(agent), table.observe(agent))
        copied.step(int(copied.observe(copied.agent_selection)["action_mask"].argmax()))
        assert len(copied.episode.actions) == 6
    assert len(episode.actions) == 5


@pytest.mark.parametrize("others", ["random", "quick"])
def test_a_copy_of_a_seat_goes_on_by_itself(others: str) -> None:
    seat = environments.gymnasium("oh_hell", others=others)
    first, _ = seat.reset(seed=3)
    action = int(first["action_mask"].argmax())
    copies = [copy.copy(seat), copy.deepcopy(seat), pickle.loads(pickle.dumps(seat))]
    expected, *more = seat.step(action)
    for copied in copies:
        seen, *rest = copied.step(action)
        assert equal(seen, expected)
        assert rest == more


@pytest.mark.parametrize("action", [-1, 9_999, 0.5, None])
def test_wrong_actions_are_refused_as_in_python(action: object) -> None:
    messages: list[str] = []
    for engine in ("native", "python"):
        table: Any = environments.pettingzoo("oh_hell", engine=engine)
        table.reset(seed=2)
        before = table.observe(table.agent_selection)
        masked = int(before["action_mask"].argmin())
        for wrong in (action, masked):
            with pytest.raises(cardrules.IllegalActionError) as refused:
                table.step(wrong)
            messages.append(str(refused.value))
        assert equal(table.observe(table.agent_selection), before)
    assert messages[:2] == messages[2:]


def test_an_engine_that_cannot_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    make = partial(environments.pettingzoo, "tests/reference/rulesets/climbing.yaml")
    monkeypatch.setattr(module, "LARGEST_MODULE", 1000)
    with pytest.raises(cardrules.SetupError, match=r"native code cannot play this: a module of \d+ bytes"):
        make(engine="native")
    with pytest.raises(cardrules.SetupError, match="engine is native or python, not 'fast'"):
        make(engine="fast")


def test_questions_of_which_others_do_not_learn() -> None:
    """Neither engine tells others who is asked for being able to do something, nor that somebody declined."""
    game = rules_of(cardrules.load("tests/games/may_i.yaml"))
    one, other = Table(game, engine="native"), Table(game, engine="python")
    for seed in range(2):
        play_both(one, other, seed, 150)
    other.reset(seed=3)
    chance, asked = np.random.default_rng(1), 0
    for _ in range(60):
        mask = np.flatnonzero(other.observe(other.agent_selection)["action_mask"])
        acting = [other.observe(agent)["observation"][: len(other.possible_agents)] for agent in other.agents]
        known = sum(bool(each.any()) for each in acting)
        assert known in (1, len(other.agents))
        asked += known == 1
        other.step(int(chance.choice(mask)))
    assert asked
