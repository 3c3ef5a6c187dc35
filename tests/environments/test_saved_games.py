"""Games of a vector that are saved, copied and gone on from; and vectors that begin with states."""

from __future__ import annotations

from typing import Any

import pytest

import cardrules
from cardrules import environments
from cardrules.interpreter.errors import SetupError

np: Any = pytest.importorskip("numpy")


def same(one: Any, other: Any) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def at_random(games: Any, steps: int) -> Any:
    rng, batch = np.random.default_rng(2), None
    for _ in range(steps):
        batch = games.step(games.sample(rng))
    return batch


def vector(name: str, n: int, engine: str) -> Any:
    return environments.vector(cardrules.load(name, single_deal=True), n, seed=3, engine=engine)


@pytest.mark.parametrize("name", ["leduc_poker", "hearts"])
def test_games_go_on_from_where_they_were(name: str, engine: str) -> None:
    games = vector(name, 3, engine)
    games.reset()
    before = at_random(games, 5)
    saved = games.save()
    first = games.step(games.sample(np.random.default_rng(9)))
    again = games.load(saved)
    assert same(again[:3], before[:3])
    assert not again.rewards.any()
    assert same(games.step(games.sample(np.random.default_rng(9))), first)


def test_games_are_copied(engine: str) -> None:
    games = vector("hearts", 4, engine)
    games.reset()
    at_random(games, 7)
    saved = games.save()
    batch = games.load(saved, [2, 2, 0, np.int64(3)])
    assert (batch.observation[0] == batch.observation[1]).all()
    assert (batch.observation[0] == saved.batch.observation[2]).all()
    actions = games.sample(np.random.default_rng(1))
    actions[1] = actions[0]
    after = games.step(actions)
    assert (after.observation[0] == after.observation[1]).all()
    # A game that was copied is played again by Python with all its choices, also those before it was saved.
    twice = games.save()
    games.load(twice, [1, 0, 3, 2])
    expected = games.step(games.sample(np.random.default_rng(4)))
    games.load(twice, [1, 0, 3, 2])
    games._take_back()
    assert games.engine == "python"
    assert same(games.step(games.sample(np.random.default_rng(4))), expected)
    assert same(games.load(twice)[:3], after[:3])


def test_games_begin_with_states(engine: str) -> None:
    game = cardrules.load("oh_hell", single_deal=True)
    state = game.new_initial_state(5)
    games = environments.vector(game, 2, engine=engine)
    states: list[cardrules.State] = []
    for action in ("first", "last"):
        copy = state.clone()
        copy.apply_action(copy.legal_actions()[0 if action == "first" else -1])
        states.append(copy)
    batch = games.begin(states)
    assert batch.player.tolist() == [copy.current_player() for copy in states]
    for row, copy in zip(batch.mask, states, strict=True):
        names: list[str] = [games.spaces.actions.names[at] for at in np.flatnonzero(row)]
        assert names == [str(action) for action in copy.legal_actions()]
    saved = games.save()
    assert same(games.load(saved)[:3], batch[:3])


def test_mistakes() -> None:
    game = cardrules.load("leduc_poker", single_deal=True)
    games = environments.vector(game, 2)
    with pytest.raises(SetupError, match=r"no game has begun; call reset\(\) first"):
        games.save()
    games.reset()
    saved = games.save()
    for wrong in ([0], [0, 2], [0, -1]):
        with pytest.raises(SetupError, match="indices are 2 numbers of games from 0 to 1"):
            games.load(saved, wrong)
    with pytest.raises(SetupError, match="load takes what `save` of a vector of 2 games has returned, not 3"):
        games.load(3)  # type: ignore[arg-type]
    state = game.new_initial_state(1)
    with pytest.raises(SetupError, match="begin needs 2 states, one for each game, and was given 1"):
        games.begin([state])
    with pytest.raises(SetupError, match=r"states\[1\] was not dealt from a seed alone"):
        games.begin([state, game.new_initial_state(1, dealer=1)])
    with pytest.raises(SetupError, match=r"states\[0\] is of another game"):
        games.begin([cardrules.load("hearts").new_initial_state(), state])
    with pytest.raises(SetupError, match=r"states\[0\] is a State, not 1"):
        games.begin([1, 2])  # type: ignore[list-item]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(SetupError, match=r"states\[0\] is over"):
        games.begin([state, state])
