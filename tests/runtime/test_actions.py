"""Legal actions: their order, how they may be typed, and what is said of those that are not."""

from __future__ import annotations

import pytest

import cardrules
from cardrules.interpreter.play.saving import core_data


@pytest.fixture(scope="module")
def game() -> cardrules.Game:
    return cardrules.load("gin_slaughtre")


@pytest.fixture
def state(game: cardrules.Game) -> cardrules.State:
    return game.state_from_position(
        {"pile": "4S 7C", "hand": ["Jo QS 8C 8D 8H 2C 9H 3D", 4], "stock": 6}
    )


def texts(state: cardrules.State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def test_actions_come_in_the_order_of_the_rules_and_then_of_the_cards(
    state: cardrules.State,
) -> None:
    assert texts(state) == [
        "play 2C", "play 8C", "play 8D", "play 8H", "play 9H", "play QS", "play Jo",
        "play 8C 8D 8H", "take",
    ]  # fmt: skip


def test_two_cards_with_one_face_are_one_action(game: cardrules.Game) -> None:
    state = game.state_from_position({"pile": "KS", "hand": ["Jo Jo 3C", 4], "stock": 6})
    assert texts(state) == ["play Jo", "take"]
    state.apply_action("play jo")
    assert state.observation(0).zones["hand"][0][:1] == ("3C",)


def test_the_same_position_lists_the_same_whatever_led_to_it(game: cardrules.Game) -> None:
    hands = ("8D 8C 2C QS", "QS 8C 8D 2C")
    listed = [
        texts(game.state_from_position({"pile": "7C", "hand": [hand, 4], "stock": 6}))
        for hand in hands
    ]
    assert listed[0] == listed[1]


@pytest.mark.parametrize(
    "typed",
    ["play 8C 8D 8H", "play 8h 8d 8c", "PLAY 8♥ 8♣ 8♦", "  play  8C,8D,8H ", "play 8♥, 8♣, 8♦"],
)
def test_an_action_may_be_typed_in_many_ways(state: cardrules.State, typed: str) -> None:
    state.apply_action(typed)
    assert str(state.history()[-1]) == "play 8C 8D 8H"


def test_an_action_is_equal_to_another_with_its_text(state: cardrules.State) -> None:
    first, second = state.legal_actions()[:2]
    assert first == state.clone().legal_actions()[0]
    assert first != second
    assert first != str(first)
    assert len({first, state.clone().legal_actions()[0], second}) == 2
    assert first.verb == "play"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("plya 8C", r"'plya 8C' is no action of this game; did you mean 'play'\?; legal now: "),
        ("", "is no action of this game"),
        ("xyzzy", "'xyzzy' is no action of this game; legal now: play 2C, "),
        ("pass", "'pass' does not belong in the phase 'turn'; legal now: play 2C, "),
        ("draw", r"'draw' is not possible now \(actions\.draw\.when\); legal now: play 2C, "),
        ("play 3D", r"'play 3D' is not legal here \(actions\.play\); with 'play' these are: "),
        ("play", "'play' is not legal here"),
        ("play 8C 8D", "'play 8C 8D' is not legal here"),
        ("play 8C 8C 8C", "'play 8C 8C 8C' is not legal here"),
        ("play ZZ", "'play ZZ' is not legal here"),
        ("take 8C", "'take 8C' is not legal here"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_reason(
    state: cardrules.State, typed: str, message: str
) -> None:
    before = core_data(state.core)
    with pytest.raises(cardrules.IllegalActionError, match=message) as refused:
        state.apply_action(typed)
    assert isinstance(refused.value, ValueError)
    assert isinstance(refused.value, cardrules.CardrulesError)
    assert "\n" not in str(refused.value)
    assert core_data(state.core) == before
    assert state.history() == []


def test_an_action_after_the_end_is_refused(game: cardrules.Game) -> None:
    state = game.state_from_position({"pile": "8D", "hand": [0, 4], "reserve": ["JC", 3]})
    state.apply_action("play JC")
    assert state.is_terminal()
    assert state.current_player() is None
    assert state.legal_actions() == []
    assert state.winners() == [0]
    with pytest.raises(cardrules.IllegalActionError, match="the game is over, so 'take' comes"):
        state.apply_action("take")


def test_there_is_nothing_to_take_back_at_first(state: cardrules.State) -> None:
    assert not state.can_undo()
    with pytest.raises(cardrules.IllegalActionError, match="there is nothing to take back"):
        state.undo()


def test_what_showed_a_hidden_card_is_not_taken_back(state: cardrules.State) -> None:
    state.apply_action("take")
    assert state.can_undo()
    state.undo()
    state.apply_action("play 8C")
    with pytest.raises(cardrules.IllegalActionError, match="'play 8C' cannot be taken back"):
        state.undo()
