"""Playouts of states: native code and Python play the same games, those that the states themselves would play."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.native.playing.wanted import Wanted
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.play.playouts import POLICIES, Playouts, Returns
from cardrules.interpreter.runtime.chance import Random, seeded

from ..loading import loaded

ROOT = Path(__file__).parents[1]
GAMES = (
    ("hearts", True),  # low scores, sealed choices
    ("leduc_poker", True),
    ("love_letter", True),
    ("gin_rummy", True),  # piles; several deals
    (str(ROOT / "games" / "half_points.yaml"), True),
    (str(ROOT / "games" / "two_tables.yaml"), False),  # which native code leaves to Python
)

LARGE = """\
cardrules: 1
name: Large numbers
players: 2
deck: {ranks: A 2 3 4, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
deal: {do: deal 1 each to hand}
phases: {turn: {players: in turn, until: stock is empty}}
actions:
  small:
    phase: turn
    do: |
      move top of stock to hand
      add 1 to score
  large: {phase: turn, do: add 3000000000000 to score}
  pass: {phase: turn}
match: {winner: highest}
limits: {turns: 9, result: end deal}
"""
"""In native code numbers end below 2^40."""


def played(state: cardrules.State, actions: int, seed: int = 1) -> cardrules.State:
    """Return a copy after some actions by chance, or at the end of the game."""
    copy, rng = state.clone(), Random(seed)
    for _ in range(actions):
        if not copy.is_terminal():
            copy.apply_raw(rng.choice(copy.raw_legal_actions()))
    return copy


def by_state(state: cardrules.State, seed: int) -> list[float]:
    """Return what a game returns that the state itself plays, with the chance of a playout."""
    copy, rng = state.clone(), Random(~seed)
    copy.position.rng = seeded(seed)
    while not copy.is_terminal():
        copy.apply_raw(rng.choice(copy.raw_legal_actions()))
    return copy.returns()


def natively(game: cardrules.Game, policy: str) -> Playouts:
    pytest.importorskip("wasmtime")
    made = Playouts(rules_of(game), policy)
    made.use_native()
    return made


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("name", "able"), GAMES)
def test_native_code_plays_the_same(name: str, able: bool, policy: str) -> None:
    game = loaded(name)
    rules, first = rules_of(game), game.new_initial_state(3)
    n = 1 if name == "gin_rummy" else 3  # whose matches are long
    python = Playouts(rules, policy)
    python.use_python()
    native = natively(game, policy)
    positions = [rules.bare_position(played(first, actions).position) for actions in (3, 13)]
    assert native.returns(positions, n, 5) == python.returns(positions, n, 5)
    assert native.is_native is able


@pytest.mark.parametrize("name", ["hearts", "leduc_poker", "cribbage"])
def test_a_playout_is_a_game_that_the_state_plays(name: str) -> None:
    state = played(loaded(name).new_initial_state(2), 5)
    before = state.to_json()
    assert [*state.playouts(3, seed=7)] == [by_state(state, seed) for seed in (7, 8, 9)]
    assert state.to_json() == before


def test_a_state_at_the_end_returns_what_it_has() -> None:
    game = loaded("leduc_poker")
    state = played(game.new_initial_state(2), 1_000_000)
    assert [*state.playouts(2)] == [state.returns()] * 2
    position = rules_of(game).bare_position(state.position)
    assert [*natively(game, "random").returns([position], 2, 0)] == state.returns() * 2


def test_native_code_begins_with_any_playout() -> None:
    """Python may have made the first ones of a state."""
    game = loaded("hearts")
    rules = rules_of(game)
    positions = [rules.bare_position(played(game.new_initial_state(1), actions).position) for actions in (50, 30, 10)]
    whole = natively(game, "random").returns(positions, 4, 0)
    made = Native(rules.bare, Wanted(returns=True))
    for first in (0, 3, 4, 9, 11):
        assert made.returns(positions, 4, first, 0, lambda _: []) == whole[4 * first :]


def test_where_native_code_stops_python_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_text(LARGE, "utf-8")
    game = cardrules.load(file)
    position = rules_of(game).bare_position(game.new_initial_state(1).position)
    python = Playouts(rules_of(game), "random")
    python.use_python()
    native = natively(game, "random")
    found = native.returns([position, position], 9, 0)
    assert native.is_native
    assert found == python.returns([position, position], 9, 0)
    assert min(found) < 10 < max(found)


def test_states_have_seeds_one_after_the_other() -> None:
    game = loaded("oh_hell")
    states = [played(game.new_initial_state(seed), 6) for seed in range(3)]
    found = game.rollouts(states, 2, seed=10)
    assert [[*each] for each in found] == [[*state.playouts(2, seed=10 + 2 * at)] for at, state in enumerate(states)]
    assert found.means() == [each.means() for each in found]
    assert found[-1][0] == found[2][0]
    assert [*map(list, found[1:])] == [[*found[1]], [*found[2]]]


def test_worlds_are_played_on() -> None:
    view = cardrules.View(loaded("hearts").new_initial_state(seed=7), 3)
    world = view.world(view.rng(1))
    assert sum(world.playouts(1)[0]) < 0


def test_returns_are_an_array() -> None:
    numpy = pytest.importorskip("numpy")
    game = loaded("hearts")
    state = played(game.new_initial_state(1), 40)
    found = state.playouts(5)
    array = numpy.asarray(found)
    assert array.shape == (5, 4)
    assert array.dtype == numpy.float64
    assert array.tolist() == [*found]
    assert array.mean(axis=0).tolist() == pytest.approx(found.means())
    array[0, 0] = 99  # it is not a copy
    assert found[0][0] == 99
    assert numpy.asarray(game.rollouts([state, state], 3)).shape == (2, 3, 4)
    assert isinstance(game.rollouts([state], 1)[0], Returns)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n": 0}, "there is at least one playout, not 0"),
        ({"n": 1.5}, "the number of playouts is a whole number, not 1.5"),
        ({"n": True}, "the number of playouts is a whole number, not True"),
        ({"seed": "x"}, "a seed is a whole number, not 'x'"),
        ({"policy": "best"}, "policy is random or quick, not 'best'"),
        ({"policy": ["quick"]}, r"policy is random or quick, not \['quick'\]"),
        ({"n": 10**9}, "1,000,000,000 playouts are too many for one call; ask for at most 12,500,000"),
    ],
)
def test_wrong_arguments(given: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        loaded("hearts").new_initial_state().playouts(**given)  # type: ignore[arg-type]


def test_states_of_another_game_are_refused() -> None:
    game = loaded("hearts")
    with pytest.raises(SetupError, match=r"states\[1\] is of another game: 'oh_hell', players="):
        game.rollouts([game.new_initial_state(), loaded("oh_hell").new_initial_state()])
    with pytest.raises(SetupError, match=r"states\[0\] is a State, not 3"):
        game.rollouts([3])  # type: ignore[list-item]
    with pytest.raises(SetupError, match="there is no state to begin with"):
        game.rollouts([])
