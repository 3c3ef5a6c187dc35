"""Bundled games stay short: lines of rules, in the layout of `cardrules fmt`.

Options, notes and scenarios are no rules, and neither are words for people: what `help`, `labels`
and `phrases` say. A rule that would stand on one line without such words counts as one line.
"""

from __future__ import annotations

import re

import pytest

from cardrules import rulesets

LIMITS = {
    "blackjack": 90, "bridge": 110, "canasta": 170, "cribbage": 90, "euchre": 90,
    "french_tarot": 120, "hanabi": 60, "holdem": 90, "klondike": 80, "love_letter": 110,
    "pinochle": 100, "president": 80, "scopa": 70, "skat": 130, "spades": 80, "uno": 110,
}  # fmt: skip
NO_RULES = ("options:", "variants:", "labels:", "phrases:", "notes:", "scenarios:")
WIDTH = 100


def lines_of_rules(text: str) -> int:
    """Count the lines of the sections that are rules."""
    text = re.sub(r"(?m)^\s*(#.*)?\n", "", text)
    sections = re.split(r"(?m)^(?=[a-z])", text)
    rules = [each for each in sections if each and not each.startswith(NO_RULES)]
    return sum(_lines(entry) for each in rules for entry in re.split(r"(?m)^(?=  \S)", each))


def _lines(entry: str) -> int:
    """Count the lines of a rule, or of one key of a section, without words for people."""
    name, *keys = re.split(r"(?m)^(?=    \S)", entry)
    kept = [key for key in keys if not key.startswith("    help:")]
    lines = sum(key.count("\n") for key in kept)
    if len(kept) == len(keys):
        return name.count("\n") + lines
    rest = [key.strip() for key in kept]
    if len(rest) == 1 and rest[0].startswith("is: "):  # `name: value`
        return lines
    one_line = f"{name.rstrip()} {{{', '.join(rest)}}}"
    return 1 if "\n" not in one_line and len(one_line) <= WIDTH else 1 + lines


@pytest.mark.parametrize("name", LIMITS)
def test_games_are_short(name: str) -> None:
    path = rulesets.path(name)
    assert path is not None
    assert lines_of_rules(path.read_text("utf-8")) <= LIMITS[name]
