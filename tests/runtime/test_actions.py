"""Legal actions: their order, how they may be typed, and what is said of those that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.game.saving import position_data


@pytest.fixture(scope="module")
def game() -> cardrules.Game:
    return cardrules.load("gin_slaughtre")


@pytest.fixture
def state(game: cardrules.Game) -> cardrules.State:
    return game.state_from_position({"pile": "4S 7C", "hand": ["Jo QS 8C 8D 8H 2C 9H 3D", 4], "stock": 6})


def texts(state: cardrules.State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def test_actions_come_in_the_order_of_the_rules_and_then_of_the_cards(
    state: cardrules.State,
) -> None:
    assert texts(state) == [
        "play 2C",
        "play 8C",
        "play 8D",
        "play 8H",
        "play 9H",
        "play QS",
        "play Jo",
        "play 8C 8D 8H",
        "take",
    ]


def test_two_cards_with_one_face_are_one_action(game: cardrules.Game) -> None:
    state = game.state_from_position({"pile": "KS", "hand": ["Jo Jo 3C", 4], "stock": 6})
    assert texts(state) == ["play Jo", "take"]
    state.apply_action("play jo")
    assert state.observation(0).zones["hand"][0][:1] == ("3C",)


def test_the_same_position_lists_the_same_whatever_led_to_it(game: cardrules.Game) -> None:
    hands = ("8D 8C 2C QS", "QS 8C 8D 2C")
    listed = [texts(game.state_from_position({"pile": "7C", "hand": [hand, 4], "stock": 6})) for hand in hands]
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
        ("plya 8C", r"this game has no move 'plya 8C'; did you mean 'play'\?; legal now: "),
        ("", "this game has no move ''"),
        ("psas", "this game has no move 'psas'; legal now: "),  # 'pass' is an error now
        ("xyzzy", "this game has no move 'xyzzy'; legal now: play 2C, "),
        ("pass", "'pass' is possible only in 'swapping'; this is 'turn'; legal now: play"),
        ("draw", "'play' is still possible; legal now: play 2C, "),
        ("play 3D", "3D is too low: the top card of the pile is 7C; legal with 'play': "),
        ("play KD", "you do not hold KD; legal with 'play': "),
        ("play", "'play' needs a single, set or run; legal with"),
        (
            "play 8C 8D",
            r"8C 8D are not a single \(one card\), or a set or a run \(at least three cards\)",
        ),
        ("play 8C 8C 8C", "8C is named too often: there is only one such card; legal with"),
        ("play ZZ", "'ZZ' is not a card of this game; legal with"),
        ("play 8", "'8' alone names no card; legal with"),
        ("play 8C Hearts", "'Hearts' alone names no card; legal with"),
        ("take 8C", "'take' is the whole move; leave out '8C'; legal with"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_reason(state: cardrules.State, typed: str, message: str) -> None:
    before = position_data(state.position)
    with pytest.raises(cardrules.IllegalActionError, match=message) as refused:
        state.apply_action(typed)
    assert isinstance(refused.value, ValueError)
    assert isinstance(refused.value, cardrules.CardrulesError)
    assert "\n" not in str(refused.value)
    assert position_data(state.position) == before
    assert state.history() == []


def test_an_action_after_the_end_is_refused(game: cardrules.Game) -> None:
    start = {"pile": "8D", "hand": [0, 4], "reserve": ["JC", 3], "stock": 0}
    state = game.state_from_position(start)
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


# ------------------------------------------------------------------------ in a player's words

REASONS = """
cardrules: 1
name: Reasons
summary: Every way in which an action can be refused.
players: 3
deck: {ranks: 2 3 4 5 6 7 8, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
variables:
  done: {type: boolean, each: player, help: Whether one is done.}
  limit: {type: number, start: 4}
  taken: {type: card, help: The card that was just taken.}
define:
  led: suit of first of pile
  follows: (hand where suit is led) otherwise hand
  cheap: {help: Cheap cards are for the end of the game., is: limit > 3}
deal:
  do: |
    shuffle stock
    deal 4 each to hand
phases:
  turn:
    players: in turn from eldest
    steps: [drawing, playing]
  voting: {players: eldest}
match: {deals: 1, winner: highest}
limits: {turns: 40, result: nobody wins}
actions:
  draw: {phase: drawing, do: draw 1}
  look: {phase: drawing, when: colour of top of stock is red and limit > 9, do: draw 1}
  play: {phase: playing, choose: {card: a card from follows}, do: move card to pile}
  high:
    phase: playing
    choose: {card: a card from hand}
    when: rank of card > rank of last of pile
    do: move card to pile
  two: {phase: playing, choose: {cards: 2 cards from hand}, do: move cards to pile}
  heavy:
    phase: playing
    choose: {card: a card from hand - taken}
    when: total value over (hand - card) <= limit
    do: move card to pile
  bid: {phase: playing, choose: {n: a number from 1 to limit}, do: limit becomes n}
  name: {phase: playing, choose: {p: a player from players where it is not actor}, do: end turn}
  stop: {phase: playing, when: done, do: end turn}
  wait: {phase: playing, when: not done and pile is empty, do: end turn}
  dear: {phase: playing, when: not cheap, do: end turn}
  ask: {phase: playing, do: ask left of actor to agree or deny}
  agree: {do: add 1 to score of actor}
  deny: {do: add 2 to score of actor}
  vote: {phase: voting, do: end deal}
"""

POSITION = {"hand": ["3C 5H 6H 8C", 4, 4], "pile": "4H", "taken": "3C", "actor": 0}


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("play 8H", "you do not hold 8H"),
        (
            "play 8C",
            "8C is not of the same suit as the first of the pile (hearts), and you hold 5H",
        ),
        ("high 3C", "3C is too low: the last of the pile is 4H"),
        ("two 3C", "'two' needs two cards, not 1"),
        ("two 3C 4C", "you do not hold 4C"),
        ("heavy 3C", "3C may not be chosen: it is the card that was just taken"),
        (
            "heavy 8C",
            "the total value of all cards of your hand except 8C is 14, but must be at most 4 (the limit)",
        ),
        ("bid 9", "'bid' takes a number from 1 to 4, not 9"),
        ("bid x", "'bid' takes a number from 1 to 4, not 'x'"),
        ("bid", "'bid' needs a number"),
        ("name 0", "you may not choose yourself"),
        ("name 7", "there is no player '7'; choose seat 1 or seat 2"),
        ("stop", "your 'done' is no, but must be yes"),
        ("wait", "the pile is not empty"),
        ("dear", "cheap cards are for the end of the game"),
        ("agree", "'agree' is only an answer, and you have not been asked"),
        ("vote", "'vote' is possible only in 'voting'; this is 'playing'"),
        ("draw", "'draw' is possible only in 'drawing'; this is 'playing'"),
    ],
)
def test_a_refusal_gives_the_reason(reasons: cardrules.Game, typed: str, message: str) -> None:
    state = reasons.state_from_position(POSITION | {"phase": "playing"})
    with pytest.raises(cardrules.IllegalActionError) as refused:
        state.apply_action(typed)
    assert str(refused.value).startswith(f"{message}; ")


@pytest.fixture(scope="module")
def reasons(tmp_path_factory: pytest.TempPathFactory) -> cardrules.Game:
    file = tmp_path_factory.mktemp("reasons") / "reasons.yaml"
    file.write_text(REASONS, encoding="utf-8")
    return cardrules.load(file)


def test_a_refusal_says_what_comes_before(reasons: cardrules.Game) -> None:
    state = reasons.state_from_position(POSITION | {"phase": "drawing"})
    with pytest.raises(
        cardrules.IllegalActionError,
        match=r"^'play' comes later in the turn: first choose 'draw'; ",
    ):
        state.apply_action("play 5H")


def test_who_is_asked_must_answer(reasons: cardrules.Game) -> None:
    state = reasons.state_from_position(POSITION | {"phase": "playing"})
    state.apply_action("ask")
    with pytest.raises(
        cardrules.IllegalActionError,
        match=r"^you have been asked: answer with 'agree' or 'deny', not",
    ):
        state.apply_action("play 5H")


@pytest.mark.parametrize("top", ["7C", "7H"])
def test_a_refusal_tells_nothing_of_hidden_cards(reasons: cardrules.Game, top: str) -> None:
    """Of two conditions only the one that the player can know of is named."""
    state = reasons.state_from_position(POSITION | {"phase": "drawing", "draws": top})
    with pytest.raises(cardrules.IllegalActionError, match=r"^the limit is 4, but must be more than 9"):
        state.apply_action("look")


def test_an_action_that_was_found_is_done_as_it_is(game: cardrules.Game) -> None:
    """It is not looked for again by its text, which one of another game may share."""
    state = game.state_from_position({"pile": "KS", "hand": ["Jo Jo 3C", 4], "stock": 6})
    other = game.state_from_position({"pile": "KS", "hand": ["3C", "Jo Jo"], "stock": 6})
    action = state.legal_actions()[0]
    assert state.find(action) is action.raw
    with pytest.raises(cardrules.IllegalActionError, match="you do not hold Jo"):
        other.apply_action(action)
    assert state.find(cardrules.Action(action.text, (99,))) == action.raw


LISTS = """
cardrules: 1
name: Two lists
players: 2
deck: {ranks: 2 3 4 5, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand: {each: player, faces: owner}
phases:
  turn: {players: in turn from eldest}
deal: {do: "shuffle stock\\ndeal 3 each to hand"}
limits: {turns: 50, result: nobody wins}
match: {winner: highest}
actions:
  take:
    phase: turn
    choose: {mine: 0 to 2 cards from hand, theirs: 1 to 2 cards from hand - mine}
    do: |
      move mine + theirs to stock
      add size of mine to score of actor
  pass: {phase: turn}
"""


def test_lists_of_cards_are_told_apart(tmp_path: Path) -> None:
    """Each action has a text of its own, and a game that was saved goes on as it was."""
    file = tmp_path / "lists.yaml"
    file.write_text(LISTS, encoding="utf-8")
    game = cardrules.load(file)
    state = game.state_from_position({"hand": ["2C 3C 4C", 3]})
    assert texts(state)[:4] == ["take / 2C", "take / 3C", "take / 4C", "take / 2C 3C"]
    assert len(set(texts(state))) == len(texts(state))
    for action in state.legal_actions():
        assert state.find(action.text) == action.raw
    assert state.find("take 3c/4C,2C") == state.find("take 3C / 2C 4C")
    state.apply_action("take 2C 3C / 4C")
    assert state.scores() == [2, 0]
    assert game.state_from_json(state.to_json()) == state


def test_who_is_asked_and_cannot_answer_is_named(tmp_path: Path) -> None:
    file = tmp_path / "asked.yaml"
    asking = LISTS.replace("add size of mine to score of actor", "ask actor to give")
    asking += "  give: {choose: {c: a card from hand where suit is hearts}, do: move c to stock}\n"
    file.write_text(asking, encoding="utf-8")
    game = cardrules.load(file)
    state = game.state_from_position({"hand": ["2C 3C 4C", 3]})
    state.apply_action("take / 2C")
    with pytest.raises(cardrules.RulesetError, match="Player 0 is asked to give and has no legal"):
        state.legal_actions()


@pytest.mark.parametrize(
    ("name", "position", "typed", "message"),
    [
        (
            "love_letter",
            {"actor": 0, "hand": [["countess", "prince"], ["guard"]]},
            "play prince",
            "you may not choose prince while you hold countess",
        ),
        (
            "uno",
            {"actor": 0, "hand": [["5R", "7G"], ["1B"]], "pile": ["8B"], "colour_now": "blue"},
            "play 5R",
            "5R does not fit: 5R is not of the colour in play (blue), not of the same rank as the "
            "top card of the pile (8B), not a wild and not a wild draw four",
        ),
        (
            "durak",
            {"actor": 1, "attacks": ["6C"], "hand": [["7C"], ["6D", "8C"]], "phase": "defence"},
            "pass 6D",
            "this game is played without 'pass' (passing: no)",
        ),
    ],
)
def test_reasons_are_those_of_a_player(name: str, position: dict[str, object], typed: str, message: str) -> None:
    state = cardrules.load(name, players=2).state_from_position(position)
    with pytest.raises(cardrules.IllegalActionError) as refused:
        state.apply_action(typed)
    assert refused.value.reason == message
    assert str(refused.value).startswith(f"{message}; legal ")


def test_an_answer_that_is_never_asked_for_is_no_part_of_the_game() -> None:
    for muggins, refused in (("none", "played without 'claim'"), ("show", "only an answer")):
        state = cardrules.load("cribbage", options={"muggins": muggins}).new_initial_state(1)
        with pytest.raises(cardrules.IllegalActionError, match=refused):
            state.find("claim 2")
