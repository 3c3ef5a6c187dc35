"""Published decks: a game with the deck of another, and its seed, is the same game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import cardrules
from cardrules import rulesets

from ..calling import call
from ..loading import loaded


@pytest.mark.parametrize("name", rulesets.bundled())
def test_a_published_deck_leads_to_the_same_game(
    name: str, amount: Callable[[int, int], int]
) -> None:
    """Later deals and all other chance are those of the seed, with and without the deck."""
    game = loaded(name)
    for seed in range(amount(1, 5)):
        deck = game.first_deck(seed)
        chance = Random(seed)
        one, other = game.new_initial_state(seed), game.new_initial_state(seed, deck=deck)
        for _ in range(amount(60, 5000)):
            assert str(one.open_observation()) == str(other.open_observation())
            if one.is_terminal():
                break
            action = str(chance.choice(one.legal_actions()))
            one.apply_action(action)
            other.apply_action(action)
        assert one.returns() == other.returns()


def test_the_command(tmp_path: Path) -> None:
    done = call(["decks", "hearts", "--games", "3", "--seed", "5"], tmp_path)
    found = json.loads(done.stdout)
    game = cardrules.load("hearts")
    assert (found["fingerprint"], found["version"]) == (game.fingerprint(), cardrules.__version__)
    assert [each["seed"] for each in found["games"]] == [5, 6, 7]
    assert found["games"][1]["deck"] == game.first_deck(6)
    assert len(call(["decks", "gin_rummy_partnership"], tmp_path).stdout) > 500
    assert call(["decks", "nothing"], tmp_path).returncode == 1


def test_a_game_without_a_shuffle_has_no_deck(tmp_path: Path) -> None:
    path = tmp_path / "plain.yaml"
    text = (Path(__file__).parents[2] / "examples" / "leduc_poker.yaml").read_text("utf-8")
    path.write_text(text.replace("    shuffle stock\n", ""), "utf-8")
    with pytest.raises(cardrules.DeckError, match="does not begin with a shuffle"):
        cardrules.load(path).first_deck()
