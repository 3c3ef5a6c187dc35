"""Decks of any kind: copies, suits with ranks of their own, cards without a suit, attributes."""

from __future__ import annotations

import pytest

from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.program.cards import faces, merged, spelt

from .playing import Play, game

TAROT = """
cardrules: 1
name: Small
players: 2
deck:
  ranks: 1 2 10 J K
  suits: {{cups: {{}}, swords: {{colour: red}}, trumps: {{ranks: 1 2 10 11}}}}
  cards: {{excuse: 1, wild: 2}}
  copies: {{2 trumps: 2, 11T: 3, JC: 0}}
  values: {{trumps: 3, K: 20, excuse KS: 5}}
  attributes: {{halves: {{trumps: 1, K 11T: 9}}, nothing_else: {{wild: 2}}}}
zones:
  stock: {{faces: hidden}}
  pile: {{faces: shown}}
  hand: {{each: player, faces: owner}}
"""
BODY = """
variables:
  n: {type: number, help: x}
  yes: {type: boolean, help: x}

deal:
  do: move stock to pile
phases: {turn: {players: in turn}}
actions:
  act: {phase: turn, do: "@"}
  finish: {phase: turn, do: actor wins}
  spare: {phase: turn, when: nothing_else of first of hand > 0, do: actor wins}
"""
PACK = "1C 1S 1T 1T 2C 2C 2S 2S 2T 2T 10C 10S 10T 10T JS KC KS 11T 11T 11T excuse wild wild".split()


def test_the_pack_in_canonical_order() -> None:
    pack = rules_of(game(BODY.replace("@", "n becomes 1"), head=TAROT)).program.pack
    assert list(pack.text) == PACK
    assert pack.ranks == ("1", "2", "10", "J", "K", "11", "excuse", "wild")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("value of first of pile where it is 11T", 3),
        ("value of first of pile where it is KS", 5),
        ("value of first of pile where it is KC", 20),
        ("value of first of pile where it is wild", 10),
        ("value of first of pile where it is 10C", 10),
        ("halves of first of pile where it is KC", 9),
        ("halves of first of pile where it is 2C", 0),
        ("total halves over pile", 4 + 2 + 3 * 9 + 2 * 9),
        ("highest nothing_else over pile", 2),
        ("size of pile where it is 11T", 3),
        ("size of pile where it is not 11T", len(PACK) - 3),
        ("size of pile where it is in [2C, wild, TC]", 5),
        ("size of pile where it is a wild", 2),
        ("size of pile where it is not an excuse", len(PACK) - 1),
        ("size of pile where rank > K", 6),
        ("size of pile where rank < wild and colour is red", 6),
        ("size of pile where colour is none", len(PACK) - 6),
    ],
)
def test_numbers_of_cards(text: str, number: int) -> None:
    assert Play(BODY.replace("@", f"n becomes {text}"), head=TAROT)("act").variable("n") == number


@pytest.mark.parametrize(
    "text",
    [
        "(pile where it is wild) share no rank",
        "(pile where it is 11T) share a rank",
        "(pile where suit is trumps) share a suit",
        "not first of pile where it is excuse is a wild",
        "rank of last of pile is wild",
        "pile has rank excuse",
        "excuse is in pile and excuse is not in hand",
        "wild is in pile - first of pile where it is wild",
        "owner of excuse is nobody",
    ],
)
def test_conditions(text: str) -> None:
    assert Play(BODY.replace("@", f"yes becomes {text}"), head=TAROT)("act").variable("yes")


def test_numerals_from_one_to_another() -> None:
    body = BODY.replace("@", "n becomes 1")
    full = TAROT.replace("values: {{trumps: 3,", "orders: {{down: K J 2 1}}\n  values: {{1 2: 3,")
    short = full.replace("1 2 10 J K", "1 to 2 10 J K").replace("2 1}}", "2 to 1}}")
    short = short.replace("10 11}}", "10 to 11}}").replace("{{1 2: 3", "{{1 to 2: 3")
    assert short.count(" to ") == 4
    assert rules_of(game(body, head=short)).program.pack == rules_of(game(body, head=full)).program.pack


def test_orders_are_merged() -> None:
    assert merged(["ab", "bc", "xb"]) == ("a", "x", "b", "c")
    assert merged(["ab", "bc", "ca"]) is None
    assert merged([]) == ()


def test_spellings() -> None:
    assert spelt("10♥") == spelt("th") != spelt("10")
    assert spelt("100") == "100"


def test_words_that_mean_cards() -> None:
    deck = faces(("1", "2"), ("cups", "trumps"), own={"trumps": ("2", "3")}, named=("wild",))
    assert deck.text == ("1C", "2C", "2T", "3T", "wild")
    assert [deck.meant(word) for word in ("2", "trumps", "2t", "wild", "4")] == [
        [1, 2],
        [2, 3],
        [2],
        [4],
        [],
    ]
    assert deck.assigned({"2": 5, "trumps": 7, "wild": 1}, [0] * 5) == [0, 5, 7, 7, 1]
