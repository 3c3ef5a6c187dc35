"""`cardrules fmt`: rulesets and suites in one layout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ...interpreter.diagnostics import Diagnostic, Source


@click.command("fmt")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Write nothing; name the files that would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def command(context: click.Context, paths: tuple[str, ...], check: bool, diff: bool) -> None:
    """Write rulesets and suites in one layout.

    PATH is a file or a folder. In a folder, all *.yaml and *.yml files are written, also those in
    subfolders that are not hidden. With `-` a file is read from standard input and printed.

    Only the layout changes. Comments, the order of names and the meaning of the file stay.

    Exit status: 0 nothing to report, 1 files would change (--check, --diff) or cannot be read, 2
    wrong usage, 3 an error in cardrules.
    """
    from ...interpreter.authoring.formatting import format_text
    from ...interpreter.diagnostics import counted
    from ...interpreter.source.files import read_source
    from ..exit_status import CLEAN, FINDINGS, USAGE
    from ..files import find_files, replace_file
    from ..terminal import write_ruleset

    files, empty = find_files(path for path in paths if path != "-")
    changed: list[str] = []
    unread = 0
    for file in [*(["-"] if "-" in paths else []), *files]:
        source, problems = _standard_input() if file == "-" else read_source(file)
        text = None
        if source is not None:
            text, problems = format_text(source)
        if source is None or text is None:
            unread += 1
            _report_problems(problems, source)
            continue
        if file == "-" and not (check or diff):
            write_ruleset(text)
        elif text != source.text:
            changed.append(file)
            if diff:
                _show_diff(source, text)
            if check or not diff:
                click.echo(f"{file} {'would change' if check else 'changed'}")
            if not (check or diff):
                replace_file(Path(file), text.encode("utf-8"))
    if "-" not in paths and not diff:
        verb = "would change" if check else "changed"
        text = f"{len(changed)} {verb}, {unread} could not be read."
        click.echo(f"{counted(len(files), 'file')}: {text}")
    if unread or (changed and (check or diff)):
        context.exit(FINDINGS)
    context.exit(USAGE if empty else CLEAN)


def _standard_input() -> tuple[Source | None, list[Diagnostic]]:
    from ...interpreter.diagnostics import Source, Span, error

    try:
        return Source("<stdin>", sys.stdin.buffer.read().decode("utf-8-sig")), []
    except UnicodeDecodeError:
        place = Span("<stdin>", 0, 0)
        return None, [error("CR003", "This is not UTF-8.", place, help="Save it as UTF-8.")]


def _report_problems(problems: list[Diagnostic], source: Source | None) -> None:
    """Show why a file cannot be read."""
    from ..diagnostics.render import full

    sources = {source.file: source} if source is not None else {}
    click.echo(full(problems, sources), nl=False, err=True)


def _show_diff(source: Source, text: str) -> None:
    """Print the lines that change, as a patch."""
    from difflib import unified_diff

    from ..terminal import has_colours

    styles = {"-": "red", "+": "green", "@": "cyan"}
    old, new = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    for line in unified_diff(old, new, source.file, source.file):
        line = line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        style = styles.get(line[0]) if has_colours() else None
        click.echo(click.style(line, fg=style) if style else line, nl=False)
