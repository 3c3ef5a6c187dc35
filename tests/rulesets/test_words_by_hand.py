"""A bundled game does not hold its rulebook a second time by hand: lines of `notes`, `labels` and `phrases`.

The rulebook says the rules itself. What stays by hand is history, advice, choices between printed rules, and
what things are called. Empty lines and comments do not count.
"""

from __future__ import annotations

import re

import pytest

from cardrules import rulesets

BY_HAND = {
    "blackjack": 71,
    "bridge": 100,
    "canasta": 129,
    "casino": 26,
    "conquian": 36,
    "cribbage": 74,
    "dou_dizhu": 63,
    "durak": 130,
    "euchre": 51,
    "five_hundred": 43,
    "french_tarot": 110,
    "gin_rummy": 174,
    "gin_rummy_partnership": 91,
    "gin_rummy_three": 107,
    "gin_slaughtre": 82,
    "hanabi": 26,
    "hearts": 38,
    "holdem": 110,
    "klondike": 44,
    "loba_de_menos": 114,
    "love_letter": 36,
    "oh_hell": 47,
    "pinochle": 42,
    "president": 69,
    "rummy": 37,
    "scopa": 45,
    "skat": 101,
    "skitgubbe": 34,
    "spades": 44,
    "uno": 54,
}
"""The lines written by hand in each game. They must only become fewer."""

MOST = 20
"""The most such lines of any other game."""

SHARE = 27
"""The share of them in all lines, in percent, rounded up. It must only become smaller."""

SECTION = re.compile(r"(?m)^( *)(?:labels|phrases|notes):.*\n(?:\1 .*\n)*")
"""One of these sections, also within `add` or `change` of a child."""


def lines(name: str) -> tuple[int, int]:
    """Count the lines of a game that people have to read as words, and all lines."""
    path = rulesets.path(name)
    assert path is not None
    text = re.sub(r"(?m)^\s*(#.*)?\n", "", path.read_text("utf-8"))
    return sum(each[0].count("\n") for each in SECTION.finditer(text)), text.count("\n")


@pytest.mark.parametrize("name", rulesets.bundled())
def test_words_by_hand_only_become_fewer(name: str) -> None:
    if name in BY_HAND:
        assert lines(name)[0] == BY_HAND[name], "fewer lines are a new limit; more are not allowed"
    else:
        assert lines(name)[0] <= MOST


def test_the_share_of_words_by_hand() -> None:
    counted = [lines(name) for name in rulesets.bundled()]
    by_hand, all_lines = map(sum, zip(*counted, strict=True))
    assert 100 * by_hand <= SHARE * all_lines
