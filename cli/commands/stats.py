"""`cardrules stats`: the games that were played to their end, and who won."""

from __future__ import annotations

import click


@click.command("stats")
@click.argument("game", required=False)
def command(game: str | None) -> None:
    """Show how many games were played and won, for each game and person.

    GAME is the bare name of a ruleset, such as `hearts`; by default all games are shown. Games for
    practice and games that only bots play are not counted. The numbers are kept beside the saved
    games, in the folder cardrules/statistics.
    """
    from rich.table import Table
    from rich.text import Text

    from ..hints import command_line
    from ..play.statistics import games, tallies
    from ..terminal import console, lean

    found = tallies(each for each in games() if game in (None, each.game))
    if not found:
        of = "" if game is None else f" of '{game}'"
        hint = command_line("run", game or "gin_slaughtre")
        click.echo(f"No game{of} was played to its end yet. Play one: {hint}")
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("game", "player"):
        table.add_column(heading)
    for heading in ("played", "won", "", "mean score"):
        table.add_column(heading, justify="right")
    table.add_column("last")
    for tally in found:
        mean = "" if tally.mean is None else f"{tally.mean:.1f}"
        share = f"{tally.won / tally.played:.0%}"
        table.add_row(
            *map(Text, (tally.game, tally.name, str(tally.played), str(tally.won), share, mean)),
            Text(tally.last[:10]),
        )
    click.echo(lean(console(), table), nl=False)
