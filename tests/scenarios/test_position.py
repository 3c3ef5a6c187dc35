"""Positions for callers: what lies where, who knows it, and how one goes on from there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.game.setup.given_position import build
from cardrules.interpreter.game.setup.placement import OWN_KEYS
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.position import Position

PLAIN = Path(__file__).parent / "suites" / "plain.yaml"


@pytest.fixture(scope="module")
def game() -> cardrules.Game:
    return cardrules.load(PLAIN)


def test_every_seat_sees_what_the_faces_of_the_zones_show(game: cardrules.Game) -> None:
    state = game.state_from_position(
        {"pile": "AC 2C", "hand": ["3H 4H", "3D"], "row": ["4D", 0], "stock": 2, "aside": "2D AD"}
        | {"rest": "stock"}
        | {"stock": "4C"}
    )
    mine, other = state.observation(0), state.observation(1)
    assert mine.zones["hand"] == (("3H", "4H"), ("??",))
    assert other.zones["hand"] == (("??", "??"), ("3D",))
    assert set(mine.zones["stock"]) == {"??"}
    for view in (mine, other):
        assert view.zones["pile"] == ("??", "2C")  # only the top is shown
        assert view.zones["row"] == (("4D",), ())
        assert view.zones["aside"] == ("AD", "2D")


def test_the_state_can_be_played_saved_and_compared(game: cardrules.Game) -> None:
    position = {"hand": ["AC 2C", "AD"], "actor": 1}
    state = game.state_from_position(position, seed=3, dealer=1, deal=2)
    assert state.current_player() == 1
    assert (state.position.dealer, state.position.deal) == (1, 2)
    again = game.state_from_json(state.to_json())
    assert again == state == game.state_from_position(position, seed=3, dealer=1, deal=2)
    state.apply_action("pass")
    state.apply_action("lay AC")
    assert game.state_from_json(state.to_json()) == state
    assert state != again
    with pytest.raises(cardrules.IllegalActionError, match="it showed a hidden card"):
        state.undo()
    again.apply_action("pass")
    again.undo()
    assert again == game.state_from_position(position, seed=3, dealer=1, deal=2)


def test_every_card_is_in_one_place(game: cardrules.Game) -> None:
    for position in ({}, {"stock": 12}, {"hand": [3, 3], "pile": 6}, {"rest": "pile"}):
        rules_of(game).check_position(game.state_from_position(position).position)


def test_doubled_packs_have_each_card_twice(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(f"cardrules: 1\nextends: {PLAIN}\nadd: {{deck: {{packs: 2}}}}\n", encoding="utf-8")
    game = cardrules.load(file)
    state = game.state_from_position({"pile": "AC AC", "hand": ["2C", "2C"]})
    assert state.observation(0).zones["pile"] == ("??", "AC")
    with pytest.raises(cardrules.PositionError, match="'AC' is named too often"):
        game.state_from_position({"pile": "AC AC AC"})


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"pyle": "AC"}, "There is no zone or variable 'pyle'"),
        ({"pile": "AC AC"}, "In 'pile': 'AC' is named twice"),
        ({"hand": [1, "9S"]}, "In 'hand' of seat 1: There is no card '9S'"),
        ({"actor": True}, "There is no seat true"),
        ({"pile": 2.5}, "2½ is neither cards nor a number"),
        ({"pile": None}, "null is neither cards"),
        ({"pile": ["AC", 3]}, "is neither cards"),
        ({"phase": "over"}, "There is no phase 'over'"),
        ({"phase": "leading"}, "Nobody acts in the phase 'leading'"),
        ({"passed": [0, "x"]}, "There is no seat 'x'"),
        ({"score": 3}, "belongs to each player"),
        ({"draws": "AC", "stock": 0}, "which has only 0"),
        ({"rest": 3}, "3 is not a zone of the table"),
    ],
)
def test_what_cannot_be_is_refused(game: cardrules.Game, position: dict[str, object], message: str) -> None:
    with pytest.raises(cardrules.PositionError, match=message.replace("(", r"\(")):
        game.state_from_position(position)


@pytest.mark.parametrize(("dealer", "deal"), [(2, 1), (-1, 1), (0, 0)])
def test_dealer_and_deal_must_exist(game: cardrules.Game, dealer: int, deal: int) -> None:
    with pytest.raises(cardrules.SetupError, match="there is no"):
        game.state_from_position({}, dealer=dealer, deal=deal)


def test_the_keys_of_a_position_are_documented() -> None:
    from cardrules.interpreter.game.setup import given_position

    assert given_position.__doc__
    for key in OWN_KEYS:
        assert f"\n    {key} " in given_position.__doc__


def test_only_cards_of_turned_zones_lie_face_up() -> None:
    klondike = cardrules.load("klondike")
    position = {"columns": ["9D", "5C 3S"], "face_up": "9D 3S", "rest": "stock"}
    assert "carry #3 KD" not in map(str, klondike.state_from_position(position).legal_actions())
    with pytest.raises(cardrules.PositionError, match="KD lies in a zone without 'faces: turned'"):
        klondike.state_from_position({**position, "face_up": "9D KD"})


UNTIL = """\
cardrules: 1
name: Until
players: 2
deck: {ranks: A 2 3 4 5 6, suits: clubs diamonds}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player}
variables: {began: {type: number}, ended: {type: number}, opened: {type: number}}
phases:
  first:  {players: in turn, until: size of pile > 2, after: add 1 to ended}
  second: {players: poll players from dealer, until: pile is empty, before: add 1 to began}
  third:  {players: in turn, until: size of pile > 2, turn: {before: add 1 to opened}}
  fourth: {players: in turn, until: size of pile > 2, steps: [one, two]}
  fifth:  {players: each once, when: pile is empty}
