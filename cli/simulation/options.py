"""Options of the commands that play many games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

GAMES: Final = 1000
"""How many games are played by default."""

BUDGET: Final = 50
"""How many simulations a rollout bot makes for each decision by default."""

_PLAYING: Final = (
    click.option(
        "--seed",
        type=int,
        help="The seed of the first game; each later one adds 1. By default 0.",
    ),
    click.option(
        "--players",
        metavar="KIND,...",
        help="Who plays, seat by seat: random, quick or rollout. Or how many, at random.",
    ),
    click.option("--single-deal", is_flag=True, help="Stop each game after one deal."),
    click.option(
        "--budget",
        type=click.IntRange(1, 1_000_000),
        help=f"Simulations of a rollout bot for each decision. By default {BUDGET}.",
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 1024),
        help="The number of processes. By default one for each core.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Play on the workers of a Dask cluster: tcp://HOST:PORT (needs cardrules[cluster]).",
    ),
    click.option("--save", metavar="FILE", help="Save results in a file as they come."),
    click.option("--resume", metavar="FILE", help="Continue with the results in a file."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    click.option("--csv", "csv_file", metavar="FILE", help="Write a line for each game."),
    click.option("--html", "html_file", metavar="FILE", help="Write a report with plots."),
    click.pass_context,
)


def playing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options about players, processes and outputs."""
    for option in reversed(_PLAYING):
        command = option(command)
    return command


def check_outputs(*files: str | None) -> None:
    """Refuse outputs that cannot be written, before any game is played.

    Raises:
        click.UsageError: A file cannot be written.
    """
    for file in files:
        if file is not None:
            _check_writable(Path(file))


def _check_writable(path: Path) -> None:
    new = not path.exists()
    try:
        path.open("ab").close()
    except OSError as error:
        raise click.UsageError(
            f"'{path}' cannot be written: {os.strerror(error.errno or 0)}."
        ) from None
    if new:
        path.unlink()


def refuse_with_resume(given: Mapping[str, object]) -> None:
    """Refuse options that would change the games of `--resume`.

    Raises:
        click.UsageError: One of them was given.
    """
    for name, value in given.items():
        if value:
            raise click.UsageError(f"{name} cannot be used with --resume: the file has its own.")
