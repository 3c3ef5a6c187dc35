"""Bundled games stay short: lines of rules, in the layout of `cardrules fmt`.

Options, notes and scenarios are not rules, and neither are `labels` and `phrases`, which are words
for people. Empty lines and comments do not count.
"""

from __future__ import annotations

import re

import pytest

from cardrules import rulesets

LIMITS = {
    "blackjack": 100,
    "bridge": 120,
    "canasta": 184,
    "cribbage": 90,
    "euchre": 93,
    "french_tarot": 129,
    "hanabi": 63,
    "holdem": 120,
    "klondike": 80,
    "love_letter": 110,
    "pinochle": 103,
    "president": 80,
    "scopa": 72,
    "skat": 134,
    "spades": 80,
    "uno": 110,
}
NO_RULES = ("about:", "options:", "variants:", "labels:", "phrases:", "notes:", "scenarios:")


def lines_of_rules(text: str) -> int:
    """Count the lines of the sections that are rules."""
    text = re.sub(r"(?m)^\s*(#.*)?\n", "", text)
    sections = re.split(r"(?m)^(?=[a-z])", text)
    return sum(each.count("\n") for each in sections if each and not each.startswith(NO_RULES))


@pytest.mark.parametrize("name", LIMITS)
def test_games_are_short(name: str) -> None:
    path = rulesets.path(name)
    assert path is not None
    assert lines_of_rules(path.read_text("utf-8")) <= LIMITS[name]
