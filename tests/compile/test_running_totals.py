"""Tests of totals that are kept beside a pile: they are always the totals over its cards."""

from __future__ import annotations

import pytest

from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random

from .playing import Play, game

BODY = """
variables:
  line: {{type: pile, scope: {scope}}}
define:
  count: {{is: total value over line}}
  doubled: {{is: total (2 * value of it) over line}}
  again: {{with: pile some, is: total value over some}}
deal: {{do: shuffle stock then deal 5 each to hand}}
phases:
  turn:
    players: in turn among players where hand of it is not empty
    until: count > 15 and size of pile < 6
    after: 'if hand of players is not empty and size of pile < 6: line becomes none then go to turn'
actions:
  add:
    phase: turn
    choose: {{card: a card from hand}}
    do: |
      move card to pile then line becomes {value}
      add count + doubled + again(line) to score
  twice:
    phase: turn
    choose: {{card: a card from hand where rank is 3}}
    do: line becomes line + [card] then line becomes line + [top of pile]
  clear: {{phase: turn, when: size of line > 3, do: 'line becomes {emptied}'}}
match: {{deals: 1, winner: highest}}
"""


def total(play: Play) -> int:
    pack = rules_of(play.game).program.pack
    line: tuple[int, ...] = play.variable("line")
    return sum(pack.value[card] for card in line)


@pytest.mark.parametrize("scope", ["deal", "phase", "turn"])
@pytest.mark.parametrize("value", ["line + [card]", "[card] + line"])
@pytest.mark.parametrize("emptied", ["none", "pile"])
def test_totals_in_both_builds(scope: str, value: str, emptied: str) -> None:
    body = BODY.format(scope=scope, value=value, emptied=emptied)
    small = game(body)
    bare = rules_of(small).bare
    assert [pile for _, pile, _ in bare.totals] == ["v_line", "v_line"]
    chance = Random(1)
    for seed in range(2):
        play = Play(small, seed)
        while not play.over:
            kept = [getattr(play.bare, slot) for slot, _, _ in bare.totals]
            assert kept == [total(play), 2 * total(play)]
            world = sample_world(play.state, 0, Random(seed)).position
            before = [getattr(world, slot) for slot, _, _ in bare.totals]
            bare.settle(world)
            assert before == [getattr(world, slot) for slot, _, _ in bare.totals]
            play(chance.choice(play.legal))


def test_a_pile_that_does_not_grow_card_by_card_keeps_no_total() -> None:
    body = BODY.format(scope="deal", value="pile", emptied="none")
    body = body.replace("line becomes line + [card] then ", "").replace("line + [top of pile]", "pile")
    assert rules_of(game(body)).bare.totals == ()
