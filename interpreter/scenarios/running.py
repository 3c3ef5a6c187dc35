"""Plays scenarios and reports what came of their tests."""

from __future__ import annotations

import os

from ..check.load import Loaded
from ..diagnostics import Diagnostic, Source, has_errors, in_order
from ..errors import CardrulesError, IllegalActionError, RulesetError, StepBudgetError
from ..play.state import State
from ..resolve.origins import address_at, place_told
from .examining import checks_of, with_sound_fixes
from .games import Games
from .results import Check, Difference, Failed, Passed, Report, Result
from .scenario import Scenario, Test
from .setting import Played, Setting, prepare
from .suite import Suite, open_suite, opened, own_scenarios


def run(name_or_path: str | os.PathLike[str], *, only: str = "", watch: bool = False) -> Report:
    """Run the scenarios of a ruleset or of a suite.

    Args:
        name_or_path: the bare name of a ruleset, or the path of a ruleset or suite.
        only: run only scenarios whose name contains this, or matches it as a pattern with `*`.
        watch: whether to measure coverage.

    >>> report = run("gin_slaughtre")
    >>> report.diagnostics
    ()
    """
    return _played(opened(name_or_path), only, watch=watch)


def run_ruleset(loaded: Loaded, source: str, *, watch: bool = False) -> Report:
    """Run the scenarios inside a ruleset that is already loaded.

    Args:
        loaded: the ruleset, loaded without options, variant or number of players.
        source: its bare name or path.
        watch: whether to measure coverage.
    """
    return _played(own_scenarios(loaded, source), watch=watch)


def run_suite(source: Source) -> Report:
    """Run the scenarios of a suite; its ruleset is looked up from the folder of `source.file`."""
    return _played(open_suite(source))


def _played(suite: Suite, only: str = "", *, watch: bool = False) -> Report:
    games = suite.games
    if games is None:
        return Report(suite.file, (), with_sound_fixes(suite.diagnostics, suite), suite.sources)
    if watch:
        games.watch()
        _run_all(suite.examples, games)
    results, problems = _run_all(suite.chosen(only), games)
    found = in_order([*suite.diagnostics, *problems])
    return Report(suite.file, results, with_sound_fixes(found, suite), suite.sources, games.coverage())


def _run_all(scenarios: list[Scenario], games: Games) -> tuple[tuple[Result, ...], tuple[Diagnostic, ...]]:
    results: list[Result] = []
    problems: list[Diagnostic] = []
    for scenario in scenarios:
        found, wrong = run_scenario(scenario, games)
        results += found
        problems += wrong
    return tuple(results), tuple(in_order(problems))


def run_scenario(scenario: Scenario, games: Games) -> tuple[tuple[Result, ...], tuple[Diagnostic, ...]]:
    """Run the tests of a scenario.

    Args:
        scenario: the scenario.
        games: the games of its ruleset.

    Returns:
        A result for each test and the warnings; no results where the text has errors.
    """
    setting, problems = prepare(scenario, games)
    if setting is None:
        return (), tuple(problems)
    results, wrong = run_prepared(setting)
    problems += wrong
    return results, tuple(problems)


def run_prepared(setting: Setting) -> tuple[tuple[Result, ...], tuple[Diagnostic, ...]]:
    """Run the tests of a scenario whose beginning was examined; return results and problems as `run_scenario` does."""
    checks: list[list[Check]] = []
    problems: list[Diagnostic] = []
    for test in setting.scenario.tests:
        found, wrong = checks_of(test, setting.game)
        checks.append(found)
        problems += wrong
    if has_errors(problems):
        return (), tuple(problems)
    results = [_result(setting, test, own) for test, own in zip(setting.scenario.tests, checks, strict=True)]
    return tuple(results), tuple(problems)


def _result(setting: Setting, test: Test, checks: list[Check]) -> Result:
    address, number = setting.scenario.address, test.number
    played: Played | None = None
    place = setting.scenario.span
    try:
        state = State.begun(setting.game, setting.opening())
        played = Played(setting, test)
        for line in test.play:
            place = line.span
            try:
                state.apply_action(line.text)
            except IllegalActionError as refusal:
                actions = (line.text,)
                wrong = Difference("play", line.text, str(refusal), line.span, actions=actions)
                return Failed(address, number, (wrong,), played)
        place = test.span
        differences = [found for check in checks if (found := check(state)) is not None]
        if state.position.deck and setting.scenario.deck is not None:
            message = "no rule has shuffled a pile, so that the deck was not used"
            deck = setting.scenario.deck.span
            differences.insert(0, Difference("deck", "a deck to deal from", message, deck))
    except CardrulesError as failure:  # a rule of the game failed
        differences = [Difference("rules", "", _stopped(setting, failure), place)]
    if differences:
        return Failed(address, number, tuple(differences), played)
    return Passed(address, number, setting.scenario.span)


def _stopped(setting: Setting, failure: CardrulesError) -> str:
    """Return which rule has stopped the game, why and where."""
    if isinstance(failure, RulesetError) and failure.diagnostics:
        return failure.diagnostics[0].message
    resolved = setting.game.loaded.resolved
    found = place_told(resolved, str(failure))
    rule = address_at(resolved, found[0]) if found is not None else ""
    if found is None or not rule:
        return str(failure)
    place, why = found
    line, _ = resolved.sources[place.file].position(place.start)
    what = "ran too long" if isinstance(failure, StepBudgetError) else "stopped the game"
    return f"the rule '{rule}' {what}: {why.rstrip('.')} ({place.file}, line {line})"
