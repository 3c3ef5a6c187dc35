"""`cardrules dev`: play a game while its rules are being written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ...interpreter.presentation.players import HUMAN, Players
from .. import options
from ..players import one_for_each_seat, parse_names, parse_players

if TYPE_CHECKING:
    from ...interpreter.game.rules import Rules
    from ..play.keeping import Setting

_OTHERS: Final = "easy"  # bots that answer at once


@click.command("dev")
@click.argument("file")
@click.option(
    "--players",
    metavar="KIND,...",
    help=f"Who plays, seat by seat, as for 'run'. Or how many. By default you, against {_OTHERS} bots.",
)
@click.option("--names", metavar="NAME,...", help="What the players are called, seat by seat.")
@click.option("--seed", type=int, help="The seed of all chance. By default a new one at a terminal, else 0.")
@options.settings
@options.variant
@options.single_deal
@click.option("--table", "at_table", is_flag=True, help="Play in the browser, at the table of 'serve'.")
@click.option("--port", type=click.IntRange(0, 65535), help="With --table: the port; by default any that is free.")
@click.option("--open", "opens", is_flag=True, help="With --table: open the browser.")
@click.pass_context
def command(
    context: click.Context,
    file: str,
    players: str | None,
    names: str | None,
    seed: int | None,
    settings: tuple[str, ...],
    variant: str | None,
    single_deal: bool,
    at_table: bool,
    port: int | None,
    opens: bool,
) -> None:
    """Play FILE while you write it: each time it is saved, the game goes on under the new rules.

    FILE is a ruleset's path or the name of a bundled one. Whenever it, a file that it extends or a
    suite of scenarios for it is saved, it is checked as by `validate`, its scenarios are played as
    by `test`, and the moves of your game are played again under the new rules. If they do not allow
    one of them, you are told why, and the game stands before it. A file with errors changes nothing:
    the errors are shown, and the game stays as it was.

    You play as with `cardrules run`. Besides, `undo` takes back any move, `again` deals another
    hand, `seed 7` begins with a seed, and `scenario` writes the last move as a scenario. Nothing is
    saved, and nothing counts.

    With --table you play in the browser: each open table goes on under the rules as they are saved.
    There the form for a new game asks for players, variant and options.
    """
    from ...interpreter.bots.search.clock import DEFAULT_BUDGET
    from ...interpreter.play import game as games
    from ...rulesets import path
    from ..loading import check, place
    from ..play.at_table import at_the_table
    from ..play.developing import Workbench
    from ..play.keeping import Setting
    from ..play.rounds import SEEDS
    from ..play.screen import opened
    from ..play.watching import Watch

    if path(file) is None and not Path(file).is_file():
        check(file, settings=(), variant=None, players=None)  # there is no such file, which it says
    watch = Watch()
    if at_table:
        given = {"--players": players, "--names": names, "--seed": seed is not None, "--set": settings}
        given |= {"--variant": variant, "--single-deal": single_deal}
        for name in [name for name, value in given.items() if value]:
            raise click.UsageError(f"{name} cannot be used with --table: the form for a new game asks for it.")
        at_the_table(file, watch, port or 0, opens=opens)
        return
    for name in [name for name, value in {"--port": port is not None, "--open": opens}.items() if value]:
        raise click.UsageError(f"{name} is only for a game at the table: add --table.")
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    kinds, wanted = parse_players(players)
    called = parse_names(names)
    if kinds is not None and HUMAN not in kinds:
        raise click.UsageError("--players: at least one of them must be human; 'cardrules run' lets bots play alone.")
    if seed is None and terminal:
        import secrets

        seed = secrets.randbelow(SEEDS)
    chosen = seed or 0

    def load(count: int | None) -> Rules:
        with one_for_each_seat(players):
            loaded = games.load(
                file, players=count or wanted, settings=settings, variant=variant, single_deal=single_deal
            )
        return games.rules_of(loaded)

    def seated(game: Rules) -> Setting:
        who = kinds or (HUMAN, *[_OTHERS] * (game.players - 1))
        if len(called) > len(who):
            raise click.UsageError(f"--names: there are {len(called)} names for {len(who)} players.")
        return Setting(place(game, file), Players.named(who, called), chosen, DEFAULT_BUDGET, 1.0, None, practice=0)

    screen = opened(interactive=terminal, watch=watch)
    context.exit(Workbench(file, load, seated, screen, watch).work())
