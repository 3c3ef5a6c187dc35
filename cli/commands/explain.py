"""`cardrules explain`: what a diagnostic code means, with a wrong and a right example."""

from __future__ import annotations

import click


@click.command("explain")
@click.argument("codes", metavar="CODE...", nargs=-1, required=True)
def command(codes: tuple[str, ...]) -> None:
    """Explain diagnostic codes, such as CR101.

    For each code: what it means, an example that is wrong, what to do, and an example that is
    right. The pages are also in docs/codes.
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
    """Print a page, laid out at a terminal, as it is written elsewhere."""
    from ..diagnostics.code_pages import page
    from ..terminal import console, has_colours

    text = page(code) or ""
    if not has_colours():
        click.echo(text, nl=False)
        return
    from rich.markdown import Markdown

    console().print(Markdown(text, code_theme="ansi_dark"))
