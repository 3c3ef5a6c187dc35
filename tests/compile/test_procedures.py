"""Procedures that are made for their callers do the same as before."""

from __future__ import annotations

import pytest

from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of

from .playing import game

BODY = """
variables: {{counted: {{type: number}}}}
define:
  doubled:
    with: number n, boolean aloud
    do: |
      let more be n + n
      for each p in players: add more to counted
      if aloud: ask actor to tell
deal: {{do: 'shuffle stock then deal 1 each to hand'}}
phases: {{turn: {{players: in turn}}}}
actions:
  act:
    phase: turn
    do: |
      let more be 3
      for each p in players: doubled(more, {aloud})
      add more to counted
  tell: {{do: actor wins}}
match: {{deals: 1, winner: highest}}
"""


def test_what_a_procedure_never_asks_for_is_no_decision() -> None:
    never, asked = game(BODY.format(aloud="false")), game(BODY.format(aloud="true"))
    for machine in (rules_of(never).machine, rules_of(never).bare):
        assert [site.step for site in machine.sites if site.asked] == []
    assert any(site.asked for site in rules_of(asked).bare.sites)


def test_names_in_an_inlined_procedure_are_its_own() -> None:
    made = game(BODY.format(aloud="false"))
    bare = initial_position(rules_of(made), rules_of(made).bare, 1)
    rules_of(made).bare.advance(bare, START_OF_DEAL)
    state = made.new_initial_state(1)
    for _ in range(3):
        rules_of(made).bare.play(bare, rules_of(made).bare.legal[bare.pc](bare)[0])
        state.apply_action(state.legal_actions()[0])
    found = [getattr(each, slot) for each in (bare, state.position) for slot in ("v_counted",)]
    assert found == [3 * (2 * 2 * 6 + 3)] * 2


SHARED = "do_follow·after"

EFFECTS = """
variables: {{counted: {{type: number}}}}
deal: {{do: 'shuffle stock then deal 5 each to hand'}}
phases: {{turn: {{players: in turn}}}}
actions:
  one:
    phase: turn
    choose: {{card: a card from hand}}
    do: |
      let more be 1
      add more to counted
  two: {{phase: turn, choose: {{card: a card from hand}}, do: add 2 to counted}}
effects:
  follow:
    on: [one, two]
    when: counted > 0
    do: |
      for each p in players:
        if size of hand of p > 2: add {more} to counted
        else: add 1 to counted
      if counted > 100: actor wins
match: {{deals: 1, winner: highest}}
"""


@pytest.mark.parametrize("more", ["3", "size of hand"])
def test_a_long_effect_of_several_actions_is_made_once(more: str) -> None:
    made = game(EFFECTS.format(more=more))
    for machine in (rules_of(made).machine, rules_of(made).bare):
        assert machine.functions.tree(SHARED) is not None
    state, bare = made.new_initial_state(1), initial_position(rules_of(made), rules_of(made).bare, 1)
    rules_of(made).bare.advance(bare, START_OF_DEAL)
    while not state.is_terminal():
        rules_of(made).bare.play(bare, rules_of(made).bare.legal[bare.pc](bare)[-1])
        state.apply_action(state.legal_actions()[-1])
        counted = [getattr(each, "v_counted") for each in (bare, state.position)]  # noqa: B009
        assert counted[0] == counted[1]
    assert bare.result == state.position.result


def test_an_effect_that_reads_what_its_action_chose_stays_there() -> None:
    text = EFFECTS.format(more="3").replace("counted > 100:", "value of card + counted > 100:")
    assert rules_of(game(text)).bare.functions.tree(SHARED) is None