actions:
  put:  {phase: [first, second, third, one, two, fifth], do: move top of stock to pile}
  pass: {phase: [first, second, third, one, two, fifth]}
  win:  {phase: [first, second, third, one, two, fifth], do: actor wins}
"""


def kept(position: Position) -> tuple[int, ...]:
    return tuple(getattr(position, f"v_{name}") for name in ("began", "ended", "opened"))


@pytest.mark.parametrize(
    ("phase", "pile", "now", "values"),
    [
        ("first", 2, "first", (0, 0, 0)),
        ("first", 3, "second", (1, 1, 0)),
        ("second", 1, "second", (0, 0, 0)),
        ("second", 0, "third", (0, 0, 1)),
        ("third", 3, "third", (0, 0, 0)),  # the turn has begun
        ("fourth", 2, "one", (0, 0, 0)),
        ("one", 2, "one", (0, 0, 0)),
        ("two", 3, "two", (0, 0, 0)),  # in the middle of a turn
        ("fifth", 3, "fifth", (0, 0, 0)),  # within the phase, so `when` is not tested
    ],
)
def test_a_phase_that_is_over_ends_before_anybody_is_asked(
    phase: str, pile: int, now: str, values: tuple[int, ...], tmp_path: Path
) -> None:
    """A given position lies within its phase; of what a turn begins with only `until` is tested."""
    file = tmp_path / "until.yaml"
    file.write_text(UNTIL, "utf-8")
    game = cardrules.load(file)
    state = game.state_from_position({"phase": phase, "pile": pile})
    assert (state.phase, kept(state.position)) == (now, values)
    assert game.state_from_json(state.to_json()) == state
    bare, _ = build(rules_of(game), rules_of(game).bare, {"phase": phase, "pile": pile})
    assert bare is not None
    rules_of(game).bare.resume(bare)
    assert (bare.pc, kept(bare)) == (state.position.pc, values)


def test_a_deal_may_be_over_in_a_given_position(tmp_path: Path) -> None:
    file = tmp_path / "until.yaml"
    file.write_text(UNTIL + "match: {result: dealer wins}\n", "utf-8")
    state = cardrules.load(file).state_from_position({"phase": "fourth", "pile": 3})
    assert state.is_terminal()


@pytest.mark.parametrize(
    ("columns", "face_up", "turned"),
    [
        (["5S 1S 5S"], "5S", [0]),
        (["1S 5S", "5S"], "5S", [1]),
        (["5S 1S 5S"], "5S 5S", [0, 2]),
    ],
)
def test_of_equal_cards_the_first_that_is_named_lies_face_up(
    columns: list[str], face_up: str, turned: list[int], tmp_path: Path
) -> None:
    file = tmp_path / "equal.yaml"
    file.write_text(
        "cardrules: 1\nname: Equal\nplayers: 1\ndeck: {ranks: 1 to 5, suits: spades, packs: 2}\n"
        "zones: {stock: {faces: hidden}, columns: {faces: turned, piles: 2}}\n"
        "phases: {turn: {players: in turn}}\n"
        "actions: {look: {phase: turn, do: reveal tops of columns then actor wins}}\n"
    )
    state = cardrules.load(file).state_from_position({"columns": columns, "face_up": face_up})
    position: Any = state.position
    cards = [card for pile in position.z_columns for card in pile]
    assert [index for index, card in enumerate(cards) if position.v_face_up >> card & 1] == turned
