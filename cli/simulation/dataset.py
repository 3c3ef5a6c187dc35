"""The data set that a command line asks for: its options, its file, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...environments.dataset import Dataset
    from ...environments.recording import Recording
    from ...interpreter.game.rules import Rules
    from ...interpreter.simulation.simulate import Simulation

Told: TypeAlias = Literal["arrays", "texts"]
TOLD: Final[tuple[Told, ...]] = ("arrays", "texts")


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options about a data set, as `data_file` and `observations`."""
    for option in (
        click.option(
            "--observations",
            type=click.Choice(TOLD),
            help="How a row of the data set says what the player knows. By default arrays.",
        ),
        click.option(
            "--dataset",
            "data_file",
            metavar="FILE",
            help="Write each decision as a row of a Parquet file (needs the extra data).",
        ),
    ):
        command = option(command)
    return command


@dataclass(slots=True)
class Wanted:
    """A data set that is wanted.

    Attributes:
        file: The name of its file.
        told: How its rows say what the player knows.
    """

    file: str
    told: Told = "arrays"
    _recording: Recording | None = None

    def scribe(self, game: Rules, bots: Sequence[str]) -> Recording:
        """Return what writes down the games of a simulation.

        Raises:
            SetupError: pyarrow or numpy is not installed.
        """
        from ...interpreter.errors import SetupError
        from ...interpreter.installing import how_to_install

        try:
            from ...environments.game_spaces import Spaces
            from ...environments.recording import Recording
        except ImportError as error:
            if error.name != "numpy":
                raise
            raise SetupError(f"a data set needs the library numpy: {how_to_install('data')}") from None
        self._recording = Recording(Spaces(game), bots, self.told)
        return self._recording

    def begun(self, simulation: Simulation) -> Dataset:
        """Return the file for the games of a simulation."""
        from ...environments.dataset import Dataset

        assert self._recording is not None
        return Dataset(Path(self.file), self._recording, simulation.settings())

    def report(self, games: int, wanted: int) -> None:
        """Say how many games the file has if these are not all."""
        if games < wanted:
            has = f"has the first {games:,} games" if games else "was not written: its first game was not complete"
            click.echo(f"'{self.file}' {has}.", err=True)


def wanted(file: str | None, told: Told | None, *, resume: bool) -> Wanted | None:
    """Return the data set that the options ask for; None if there is to be none.

    Args:
        file: The value of `--dataset`.
        told: The value of `--observations`.
        resume: Whether an earlier simulation is continued.

    Raises:
        click.UsageError: The options do not fit together.
    """
    if file is None:
        if told is not None:
            raise click.UsageError("--observations is for a data set: name its file with --dataset.")
        return None
    if resume:
        raise click.UsageError("--dataset cannot be used with --resume: a data set is written in one run.")
    return Wanted(file, told or "arrays")
