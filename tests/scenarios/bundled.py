"""The scenarios of bundled games, with the games of their rulesets."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zlib import crc32

from cardrules.interpreter.scenarios.games import Games
from cardrules.interpreter.scenarios.scenario import Scenario
from cardrules.interpreter.scenarios.suite import Suite, opened

TESTS = Path(__file__).parents[1]


@cache
def suite(name: str) -> Suite:
    """Return the suite of a bundled game."""
    return opened(TESTS / "rulesets" / "suites" / f"{name}.yaml")


@cache
def scenarios(name: str) -> dict[str, Scenario]:
    """Return the scenarios of a game, inside the ruleset and of the suite, by name."""
    return {scenario.name: scenario for scenario in suite(name).all_scenarios}


def games(name: str) -> Games:
    """Return the games of the ruleset."""
    found = suite(name).games
    assert found is not None
    return found


def is_plain(scenario: Scenario) -> bool:
    """Tell whether a scenario needs no build of its own: it has the defaults of its ruleset."""
    return scenario.options is None and scenario.variant is None and scenario.players is None


def share(name: str, scenario: str, parts: int) -> bool:
    """Tell whether a scenario is in a sample, which is one of so many parts of all."""
    return crc32(f"{name} {scenario}".encode()) % parts == 0
