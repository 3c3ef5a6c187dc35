"""Shuffles are shortened only where no rule can notice."""

from __future__ import annotations

import pytest

import cardrules
from cardrules.interpreter.core.listing import listing
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of

from .playing import game

BODY = """
deal:
  do: |
    shuffle stock
    {between}
    deal 2 each to hand
    {after}
phases:
  turn: {{players: in turn}}
actions:
  play:
    phase: turn
    choose: {{card: a card from hand}}
    do: |
      move card to pile
      {rule}
      if hand is empty: actor wins
"""


def unshuffled(between: str = "", after: str = "", rule: str = "") -> str | None:
    return rules_of(game(BODY.format(between=between, after=after, rule=rule))).bare.unshuffled


@pytest.mark.parametrize(
    ("between", "after", "rule"),
    [
        ("", "", ""),
        ("", "deal 1 to pile", ""),
        ("", "if stock is not empty: deal 1 to pile", ""),
        ("let lowest be bottom of stock", "", ""),
        ("", "reveal top of stock", ""),
    ],
)
def test_what_is_not_looked_at_is_not_shuffled(between: str, after: str, rule: str) -> None:
    assert unshuffled(between, after, rule) == "z_stock"


@pytest.mark.parametrize(
    ("between", "after", "rule"),
    [
        ("let lowest be bottom of stock", "move lowest to pile", ""),
        ("deal 1 to pile", "", ""),
        ("", "move bottom of stock to pile", ""),
        ("", "repeat 2 times: deal 1 to pile", ""),
        ("", "shuffle stock", ""),
        ("", "", "draw 1"),
        ("", "", "if stock is not empty: move top of stock to pile"),
        ("", "", "if size of stock > 3: move card to pile"),
    ],
)
def test_a_pile_that_is_looked_at_is_shuffled_whole(between: str, after: str, rule: str) -> None:
    assert unshuffled(between, after, rule) is None


@pytest.mark.parametrize(
    ("name", "options", "slot"),
    [
        ("oh_hell", {}, "z_stock"),
        ("oh_hell", {"max_hand": "use_all", "peak_trump": "dealer_last_card"}, None),
        ("holdem", {}, "z_stock"),
        ("gin_rummy", {}, None),
        ("durak", {}, None),
    ],
)
def test_bundled_games(name: str, options: dict[str, str], slot: str | None) -> None:
    assert rules_of(cardrules.load(name, options=options)).bare.unshuffled == slot


ROUNDS = """
variables: {{round: {{type: number}}}}
deal:
  do: |
    shuffle stock
    deal 1 each to hand
phases:
  turn:
    players: each once
    before: |
      {before}
      deal 2 to pile
    after: 'if {test}: go to turn'
actions: {{rest: {{phase: turn, do: add 1 to score}}}}
match: {{deals: 1, winner: highest}}
"""


@pytest.mark.parametrize(
    ("before", "test", "slot"),
    [
        ("add 1 to round", "round < 4", "z_stock"),
        ("add 1 to round", "size of pile < 9 and round < 4", "z_stock"),
        ("add 2 to round", "round < 4", None),
        ("add 1 to round", "round > 4", None),
        ("add 1 to round", "size of pile < 9", None),
        ("if size of pile > 2: add 1 to round", "round < 4", None),
        ("add 1 to round then add -1 to round", "round < 4", None),
    ],
)
def test_a_phase_that_counts_its_rounds_takes_so_many_cards(before: str, test: str, slot: str | None) -> None:
    assert rules_of(game(ROUNDS.format(before=before, test=test))).bare.unshuffled == slot


@pytest.mark.parametrize(
    ("dealing", "most"),
    [
        ("deal 2 to pile", 6),
        ("deal (2 if round is 2 else 1) to pile", 4),
        ("if round > 1: deal (2 if round is 2 else 1) to pile", 3),
        ("if round is 3 or size of pile is 9: deal 1 to pile", 3),
        ("if not (round is 2): deal 2 to pile", 6),
    ],
)
def test_cards_are_counted_round_by_round(dealing: str, most: int) -> None:
    body = ROUNDS.format(before="add 1 to round", test="round < 3")
    rounds = game(body.replace("deal 2 to pile", dealing))
    assert f"_rounds * 2 + {most})" in listing(rules_of(rounds).bare)
    for seed in range(5):
        state = rounds.new_initial_state(seed)
        bare = initial_position(rules_of(rounds), rules_of(rounds).bare, seed)
        rules_of(rounds).bare.advance(bare, START_OF_DEAL)
        while not state.is_terminal():
            assert bare.z_pile == state.position.z_pile  # type: ignore[attr-defined]
            raw = state.find("rest")
            state.apply_raw(raw)
            rules_of(rounds).bare.play(bare, raw)


@pytest.mark.parametrize("deal", [1, 5, 12])
def test_the_deal_is_that_of_the_recording_build(deal: int) -> None:
    oh_hell = cardrules.load("oh_hell")
    for seed in range(50):
        state = oh_hell.new_initial_state(seed, deal=deal)
        bare = initial_position(rules_of(oh_hell), rules_of(oh_hell).bare, seed, deal=deal)
        rules_of(oh_hell).bare.advance(bare, START_OF_DEAL)
        for slot in ("z_hand", "z_trump_card", "rng"):
            assert getattr(bare, slot) == getattr(state.position, slot)
