"""What `validate` and `test` say about a ruleset that is being written and its suites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...interpreter.authoring.survey import survey
from ...interpreter.diagnostics import Diagnostic, Source, counted, has_errors, printable
from ...interpreter.scenarios.running import run
from ...interpreter.source.files import is_kind
from ..diagnostics import render
from ..files import built_on
from ..scenarios import results

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ...interpreter.scenarios.results import Report

_MOST: Final = 4  # diagnostics that are shown; further ones are counted
_FAILED: Final = 2  # failed tests that are explained; further ones are named
_NAMED: Final = 6  # failed tests that are named


def suites_of(path: Path) -> list[str]:
    """Return the suites of a ruleset, in its repository or its folder."""
    from pathlib import Path

    return [each for each in built_on([str(path)], []) if not is_kind(Path(each), suites=False)]


def look(file: str, suites: list[str], *, colour: bool) -> Iterator[str]:
    """Yield the lines of a report: diagnostics as `validate` shows them, and failed tests as `test` does.

    Args:
        file: the ruleset.
        suites: its suites.
        colour: whether to use the colours of a terminal.
    """
    found: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    for each in (file, *suites):
        surveyed = survey(each)
        found += surveyed.diagnostics
        sources |= surveyed.sources
    found = list(dict.fromkeys(found))
    if found:
        yield render.full(found[:_MOST], sources, colour=colour).rstrip("\n")
    if len(found) > _MOST:
        yield f"… and {counted(len(found) - _MOST, 'more problem')}: 'cardrules validate {printable(file)}' shows all."
    said = f"{counted(1 + len(suites), 'file')} checked: {render.summary(found)}."
    if has_errors(found):
        yield said
        return
    reports = [run(each) for each in (file, *suites)]
    yield from _failures(reports, colour=colour)
    tests = any(each.results for each in reports)
    yield f"{said} {results.summary(reports)}" if tests else said


def _failures(reports: list[Report], *, colour: bool) -> Iterator[str]:
    failed = [(report, each) for report in reports for each in report.failed]
    for report, each in failed[:_FAILED]:
        yield from results.failure(report, each, colour=colour)
    others = [results.title(report, each) for report, each in failed[_FAILED:]]
    if others:
        more = f", and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
        yield f"Also failed: {printable(', '.join(others[:_NAMED]))}{more}."
