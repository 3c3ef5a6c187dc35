"""A wrong argument is refused with one sentence that says what is right, in all environments."""

# Some of these libraries have no types.
# pyright: basic

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardrules
from cardrules import environments
from cardrules.interpreter.errors import (
    CardrulesError,
    IllegalActionError,
    RulesetError,
    SetupError,
)

pytest.importorskip("pettingzoo")

table: Any = partial(environments.pettingzoo, "oh_hell", single_deal=True)
seat: Any = partial(environments.gymnasium, "oh_hell", single_deal=True)
vector: Any = partial(environments.vector, "oh_hell")


class Chooses:
    """A bot."""

    def choose(self, view: Any) -> Any:
        """Do the first action."""
        return view.actions()[0]


@cache
def pair(engine: str) -> tuple[Any, Any]:
    """Return vectors of four games by an engine, and by Python; both are reset equally often."""
    if engine == "native":
        pytest.importorskip("wasmtime")
    return vector(4, engine=engine), vector(4, engine="python")


def refused(call: Callable[[], object], error: type[CardrulesError], message: str) -> None:
    """Check that a call ends in an error with a sentence."""
    with pytest.raises(error, match=re.escape(message)) as found:
        call()
    assert "\n" not in str(found.value)


BOT = "others is the name of a bot, or a bot with a method choose(view), not "
BOTS = "others as a list or a mapping has one bot for each other seat (1, 2, 3), not "
PAIR = np.array(["ansi", "human"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        *((partial(seat, others=wrong), BOT) for wrong in (None, 5, Chooses)),
        (partial(seat, others=["random", 5, "quick"]), BOT + "5"),
        (partial(seat, others={1: "random", 2: Chooses, 3: "quick"}), BOT),
        (partial(seat, others=["random", "nobody", "quick"]), "there is no bot 'nobody'"),
        *(
            (partial(seat, others=wrong), f"{BOTS}{wrong}")
            for wrong in ([], ["random"], ["random"] * 4, {1: "random", 2: "random"})
        ),
        (partial(seat, others=dict.fromkeys(range(4), "random")), BOTS),
        (partial(seat, others=np.array(["random"] * 4)), BOTS),
        (partial(seat, others=np.array([["random"]] * 3)), BOT + "['random']"),
        *(
            (partial(make, engine=PAIR), f"engine is native or python, not {PAIR!r}")
            for make in (seat, partial(seat, others="quick"), table, partial(vector, 1))
        ),
        *(
            (partial(make, render_mode=wrong), "render_mode is ansi, human or None, not ")
            for make in (seat, table)
            for wrong in ("foo", 5, ["ansi"], PAIR)
        ),
        (partial(vector, np.array([3])), "the number of games is an integer, not array([3])"),
        (partial(vector, True), "the number of games is an integer, not True"),
    ],
)
def test_constructors_refuse(call: Callable[[], object], message: str) -> None:
    refused(call, SetupError, message)


def test_numbers_may_be_integers_of_numpy() -> None:
    options = {"peak_hands": np.int64(2), "up_down_keep_tricks": np.True_}
    for make in (table, seat, partial(vector, np.int64(1))):
        made = make(players=np.int64(3), options=options)
        expected = make(players=3, options={"peak_hands": 2, "up_down_keep_tricks": True})
        assert made.spaces.game.key == expected.spaces.game.key
        assert made.spaces.game.players == 3
    assert seat(seat=np.uint8(2)).reset(seed=1)[0]["action_mask"].any()


def test_the_whole_api_takes_numbers_of_numpy() -> None:
    options = {"peak_hands": np.int64(2), "up_down_keep_tricks": np.True_}
    yes: Any = np.True_
    number: Any = np.int32(1)
    game = cardrules.load("oh_hell", players=number + number + number, options=options, single_deal=yes)
    expected = {"peak_hands": 2, "up_down_keep_tricks": True}
    same = cardrules.load("oh_hell", players=3, options=expected, single_deal=True)
    assert game.fingerprint() == same.fingerprint()
    assert game.first_deck(number) == same.first_deck(1)
    assert game.first_dealer(number) == same.first_dealer(1)
    state = game.new_initial_state(number, dealer=number, deal=number)
    assert state.to_json() == same.new_initial_state(1, dealer=1, deal=1).to_json()
    assert str(state.observation(number)) == str(state.observation(1))
    assert state.history_for(number) == state.history_for(1)
    seat: Any = np.array(state.current_player())[()]
    view = cardrules.View(state, seat)
    assert view.rng(number).below(1000) == view.rng(1).below(number * 1000)
    bots = [cardrules.make_bot("rollout", seed=one, budget=one) for one in (number, 1)]
    assert len({bot.choose(view) for bot in bots}) == 1
    second: Any = np.float32(0.01)
    assert cardrules.make_bot("ismcts", seconds=second).choose(view) in view.actions()
    assert view.world(view.rng(1)).value(number) == view.world(view.rng(1)).value(1)


