"""Arguments of a wrong kind: each is refused by an error of the tree, in one short sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.game.setup.opening import cards_of_deck
from cardrules.interpreter.play.game import rules_of

Call = Callable[[Any], object]


@pytest.fixture(scope="module")
def game() -> cardrules.Game:
    return cardrules.load("gin_slaughtre", options={"exchange": "none"})


@pytest.fixture
def state(game: cardrules.Game) -> cardrules.State:
    return game.new_initial_state(seed=7)


def check(error: type[Exception], words: str, call: Callable[[], object]) -> None:
    with pytest.raises(error) as refused:
        call()
    text = str(refused.value)
    assert words in text
    assert len(text) < 400
    assert text.isprintable(), "one line, without characters that disturb a terminal"
    assert isinstance(refused.value, cardrules.CardrulesError)


class Nameless:
    """A path without a name."""

    def __fspath__(self) -> Any:
        return 5


@pytest.mark.parametrize("name", [None, 5, 2.5, b"gin_slaughtre", ["gin"], Path, Nameless()])
def test_a_ruleset_is_named_by_a_text_or_a_path(name: Any) -> None:
    check(cardrules.SetupError, "a ruleset is a name or a path", lambda: cardrules.load(name))


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"options": [1]}, cardrules.OptionError, "options are a mapping of names to values, not"),
        ({"options": "pairs"}, cardrules.OptionError, "not 'pairs'"),
        ({"options": [("pairs", True)]}, cardrules.OptionError, "a mapping"),
        ({"options": {3: 1}}, cardrules.OptionError, "There is no option '3'."),
        ({"options": {None: 1}}, cardrules.OptionError, "There is no option 'None'."),
        ({"options": {("a",): 1}}, cardrules.OptionError, "There is no option '('a',)'."),
        ({"options": {"pairs": [1]}}, cardrules.OptionError, "expected true or false"),
        ({"options": {"pairs": object}}, cardrules.OptionError, "expected true or false"),
        ({"options": {"refill_to": 10**5000}}, cardrules.OptionError, "a whole number from 1"),
        ({"settings": "pairs=true"}, cardrules.OptionError, "settings are a list of texts"),
        ({"settings": 5}, cardrules.OptionError, "settings are a list of texts"),
        ({"settings": [3]}, cardrules.OptionError, "settings are a list of texts"),
        ({"settings": {"pairs": "true"}}, cardrules.OptionError, "settings are a list of texts"),
        ({"variant": 3}, cardrules.OptionError, "There is no variant '3'."),
        ({"variant": ["x"]}, cardrules.OptionError, "There is no variant"),
        ({"players": "2"}, cardrules.PlayerCountError, "a whole number, not '2'"),
        ({"players": 2.0}, cardrules.PlayerCountError, "a whole number, not 2.0"),
        ({"players": True}, cardrules.PlayerCountError, "a whole number, not True"),
        ({"players": [2]}, cardrules.PlayerCountError, "a whole number, not [2]"),
        ({"players": 10**5000}, cardrules.PlayerCountError, "The game is for 2 players"),
        ({"single_deal": "x"}, cardrules.SetupError, "single_deal is True or False, not 'x'"),
    ],
)
def test_what_a_game_cannot_be_loaded_with(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    check(error, words, lambda: cardrules.load("gin_slaughtre", **arguments))


def test_an_unknown_ruleset_is_refused_with_the_nearest() -> None:
    check(cardrules.RulesetError, "'gin_slaughtre'", lambda: cardrules.load("gin_slautre"))


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"seed": "x"}, cardrules.SetupError, "a seed is a whole number (an int), not 'x'"),
        ({"seed": True}, cardrules.SetupError, "a seed is a whole number (an int), not True"),
        ({"dealer": "a"}, cardrules.SetupError, "there is no seat 'a'; seats are 0 to 1"),
        ({"dealer": 10**5000}, cardrules.SetupError, "there is no seat"),
        ({"deal": 0}, cardrules.SetupError, "there is no deal 0"),
        ({"deal": "x"}, cardrules.SetupError, "there is no deal 'x'"),
        ({"deal": 10**30}, cardrules.SetupError, "there is no deal 1000"),
        ({"deck": 5}, cardrules.DeckError, "a deck is a text or a list of texts, not 5"),
        ({"deck": b"AS"}, cardrules.DeckError, "a deck is a text or a list of texts, not b'AS'"),
        ({"deck": {"AS": 1}}, cardrules.DeckError, "a deck is a text or a list of texts"),
        ({"deck": (c for c in "AB")}, cardrules.DeckError, "a deck is a text or a list of texts"),
        ({"deck": [1, 2]}, cardrules.DeckError, "card 1 of the deck, 1, is not in this game"),
        ({"deck": [None]}, cardrules.DeckError, "card 1 of the deck, None, is not in this game"),
        ({"deck": ["x" * 9999]}, cardrules.DeckError, "is not in this game"),
        ({"deck": "AS KS"}, cardrules.DeckError, "the deck has 2 of 54 cards; missing: AC"),
    ],
)
def test_what_a_game_cannot_begin_with(
    game: cardrules.Game, arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    check(error, words, lambda: game.new_initial_state(**arguments))


def test_a_deck_may_be_one_text(game: cardrules.Game) -> None:
    pack = list(rules_of(game).program.pack.text)
    assert cards_of_deck(rules_of(game), " ".join(pack)) == cards_of_deck(rules_of(game), pack)
    assert cards_of_deck(rules_of(game), ", ".join(pack)) == cards_of_deck(rules_of(game), pack)


@pytest.mark.parametrize(
    ("position", "arguments", "error", "words"),
    [
        (None, {}, cardrules.PositionError, "a position is a mapping of names to values"),
        (5, {}, cardrules.PositionError, "a position is a mapping"),
        ("pile", {}, cardrules.PositionError, "a position is a mapping"),
        ({3: 5}, {}, cardrules.PositionError, "In '3'"),
        ({"hand": object()}, {}, cardrules.PositionError, "In 'hand'"),
        ({"phase": ["x"]}, {}, cardrules.PositionError, "There is no phase"),
        ({"actor": 10**5000}, {}, cardrules.PositionError, "There is no seat"),
        ({"score": [10**5000, 0]}, {}, cardrules.PositionError, "In 'score' of seat 0"),
        ({"pile": 10**5000}, {}, cardrules.PositionError, "In 'pile'"),
        ({"rest": 5}, {}, cardrules.PositionError, "is not a zone of the table"),
        ({"rest": "x" * 9999}, {}, cardrules.PositionError, "is not a zone of the table"),
        ({"x" * 9999: 1}, {}, cardrules.PositionError, "In 'xxx"),
        ({}, {"seed": "x"}, cardrules.SetupError, "a seed is a whole number"),
        ({}, {"dealer": "x"}, cardrules.SetupError, "there is no seat 'x'"),
        ({}, {"deal": "x"}, cardrules.SetupError, "there is no deal 'x'"),
    ],
)
def test_what_is_no_position(
    game: cardrules.Game,
    position: Any,
    arguments: dict[str, Any],
    error: type[Exception],
    words: str,
) -> None:
    check(error, words, lambda: game.state_from_position(position, **arguments))


@pytest.mark.parametrize("text", [None, 5, b"{}", ["x"]])
def test_a_saved_game_is_a_text(game: cardrules.Game, text: Any) -> None:
    check(cardrules.SaveFileError, "a saved game is a text", lambda: game.state_from_json(text))


@pytest.mark.parametrize("text", ["", "[]", "x", "null", "[" * 99999, "1" * 9999, "\ud800"])
def test_what_is_no_saved_game(game: cardrules.Game, text: str) -> None:
    check(cardrules.SaveFileError, "this is not a saved game", lambda: game.state_from_json(text))


@pytest.mark.parametrize("text", ["", " ", "\n", "x" * 9999, "play " * 9999, "play \ud800", "\x1b[31m", "play AS\nKS"])
def test_a_text_that_is_no_action_is_quoted_short_and_harmless(state: cardrules.State, text: str) -> None:
    check(cardrules.IllegalActionError, "legal", lambda: state.apply_action(text))


def test_a_long_text_is_shortened_in_its_middle(state: cardrules.State) -> None:
    with pytest.raises(cardrules.IllegalActionError) as refused:
        state.apply_action("first" + "x" * 9999 + "last")
    assert "'firstxx" in str(refused.value)
    assert "xlast'" in str(refused.value)


@pytest.mark.parametrize("raw", [None, 3, (), (99,), (0,), (0, "x"), "play", [0, 1]])
def test_what_is_not_legal_in_the_machines_form(game: cardrules.Game, state: cardrules.State, raw: Any) -> None:
    before = state.to_json()
    check(cardrules.IllegalActionError, "not a legal action", lambda: state.apply_raw(raw))
    assert state.to_json() == before
    while not state.is_terminal():
        state.apply_raw(state.raw_legal_actions()[0])
    check(cardrules.IllegalActionError, "over", lambda: state.apply_raw(raw))
    check(cardrules.IllegalActionError, "over", lambda: state.apply_action(raw))


@pytest.mark.parametrize("action", [None, 3, b"play", ["play"], cardrules.Action(5, ())])  # type: ignore[arg-type]
def test_what_is_no_action(state: cardrules.State, action: Any) -> None:
    words = "an action is an Action or its text"
    check(cardrules.IllegalActionError, words, lambda: state.apply_action(action))
    check(cardrules.IllegalActionError, words, lambda: state.find(action))


@pytest.mark.parametrize("seat", [9, -1, "a", None, True, 1.0, [0], [10**5000]])
def test_what_is_no_seat(game: cardrules.Game, state: cardrules.State, seat: Any) -> None:
    calls: list[Call] = [state.observation, state.history_for, rules_of(game).check_seat]
    for call in calls:
        check(cardrules.SetupError, "there is no seat", lambda call=call: call(seat))


def test_a_game_shows_what_users_need(game: cardrules.Game) -> None:
    shown = {name for name in dir(game) if not name.startswith("_")}
    assert shown == {
        *("players", "single_deal", "settings", "fingerprint"),
        *("new_initial_state", "first_deck", "first_dealer", "state_from_position", "state_from_json", "rollouts"),
    }
