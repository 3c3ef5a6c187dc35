"""Deals at several tables: seats, turns, and shared and separate state."""

from __future__ import annotations

from typing import Any

import pytest

from cardrules.interpreter.errors import DeckError, SeatingError
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.runtime.chance import Random
from cardrules.interpreter.runtime.journal import Told
from cardrules.interpreter.runtime.position import at, at_seat, peek

from .playing import Play, game

HEAD = """
cardrules: 1
name: Small
players: {players}
deck: {{ranks: 2 3 4 5 6 7, suits: clubs hearts}}
zones:
  stock: {{faces: hidden}}
  pile: {{faces: shown}}
  hand: {{each: player, faces: owner}}
variables:
  done:   {{type: number, help: Turns at this table.}}
  points: {{type: number, each: player}}
  nets:   {{type: number, scope: match, help: Deals that are over.}}
define:
  host: first of everybody
"""


def seats(rule: str, number: int = 2, more: str = "") -> str:
    return f"tables: {{number: {number}, seats: {{with: player p, is: '{rule}'}}{more}}}\n"


EVEN = seats("1 if p is host or p is left of host else 2")

ROUND = """
deal:
  do: deal 2 each to hand
  after: 'for each p in players: points of p becomes done'
  together: |
    add 1 to nets
    for each p in everybody: add points of p to score of p
phases: {turn: {players: in turn}}
actions:
  act: {phase: turn, do: add 1 to done}
  stop: {phase: turn, do: end deal}
  win: {phase: turn, do: actor wins}
match: {deals: 3, winner: highest}
"""


def play(body: str = EVEN + ROUND, players: int = 4, **more: Any) -> Play:
    return Play(game(body, players=players, head=HEAD), **more)


def test_tables_take_turns_and_one_that_is_through_waits() -> None:
    p = play()
    seen: list[int | None] = []
    for action in ("act", "act", "act", "stop", "act", "act", "act"):
        seen.append(p.actor)
        p(action)
    assert seen == [1, 2, 0, 3, 1, 0, 1]
    assert [step.table for step in p.state.steps()] == [1, 2, 1, 2, 1, 1, 1]
    p("stop")
    assert p.state.position.deal == 2
    assert p.state.scores() == [5, 5, 1, 1]
    assert p.variable("nets") == 1
    assert p.actor == 0  # the deal has passed on at each table, and table 1 begins again


def test_three_tables_take_turns() -> None:
    rule = seats(
        "1 if p is host or p is left of host else 2 if p is left of left of host "
        "or p is right of right of right of host else 3",
        3,
    )
    p = play(rule + ROUND, players=6)
    order = [p.actor]
    for action in ("act", "stop", "act", "act", "act"):
        order.append(p(action).actor)
    assert [p.state.position.seated[seat] for seat in order if seat is not None] == [
        0,
        1,
        2,
        0,
        2,
        0,
    ]


def test_each_table_has_a_pack_and_variables_of_its_own() -> None:
    p = play()("act", "act", "act")
    position = p.state.position
    assert [peek(position, table, "v_done") for table in (0, 1)] == [2, 1]
    hands = [at_seat(position, seat).z_hand[seat] for seat in range(4)]  # type: ignore[attr-defined]
    assert hands[0] == hands[3]  # the packs are not shuffled: both tables are dealt the same
    assert at(position, position.table) is position
    assert at(position, 1 - position.table) is not position
    assert at(position, 1 - position.table).table == 1 - position.table


def test_who_sits_where_can_change_from_deal_to_deal() -> None:
    guest = "left of host if deal_number mod 2 is 1 else right of host"
    rule = f"1 if p is host or p is ({guest}) else 2"
    p = play(seats(rule) + ROUND)
    assert p.state.position.seated == (0, 0, 1, 1)
    p("stop", "stop")
    assert p.state.position.seated == (0, 1, 1, 0)
    assert at(p.state.position, 0).dealer in (0, 3)


def test_opponent_and_players_are_those_at_the_table() -> None:
    body = ROUND.replace("do: add 1 to done", "do: 'points of opponent becomes size of players'")
    p = play(EVEN + body)("act", "act")
    assert p.state.position.v_points == [2, 0, 0, 2]  # type: ignore[attr-defined]


def test_a_win_at_one_table_ends_the_game() -> None:
    p = play()("act", "win")
    assert p.over
    assert p.state.winners() == [2]


def test_all_tables_can_be_asked_something_when_they_are_through() -> None:
    body = ROUND.replace("together: |", "together: |\n    ask host to agree or refuse") + ("effects: {}\n")
    body = body.replace("actions:", "actions:\n  agree: {do: add 10 to nets}\n  refuse: {}")
    p = play(EVEN + body.replace("effects: {}\n", ""))("stop", "stop")
    assert (p.actor, p.legal) == (0, ["agree", "refuse"])
    assert p("agree").variable("nets") == 11
    assert (p.state.position.deal, p.actor) == (2, 0)


