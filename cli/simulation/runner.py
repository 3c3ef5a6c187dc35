"""Playing many games with a progress bar, until Ctrl-C, and saving the results."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import click

from ...interpreter.native.availability import missing
from ...interpreter.shared import cores
from ...interpreter.simulation.spread import Pool, spread
from .. import signals
from ..hints import command_line
from ..state_folder import new_files
from . import executors
from .checkpoint import ENDING, Checkpoint, Done
from .tables import per_second

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from ...interpreter.simulation.spread import Experiment, Part

_ALONE: Final = 0.5  # seconds played in this process first, to see how fast the game is
_WORTH: Final = 1.0  # workers are started for what would take so many seconds in this process
_LOOK: Final = 0.1  # seconds between two looks whether to start them


class Runner:
    """Plays the missing games of an experiment.

    Attributes:
        done: All results, also earlier ones.
        seconds: How long this run took.
        played: How many games this run played.
        stopped: Whether a signal stopped this run.
        by_native: How many games native code played in this run.
        stops: How often native code had to stop, by the rule in which it did.
    """

    def __init__(
        self,
        experiment: Experiment,
        head: dict[str, Any],
        done: Done,
        *,
        name: str,
        together: int = 1,
        jobs: int | None,
        scheduler: str | None,
        save: Path | None,
        verbose: bool = False,
        hear: Callable[[Part], object] | None = None,
    ) -> None:
        """Prepare to play.

        Args:
            experiment: Plays a game, given its number.
            head: The first line of a file with the results.
            done: Earlier results.
            name: The name of a new file for the results, if the user has named none.
            together: How many games a game of the experiment is for the user.
            jobs: The number of processes, by default one for each core.
            scheduler: The address of a Dask scheduler whose workers play.
            save: The file in which results are saved as they come.
            verbose: Whether to say at the end how many games native code played.
            hear: Is told each part that was played.

        Raises:
            click.UsageError: Both jobs and a scheduler are named.
        """
        if jobs is not None and scheduler is not None:
            raise click.UsageError("--jobs is for this machine and --scheduler for others: name one.")
        self.done = done
        self.seconds = 0.0
        self.played = 0
        self.stopped = False
        self.by_native = 0
        self.stops = Counter[str]()
        self._experiment = experiment
        self._head = head
        self._name = name
        self._together = together
        self._rows: bool = head["rows"]
        self._jobs = jobs or cores()
        self._scheduler = scheduler
        self._verbose = verbose
        self._hear = hear
        self._kept = Checkpoint(save, head, done) if save is not None else None

    def engine(self, used: Callable[[int], str]) -> str:
        """Return what played the games, or that none was played now.

        Args:
            used: What plays so many games in this process. The workers of a scheduler decide for
                themselves, by what is installed there.
        """
        if not self.played:
            return "none: no further game was played"
        found = used(self.done.games)
        if self._scheduler is not None:
            if found.startswith("native") and not self.by_native:
                return "python: the workers have no native code"
            if found == f"python: {missing()}" and self.by_native:
                return "native at the workers that have native code"
        elif found == "native" and not self.by_native:
            told = f", it had to stop in {self._stops()}" if self.stops else ""
            return f"python: native code played no game to its end{told}"
        return found

    def _stops(self) -> str:
        """Return in which rules native code had to stop, and how often in each."""
        return ", ".join(f"{rule} ({count:,})" for rule, count in self.stops.most_common(3))

    @property
    def rate(self) -> float | None:
        """The number of games per second; None if this run has played none."""
        return self.played / self.seconds if self.played and self.seconds else None

    def __enter__(self) -> Runner:
        """Enter the block in which games are played and results shown."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_: object) -> None:
        """If the run was stopped or something failed, save the results and say how to continue."""
        if self._kept is not None:
            self._kept.close()
        if self._verbose and kind is None:
            every = self._experiment.games_each * self.played
            click.echo(
                f"Native code played {self.by_native:,} of {every:,} games, Python {every - self.by_native:,}.",
                err=True,
            )
            if self.stops:
                click.echo(f"Native code had to stop in {self._stops()}.", err=True)
        if (kind is None and not self.stopped) or kind is BrokenPipeError:
            return
        if isinstance(error, click.UsageError) and not self.played:
            return  # such as a scheduler that does not answer: no game has begun
        done, games = (self._together * number for number in (self.done.games, self._head["games"]))
        if done < games:
            click.echo(f"Stopped after {done:,} of {games:,} games.", err=True)
        path = self._keep()
        if path is not None:
            again = command_line(self._head["command"], "--resume", str(path))
            click.echo(f"The results are saved. Go on with: {again}", err=True)

    def play(self, games: int) -> None:
        """Play until this number of games is done, or a signal arrives.

        Raises:
            CardrulesError: The rules failed in a game.
        """
        if games != self._head["games"]:
            self._head["games"] = games
            if self._kept is not None:
                self._kept.close()
                self._kept = Checkpoint(self._kept.path, self._head, self.done)
        start = perf_counter()
        before = self.done.games
        try:
            with _progress(self._together * before, self._together * games) as advance:
                for part in self._parts(games):
                    with signals.held():
                        self.done.add(part)
                        self.by_native += part.by_native
                        self.stops += part.stops
                        if self._hear is not None:
                            self._hear(part)
                        if self._kept is not None:
                            self._kept.add(part)
                    advance(self._together * (part.last - part.first))
                    if signals.arrived():  # and a bot has caught what it raised
                        raise KeyboardInterrupt
        except KeyboardInterrupt:
            self.stopped = True
        finally:
            self.seconds += perf_counter() - start
            self.played += self.done.games - before

    def _parts(self, games: int) -> Iterator[Part]:
        """Play the missing games: here, in worker processes or on a cluster."""
        if self._scheduler is not None:
            with executors.cluster(self._scheduler) as pool:
                yield from self._spread(games, pool)
            return
        if self._jobs > 1:
            yield from self._alone(games)
        pool = executors.local(self._jobs) if self._jobs > 1 else executors.here()
        if self.done.missing(games):
            yield from self._spread(games, pool)

    def _alone(self, games: int) -> Iterator[Part]:
        """Play in this process, until it is worth it to start workers."""
        from ...interpreter.simulation.simulate import ALL_WATCHED  # the experiment has imported it

        begun = part_begun = perf_counter()
        rate = 0.0  # of the fastest part: code is compiled in the first ones

        def stopping() -> bool:
            done = self.done.games
            # Games that are watched tell little of how fast the others are.
            known = games if done >= ALL_WATCHED else min(games, ALL_WATCHED)
            return perf_counter() > begun + _ALONE and known - done > _WORTH * rate

        for part in self._spread(games, executors.here(_LOOK), stopping):
            rate = max(rate, (part.last - part.first) / (perf_counter() - part_begun))
            yield part
            part_begun = perf_counter()

    def _spread(self, games: int, pool: Pool, stopping: Callable[[], bool] = lambda: False) -> Iterator[Part]:
        missing = self.done.missing(games)
        return spread(self._experiment, missing, pool, rows=self._rows, stopping=stopping)

    def _keep(self) -> Path | None:
        """Save the results; return the file, or None if there are no results."""
        if self._kept is not None:
            return self._kept.path
        if not self.done.games:
            return None
        for path in new_files("simulations", self._name, ENDING):
            with contextlib.suppress(OSError):
                Checkpoint(path, self._head, self.done).close()
                return path
        return None


@contextlib.contextmanager
def _progress(done: int, games: int) -> Generator[Callable[[int], None]]:
    """Show a progress bar with rate and remaining time, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,} games"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=games, completed=done, rate="")
        start = perf_counter()
        played = 0

        def advance(count: int) -> None:
            nonlocal played
            played += count
            rate = played / max(perf_counter() - start, 1e-9)
            bar.update(task, advance=count, rate=per_second(rate, "games"))

        yield advance
