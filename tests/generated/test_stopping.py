"""What can stop a game is evaluated in every build or in none, whether or not its value matters.

Each rule is played by the definition, the recording, bare and traced builds, `Machine.playout` and
native code (docs/language/evaluation.md, "What is evaluated").
"""

from __future__ import annotations

import pytest

from .compare import ENDS, Played, accepted, compare
from .players import Player, Players, Position

RULES = """
cardrules: 1
name: Stopping
players: 3
deck: {{ranks: A 2 3 4 5 6, suits: clubs hearts}}
zones:
  stock: {{faces: hidden}}
  hand: {{each: player, faces: owner}}
  won: {{each: player, ordered: true}}
  heap: {{faces: shown, ordered: false}}
  table: {{piles: true}}
variables:
  who: {{type: player}}
  n: {{type: number, help: A number.}}
melds:
  run: {{same: suit, consecutive: rank, size: 3 or more}}
define:
  unused: {{with: cards c, is: 3}}
  perhaps: {{with: "cards c, player p", is: "3 if n is 0 else size of c"}}
  surely: {{with: cards c, is: size of c}}
  nothing: {{with: cards c, do: add 1 to n}}
  led: suit of top of won of who
  fits: {{with: "card c, cards d", is: suit of c is clubs or d is empty}}
deal:
  do: |
    shuffle stock
    deal 3 each to hand
    lay first 2 of stock on table
phases: {{turn: {{players: in turn, until: turn_number > 3}}}}
actions:
{actions}
match: {{winner: highest}}
"""

STATEMENTS = {
    "NobodyError": (
        "reveal hand to players from who",
        "tell players from who which are hand where rank is A",
        "deal 0 each to hand of (players from who)",
        "deal 1 each to hand of (players from who otherwise players)",
        "deal n each to won of (players from who)",
        "draw 0 to hand of who",
        "deal 0 to won of who",
        "shuffle won of who",
        "move hand of who to hand of who",
        "move won of who to won of who",
        "move hand of players from who to heap",
        "move (hand where rank is none) to won of who",
        "lay (hand where suit of it is led) on table",
        "n becomes size of players from who",
        "n becomes size of (players from who where false)",
        "n becomes 1 if hand of players from who is empty else 2",
        "n becomes size of hand of players from who",
        "n becomes total score of it over players from who",
        "let first_card be first of hand of players from who",
        "n becomes 1 if hand + hand of who is empty else 2",
        "n becomes size of (hand - hand of who)",
        "n becomes unused(hand of who)",
        "n becomes perhaps(hand of who, actor)",
        "n becomes surely(hand of who)",
        "n becomes 1 if fits(first of hand, hand of who) else 2",
        "n becomes size of (hand where fits(it, hand of who))",
        "nothing(hand of who)",
        "n becomes size of (hand where rank is A or suit is led)",
        "for each p in players from who: add 0 to n",
        "n becomes size of (heap otherwise hand of who)",
    ),
    "over": (
        "n becomes perhaps(hand, who)",
        "n becomes size of (heap where fits(it, hand of who))",
        "n becomes size of (heap where suit is led)",
        "n becomes size of (heap where it extends pile 3 of table)",
        "n becomes size of (hand where rank is none and it extends pile 3 of table)",
        "n becomes size of (hand where rank is none and suit is led)",
        "n becomes size of (won where rank is rank of first of (cards of pile 3 of table))",
        "n becomes size of (sets of 1 to 2 of heap where cards of pile 3 of table is not empty)",
        "repeat 0 times: n becomes size of hand of who",
        "if false and hand of who is empty: n becomes 1",
        "n becomes size of (hand otherwise hand of who)",
    ),
    "PileError": (
        "n becomes size of (hand where it extends pile 3 of table)",
        "n becomes size of (hand where rank is not none and it extends pile 3 of table)",
        "n becomes size of (hand where it extends pile 3 of table and rank is none)",
        "n becomes size of (sets of 1 to 2 of hand where cards of pile 3 of table is not empty)",
    ),
}
"""Statements, by the error in which they end, if they do."""

CHOICES = {
    "over": (
        "choose: {c: a card from heap}, when: c extends pile 3 of table",
        "choose: {c: a card from hand}, when: rank of c is none and c extends pile 3 of table",
        "choose: {c: a card from hand}, when: value of c > 99 and suit of c is led",
        "choose: {m: a run from heap}, when: first of m extends pile 3 of table",
        "choose: {m: a run from heap}, when: suit of first of m is led",
        "choose: {m: 1 to 2 cards from heap}, when: m extends pile 3 of table",
        "choose: {k: a number from 3 to 2}, when: size of hand of who > 3 or k is 1",
        "choose: {k: a number from turn_number to turn_number}",
        "choose: {k: a number from 0 to 1, p: a player from players}, when: p is actor or turn_number is 1",
    ),
    "PileError": ("choose: {c: a card from hand}, when: c extends pile 3 of table",),
    "NobodyError": (
        "choose: {c: a card from hand}, when: suit of c is led",
        "choose: {c: a card from hand}, when: suit of c is led and value of c > 99",
        "choose: {k: a number from 2 to n + 3}, when: n is 1 or k > 2 and size of hand of who > k",
        "choose: {k: a number from 2 to 3}, when: hand of players from who is empty",
        "choose: {p: a player from players from who}",
        "choose: {c: a card from hand, t: a pile from table}, when: suit of c is led and c extends t",
    ),
}
"""Choices and their conditions, by how a game ends in which they are offered."""


def players(actions: str) -> Players:
    """Return all that can play the rules with some actions."""
    loaded = accepted(RULES.format(actions=actions))
    assert loaded is not None
    return Players(loaded, native=True)


@pytest.fixture(scope="module")
def statements() -> Players:
    """All that can do any of the statements, each in an action of its own."""
    return players("\n".join(f"  do_{number}: {{phase: turn, do: '{rule}'}}" for number, (_, rule) in enumerate(EVERY)))


EVERY = [(end, rule) for end in STATEMENTS for rule in STATEMENTS[end]]


@pytest.mark.parametrize("number", range(len(EVERY)), ids=[rule for _, rule in EVERY])
def test_a_statement_is_evaluated_in_every_build_or_in_none(statements: Players, number: int) -> None:
    found = {name: done(make(1), f"do_{number}") for name, make in statements.makers.items()}
    assert {name: end for name, (end, _) in found.items()} == dict.fromkeys(found, EVERY[number][0])
    assert all(position == found["reference"][1] for _, position in found.values())


def done(player: Player, action: str) -> tuple[str, Position | None]:
    """Do an action; return the error in which it ends, and the position if there is none."""
    try:
        player.apply(action)
    except ENDS as error:
        return type(error).__name__, None
    return "over", player.contents()


@pytest.mark.sample(2)
@pytest.mark.parametrize(("end", "rule"), [(end, r) for end in CHOICES for r in CHOICES[end]])
def test_a_condition_is_evaluated_in_every_build_or_in_none(end: str, rule: str) -> None:
    amount = "k" if "{k:" in rule else "1"
    if "when" in rule:
        rule = rule.replace("when: ", "when: '") + "'"
    action = f"  go: {{phase: turn, {rule}, do: add {amount} to n}}\n  pass: {{phase: turn}}"
    found = compare(players(action), 1)
    assert isinstance(found, Played), f"{found.kind}\n{found.detail}"
    assert found.end == end
