"""Options of the commands that play many games."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ...interpreter.native.availability import ENGINES
from ..files import check_new
from ..options import single_deal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GAMES: Final = 1000
"""How many games are played by default."""

BUDGET: Final = 50
"""How many simulations a bot that searches makes for each decision by default."""

_REPORTS: Final = (
    click.option("--csv", "csv_file", metavar="FILE", help="Write a line for each game."),
    click.option("--html", "html_file", metavar="FILE", help="Write a report with plots."),
)

_SEATS: Final = (
    click.option(
        "--players",
        metavar="KIND,...",
        help="Who plays, seat by seat or at all seats: random, quick, rollout, ismcts, cfr, easy, normal, "
        "hard, a bot of your own, FILE.py:CLASS, or a network, onnx:FILE. Or how many, at random.",
    ),
)

engine: Final = click.option(
    "--engine",
    type=click.Choice(ENGINES),
    help="What plays random and quick players. By default Python plays the first games, and native "
    "code all others, where it is installed and can play the game; with python, Python also makes "
    "the playouts of bots that search. The results are the same.",
)
"""The option of commands that native code can do."""

_PLAYING: Final = (
    click.option(
        "--seed",
        type=int,
        help="The seed of the first game; each later one adds 1. By default 0.",
    ),
    single_deal,
    click.option(
        "--budget",
        type=click.IntRange(1, 1_000_000),
        help=f"Simulations of a bot that searches for each decision. By default {BUDGET}.",
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 1024),
        help="The number of processes. By default one for each core.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Play on the workers of a Dask cluster: tcp://HOST:PORT (needs the extra cluster).",
    ),
    click.option("--save", metavar="FILE", help="Save results in a new file as they come."),
    click.option("--resume", metavar="FILE", help="Continue with the results in a file."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    click.option("-v", "--verbose", is_flag=True, help="Say how many games native code played."),
)


@dataclass(frozen=True, slots=True)
class Playing:
    """The values of these options, as they were given."""

    seed: int | None
    players: str | None
    single_deal: bool
    budget: int | None
    jobs: int | None
    scheduler: str | None
    save: str | None
    resume: str | None
    as_json: bool
    csv_file: str | None = None
    html_file: str | None = None
    engine: str | None = None
    verbose: bool = False

    @property
    def target(self) -> Path | None:
        """The file in which results are saved as they come."""
        file = self.resume or self.save
        return Path(file) if file is not None else None

    def check_files(self, **others: str | None) -> None:
        """Refuse outputs that cannot be written, before any game is played.

        Args:
            others: Further outputs of the command, by their names on the command line.

        Raises:
            click.UsageError: A file cannot be written, has no name, or holds other results.
        """
        outputs = {"--csv": self.csv_file, "--html": self.html_file, "--save": self.save, **others}
        for name, file in {**outputs, "--resume": self.resume}.items():
            if file == "":
                raise click.UsageError(f"{name}: the name of the file is missing.")
        if self.save is not None and self.resume is None:
            check_new(self.save)
        for file in outputs.values():
            if file is not None:
                _check_writable(Path(file))

    def refuse_with_resume(self, **others: object) -> None:
        """Refuse options that would change the games of `--resume`.

        Args:
            others: further options of the command, by their names on the command line.

        Raises:
            click.UsageError: One of them was given.
        """
        own = {
            "--seed": self.seed is not None,
            "--players": self.players,
            "--budget": self.budget,
            "--single-deal": self.single_deal,
            "--save": self.save,
        }
        for name, value in {**others, **own}.items():
            if value:
                message = f"{name} cannot be used with --resume: the file has its own."
                raise click.UsageError(message)


def playing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options about players, processes and outputs, as one `Playing`."""
    return _with(command, (*_SEATS, *_PLAYING, engine, *_REPORTS))


def playing_pairs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Do the same for a command that names its players otherwise, and has fewer outputs."""
    return _with(command, (*_PLAYING, engine))


def _with(command: Callable[..., Any], given: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    @wraps(command)
    def gathered(context: click.Context, **values: Any) -> Any:
        names = [each.name for each in fields(Playing) if each.name in values]
        own = Playing(**{name: values.pop(name) for name in names})
        return command(context, own, **values)

    decorated: Callable[..., Any] = click.pass_context(gathered)
    for option in reversed(given):
        decorated = option(decorated)
    return decorated


def _check_writable(path: Path) -> None:
    new = not path.exists()
    try:
        path.open("ab").close()
    except OSError as error:
        raise click.UsageError(f"'{path}' cannot be written: {os.strerror(error.errno or 0)}.") from None
    if new:
        path.unlink()
