"""Bundled games stay short: lines of rules, in the layout of `cardrules fmt`."""

from __future__ import annotations

import re

import pytest

from cardrules import rulesets

LIMITS = {
    "blackjack": 90, "bridge": 110, "canasta": 170, "cribbage": 90, "euchre": 90,
    "french_tarot": 120, "hanabi": 60, "holdem": 90, "klondike": 80, "love_letter": 110,
    "pinochle": 100, "president": 80, "scopa": 70, "skat": 130, "spades": 80, "uno": 110,
}  # fmt: skip
NO_RULES = ("options", "variants", "labels", "notes", "scenarios")


def lines_of_rules(text: str) -> int:
    """Count lines that are not empty, no comments, and in none of the other sections."""
    sections = re.split(r"(?m)^(?=[a-z])", text)
    rules = [each for each in sections if not each.startswith(NO_RULES)]
    return sum(bool(re.match(r"\s*[^\s#]", line)) for each in rules for line in each.splitlines())


@pytest.mark.parametrize("name", LIMITS)
def test_games_are_short(name: str) -> None:
    path = rulesets.path(name)
    assert path is not None
    assert lines_of_rules(path.read_text("utf-8")) <= LIMITS[name]
