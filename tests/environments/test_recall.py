"""Information states of OpenSpiel as arrays tell as much as their texts, no less and no more."""

# OpenSpiel has no complete types.
# pyright: basic

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules import environments
from cardrules.environments.episode import Episode
from cardrules.environments.game_spaces import Spaces
from cardrules.environments.recall import recalled, row_size
from cardrules.interpreter.play.game import rules_of

pyspiel: Any = pytest.importorskip("pyspiel")


def game(ruleset: str, **more: object) -> Any:
    environments.openspiel()
    return pyspiel.load_game("cardrules", {"ruleset": ruleset, **more})


class Pairs:
    """Arrays and texts that were seen together."""

    def __init__(self) -> None:
        self.texts: dict[bytes, str] = {}
        self.arrays: dict[str, bytes] = {}

    def add(self, text: str, found: bytes) -> None:
        assert self.texts.setdefault(found, text) == text, "two texts have one array"
        assert self.arrays.setdefault(text, found) == found, "two arrays have one text"


def states(state: Any) -> Iterator[Any]:
    """All states of a small game in which cards are dealt."""
    yield state
    for action in state.legal_actions() if not state.is_terminal() else ():
        yield from states(state.child(action))


def test_each_information_state_of_kuhn_poker_has_an_array_of_its_own() -> None:
    pairs, tree = (Pairs(), Pairs()), game("kuhn_poker")
    assert tree.information_state_tensor_size() == len(tree.new_initial_state().information_state_tensor(0))
    for state in states(tree.new_initial_state()):
        for player in range(2):
            text = state.information_state_string(player)
            pairs[player].add(text, array("f", state.information_state_tensor(player)).tobytes())
    assert len(pairs[0].texts) > 12


@pytest.mark.parametrize("name", ["leduc_poker", "cuckoo", "love_letter", "hearts", "hanabi"])
def test_arrays_differ_where_texts_do(name: str) -> None:
    """Games with the same hands are played differently; numbers are chosen in several steps, too."""
    given = {} if name == "leduc_poker" else {"single_deal": True}
    spaces, chance = Spaces(rules_of(cardrules.load(name, **given))), Random(3)  # type: ignore[arg-type]
    pairs = [Pairs() for _ in range(spaces.game.players)]
    for turn in range(6):
        episode = Episode(spaces, turn % 3)
        for _ in range(30):
            for seat, each in enumerate(pairs):
                rows = b"".join([row.tobytes() for row in recalled(episode, seat)])
                each.add(episode.information_state(seat), rows)
            if episode.player is None:
                break
            episode.step(chance.choice(episode.legal()[:3]))
    assert all(len(each.texts) > 12 for each in pairs)


def test_a_resampled_state_has_the_same_array() -> None:
    tree = game("love_letter", single_deal=True)
    state, chance = tree.new_initial_state(), Random(2)
    while not state.is_terminal():
        if not state.is_chance_node():
            player = chance.randrange(2)
            other = state.resample_from_infostate(player, chance.random)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
        state.apply_action(chance.choice(state.legal_actions()[:20]))


@pytest.mark.parametrize(("name", "given"), [("oh_hell", {}), ("hearts", {"single_deal": True})])
def test_matches_and_large_arrays_are_texts_only(name: str, given: dict[str, object]) -> None:
    tree = game(name, seeds=5, **given)
    assert not tree.get_type().provides_information_state_tensor


def test_a_longer_game_than_was_said_is_an_error() -> None:
    tree = game("love_letter", single_deal=True, max_length=2, seeds=5)
    state, chance = tree.new_initial_state(), Random(2)
    assert tree.information_state_tensor_shape() == [3 * row_size(tree.setup.spaces)]
    for _ in range(4):
        state.apply_action(chance.choice(state.legal_actions()))
    with pytest.raises(cardrules.SetupError, match="more choices than its max_game_length, 2; give a greater"):
        state.information_state_tensor(0)