def test_a_single_deal_is_netted() -> None:
    loaded = rules_of(game(EVEN + ROUND, players=4, head=HEAD)).loaded
    single = Game(Rules(loaded, "small.yaml", single_deal=True))
    p = Play(single)("act", "stop", "stop")
    assert p.over
    assert p.state.returns() == p.state.scores() == [1, 1, 0, 0]


def test_a_dealer_given_deals_at_the_own_table() -> None:
    p = play(dealer=2)
    assert [at(p.state.position, table).dealer for table in (0, 1)] == [0, 2]
    assert p.state.observation(0).dealer == 0
    assert p.state.observation(3).dealer == 2


@pytest.mark.parametrize("rule", ["0", "3", "1"])
def test_everybody_sits_at_a_table_and_somebody_at_each(rule: str) -> None:
    small = game(seats(rule) + ROUND, players=4, head=HEAD)
    with pytest.raises(SeatingError, match=r"yaml:\d+:\d+: (player 0|nobody) is sent to table"):
        small.new_initial_state()


def test_a_deck_is_a_pack_for_each_table() -> None:
    small = game(EVEN + ROUND.replace("do: deal", "do: |\n    shuffle stock\n    deal"), players=4, head=HEAD)
    pack = list(rules_of(small).program.pack.text)
    state = small.new_initial_state(deck=[pack, pack[::-1]], dealer=3)
    assert state.observation(0).zones["hand"][0] == ("2H", "3H")
    assert state.observation(3).zones["hand"][3] == ("6C", "7C")
    for wrong in (pack, [pack], [pack, pack, pack]):
        with pytest.raises(DeckError, match="2 tables"):
            small.new_initial_state(deck=wrong)
    with pytest.raises(DeckError, match="missing"):
        small.new_initial_state(deck=[pack, pack[1:]])


# ------------------------------------------------------------------- what is seen from elsewhere


LAY = ROUND.replace(
    "act: {phase: turn, do: add 1 to done}",
    "act:\n    phase: turn\n    do: |\n      move first of hand to pile\n      add 1 to points",
)


def test_open_tables_are_seen_from_the_others() -> None:
    view = play(EVEN + LAY)("act").state.observation(2)
    assert (view.table, view.tables[0].zones["pile"]) == (2, ("6H",))
    assert view.tables[0].seats == (0, 1)
    assert view.zones["hand"][1] == ("7H",)  # nobody has shuffled
    assert view.zones["pile"] == ()
    assert view.variables["points"] == (0, 1, 0, 0)
    assert view.history == ((1, "act"),)
    assert "table 1: seats 0 and 1, turn" in str(view)


def test_closed_tables_are_not() -> None:
    rule = seats("1 if p is host or p is left of host else 2", more=", open: false")
    state = play(rule + LAY)("act").state
    view = state.observation(2)
    assert view.tables[0].zones == {}
    assert view.tables[0].phase is None
    assert view.zones["hand"][1] == ()
    assert view.variables["points"] == (None, None, 0, 0)
    assert view.history == ((1, "??"),)
    assert state.observation(0).history == ((1, "act"),)
    assert state.observation(0).variables["points"] == (0, 1, None, None)


EVERYTHING = """
deal: {do: shuffle stock then deal 2 each to hand}
phases: {turn: {players: in turn}}
actions:
  lay:   {phase: turn, when: hand is not empty, do: move first of hand to pile}
  cover: {phase: turn, when: hand is not empty, do: move first of hand to topped}
  mix:   {phase: turn, do: shuffle pile then shuffle topped then shuffle stock}
  show:  {phase: turn, when: hand is not empty, do: reveal hand}
  peek:  {phase: turn, when: stock is not empty, do: reveal top of stock}
  tell:
    phase: turn
    when: hand is not empty
    do: tell everybody which are hand where suit is hearts
  back:  {phase: turn, when: pile is not empty, do: move pile to stock}
match: {deals: 1, winner: highest}
limits: {turns: 40, result: end deal}
"""


def test_nobody_knows_a_card_of_a_closed_table_at_another_one() -> None:
    """Whatever is shown, told or mixed there: who sits elsewhere was not present."""
    rule = seats("1 if p is host or p is left of host else 2", more=", open: false")
    head = HEAD.replace("variables:\n", "  topped: {{faces: top}}\nvariables:\n", 1)
    closed = game(rule + EVERYTHING, players=4, head=head)
    chance, done = Random(1), set[str]()
    for seed in range(8):
        state = closed.new_initial_state(seed)
        while not state.is_terminal():
            action = chance.choice(state.legal_actions())
            done.add(action.text)
            state.apply_action(action)
            step, seated = state.last, state.position.seated
            assert step is not None
            for table in range(2):
                there = at(state.position, table)
                absent = sum(1 << seat for seat in range(4) if seated[seat] != table)
                told = [each.to for each in step.events if isinstance(each, Told)]
                told = told if table == step.before.table else []
                assert not any(seen & absent for seen in (*(there.know or ()), *(there.spot or ()), *told))
    assert done == {"lay", "cover", "mix", "show", "peek", "tell", "back"}
