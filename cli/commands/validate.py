"""`cardrules validate`: the problems of rulesets, and an exit status for CI."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING, get_args

import click

from ..diagnostics.formats import Format

if TYPE_CHECKING:
    from ...interpreter.diagnostics import Survey


@click.command("validate")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--format",
    "output",
    type=click.Choice(get_args(Format)),
    help="How to show what is found: with excerpts (full), one line each (concise), or for "
    "programs. By default full, and github where GITHUB_ACTIONS is true.",
)
@click.option("--fix", is_flag=True, help="Correct mistakes for which only one correction is possible.")
@click.option("--alone", is_flag=True, help="Check only what is named, and not what extends a file of these.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    help="How many files to check at once; by default as many as there are processors.",
)
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    output: Format | None,
    fix: bool,
    alone: bool,
    jobs: int | None,
) -> None:
    """Check rulesets and suites of scenarios, in all their variants.

    PATH is a file, the bare name of a bundled ruleset, or a folder. In a folder, all *.yaml and
    *.yml files are checked, also those in subfolders that are not hidden. With a file, whatever
    extends it in the same repository or folder is checked, too, and suites of scenarios for it.

    Exit status: 0 nothing found, 1 errors or warnings, 2 wrong usage, 3 an error in cardrules.
    """
    from ..diagnostics.batch import check_files
    from ..exit_status import CLEAN, FINDINGS, INTERNAL_ERROR, USAGE, report_bug
    from ..files import built_on, find_files

    output = output or ("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full")
    files, empty = find_files(paths)
    if fix:
        from ..diagnostics.fixes import fix_files

        for line in fix_files(files):
            click.echo(line, err=True)
    if not alone:
        files += built_on(paths, files)
    surveys: list[Survey] = []
    checked: list[str] = []
    failed = False
    with closing(check_files(files, jobs)) as survey:
        for file, found in survey:
            if isinstance(found, Exception):
                failed = True
                report_bug(found, file)
            else:
                surveys.append(found)
                checked.append(file)
    _show(surveys, output, checked)
    if failed:
        status = INTERNAL_ERROR
    elif any(each.diagnostics for each in surveys):
        status = FINDINGS
    else:
        status = USAGE if empty else CLEAN
    context.exit(status)


def _show(surveys: list[Survey], output: Format, files: list[str]) -> None:
    """Print the diagnostics, with a summary in the format `full`."""
    from ...interpreter.diagnostics import counted
    from ..diagnostics import render
    from ..terminal import has_colours, write_report

    diagnostics = [each for survey in surveys for each in survey.diagnostics]
    sources = {name: source for survey in surveys for name, source in survey.sources.items()}
    # Two rulesets with the same parent report its problems twice.
    diagnostics = list(dict.fromkeys(diagnostics))
    text = render.render(diagnostics, sources, output, files=files, colour=has_colours())
    write_report(text, output)
    if output == "full" and files:
        gap = "\n" if diagnostics else ""
        checked = counted(len(files), "file")
        click.echo(f"{gap}{checked} checked: {render.summary(diagnostics)}.")
