"""`cardrules test`: play the scenarios of rulesets and suites, and show the failures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...interpreter.scenarios.results import Report


@click.command("test")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--filter",
    "only",
    default="",
    metavar="NAME",
    help="Play only scenarios with NAME in their name; it may be a pattern such as 'GS-0*'.",
)
@click.option("--update", is_flag=True, help="Write the actual results into the scenarios that fail.")
@click.option("--junit", type=click.Path(dir_okay=False), metavar="FILE", help="Also write JUnit XML.")
@click.option("--coverage", is_flag=True, help="Show the rules and conditions that no scenario reaches.")
@click.option(
    "--threshold",
    type=options.NumberRange(0, 100),
    metavar="PERCENT",
    help="Fail if less than this is covered.",
)
@click.option("--lcov", type=click.Path(dir_okay=False), metavar="FILE", help="Also write coverage for lcov.")
@click.option(
    "--mutate",
    is_flag=True,
    help="Change the rules one by one, and list the changes that no scenario notices.",
)
@click.option(
    "--children",
    is_flag=True,
    help="Also play the scenarios of what extends the files named, and of suites for them.",
)
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    only: str,
    update: bool,
    junit: str | None,
    coverage: bool,
    threshold: float | None,
    lcov: str | None,
    mutate: bool,
    children: bool,
) -> None:
    """Play the scenarios in rulesets and suites.

    PATH is a file, the bare name of a ruleset, or a folder. In a folder, all *.yaml and *.yml files
    are played, also those in subfolders that are not hidden. Without PATH, all bundled rulesets are
    played.

    A failed test is shown with its place, the expected and the actual result, the position, and the
    rules that decided.

    Coverage counts the rules of a ruleset's own file: each action, effect and definition that was
    played, and each condition that was true once and false once.

    Mutation (--mutate) changes the rules of a file that passes, one place at a time: a number by
    one, `<` to `<=`, `and` to `or`, a condition negated or dropped, a statement dropped, `highest`
    to `lowest`. Changes that no scenario notices are listed; some may make no difference in any
    game.

    Exit status: 0 all passed, 1 failures, errors or too little covered, 2 wrong usage, 3 an error
    in cardrules.
    """
    from ...interpreter.scenarios.running import run
    from ...rulesets import bundled
    from ..exit_status import CLEAN, FINDINGS, INTERNAL_ERROR, USAGE, report_bug
    from ..files import built_on, find_files
    from ..scenarios import results
    from ..scenarios.mutants import show_mutants

    files, empty = find_files(paths or bundled())
    if children:
        files += built_on(paths, files)
    watch = coverage or threshold is not None or lcov is not None
    reports: list[Report] = []
    broken = False
    for file in files:
        try:
            found = run(file, only=only, watch=watch)
            if update and found.failed:
                found = _updated(file, found, only, watch)
        except OSError:  # a full disk, for instance
            raise
        except Exception as error:  # one bad file never hides the problems of the next
            broken = True
            report_bug(error, file)
        else:
            reports.append(found)
            _show(found)
    if reports:
        click.echo(results.summary(reports))
    if only and reports and not any(each.results for each in reports):
        raise click.BadParameter(f"No scenario is called so: '{only}'.", param_hint="--filter")
    if junit is not None:
        _write(junit, results.junit(reports), "--junit")
    enough = _cover(reports, threshold, lcov, show=coverage)
    for each in reports if mutate else ():
        if each.ok and each.results:
            show_mutants(each.file, only)
        else:
            click.echo(f"{each.file}: no changes are tried before its tests pass.", err=True)
    if broken:
        status = INTERNAL_ERROR
    elif not enough or not all(each.ok for each in reports):
        status = FINDINGS
    else:
        status = USAGE if empty else CLEAN
    context.exit(status)


def _show(report: Report) -> None:
    """Print the problems of one file: its diagnostics first, then the failed tests."""
    from ..diagnostics.render import full
    from ..scenarios.results import failure
    from ..terminal import has_colours

    colour = has_colours()
    if report.diagnostics:
        click.echo(full(report.diagnostics, report.sources, colour=colour))
    for failed in report.failed:
        for line in failure(report, failed, colour=colour):
            click.echo(line, color=colour)


def _updated(file: str, report: Report, only: str, watch: bool) -> Report:
    """Write the actual results into a file as expectations, and test it again."""
    from ...interpreter.diagnostics import counted
    from ...interpreter.scenarios.running import run
    from ...interpreter.scenarios.updating import update
    from ...rulesets import path
    from ..files import replace_file

    if path(file) is not None:
        message = f"'{file}' is not rewritten by its bare name; give the path of the file."
        raise click.BadParameter(message, param_hint="--update")
    source = report.sources[report.failed[0].span.file]
    found = update(report.failed, source)
    if found.done:
        replace_file(Path(source.file), found.text.encode("utf-8"))
        click.echo(f"{source.file}: {counted(len(found.done), 'expectation')} written anew.")
    return run(file, only=only, watch=watch)


def _cover(reports: Iterable[Report], threshold: float | None, lcov: str | None, *, show: bool) -> bool:
    """Show the coverage; return whether every file reaches the threshold."""
    from ...interpreter.scenarios import coverage as found
    from ..diagnostics.render import full
    from ..scenarios.results import coverage_line
    from ..terminal import has_colours

    sources = {name: text for each in reports for name, text in each.sources.items()}
    parts = found.merged(each.coverage for each in reports if each.coverage is not None)
    enough = True
    for part in parts:
        if show:
            missed = list(part.missed())
            click.echo(full(missed, sources, colour=has_colours()), nl=False)
            click.echo("\n" * bool(missed) + coverage_line(part))
        if threshold is not None and part.percent < threshold:
            enough = False
            click.echo(f"{part.file}: {part.percent:.1f} % is less than {threshold:g} %.", err=True)
    if lcov is not None:
        text = "".join(found.lcov(part, sources[part.file]) for part in parts)
        _write(lcov, text, "--lcov")
    return enough


def _write(file: str, text: str, option: str) -> None:
    """Write a file that the user named."""
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"'{file}' cannot be written: {error.strerror}."
        raise click.BadParameter(message, param_hint=option) from None
