"""Which conditions of the rules ended a deal and a match, as players are told."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.explanation.points.reckoning import endings
from cardrules.interpreter.explanation.points.terms import named
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.match_end import why_over
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players

RULES = """\
cardrules: 1
name: Endings
summary: A deal and a match that end for several reasons.
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
define:
  rich: players where score of it >= 5
deal: {do: shuffle stock then deal 2 each to hand}
phases:
  turn: {players: in turn from left of dealer}
actions:
  stop: {phase: turn, do: BODY}
effects:
  over: {on: stop, when: DEAL, do: end deal}
match: {until: MATCH, deals: 9, winner: highest}
"""
GIVEN = {"hand": ["4C 5C", "7H 9H"], "score": [5, 0], "actor": 0}


def ended(folder: Path, *, deal: str = "true", match: str = "deal_number is 1", body: str = "") -> cardrules.State:
    """Return a state in which the only action was played, which has ended the deal."""
    text = RULES.replace("DEAL", deal).replace("MATCH", match).replace("BODY", body or "'score of actor becomes 5'")
    file = folder / "endings.yaml"
    file.write_text(text, encoding="utf-8")
    state = cardrules.load(file).state_from_position(GIVEN)
    state.apply_action("stop")
    assert state.is_terminal()
    return state


HOLDS, FAILS = "size of stock is 12", "size of stock is 1"
TOLD = "there are twelve cards in the stock"
HIDDEN = "hand of opponent has rank RANK"  # of the player who acts


@pytest.mark.parametrize(
    ("test", "told", "hidden"),
    [
        (HOLDS, TOLD, ()),
        (f"{FAILS} or {HOLDS}", TOLD, ()),
        (f"{HOLDS} or size of hand is 2", TOLD, ()),  # the first has decided
        (HIDDEN.replace("RANK", "9"), "@'s opponent has a nine", (0,)),
        (f"{HOLDS} or {HIDDEN}".replace("RANK", "8"), TOLD, ()),
        # That the second decided tells that the first did not.
        (f"{HIDDEN} or {HOLDS}".replace("RANK", "8"), TOLD, (0,)),
    ],
)
@pytest.mark.parametrize("place", ["effect", "if"])
def test_the_alternative_that_ended_the_deal(
    tmp_path: Path, place: str, test: str, told: str, hidden: tuple[int, ...]
) -> None:
    if place == "if":
        state = ended(tmp_path, deal="false", body=f"'if {test}: end deal'")
    else:
        state = ended(tmp_path, deal=test)
    assert state.last is not None
    for viewer in (None, 0, 1):
        found = [named(each.others, "@") for each in endings(state.game, state.last, viewer)]
        assert found == ([] if viewer in hidden else [told]), viewer


@pytest.mark.parametrize(
    ("test", "told", "hidden"),
    [
        ("rich is not empty", "Anna has reached 5", ()),
        ("size of rich is 1", "only one player has 5 points or more", ()),
        ("highest score of it over players > 4", "Anna has more than 4", ()),
        ("lowest score of it over players <= 0", "Ben has fallen to 0", ()),
        ("score of first of rich >= 2", "Anna has reached 2", ()),
        ("rich is not empty or lowest score of it over players <= 0", "Anna has reached 5", ()),
        ("deal_number is 2 and rich is not empty or lowest score of it over players <= 0", "Ben has fallen to 0", ()),
        ("(players where score of it >= 0) is not empty", "Anna and Ben have reached 0", ()),
        ("(players where score of it >= 5 and size of hand of it is 2) is not empty", "Anna has reached 5", ()),
        ("(players where score of it >= 5 and hand of it has rank 4) is not empty", "Anna has reached 5", (1,)),
        ("(players where size of hand of it >= 2) is not empty", "Anna and Ben have reached 2", ()),
    ],
)
def test_the_alternative_that_ended_the_match(tmp_path: Path, test: str, told: str, hidden: tuple[int, ...]) -> None:
    state = ended(tmp_path, match=test)
    painter = Painter(state.game, Players.named(("human",) * 2), Style(symbols=True, colour=False))
    assert why_over(painter, state, None) == told
    for viewer in hidden:
        assert why_over(painter, state, viewer) == ""
