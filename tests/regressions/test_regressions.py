"""Small rulesets that once went wrong: what comes of each stands in `expected.yaml`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import cardrules
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.diagnostics import has_errors
from cardrules.interpreter.scenarios.running import run

from .playing import play

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "expected.yaml").read_text("utf-8"))
FILES = sorted(set(HERE.glob("*.yaml")) - {HERE / "expected.yaml"})


def test_only_rulesets_that_are_there_are_expected() -> None:
    assert set(EXPECTED) <= {file.stem for file in FILES}


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(
            file,
            marks=[pytest.mark.xfail(strict=True, reason=EXPECTED[file.stem]["broken"])]
            if "broken" in EXPECTED.get(file.stem, {})
            else [],
            id=file.stem,
        )
        for file in FILES
    ],
)
def test_a_ruleset_that_once_went_wrong(file: Path, amount: Callable[[int, int], int]) -> None:
    expected = EXPECTED.get(file.stem, {})
    found = survey(file)
    assert [
        "{}:{} {}".format(*found.sources[each.span.file].position(each.span.start), each.code)
        for each in found.diagnostics
    ] == expected.get("diagnostics", [])
    if has_errors(found.diagnostics):
        return
    report = run(file)
    assert (report.diagnostics, report.failed) == ((), ())
    rules = load_ruleset(file).ruleset
    assert rules is not None
    met = ""
    for players in expected.get("players", range(rules.least, rules.most + 1)):
        game = cardrules.load(file, players=players)
        for seed in range(amount(3, 12)):
            try:
                decisions = play(game, seed)
            except cardrules.CardrulesError as error:
                met = f"{type(error).__name__} {error}"
                assert "error" in expected, met
                assert re.match(expected["error"], met), met
            else:
                assert decisions <= expected.get("over", decisions)
    assert bool(met) == ("error" in expected)
