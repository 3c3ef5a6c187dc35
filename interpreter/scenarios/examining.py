"""Mistakes in the texts of scenarios, found without playing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ... import rulesets
from ..check.causes import told
from ..check.load import Loaded
from ..check.sound_fixes import sound
from ..diagnostics import Diagnostic, Source, in_order, warning
from ..game.rules import Rules
from .action_lines import action_problems, excludes_check, includes_check, legal_check
from .expectations import Expected
from .games import Games
from .results import Check
from .scenario import Scenario, Test, read_scenarios
from .setting import prepare
from .suite import Suite, open_suite, opened_text

if TYPE_CHECKING:
    from ..diagnostics import Sources


def examine_scenarios(loaded: Loaded, source: str, games: Games | None = None) -> list[Diagnostic]:
    """Return what is wrong with the texts of the scenarios inside a ruleset.

    Args:
        loaded: the ruleset, which has no errors.
        source: its bare name or path.
        games: games of the same ruleset, to use again those that are already compiled.
    """
    section = loaded.ruleset.scenarios if loaded.ruleset is not None else None
    problems = _text_problems(read_scenarios(section), games or Games(loaded, source))
    return told(problems, loaded.resolved.sources)


def examine_suite(source: Source) -> tuple[list[Diagnostic], Sources]:
    """Return what is wrong with the text of a suite, and the sources of the diagnostics."""
    suite = open_suite(source)
    return list(with_sound_fixes(_examined(suite), suite)), suite.sources


def with_sound_fixes(problems: Sequence[Diagnostic], suite: Suite) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a suite, with suggestions only that leave no error at their place."""
    source = suite.sources.get(str(rulesets.path(suite.file) or suite.file))
    if source is None:
        return tuple(problems)
    return sound(problems, source, lambda text: _examined(opened_text(Source(source.file, text))))


def _examined(suite: Suite) -> list[Diagnostic]:
    problems = list(suite.diagnostics)
    if suite.games is not None:
        problems += _text_problems(suite.scenarios, suite.games)
    return in_order(problems)


def _text_problems(scenarios: list[Scenario], games: Games) -> Iterator[Diagnostic]:
    for scenario in scenarios:
        setting, problems = prepare(scenario, games)
        yield from problems
        if setting is not None:
            for test in scenario.tests:
                yield from checks_of(test, setting.game)[1]


def checks_of(test: Test, game: Rules) -> tuple[list[Check], list[Diagnostic]]:
    """Return the checks of a test, and what is wrong with its text."""
    legal = test.legal if isinstance(test.legal, tuple) else ()
    problems = [
        problem
        for line in (*test.play, *legal, *test.includes, *test.excludes)
        for problem in action_problems(game, line)
    ]
    checks: list[Check] = []
    if test.legal is not None:
        checks.append(legal_check(test.legal, test.legal_span))
    checks += [includes_check(line) for line in test.includes]
    checks += [excludes_check(line) for line in test.excludes]
    if test.then is not None:
        expected = Expected(game, test.then)
        checks += expected.checks
        problems += expected.problems
    if test.says_nothing:
        message = "The test expects nothing, so it cannot fail."
        way_out = "Add 'play', 'legal', 'includes', 'excludes' or 'then', or delete it."
        problems.append(warning("CR712", message, test.span, help=way_out))
    return checks, problems
