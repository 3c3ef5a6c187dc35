"""Rulebooks tell changes to the rules: docs/mutants.md says how many, and lists those that they do not tell."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from .mutants import PAGE, change, sample, told

SIZE = 40
"""How many changes of each game the page counts."""
TOLD = {
    game: int(now) / int(tried)
    for game, now, tried in re.findall(r"^\| (\w+) \| \d+ of \d+ \| (\d+) of (\d+) \|$", PAGE, re.M)
}
UNTOLD = set(re.findall(r"^\| (\w+) \| ([\w.]+) \| (`.+) \| it .+ \|$", PAGE, re.M))


@pytest.mark.parametrize("name", TOLD)
def test_a_rulebook_tells_changes_to_the_rules(name: str, amount: Callable[[int, int], int]) -> None:
    tried = sample(name, SIZE)[: amount(1, SIZE)]
    verdicts = [told(name, each) for each in tried]
    for each, verdict in zip(tried, verdicts, strict=True):
        assert verdict is not False or (name, each.address, change(each)) in UNTOLD, each.address
    if len(tried) == SIZE:
        assert verdicts.count(True) >= TOLD[name] * (SIZE - verdicts.count(None))