def test_what_an_episode_tells_of_a_seat() -> None:
    made = table()
    made.reset(seed=1)
    calls: tuple[Any, ...] = (made.episode.observe, made.episode.information_state)
    for call in calls:
        assert np.array_equal(call(np.int64(1)), call(1))
        for wrong in (None, -1, 4, True, 1.0, [0]):
            message = f"there is no seat {wrong}; seats are 0 to 3"
            refused(partial(call, wrong), SetupError, message)


def test_the_seats_of_others_may_be_integers_of_numpy() -> None:
    one = seat(others={np.int64(each): "random" for each in (1, 2, 3)})
    other = seat(others=dict.fromkeys((1, 2, 3), "random"))
    (seen, told), (expected, known) = one.reset(seed=1), other.reset(seed=1)
    assert told == known
    assert np.array_equal(seen["observation"], expected["observation"])


def test_others_may_be_an_array_of_names() -> None:
    one, other = (seat(others=make(["quick"] * 3)) for make in (np.array, list))
    (_, told), (_, known) = one.reset(seed=1), other.reset(seed=1)
    assert told == known
    assert one.episode.actions == other.episode.actions


@pytest.mark.parametrize("seed", [1.5, "x", np.array([3]), True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    message = f"a seed is a whole number, not {seed!r}"
    for call in (table().reset, seat().reset, partial(vector, 1)):
        refused(partial(call, seed=seed), SetupError, message)


def test_libraries_have_no_negative_seeds() -> None:
    message = "the seed of an environment is at least 0, not -1"
    for made in (table(), seat()):
        refused(partial(made.reset, seed=-1), SetupError, message)


def test_a_seed_may_be_an_integer_of_numpy() -> None:
    for number in (np.int64(4), np.uint8(4), np.array(4)):
        for make in (table, seat):
            one, other = make(), make()
            one.reset(seed=number)
            other.reset(seed=4)
            assert one.episode.seed == other.episode.seed
        one, other = vector(2, seed=number), vector(2, seed=4)
        assert np.array_equal(one.reset().observation, other.reset().observation)


@pytest.mark.parametrize("action", [None, "3", 3.0, np.array([3]), True, np.True_, [3]])
def test_an_action_is_an_integer(action: Any) -> None:
    message = f"an action is an integer, not {action!r}"
    for made in (table(), seat()):
        made.reset(seed=1)
        before = made.episode.actions[:]
        refused(partial(made.step, action), IllegalActionError, message)
        assert made.episode.actions == before


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8, np.array])
def test_an_action_may_be_an_integer_of_numpy(kind: Any) -> None:
    for made in (table(), seat()):
        made.reset(seed=1)
        made.step(kind(made.episode.legal()[0]))
        assert made.episode.actions


@pytest.mark.parametrize("n", [10**13, 10**18, 10**30])
def test_so_many_games_do_not_fit_into_memory(n: int) -> None:
    message = f"{n} games do not fit into memory; choose fewer"
    refused(lambda: vector(n).reset(), SetupError, message)


BEGIN = "no game has begun; call reset() first"


@pytest.mark.parametrize(
    "call",
    [
        lambda: table().last(),
        lambda: table().observe("player_0"),
        lambda: table().step(0),
        lambda: table().render(),
        lambda: table().agent_iter(),
        lambda: seat().step(0),
        lambda: seat().render(),
        lambda: vector(1).step(np.zeros(1, np.int64)),
    ],
)
def test_before_a_game_begins(call: Callable[[], object]) -> None:
    refused(call, SetupError, BEGIN)


@pytest.mark.parametrize("name", ["agent_selection", "rewards", "terminations", "truncations", "infos"])
def test_what_a_table_has_once_a_game_has_begun(name: str) -> None:
    """As in environments of PettingZoo, it is an `AttributeError` to read it before."""
    made = table()
    assert not hasattr(made, name)
    with pytest.raises(AttributeError, match=re.escape(f"there is no {name} yet: {BEGIN}")):
        getattr(made, name)
    with pytest.raises(AttributeError, match="'Table' object has no attribute 'nothing'"):
        _ = made.nothing
    made.reset(seed=1)
    assert getattr(made, name)


def test_after_the_end_of_a_game() -> None:
    made = table()
    made.reset(seed=1)
    for _ in made.agent_iter():
        seen, _, over, _, _ = made.last()
        assert seen is not None
        made.step(None if over else int(seen["action_mask"].argmax()))
    for call in (made.last, partial(made.step, None), partial(made.step, 1)):
        refused(call, SetupError, "the game is over; call reset() for the next one")


DEAD_END = """\
cardrules: 1
name: Dead End
summary: Lay cards away, until nobody has any.
players: 2
deck: {ranks: 2 3 4 5, suits: spades}
zones: {stock: {faces: hidden}, pile: {faces: shown}, hand: {each: player, faces: owner}}
deal: {do: deal 2 each to hand, after: first of players wins}
phases: {laying: {players: in turn, until: size of pile is 5}}
actions: {lay: {phase: laying, choose: {card: a card from hand}, do: move card to pile}}
match: {deals: 1}
"""


