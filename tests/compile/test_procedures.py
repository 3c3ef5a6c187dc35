"""Procedures that are made for their callers do the same as before."""

from __future__ import annotations

from cardrules.interpreter.play.game import START_OF_DEAL

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
    for machine in (never.machine, never.bare):
        assert [site.step for site in machine.sites if site.asked] == []
    assert any(site.asked for site in asked.bare.sites)


def test_names_in_an_inlined_procedure_are_its_own() -> None:
    made = game(BODY.format(aloud="false"))
    bare = made.initial_position(made.bare, 1)
    made.bare.advance(bare, START_OF_DEAL)
    state = made.new_initial_state(1)
    for _ in range(3):
        made.bare.play(bare, made.bare.legal[bare.pc](bare)[0])
        state.apply_action(state.legal_actions()[0])
    found = [getattr(each, slot) for each in (bare, state.position) for slot in ("v_counted",)]
    assert found == [3 * (2 * 2 * 6 + 3)] * 2
