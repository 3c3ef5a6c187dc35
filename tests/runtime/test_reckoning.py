"""How the points of a deal came about, as a player is told."""

from __future__ import annotations

from pathlib import Path

import cardrules
from cardrules.interpreter.play.reckoning import Term, reckoning

HIDDEN = """\
cardrules: 1
name: Hidden
summary: Points for hidden cards.
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
deal:
  do: shuffle stock then deal 2 each to hand
  after: |
    for each p in players: add value of first of hand of p + bonus to score of p
phases:
  turn: {players: in turn from left of dealer}
actions:
  stop: {phase: turn, do: end deal}
match: {deals: 3, winner: highest}
options:
  bonus: {type: integer, default: 20, minimum: 0}
"""


def test_the_terms_of_a_sum_have_the_names_of_the_ruleset() -> None:
    game = cardrules.load("gin_rummy")
    hands = ["5S 6S 7S QC QD QH 3C 3D 3H 4S TC", "KC KD KH QS 8S 4C 2C 2D 9H AH"]
    state = game.state_from_position({"phase": "shedding", "hand": hands, "stock": 20})
    state.apply_action("knock TC")
    assert state.last is not None
    told = reckoning(game, state.last, 0)
    assert told == {0: (Term("deadwood", 36), Term("gin", 25))}
    assert state.scores() == [61, 0]


def test_a_term_of_hidden_cards_is_not_told(tmp_path: Path) -> None:
    file = tmp_path / "hidden.yaml"
    file.write_text(HIDDEN, encoding="utf-8")
    game = cardrules.load(file)
    state = game.new_initial_state(1)
    state.apply_action("stop")
    assert state.last is not None
    assert set(reckoning(game, state.last, None)) == {0, 1}
    for seat in (0, 1):
        assert set(reckoning(game, state.last, seat)) == {seat}
