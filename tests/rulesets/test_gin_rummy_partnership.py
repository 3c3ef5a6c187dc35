"""Partnership gin: who plays against whom, what a hand is worth to a team, what partners know."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.chance import Random as Chance
from cardrules.interpreter.runtime.position import Position, at, at_seat

OPTIONS: list[dict[str, Any]] = [
    {},
    {"box": "per_table"},
    {"opponents": "fixed", "net_zero": "redeal"},
    {"dealer": "loser", "box_bonus_to": "both", "void_redeal": "other_dealer"},
]


def hand(position: Position, seat: int) -> int:
    """The cards in a hand, as a set."""
    there: Any = at_seat(position, seat)
    return there.z_hand[seat]


def step(rng: Random, state: cardrules.State) -> None:
    """Do something, a knock if possible."""
    actions = [str(action) for action in state.legal_actions()]
    knocks = [action for action in actions if action.startswith(("knock", "big_gin"))]
    state.apply_action(rng.choice(knocks or actions))


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hands_and_scores(options: dict[str, Any], amount: Callable[[int, int], int]) -> None:
    """Teams, dealers and opponents follow from the results, which add up to the scores."""
    game = cardrules.load("gin_rummy_partnership", options={**options, "knock_limit": 40})
    fixed, per_table = options.get("opponents") == "fixed", options.get("box") == "per_table"
    for seed in range(amount(1, 500)):
        rng = Random(seed)
        state = game.new_initial_state(seed, dealer=seed % 4)
        team, hand, points, boxes = seed % 2, 1, [0, 0], [0, 0]
        while True:
            position: Any = state.position
            deal = position.deal
            facing = 1 if fixed or hand % 2 else 3
            assert [seat for seat in range(4) if position.seated[seat] == 0] == sorted([0, facing])
            assert [at(position, table).dealer % 2 for table in (0, 1)] == [team, team]
            results = [0, 0, 0, 0]
            while state.current_player() is not None and state.position.deal == deal:
                step(rng, state)
                last = state.last
                assert last is not None
                for event in last.events:
                    if getattr(event, "variable", "") == "result":
                        results[event.seat] = event.value  # type: ignore[union-attr]
            net = results[0] + results[2] - results[1] - results[3]
            winner = 0 if net > 0 else 1
            if net:
                points[winner] += abs(net)
                if per_table:
                    for seat in range(4):
                        boxes[seat % 2] += results[seat] > 0
                else:
                    boxes[winner] += 1
                team = 1 - winner if options.get("dealer") == "loser" else winner
            elif options.get("void_redeal") == "other_dealer":
                team = 1 - team
            hand += bool(net or options.get("net_zero") != "redeal")
            position = state.position
            assert [column for (column,) in position.v_points] == points * 2
            assert [column for (column,) in position.v_boxes] == boxes * 2
            if state.current_player() is None:
                break
            assert max(points) < 125
            assert state.scores() == points * 2
        assert max(points) >= 125
        both = options.get("box_bonus_to") == "both"
        expected = [
            p + (100 if p >= 125 else 0) + (25 * b if both or p >= 125 else 0)
            for p, b in zip(points, boxes, strict=True)
        ]
        assert state.returns() == state.scores() == expected * 2
        if expected[0] != expected[1]:  # boxes of both can make the other team the winner
            assert state.winners() == ([0, 2] if expected[0] > expected[1] else [1, 3])


def test_a_single_hand_is_worth_the_same_to_both_partners() -> None:
    game = cardrules.load("gin_rummy_partnership", single_deal=True)
    for seed in range(5):
        rng = Random(seed)
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            step(rng, state)
        north, east, south, west = state.returns()
        assert (north, east) == (south, west)
        assert state.position.deal == 1


def test_partners_know_each_other_hands_only_as_far_as_they_were_shown() -> None:
    game = cardrules.load("gin_rummy_partnership")
    state = game.new_initial_state(5)
    rng = Random(5)
    thrown: set[str] = set()
    for _ in range(40):
        if state.position.deal > 1:
            break
        for table in state.observation(0).tables:
            thrown |= set(map(str, table.zones["discards"]))
        for seat in range(4):
            view = state.observation(seat)
            assert "??" not in view.zones["hand"][seat]
            for other in {0, 1, 2, 3} - {seat}:
                held = hand(state.position, other)
                assert len(view.zones["hand"][other]) == held.bit_count()
                shown = {card for card in view.zones["hand"][other] if card != "??"}
                assert shown <= thrown  # what was taken from the discards in front of all
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("shown", [True, False])
def test_results_of_the_other_table(shown: bool) -> None:
    game = cardrules.load("gin_rummy_partnership", options={"reveal_partner_result": shown})
    gin = "AC 2C 3C 4C TH JH QH TS JS QS 8D"
    state = game.state_from_position(
        {
            "hand": [gin, "AH AS 2D 2H 3D 3S 4D 4H 5H 7S", 10, 10],
            "tables": [{"phase": "shedding", "actor": 0}, {"phase": "shedding", "actor": 2}],
            "actor": 0,
        }
    )
    state.apply_action("knock 8D")
    partner, opponent = state.observation(2), state.observation(1)
    assert opponent.variables["result"][0] == 48  # 25 for gin, 23 left over
    assert partner.variables["result"][0] == (48 if shown else None)
    assert len(partner.zones["hand"][1]) == (10 if shown else 0)
    assert partner.history[-1] == (0, "knock ??" if shown else "??")
    assert partner.scores == (0, 0, 0, 0)


@pytest.mark.parametrize("shown", [True, False])
def test_worlds_of_both_tables_keep_what_a_seat_knows(shown: bool) -> None:
    game = cardrules.load("gin_rummy_partnership", options={"reveal_partner_result": shown})
    state = game.new_initial_state(9)
    rng = Random(9)
    for _ in range(30):
        state.apply_action(rng.choice(state.legal_actions()))
    hands: set[tuple[int, ...]] = set()
    for seed in range(10):
        world = sample_world(state, 0, Chance(seed))
        rules_of(game).check_position(world.position)
        assert world.consistent
        for table in (0, 1):
            there, here = at(state.position, table), at(world.position, table)
            for place in range(len(rules_of(game).recorder.places)):
                was = rules_of(game).recorder.cards(there, place)
                now = rules_of(game).recorder.cards(here, place)
                assert len(was) == len(now)
                assert {c for c in was if (there.know or [])[c] & 1} <= set(now)
        hands.add(tuple(hand(world.position, seat) for seat in range(1, 4)))
    assert len(hands) == 10
