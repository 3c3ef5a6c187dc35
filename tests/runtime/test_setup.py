"""How a game begins: the deck, the dealer, the number of the deal, one deal or a match."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.game.setup.opening import cards_of_deck
from cardrules.interpreter.play.game import rules_of


@pytest.fixture(scope="module")
def game() -> cardrules.Game:
    return cardrules.load("gin_slaughtre", options={"exchange": "none"})


@pytest.fixture
def pack(game: cardrules.Game) -> list[str]:
    cards = list(rules_of(game).program.pack.text)
    Random(1).shuffle(cards)
    return cards


def test_a_deck_is_dealt_from_its_beginning(game: cardrules.Game, pack: list[str]) -> None:
    state = game.new_initial_state(deck=pack, dealer=1)
    view = state.observation(0)
    assert view.zones["reserve"][0] == tuple(pack[0:6:2])
    assert view.zones["reserve"][1] == tuple(pack[1:6:2])
    assert sorted(view.zones["hand"][0]) == sorted(pack[6:14:2])
    assert len(view.zones["stock"]) == 40
    stock = rules_of(game).recorder.place(list(rules_of(game).program.zones).index("stock"), -1)
    cards = rules_of(game).recorder.cards(state.position, stock)
    assert [rules_of(game).program.pack.text[card] for card in reversed(cards)] == pack[14:]


def test_a_deck_may_be_written_as_people_write_cards(game: cardrules.Game) -> None:
    plain = list(rules_of(game).program.pack.text)
    other = [card.replace("T", "10").replace("S", "♠").lower() for card in plain]
    assert cards_of_deck(rules_of(game), other) == cards_of_deck(rules_of(game), plain) == tuple(range(54))


@pytest.mark.parametrize(
    ("left_out", "first", "more", "message"),
    [
        (1, [], [], r"the deck has 53 of 54 cards; missing: "),
        (54, [], [], r"the deck has 0 of 54 cards; missing: AC, AD, AH, AS, 2C, …"),
        (0, [], ["3C"], "the deck has '3C' once too often, at 55"),
        (0, [], ["Jo"], "the deck has 'Jo' once too often, at 55"),
        (1, ["1X"], [], "card 1 of the deck, '1X', is not in this game"),
        (1, ["??"], [], r"card 1 of the deck, '\?\?', is not in this game"),
    ],
)
def test_a_deck_that_is_not_the_pack_is_refused(
    game: cardrules.Game,
    pack: list[str],
    left_out: int,
    first: list[str],
    more: list[str],
    message: str,
) -> None:
    with pytest.raises(cardrules.DeckError, match=message) as refused:
        game.new_initial_state(deck=[*first, *pack[left_out:], *more])
    assert isinstance(refused.value, ValueError)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("dealer", [0, 1])
def test_a_dealer_can_be_chosen(game: cardrules.Game, dealer: int) -> None:
    state = game.new_initial_state(seed=3, dealer=dealer)
    assert state.observation(0).dealer == dealer


def test_the_first_dealer_is_a_matter_of_chance(game: cardrules.Game) -> None:
    dealers = {game.new_initial_state(seed=seed).observation(0).dealer for seed in range(20)}
    assert dealers == {0, 1}


@pytest.mark.parametrize("dealer", [-1, 2, 99])
def test_there_is_no_such_seat(game: cardrules.Game, dealer: int) -> None:
    with pytest.raises(ValueError, match=rf"there is no seat {dealer}; seats are 0 to 1"):
        game.new_initial_state(dealer=dealer)


def test_a_deal_can_be_chosen() -> None:
    game = cardrules.load("oh_hell", players=4)
    first, third = game.new_initial_state(seed=1), game.new_initial_state(seed=1, deal=3)
    assert first.observation(0).deal == 1
    assert third.observation(0).deal == 3
    assert len(first.observation(0).zones["hand"][0]) != len(third.observation(0).zones["hand"][0])
    with pytest.raises(ValueError, match="deals are counted from 1 to 1000000, so there is no deal 0"):
        game.new_initial_state(deal=0)


def test_a_single_deal_ends_the_game() -> None:
    match = cardrules.load("oh_hell", players=3)
    game = cardrules.load("oh_hell", players=3, single_deal=True)
    state, whole = game.new_initial_state(seed=5), match.new_initial_state(seed=5)
    chance = Random(5)
    while not state.is_terminal():
        raw = chance.choice(state.raw_legal_actions())
        state.apply_raw(raw)
        whole.apply_raw(raw)
    assert not whole.is_terminal()
    assert whole.observation(0).deal == 2
    assert state.scores() == whole.scores()
    assert state.returns() == state.scores()
    assert "single_deal=True" in repr(game)
    with pytest.raises(cardrules.SaveFileError, match="under other rules"):
        match.state_from_json(state.to_json())


def test_seeds_may_be_any_integers_and_give_different_games(game: cardrules.Game) -> None:
    seeds = [0, 1, -1, 2**64, 10**30]
    hands = {game.new_initial_state(seed=seed).observation(0).zones["hand"][0] for seed in seeds}
    assert len(hands) == 4  # 2**64 is 0 again: a seed counts modulo 2**64
    assert game.new_initial_state() == game.new_initial_state(seed=0)


@pytest.mark.parametrize("seed", ["x", 1.5, None])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(cardrules.SetupError, match="whole number"):
        cardrules.load("gin_slaughtre").new_initial_state(seed=seed)


@pytest.mark.parametrize("seat", [9, -1, "x"])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    game = cardrules.load("gin_slaughtre")
    with pytest.raises(cardrules.SetupError, match="no seat"):
        game.new_initial_state(dealer=seat)
    with pytest.raises(cardrules.SetupError, match="no seat"):
        game.new_initial_state().observation(seat)


@pytest.mark.parametrize("action", [3, None])
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(cardrules.IllegalActionError, match="Action or its text"):
        cardrules.load("gin_slaughtre").new_initial_state().apply_action(action)
