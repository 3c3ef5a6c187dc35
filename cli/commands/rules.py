"""`cardrules rules`: the rulebook of a ruleset."""

from __future__ import annotations

from pathlib import Path

import click

from .. import options


@click.command("rules")
@click.argument("file")
@options.settings
@options.variant
@options.player_count
@click.option(
    "--format",
    "format_",
    type=click.Choice(["terminal", "markdown", "html"]),
    help="By default terminal; with --output, what the ending of the file says.",
)
@click.option(
    "--output",
    "-o",
    metavar="OUTPUT",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the rulebook to this file.",
)
def command(
    file: str,
    settings: tuple[str, ...],
    variant: str | None,
    players: int | None,
    format_: str | None,
    output: Path | None,
) -> None:
    """Write the rulebook of FILE: how the game is played, in plain sentences.

    The text follows the options: what they exclude is left out. At a terminal a long text is shown
    page by page.
    """
    import sys

    from ...interpreter.rulebook.rulebook import rulebook
    from ..files import replace_file
    from ..loading import check
    from ..terminal import console, harmless, write_utf8

    document = rulebook(check(file, settings=settings, variant=variant, players=players))
    if format_ is None:
        ending = output.suffix.lower() if output is not None else ""
        known = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown"}
        format_ = known.get(ending, "terminal")
    if format_ == "terminal":
        from ..rulebook.terminal import show, text

        if output is not None:
            replace_file(output, text(document).encode())
            return
        show(console(), document, paged=sys.stdout.isatty())
        return
    if format_ == "html":
        from ...interpreter.rulebook.html import html as write
    else:
        from ...interpreter.rulebook.markdown import markdown as write
    written = write(document)
    if output is None:
        write_utf8(harmless(written))
    else:
        replace_file(output, written.encode())
