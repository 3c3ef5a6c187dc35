"""`cardrules list`: the rulesets that have a bare name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...schema import words
from ..hints import command_line

if TYPE_CHECKING:
    from rich.table import Table

    from ...interpreter.authoring.catalogue import Listed


@click.command("list")
@click.argument("sought", metavar="[WORD]...", nargs=-1)
@click.option("--family", type=click.Choice(words("family")), help="Only games of this family.")
@click.option("--players", type=click.IntRange(1, 32), metavar="N", help="Only games for this number of players.")
@click.option("--minutes", type=click.IntRange(1), metavar="N", help="Only games that take at most so long.")
@click.option("--difficulty", type=click.Choice(words("difficulty")), help="Only games that are so hard to learn.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(
    sought: tuple[str, ...],
    family: str | None,
    players: int | None,
    minutes: int | None,
    difficulty: str | None,
    as_json: bool,
) -> None:
    """List the rulesets that have a bare name: players, facts, variants and summary.

    These are the bundled rulesets, and the files *.yaml in the folders that the environment
    variable CARDRULES_PATH names. With WORDs only those are listed whose names, family or summary have them all.
    """
    from ...interpreter.authoring.catalogue import Wanted, catalogue
    from ...rulesets import known
    from ..terminal import console, lean

    names = known()
    wanted = Wanted(family, players, minutes, difficulty, sought)
    found = filter(wanted.fits, catalogue(names))
    if as_json:
        import json

        click.echo(json.dumps([each.data() for each in found], indent=2, ensure_ascii=False))
        return
    screen, width, some = console(), max(map(len, names), default=0), False
    for each in found:
        some = True
        if each.head is None:
            click.echo(f"{each.name:<{width}}  has errors; see `{command_line('validate', each.name)}`")
        else:
            click.echo(lean(screen, _entry(each, width)), nl=False)
    if names and not some:
        click.echo("No game fits.")


def _entry(listed: Listed, width: int) -> Table:
    """Return the description of a ruleset."""
    from rich.table import Table
    from rich.text import Text

    from ...interpreter.diagnostics import printable
    from ...interpreter.presentation.players import number_of_players

    head = listed.head
    assert head is not None
    about = head.about
    told = Text(f"{printable(head.title)}, {number_of_players(head.least, head.most)}", "bold")
    minutes = f"{about.minutes} minutes" if about.minutes else ""
    lines = [
        (", ".join(filter(None, (about.family, minutes, about.difficulty))), "not bold"),
        (_first_sentence(printable(head.summary)), "not bold"),
        (f"also called {', '.join(map(printable, about.aliases))}" if about.aliases else "", "not bold dim"),
        (f"variants: {', '.join(listed.variants)}" if listed.variants else "", "not bold dim"),
    ]
    for text, style in lines:
        if text:
            told.append(f"\n{text}", style)
    entry = Table.grid(padding=(0, 2, 0, 0))
    entry.add_column(no_wrap=True, min_width=width)
    entry.add_column()
    entry.add_row(Text(listed.name, "bold"), told)
    return entry


def _first_sentence(text: str) -> str:
    """Return the first sentence of a text.

    >>> _first_sentence("Take tricks. Then count.")
    'Take tricks.'
    """
    sentence, stop, _ = text.partition(". ")
    return sentence + stop.strip()
