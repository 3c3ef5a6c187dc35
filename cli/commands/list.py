"""`cardrules list`: the rulesets that have a bare name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..hints import command_line

if TYPE_CHECKING:
    from rich.table import Table

    from ...interpreter.syntax.ruleset import Ruleset


@click.command("list")
def command() -> None:
    """List the rulesets that have a bare name: players, variants and summary.

    These are the bundled rulesets, and the files *.yaml in the folders that the environment
    variable CARDRULES_PATH names.
    """
    from ...interpreter.authoring.survey import variants
    from ...interpreter.check.load import load_ruleset
    from ...rulesets import known
    from ..terminal import console, lean

    screen = console()
    width = max(map(len, known()), default=0)
    for name in known():
        loaded = load_ruleset(name)
        if loaded.failure() is not None or loaded.ruleset is None:
            click.echo(f"{name:<{width}}  has errors; see `{command_line('validate', name)}`")
        else:
            entry = _entry(name, loaded.ruleset, list(variants(loaded)), width)
            click.echo(lean(screen, entry), nl=False)


def _entry(name: str, ruleset: Ruleset, variants: list[str], width: int) -> Table:
    """Return the description of a ruleset."""
    from rich.table import Table
    from rich.text import Text

    from ...interpreter.diagnostics import printable
    from ...interpreter.presentation.players import number_of_players

    players = number_of_players(ruleset.least, ruleset.most)
    about = Text(f"{printable(ruleset.title)}, {players}", "bold")
    summary = _first_sentence(printable(ruleset.summary))
    if summary:
        about.append(f"\n{summary}", "not bold")
    if variants:
        about.append(f"\nvariants: {', '.join(variants)}", "not bold dim")
    entry = Table.grid(padding=(0, 2, 0, 0))
    entry.add_column(no_wrap=True, min_width=width)
    entry.add_column()
    entry.add_row(Text(name, "bold"), about)
    return entry


def _first_sentence(text: str) -> str:
    """Return the first sentence of a text.

    >>> _first_sentence("Take tricks. Then count.")
    'Take tricks.'
    """
    sentence, stop, _ = text.partition(". ")
    return sentence + stop.strip()
