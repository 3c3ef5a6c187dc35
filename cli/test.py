"""`cardrules test`: play the scenarios of rulesets and suites, and show what is not as they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..interpreter.scenarios import Failed, Report


@click.command("test")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.pass_context
def command(context: click.Context, paths: tuple[str, ...]) -> None:
    """Play the scenarios in rulesets and suites.

    PATH is a file, the bare name of a bundled ruleset, or a folder, of which all files *.yaml and
    *.yml are played, those of its subfolders too (not of hidden ones). Without PATH all bundled
    rulesets are.

    Each test that fails is a line with its place, what the scenario expects and what came out.

    Exit status: 0 all passed, 1 failures or errors, 2 wrong usage, 3 an error in cardrules.
    """
    from ..interpreter.scenarios import run
    from ..rulesets import bundled
    from .files import find_files
    from .main import CLEAN, FINDINGS, INTERNAL_ERROR, USAGE, report

    files, empty = find_files(paths or bundled())
    for folder in empty:
        click.echo(f"Error: there is no file *.yaml or *.yml in '{folder}'.", err=True)
    reports: list[Report] = []
    broken = False
    for file in files:
        try:
            found = run(file)
        except Exception as error:  # one bad file never hides the problems of the next
            broken = True
            click.echo(f"{file}: {report(error)}", err=True)
        else:
            reports.append(found)
            _show(found)
    if reports:
        click.echo(summary(reports))
    if broken:
        status = INTERNAL_ERROR
    elif not all(each.ok for each in reports):
        status = FINDINGS
    else:
        status = USAGE if empty else CLEAN
    context.exit(status)


def summary(reports: Iterable[Report]) -> str:
    """Return in words what came of all tests."""
    from ..interpreter.diagnostics import has_errors

    listed = list(reports)
    results = [result for each in listed for result in each.results]
    failed = sum(len(each.failed) for each in listed)
    files = _count(len(listed), "file")
    if failed:
        text = f"{failed} of {_count(len(results), 'test')} failed in {files}"
    elif results:
        text = f"{_count(len(results), 'test')} passed in {files}"
    else:
        text = f"No test was run in {files}"
    unsound = sum(has_errors(each.diagnostics) for each in listed)
    if unsound:
        text += f"; {_count(unsound, 'file')} with errors, whose tests did not all run"
    return text + "."


def _show(report: Report) -> None:
    """Print what is wrong with one file: its texts first, then the tests that fail."""
    from .render import full
    from .terminal import has_colours

    colour = has_colours()
    if report.diagnostics:
        click.echo(full(report.diagnostics, report.sources, colour=colour))
    for failed in report.failed:
        for line in _lines(report, failed, colour):
            click.echo(line, color=colour)


def _lines(report: Report, failed: Failed, colour: bool) -> Iterator[str]:
    """Yield a line for a test that fails; if it does so in several respects, one for each."""
    from ..interpreter.diagnostics import printable

    several = sum(each.address == failed.address for each in report.results) > 1
    name = failed.address + (f" (test {failed.test})" if several else "")
    for index, difference in enumerate(failed.differences):
        source = report.sources.get(difference.span.file)
        line = source.position(difference.span.start)[0] if source else 1
        place = f"{printable(difference.span.file)}:{line}:"
        expected, actual = printable(difference.expected), printable(difference.actual)
        what = printable(difference.what)
        mark = "FAILED" if index == 0 else "   and"
        if colour:
            mark = click.style(mark, fg="red", bold=True)
            expected, actual = click.style(expected, fg="green"), click.style(actual, fg="red")
        yield f"{place} {mark} {name}: {what}: expected {expected} | actual {actual}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
