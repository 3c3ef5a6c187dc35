"""Action spaces and observation spaces of all bundled games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

import cardrules
from cardrules import rulesets
from cardrules.environments.actions import FEW
from cardrules.environments.episode import Episode, Spaces

Amount = Callable[[int, int], int]


@pytest.fixture(scope="module", params=rulesets.bundled())
def spaces(request: pytest.FixtureRequest) -> Spaces:
    return Spaces(cardrules.load(request.param))


def test_numbers_identify_actions(spaces: Spaces, amount: Amount) -> None:
    """Every legal action has numbers of its own, and none are the beginning of another's."""
    game, chance = spaces.game, Random(4)
    for seed in range(amount(1, 20)):
        state = game.new_initial_state(seed)
        for _ in range(amount(25, 600)):
            if state.is_terminal():
                break
            legal = state.raw_legal_actions()
            numbers = sorted(map(spaces.actions.steps, legal))
            assert all(0 <= each < spaces.actions.size for steps in numbers for each in steps)
            for one, following in pairwise(numbers):
                assert following[: len(one)] != one
            state.apply_raw(chance.choice(legal))


def test_an_episode_is_the_game_of_its_actions(spaces: Spaces, amount: Amount) -> None:
    """Play by numbers leads to the position, the returns and the texts of the public API."""
    chance = Random(9)
    episode = Episode(spaces, seed=6)
    names = spaces.names
    assert len(names) == spaces.size
    assert len(set(names)) == len(names)
    for _ in range(amount(30, 600)):
        if episode.player is None:
            break
        seen = episode.observe(episode.player)
        assert seen.shape == (spaces.size,)
        assert seen[names.index("player 0 acts")] == 1
        legal = episode.legal()
        assert episode.mask().nonzero()[0].tolist() == legal
        episode.step(chance.choice(legal))
    assert episode.player == episode.state.current_player()
    assert episode.returns() == episode.state.returns()
    twin = episode.clone()
    assert twin.information_state(0) == episode.information_state(0)


def test_a_masked_number_is_refused_with_what_is_legal(spaces: Spaces) -> None:
    episode = Episode(spaces)
    masked = int((episode.mask() == 0).argmax())
    with pytest.raises(cardrules.IllegalActionError, match="legal are for example"):
        episode.step(masked)
    with pytest.raises(cardrules.IllegalActionError, match="actions are numbered 0 to"):
        episode.step(spaces.actions.size)


def test_actions_with_many_forms_are_chosen_in_steps() -> None:
    spaces = Spaces(cardrules.load("hearts"))
    names = spaces.actions.names
    assert len(names) < FEW
    episode = Episode(spaces)
    actor = episode.player
    assert actor is not None
    cards = episode.state.observation(actor).zones["hand"][actor][:3]
    for name in ("give …", *cards, "(done)"):
        assert episode.player == actor
        episode.step(names.index(name))
    assert episode.player != actor
    assert str(episode.state.history()[0]) == " ".join(["give", *cards])


def test_numbers_without_a_known_limit_are_chosen_by_digits() -> None:
    spaces = Spaces(cardrules.load("holdem"))
    names = spaces.actions.names
    assert {"raise …", "0", "9", "(done)"} <= set(names)


def test_information_states_tell_apart_what_a_seat_can(amount: Amount) -> None:
    """Equal texts mean equal knowledge, own choices and history; other hands do not matter."""
    spaces = Spaces(cardrules.load("tests/peers/rulesets/kuhn_poker.yaml", players=2))
    texts: dict[str, set[tuple[str, ...]]] = {}
    for order in ("0S 1S 2S", "0S 2S 1S", "1S 0S 2S", "1S 2S 0S", "2S 0S 1S", "2S 1S 0S"):
        for moves in ((), ("pass",), ("bet",), ("pass", "bet")):
            episode = Episode(spaces, deck=order)
            for move in moves:
                episode.step(spaces.actions.names.index(move))
            for seat in range(2):
                own = str(episode.state.observation(seat).zones["hand"][seat])
                text = episode.information_state(seat)
                texts.setdefault(text, set()).add((str(seat), own, *moves))
    assert all(len(found) == 1 for found in texts.values())
    assert len(texts) == 2 * 3 * 4
