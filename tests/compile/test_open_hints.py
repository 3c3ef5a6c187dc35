"""Where hints are open, a player finds the same preferences in a sampled world."""

from __future__ import annotations

from collections.abc import Callable
from random import Random as Choice

import pytest

from cardrules.interpreter.analysis.open_hints import hints_are_open
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random
from cardrules.rulesets import bundled

from ..loading import loaded

RULES = """\
cardrules: 1
name: Hints
players: 2
deck: {ranks: 2 3 4 5 6 7, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  discards: {faces: top}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
variables:
  kept: {type: card}
  count: {type: number}
deal:
  do: |
    shuffle stock
    deal 4 each to hand
define:
  best: highest position of rank over hand
  theirs: size of ((hand of opponent) where suit is hearts)
phases:
  turn: {players: in turn}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: move card to pile
  draw:
    phase: turn
    when: stock is not empty
    do: draw 1
effects:
  out: {on: play, when: hand is empty, do: actor wins}
limits: {turns: 60, result: nobody wins}
bots: {prefer: [HINT, draw]}
"""


@pytest.mark.parametrize(
    ("hint", "is_open"),
    [
        ("play", True),
        ("play: highest position of rank of card", True),
        ("play: highest position of rank of card if size of hand of opponent > 2", True),
        ("play if stock is empty", True),
        ("play if count > 2 and rank of top of discards is 3", True),
        ("play if best > 5", True),
        ("play if 2C is in pile", True),
        ("play if 2C is in hand of opponent", False),
        ("play if bottom of discards is 2C", False),
        ("play if theirs > 1", False),
        ("play if rank of kept is 5", False),
        ("play if size of (stock where rank is 3) > 1", False),
    ],
)
def test_what_players_know(hint: str, is_open: bool) -> None:
    rules = load_text(RULES.replace("HINT", hint.replace("play if", "play: if")), "hints.yaml")
    if rules.program is None:
        pytest.fail(str(rules.failure()))
    assert hints_are_open(rules.program) == is_open


def test_preferences_in_sampled_worlds(amount: Callable[[int, int], int]) -> None:
    games = sorted(bundled())
    compared = 0
    for name in Choice(5).sample(games, amount(4, len(games))):
        game = loaded(name)
        if not hints_are_open(rules_of(game).program):
            continue
        for seed in range(amount(2, 20)):
            state, rng = game.new_initial_state(seed), Random(seed)
            for number in range(60):
                seat = state.current_player()
                if seat is None:
                    break
                raws = state.raw_legal_actions()
                if len(raws) > 1 and number % 6 == 0:
                    world = sample_world(state, seat, rng)
                    preferred = rules_of(game).machine.preferred(state.position, raws)
                    assert rules_of(game).bare.preferred(world.position, raws) == preferred, name
                    compared += 1
                state.apply_raw(raws[rng.below(len(raws))])
    assert compared
