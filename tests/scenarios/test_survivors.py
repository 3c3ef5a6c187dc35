"""docs/mutants.md tells which changes to the bundled games no scenario notices, and why not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cardrules import rulesets
from cardrules.interpreter.scenarios.mutation import Mutant, Trial, mutants
from cardrules.interpreter.scenarios.suite import Suite

from .bundled import games, suite

PAGE = (Path(__file__).parents[2] / "docs" / "mutants.md").read_text("utf-8").partition("## What rulebooks tell")[0]
COUNTS = {
    game: (int(changes), int(noticed), int(left))
    for game, changes, noticed, left in re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.M)
}
ROW = re.compile(r"^\| (\w+) \| ([\w.]+) \| (`.+) \| (one|same: .+|one: .+|seen|far) \|$", re.M)
TOLD = {
    name: Counter((address, change) for game, address, change, _ in ROW.findall(PAGE) if game == name)
    for name in rulesets.bundled()
}


@cache
def trial(name: str) -> tuple[list[Mutant], Suite]:
    rules = games(name).loaded.ruleset
    assert rules is not None
    return mutants(rules), suite(name)


def told(mutant: Mutant) -> tuple[str, str]:
    """Return the address and the words of a change."""
    words = mutant.survives().message.removeprefix("No scenario fails if ")
    return mutant.address, words.removesuffix(f" ({mutant.address}).")


def test_every_line_of_the_page_is_read() -> None:
    rows = [line for line in PAGE.splitlines() if "` becomes `" in line or "` is dropped" in line]
    assert len(rows) == sum(each.total() for each in TOLD.values())
    assert set(COUNTS) <= set(rulesets.bundled())


@pytest.mark.parametrize("name", COUNTS)
def test_the_page_tells_changes_that_there_are(name: str) -> None:
    found, _ = trial(name)
    assert TOLD[name] <= Counter(map(told, found))
    changes, noticed, left = COUNTS[name]
    assert (changes - noticed, len(found) >= changes) == (left, True)
    assert left == TOLD[name].total()


@pytest.mark.soak
@pytest.mark.parametrize("name", COUNTS)
def test_no_other_change_goes_unnoticed(name: str, amount: Callable[[int, int], int]) -> None:
    found, its_suite = trial(name)
    tried = found[: amount(2 if name == "hearts" else 0, len(found))]
    if not tried:
        return
    assert its_suite.games is not None
    trials = Trial(its_suite.games, its_suite.all_scenarios)
    verdicts = [(told(each), trials.notices(each)) for each in tried]
    left = Counter(what for what, noticed in verdicts if noticed is False)
    assert left <= TOLD[name]
    if tried == found:
        noticed = sum(bool(verdict) for _, verdict in verdicts)
        changes = sum(verdict is not None for _, verdict in verdicts)
        assert (left, COUNTS[name]) == (TOLD[name], (changes, noticed, left.total()))