@pytest.mark.parametrize("engine", ["native", "python"])
def test_after_the_rules_left_no_action(engine: str, tmp_path: Path) -> None:
    if engine == "native":
        pytest.importorskip("wasmtime")
    file = tmp_path / "dead_end.yaml"
    file.write_text(DEAD_END, "utf-8")
    made = environments.pettingzoo(file, engine=engine)
    made.reset(seed=1)
    for _ in range(3):
        made.step(made.episode.legal()[0])
    last, player = made.episode.legal()[0], made.possible_agents.index(made.agent_selection)
    with pytest.raises(RulesetError, match="has no legal action"):
        made.step(last)
    message = f"the rules leave player {1 - player} no action, so that this game cannot go on"
    refused(partial(made.step, 0), IllegalActionError, message)
    made.reset(seed=1)
    made.step(made.episode.legal()[0])


def test_there_is_no_such_agent() -> None:
    made = table()
    made.reset(seed=1)
    message = "there is no agent 'nobody'; agents are player_0 to player_3"
    for call in (made.observe, made.observation_space, made.action_space):
        refused(partial(call, "nobody"), SetupError, message)


def test_native_code_needs_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    message = (
        "native code cannot play this: wasmtime is not installed (pip install '.[fast]' in a checkout of cardrules)"
    )
    for make in (table, seat, partial(vector, 1)):
        refused(partial(make, engine="native"), SetupError, message)


ROW = "actions are a list or an array of integers, one for each game, not "
MANY = "step needs 4 actions, one for each game, and was given "
WHOLE = "an action is an integer, not "


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        (None, SetupError, ROW + "None"),
        (0, SetupError, ROW + "0"),
        ("0000", SetupError, ROW + "'0000'"),
        ({0, 1, 2, 3}, SetupError, ROW + "{0, 1, 2, 3}"),
        ([], SetupError, MANY + "0"),
        ([0, 0, 0], SetupError, MANY + "3"),
        (np.zeros(5, np.int64), SetupError, MANY + "5"),
        (np.zeros((4, 1), np.int64), IllegalActionError, WHOLE + "[0]"),
        ([[0], [0], [0], [0]], IllegalActionError, WHOLE + "[0]"),
        ([0, 0, None, 0], IllegalActionError, WHOLE + "None"),
        ([0, "3", 0, 0], IllegalActionError, WHOLE + "'3'"),
        ([0, 0, 0, 0.5], IllegalActionError, WHOLE + "0.5"),
        (np.zeros(4), IllegalActionError, WHOLE + "0.0"),
        (np.zeros(4, np.bool_), IllegalActionError, WHOLE + "False"),
        ([0, True, 0, 0], IllegalActionError, WHOLE + "True"),
    ],
)
def test_vectors_refuse_what_are_no_actions(
    engine: str, actions: Any, error: type[CardrulesError], message: str
) -> None:
    """Nothing is changed."""
    games, other = pair(engine)
    first, _ = games.reset(), other.reset()
    refused(partial(games.step, actions), error, message)
    legal = first.mask.argmax(axis=1)
    assert np.array_equal(games.step(legal).observation, other.step(legal).observation)


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize(
    ("kind", "number"),
    [
        (np.int64, -1),
        (np.int8, -1),
        (np.int64, -(1 << 20)),
        (np.int64, -(1 << 63)),
        (np.uint64, (1 << 64) - 1),
        (np.uint64, (1 << 64) - (1 << 20)),
        (np.uint64, 1 << 63),
        (np.uint32, (1 << 32) - 1),
        (list, -1),
        (list, (1 << 64) - 1),
        (list, 1 << 70),
        (object, -1),
        (np.int64, 65),
    ],
)
def test_vectors_refuse_numbers_of_no_action(engine: str, place: int, kind: Any, number: int) -> None:
    """Negative numbers mean luck to native code; nothing is changed."""
    games, other = pair(engine)
    legal = games.reset().mask.argmax(axis=1)
    other.reset()
    wrong = [*legal[:place].tolist(), *[number] * (4 - place)]
    given = wrong if kind is list else np.array(wrong, kind)
    message = f"game {place}: there is no action {number}; actions are numbered 0 to 64"
    refused(partial(games.step, given), IllegalActionError, message)
    with pytest.raises(IllegalActionError):
        other.step(given)
    one, expected = games.step(legal), other.step(legal)
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one, expected, strict=True))


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("kind", [list, tuple, np.uint8, np.int32, np.uint64])
def test_vectors_take_integers_of_any_kind(engine: str, kind: Any) -> None:
    games, other = pair(engine)
    legal = games.reset().mask.argmax(axis=1)
    other.reset()
    given = kind(legal) if kind in (list, tuple) else legal.astype(kind)
    assert np.array_equal(games.step(given).observation, other.step(legal).observation)
