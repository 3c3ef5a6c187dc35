"""Published decks: a game with the deck and the dealer of another begins with the same deal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import cardrules
from cardrules import rulesets
from cardrules.interpreter.play.game import rules_of

from ..calling import call
from ..loading import loaded

PEERS = Path(__file__).parents[1] / "peers" / "rulesets"
# Where the card that is turned up lies in the deck, and the rank after which the rest is shuffled again by chance.
AGAIN = {"crazy_eights": (20, "8")}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", rulesets.bundled())
def test_a_published_deck_leads_to_the_same_deal(name: str, amount: Callable[[int, int], int]) -> None:
    """All cards lie where they lay."""
    game = loaded(name)
    for seed in range(amount(2, 20)):
        deck = game.first_deck(seed)
        if name in AGAIN:
            place, rank = AGAIN[name]
            assert isinstance(deck, str)
            if deck.split()[place].startswith(rank):
                continue
        one = game.new_initial_state(seed)
        other = game.new_initial_state(seed, deck=deck)
        assert str(one.open_observation()) == str(other.open_observation())


@pytest.mark.parametrize("name", ["hearts", "holdem", "cribbage"])
def test_a_published_deck_and_dealer_need_no_seed(name: str) -> None:
    game = loaded(name)
    for seed in range(8):
        other = game.new_initial_state(99, deck=game.first_deck(seed), dealer=game.first_dealer(seed))
        assert str(game.new_initial_state(seed).open_observation()) == str(other.open_observation())


def test_a_deck_of_several_tables_has_no_dealer() -> None:
    assert loaded("gin_rummy_partnership").first_dealer(3) is None


def test_a_part_of_the_pack_is_shuffled() -> None:
    """The deck holds the whole pack, and the cards that lay elsewhere stay there."""
    game = cardrules.load(PEERS / "goofspiel.yaml")
    for seed in range(20):
        deck = game.first_deck(seed)
        assert isinstance(deck, str)
        assert len(deck.split()) == rules_of(game).program.pack.size
        other = game.new_initial_state(seed, deck=deck)
        assert str(game.new_initial_state(seed).open_observation()) == str(other.open_observation())


def test_the_command(tmp_path: Path) -> None:
    done = call(["decks", "hearts", "--games", "3", "--seed", "5"], tmp_path)
    found = json.loads(done.stdout)
    game = cardrules.load("hearts")
    assert (found["fingerprint"], found["version"]) == (game.fingerprint(), cardrules.__version__)
    assert [each["seed"] for each in found["games"]] == [5, 6, 7]
    assert found["games"][1]["deck"] == game.first_deck(6)
    assert found["games"][1]["dealer"] == game.first_dealer(6)
    assert len(call(["decks", "gin_rummy_partnership"], tmp_path).stdout) > 500
    assert call(["decks", "nothing"], tmp_path).returncode == 1


def test_a_game_without_a_shuffle_has_no_deck(tmp_path: Path) -> None:
    path = tmp_path / "plain.yaml"
    text = (Path(__file__).parents[2] / "rulesets" / "leduc_poker.yaml").read_text("utf-8")
    path.write_text(text.replace("    shuffle stock\n", ""), "utf-8")
    with pytest.raises(cardrules.DeckError, match="does not begin with a shuffle"):
        cardrules.load(path).first_deck()
