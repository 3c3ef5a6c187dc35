"""`cardrules serve`: a table in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from .. import options

_PORT: Final = 8765


@click.command("serve")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--host",
    help="The address to listen on, so that other computers can reach the table; by default only this computer can.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    help="The port; 0 for any that is free.",
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False),
    help="The file in which the games are kept; by default tables.sqlite in the state folder.",
)
@options.think
@options.pace
@click.option(
    "--bot",
    "bots",
    metavar="KIND",
    multiple=True,
    help="A bot that can sit at a seat besides the usual ones: FILE.py:CLASS, onnx:FILE, or rollout:500; "
    "once for each.",
)
@click.option("--open", "opens", is_flag=True, help="Open the browser.")
@click.option(
    "--embedded", is_flag=True, help="Let other pages show the table in a frame, as a panel of an editor does."
)
def command(
    files: tuple[str, ...],
    host: str | None,
    port: int,
    store: str | None,
    think: float,
    pace: float,
    bots: tuple[str, ...],
    opens: bool,
    embedded: bool,
) -> None:
    """Play in the browser: people and bots at one table, with the rulebook beside it.

    FILE is a ruleset's path or the name of a bundled one; without any, all bundled rulesets can be
    played. A seat has a secret link: the first person who sits down there keeps it. Each move is kept
    at once, so a game goes on after the server was stopped.
    """
    from ...interpreter.errors import SetupError
    from ...interpreter.installing import how_to_install
    from ..state_folder import state_folder

    try:
        from ...table.server import serve
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] == "cardrules":
            raise
        raise SetupError(f"the table needs the package {error.name}: {how_to_install('table')}") from None
    place = Path(store).expanduser() if store is not None else (state_folder("tables") / "tables.sqlite")
    _check(files, bots)
    ready = _introduce if not opens else _opened
    serve(files, host, port, place, think, pace, ready, bots=bots, embedded=embedded)
    if sys.stdout.isatty():
        click.echo()  # after the ^C that the terminal shows


def _check(files: tuple[str, ...], bots: tuple[str, ...]) -> None:
    """Refuse files with errors, and bots that do not exist, before the server begins."""
    from ...interpreter.bots.bots import make_bot
    from ...interpreter.errors import SetupError
    from ..loading import load

    for file in files:
        load(file)
    for bot in bots:
        try:
            make_bot(bot)
        except SetupError as error:
            raise click.UsageError(f"--bot: {error}.") from None


def _introduce(address: str) -> None:
    click.echo(f"Open this address in your browser: {address} (Ctrl-C ends the table.)")


def _opened(address: str) -> None:
    _introduce(address)
    click.launch(address)
