"""Whatever a scenario says, it gets diagnostics or results, and never an exception."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.diagnostics import CODES, Source
from cardrules.interpreter.game.setup import values
from cardrules.interpreter.game.setup.placement import OWN_KEYS
from cardrules.interpreter.scenarios.expectations import KEYS
from cardrules.interpreter.scenarios.games import Games
from cardrules.interpreter.scenarios.running import run_scenario
from cardrules.interpreter.scenarios.scenario import read_scenarios
from cardrules.interpreter.source.located import Mapping
from cardrules.interpreter.source.schema import examine
from cardrules.interpreter.source.yaml_parser import parse

PILES = str(Path(__file__).parent / "suites" / "piles.yaml")
NAMES = ("stock pile aside hand row table leader count shut held wanted trump shade passed bids xx").split()

words = st.sampled_from("AC AD 2C 2D 3H 4H 9S Jo ... hearts red 3 A nobody turn bidding #1".split())
texts = st.lists(words, max_size=4).map(" ".join)
scalars = st.none() | st.booleans() | st.integers(-2, 14) | texts
contents = scalars | st.lists(scalars | st.lists(scalars, max_size=2), max_size=4)
verbs = st.sampled_from("bid lead lay gather spread pass lai".split())
moves = st.tuples(verbs, texts).map(" ".join)
lines = moves | st.lists(moves, max_size=3)


def position(keys: tuple[str, ...]) -> st.SearchStrategy[dict[str, object]]:
    return st.dictionaries(st.sampled_from([*NAMES, *keys]), contents, max_size=4)


tests = st.fixed_dictionaries(
    {},
    optional={
        "play": lines,
        "legal": lines | st.integers(0, 9),
        "includes": lines,
        "excludes": lines,
        "then": position(KEYS),
    },
)
scenarios = st.fixed_dictionaries(
    {"tests": st.lists(tests, min_size=1, max_size=2)},
    optional={
        "given": position((*OWN_KEYS, *values.BESIDE)),
        "deck": texts,
        "dealer": st.integers(0, 3),
        "deal": st.integers(1, 3),
        "players": st.integers(1, 4),
        "options": st.dictionaries(st.sampled_from(["dealt", "x"]), scalars, max_size=1),
        "variant": st.sampled_from(["long", "lang"]),
    },
)


@cache
def games() -> Games:
    return Games(load_ruleset(PILES), PILES)


@given(scenarios)
def test_any_scenario(data: dict[str, object]) -> None:
    text = json.dumps({"cardrules_suite": 1, "ruleset": "piles", "scenarios": {"x": data}})
    tree, _ = parse(Source("any.yaml", text))
    assert tree is not None
    _, sound = examine(tree, "suite")
    assert isinstance(sound, Mapping)
    section = sound.get("scenarios")
    for scenario in read_scenarios(section if isinstance(section, Mapping) else None):
        results, problems = run_scenario(scenario, games())
        for problem in problems:
            assert problem.code in CODES
            assert problem.help
            assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert results or problems or not scenario.tests
