"""Small games whose figures are known without playing them."""

from __future__ import annotations

import pytest

from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import Game

EMPTYING = """\
cardrules: 1
name: Emptying
players: 2
deck: {ranks: 2 3 4 5 6 7, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 6 each to hand
define:
  pile_lies: pile is not empty
  cheer: {do: announce cheering}
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: move card to pile
effects:
  red: {on: play, when: suit of card is hearts, do: cheer}
  cheering: {on: cheering, do: add 1 to score of actor}
  last:
    on: play
    when: hand is empty and hand of opponent is empty
    do: end deal
match: {deals: 1, winner: highest}
bots: {value: 0}
"""
"""Each plays six cards, one after the other; six hearts bring a point each."""


def compiled(text: str) -> Game:
    """Compile a ruleset."""
    loaded = load_text(text, "small.yaml")
    failure = loaded.failure()
    if failure is not None:
        raise failure
    return Game(Rules(loaded, "small.yaml"))


@pytest.fixture(scope="session")
def emptying() -> Game:
    """Return the game whose figures are known."""
    return compiled(EMPTYING)
