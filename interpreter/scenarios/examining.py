"""Mistakes in the texts of scenarios, found without playing them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ... import rulesets
from ..check.causes import told
from ..check.load import Loaded
from ..check.sound_fixes import sound
from ..diagnostics import Diagnostic, Source, in_order, warning
from ..game.rules import Rules
from ..resolve.resolve import Loader, read_ruleset
from ..source.located import Mapping, Scalar
from .action_lines import action_problems, excludes_check, includes_check, legal_check
from .expectations import Expected
from .games import Games
from .results import Check
from .scenario import Line, Scenario, Test, read_scenarios
from .setting import prepare
from .suite import Suite, open_suite, opened_text

if TYPE_CHECKING:
    from ..diagnostics import Sources


_MOVE: Final = re.compile(r"(?m)^ *(\S+(?: \S+)*)")
"""The move of a line of the note `actions`; after two or more spaces follows what it means."""


def examine_scenarios(loaded: Loaded, source: str, games: Games | None = None) -> list[Diagnostic]:
    """Return what is wrong with the texts of the scenarios inside a ruleset.

    Args:
        loaded: the ruleset, which has no errors.
        source: its bare name or path.
        games: games of the same ruleset, to use again those that are already compiled.
    """
    section = loaded.ruleset.scenarios if loaded.ruleset is not None else None
    games = games or Games(loaded, source)
    problems = [*_text_problems(read_scenarios(section), games), *_noted_problems(games)]
    return told(problems, loaded.resolved.sources)


def examine_suite(source: Source, loader: Loader = read_ruleset) -> tuple[list[Diagnostic], Sources]:
    """Return what is wrong with the text of a suite, and the sources of the diagnostics; `loader` reads its ruleset."""
    suite = open_suite(source, loader)
    return list(with_sound_fixes(_examined(suite), suite, loader)), suite.sources


def with_sound_fixes(
    problems: Sequence[Diagnostic], suite: Suite, loader: Loader = read_ruleset
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a suite, with suggestions only that leave no error at their place."""
    source = suite.sources.get(str(rulesets.path(suite.file) or suite.file))
    if source is None:
        return tuple(problems)
    return sound(problems, source, lambda text: _examined(opened_text(Source(source.file, text), loader)))


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


def _noted_problems(games: Games) -> Iterator[Diagnostic]:
    """Yield what is wrong with the moves that the note `actions` shows, in any position."""
    resolved = games.loaded.resolved
    notes = resolved.tree.get("notes")
    note = notes.get("actions") if isinstance(notes, Mapping) else None
    if not isinstance(note, Scalar) or note.span.file != resolved.tree.span.file:
        return
    assert games.loaded.ruleset is not None
    game = games.compiled(dict(resolved.options), None, games.loaded.ruleset.most)
    if not isinstance(game, Rules):
        return
    for found in _MOVE.finditer(note.text):
        before = " " * found.start(1)  # so that words keep their places
        line = Line(found[1], replace(note, text=before + found[1]))
        for problem in action_problems(game, line):
            place = note.span_of(*found.span(1)) if problem.span == note.span else problem.span
            message = f"This line shows no move. {problem.message}"
            divided = note.text[found.end() :].startswith(" ") or problem.code != "CR709"
            help = problem.help if divided else "Two or more spaces divide a move from its meaning."
            yield warning("CR714", message, place, help=help, fix=problem.fix)
            break


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
