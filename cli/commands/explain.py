"""`cardrules explain`: the meaning of a diagnostic code, with examples."""

from __future__ import annotations

import click


@click.command("explain")
@click.argument("codes", metavar="CODE...", nargs=-1, required=True)
def command(codes: tuple[str, ...]) -> None:
    """Explain diagnostic codes, such as CR101.

    For each code: its meaning, a wrong example, what to do, and a right example. The pages are
    also in docs/codes.
    """
    from ...interpreter.diagnostics import CODES, suggest

    for code in codes:
        if code.upper() not in CODES:
            near = suggest(code.upper(), CODES)
            hint = f" Did you mean '{near}'?" if near else ""
            raise click.UsageError(f"There is no diagnostic code '{code[:40]}'.{hint}")
    for number, code in enumerate(codes):
        if number:
            click.echo()
        _print(code.upper())


def _print(code: str) -> None:
    """Print a page: formatted at a terminal, else as Markdown."""
    from ..diagnostics.code_pages import page
    from ..terminal import console, has_colours

    text = page(code) or ""
    if not has_colours():
        click.echo(text, nl=False)
        return
    from rich.markdown import Markdown

    console().print(Markdown(text, code_theme="ansi_dark"))
