"""`cardrules validate`: every problem of every ruleset that is named, and an exit status for CI."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..interpreter.survey import Survey
    from .render import Format


@click.command("validate")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--format",
    "output",
    type=click.Choice(["full", "concise", "json"]),
    default="full",
    show_default=True,
    help="How to show what is found: with excerpts, one line each, or for programs.",
)
@click.pass_context
def command(context: click.Context, paths: tuple[str, ...], output: Format) -> None:
    """Check rulesets and suites of scenarios, in all their variants.

    PATH is a file, the bare name of a bundled ruleset, or a folder, of which all files *.yaml and
    *.yml are checked, those of its subfolders too (not of hidden ones).

    Exit status: 0 nothing found, 1 errors or warnings, 2 wrong usage, 3 an error in cardrules.
    """
    from ..interpreter.survey import survey
    from .files import find_files
    from .main import CLEAN, FINDINGS, INTERNAL_ERROR, USAGE, report

    files, empty = find_files(paths)
    for folder in empty:
        click.echo(f"Error: there is no file *.yaml or *.yml in '{folder}'.", err=True)
    surveys: list[Survey] = []
    failed = False
    for file in files:
        try:
            surveys.append(survey(file))
        except Exception as error:  # one bad file never hides the problems of the next
            failed = True
            click.echo(f"{file}: {report(error)}", err=True)
    _show(surveys, output, len(files))
    if failed:
        status = INTERNAL_ERROR
    elif any(each.diagnostics for each in surveys):
        status = FINDINGS
    else:
        status = USAGE if empty else CLEAN
    context.exit(status)


def _show(surveys: list[Survey], output: Format, count: int) -> None:
    """Print what was found; for people with the numbers at the end."""
    from . import render
    from .terminal import has_colours

    diagnostics = [each for survey in surveys for each in survey.diagnostics]
    sources = {name: source for survey in surveys for name, source in survey.sources.items()}
    # Two rulesets with one parent find the same problems there.
    diagnostics = list(dict.fromkeys(diagnostics))
    click.echo(render.render(diagnostics, sources, output, colour=has_colours()), nl=False)
    if output == "full" and count:
        gap = "\n" if diagnostics else ""
        files = f"{count} file{'s' if count != 1 else ''}"
        click.echo(f"{gap}{files} checked: {render.summary(diagnostics)}.")
