"""Results of scenarios as text: failures, coverage, and JUnit XML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...interpreter.diagnostics import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...interpreter.scenarios.coverage import Coverage
    from ...interpreter.scenarios.results import Failed, Report
    from ..junit import Case

_MOST = 3  # rules that are named for one difference


def failure(report: Report, failed: Failed, *, colour: bool) -> Iterator[str]:
    """Yield the lines that describe a failed test.

    First a line for each difference, for editors and logs; then the position at that point, and the
    rules that decided.
    """
    from ...interpreter.diagnostics import printable
    from ...interpreter.scenarios.failures import account

    for index, difference in enumerate(failed.differences):
        expected, actual = printable(difference.expected), printable(difference.actual)
        what = printable(difference.what)
        mark = "FAILED" if index == 0 else "   and"
        if colour:
            mark = click.style(mark, fg="red", bold=True)
            expected, actual = click.style(expected, fg="green"), click.style(actual, fg="red")
        place = _place(report, failed, index)
        told = f"{what}: expected {expected} | actual {actual}" if difference.expected else actual
        yield f"{place} {mark} {title(report, failed)}: {told}"
    if failed.played is None:
        return
    found = account(failed)
    width = max((len(name) for name, _ in found.position), default=0)
    for name, text in found.position:
        yield f"    {printable(name):<{width}}  {printable(text)}"
    sources = failed.played.setting.game.loaded.resolved.sources
    for difference, points in found.decided:
        what = printable(difference.what)
        for point in points[:_MOST]:
            line, column = sources[point.span.file].position(point.span.start)
            text = f": {printable(point.text)}" if point.text != point.address else ""
            place = f"{printable(point.span.file)}:{line}:{column}"
            yield f"    {what}: decided by {point.address}{text} ({place})"
        if not points and difference.expected:
            yield f"    {what}: nothing in this test changes it{_nobody(found.nobody)}"


def _nobody(variables: tuple[str, ...]) -> str:
    """Return which variables name nobody because the given position leaves them out."""
    if not variables:
        return ""
    names = " and ".join(f"'{name}'" for name in variables)
    them, are = ("it", "is") if len(variables) == 1 else ("them", "are")
    return f"; {names} {are} nobody, because 'given' leaves {them} out"


def title(report: Report, failed: Failed) -> str:
    """Return a test's address, with its number if its scenario has several."""
    several = sum(each.address == failed.address for each in report.results) > 1
    return failed.address + (f" (test {failed.test})" if several else "")


def _place(report: Report, failed: Failed, index: int) -> str:
    from ...interpreter.diagnostics import printable

    span = failed.differences[index].span
    source = report.sources.get(span.file)
    return f"{printable(span.file)}:{source.position(span.start)[0] if source else 1}:"


def summary(reports: Iterable[Report]) -> str:
    """Return how many tests passed and failed, in words."""
    from ...interpreter.diagnostics import has_errors

    listed = list(reports)
    results = [result for each in listed for result in each.results]
    failed = sum(len(each.failed) for each in listed)
    files = counted(len(listed), "file")
    if failed:
        text = f"{failed} of {counted(len(results), 'test')} failed in {files}"
    elif results:
        text = f"{counted(len(results), 'test')} passed in {files}"
    else:
        text = f"No test was run in {files}"
    unsound = sum(has_errors(each.diagnostics) for each in listed)
    if unsound:
        text += f"; {counted(unsound, 'file')} with errors, whose tests did not all run"
    return text + "."


def coverage_line(coverage: Coverage) -> str:
    """Return the coverage of a file in a line."""
    from ...interpreter.diagnostics import printable

    rules = [found for point, found in coverage if point.outcomes == 1 and point.kind != "statement"]
    both = [found for point, found in coverage if point.kind == "condition"]
    outcomes = sum((yes > 0) + (no > 0) for yes, no in both)
    return (
        f"{printable(coverage.file)}: {coverage.percent:.1f} % covered; "
        f"rules {sum(yes > 0 for yes, _ in rules)} of {len(rules)}, "
        f"outcomes of conditions {outcomes} of {2 * len(both)}."
    )


def junit(reports: Iterable[Report]) -> str:
    """Return the results as JUnit XML: a suite for each file, a case for each test."""
    from ..junit import junit

    return junit("cardrules test", ((report.file, list(_cases(report))) for report in reports))


def _cases(report: Report) -> Iterator[Case]:
    from ...interpreter.diagnostics import concise
    from ...interpreter.scenarios.results import Failed
    from ..junit import Case

    for result in report.results:
        name = f"{result.address} (test {result.test})"
        if isinstance(result, Failed):
            first = result.differences[0]
            message = first.told
            details = "\n".join(failure(report, result, colour=False))
            yield Case(name, "failure", message, details)
        else:
            yield Case(name)
    errors = [each for each in report.diagnostics if each.severity == "error"]
    if errors:
        details = "\n".join(concise(each, report.sources) for each in errors)
        yield Case("the file itself", "error", errors[0].message, details)
