"""The scenarios of all bundled rulesets and of the language's own suites hold, in either build."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from cardrules import rulesets
from cardrules.interpreter.game.saving import NEWER
from cardrules.interpreter.play.state import State
from cardrules.interpreter.runtime.position import COMMON, KNOWLEDGE
from cardrules.interpreter.scenarios.results import Passed
from cardrules.interpreter.scenarios.running import run, run_scenario
from cardrules.interpreter.scenarios.scenario import Scenario
from cardrules.interpreter.scenarios.setting import Setting, prepare

from ..positions import in_both_builds
from .bundled import TESTS, games, is_plain, scenarios, share, suite

if TYPE_CHECKING:
    from cardrules.interpreter.runtime.position import Position

SUITES = sorted((TESTS / "scenarios" / "suites").glob("*.yaml"))


def names(name: str) -> list[str]:
    """The names of a game's scenarios; to list the tests, no ruleset is checked."""
    files = [rulesets.path(name), TESTS / "rulesets" / "suites" / f"{name}.yaml"]
    texts = [file.read_text("utf-8") for file in files if file is not None]
    return [each for text in texts for each in yaml.load(text, yaml.CSafeLoader)["scenarios"]]


@pytest.mark.parametrize("name", rulesets.bundled())
def test_bundled_rulesets_hold_some_scenarios_that_teach_and_a_suite_holds_the_others(
    name: str,
) -> None:
    assert games(name).loaded.failure() is None
    assert suite(name).diagnostics == ()
    examples = suite(name).examples
    assert 3 <= len(examples) <= 5
    assert all(each.help for each in examples)
    assert [each.name for each in suite(name).all_scenarios] == names(name)
    assert len(names(name)) == len(set(names(name)))


@pytest.mark.soak
@pytest.mark.parametrize("name", rulesets.bundled())
def test_bundled(name: str, pytestconfig: pytest.Config) -> None:
    """By default all scenarios with default options, one in four of them in both builds; of the
    others one in eight, and one in sixteen in both: to compile takes longer than to play.
    `cardrules test` plays all in CI.
    """
    soak = bool(pytestconfig.getoption("--soak"))
    for scenario in scenarios(name).values():
        all_of_it = soak or is_plain(scenario)
        if not all_of_it and not share(name, scenario.name, 8):
            continue
        results, problems = run_scenario(scenario, games(name))
        assert problems == ()
        assert len(results) == len(scenario.tests) > 0
        for result in results:
            assert isinstance(result, Passed), result
        if soak or share(name, scenario.name, 4 if all_of_it else 16):
            setting, _ = prepare(scenario, games(name))
            assert isinstance(setting, Setting)
            if scenario.given is not None:
                both_builds_and_the_outline_give_the_same_position(setting)
            both_builds_play_the_same(scenario, setting)


@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.stem)
def test_suites(path: Path) -> None:
    report = run(path)
    assert report.diagnostics == ()
    assert report.failed == ()


def facts(position: Position, undealt: str | None = None) -> dict[str, object]:
    """Return what is in a position, without knowledge, journal and the order of undealt cards."""
    data = in_both_builds(position, undealt)
    assert set(data) >= set(COMMON) - {*KNOWLEDGE, *NEWER, "log", "work"}
    return data


def both_builds_and_the_outline_give_the_same_position(setting: Setting) -> None:
    outlined, bare = (setting.given(each)[0] for each in (setting.game.outline, setting.game.bare))
    assert outlined is not None
    assert bare is not None
    outlined.frame = bare.frame  # only rules that are played need one
    assert facts(outlined, None) == facts(bare, None)


def both_builds_play_the_same(scenario: Scenario, setting: Setting) -> None:
    bare = setting.game.bare
    for test in scenario.tests:
        state, position = State.begun(setting.game, setting.opening()), setting.position(bare)
        assert facts(state.position, bare.unshuffled) == facts(position, bare.unshuffled)
        assert position.know is None
        for line in test.play:
            assert state.raw_legal_actions() == bare.legal[position.pc](position)
            raw = state.find(line.text)
            state.apply_raw(raw)
            bare.play(position, raw)
            assert facts(state.position, bare.unshuffled) == facts(position, bare.unshuffled)
        if position.pc >= 0:
            assert state.raw_legal_actions() == bare.legal[position.pc](position)
        assert state.position.result == position.result
