"""Distribution of many games over the workers of an executor, on one or several machines.

A worker gets a chunk of the games that are left, plays for some seconds, and returns the results;
the rest of the chunk waits again. So no chunk takes long, and a lost worker costs only seconds. The
fewer games are left, the smaller are the chunks (guided self-scheduling), so that all workers
finish at about the same time. The results do not depend on which worker plays a game.
"""

from __future__ import annotations

import pickle
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, cast
from zlib import compress, decompress

from ..errors import WorkersLostError
from .tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_SHARES: Final = 4  # a chunk is this share of what is left for each worker: a fourth
_LARGEST: Final = 100_000
_PATIENCE: Final = 8  # so many chunks may be lost in a row before this is an error
_GLANCE: Final = 0.2  # seconds between two checks whether to stop

Row = list[int | None]


class Experiment(Protocol):
    """Plays games: a `Simulation`, a `Comparison` or a `Tournament`. It can be pickled.

    Attributes:
        games_each: How many games are played for each number.
    """

    games_each: ClassVar[int]

    @property
    def by_native(self) -> int:
        """How many games native code has played in this process."""
        ...

    @property
    def stops(self) -> Counter[str]:
        """How often native code had to stop in this process, by the rule in which it did."""
        ...

    def written(self) -> bytes:
        """Return what was written down of the games since this was last called, if a data set is wanted."""
        ...

    def play_on(self, first: int, last: int, tally: Tally, rows: list[Row] | None = None) -> int:
        """Play what has the number `first`, and what follows if it is quicker to do so together.

        Args:
            first: The number.
            last: The last number that may be played, plus 1.
            tally: Gets the measures.
            rows: Gets the measures of each game too.

        Returns:
            The next number.
        """
        ...


@dataclass(slots=True)
class Part:
    """The results of the games from `first` to `last` - 1.

    Attributes:
        first, last: Which games.
        by_native: How many of them native code played.
        stops: How often native code had to stop, by the rule in which it did.
        tally: Their measures.
        rows: The measures of each.
        written: What was written down of them, if a data set is wanted.
    """

    first: int
    last: int
    by_native: int = 0
    stops: Counter[str] = field(default_factory=Counter[str])
    tally: Tally = field(default_factory=Tally)
    rows: list[Row] = field(default_factory=list[Row])
    written: bytes = b""


@dataclass(slots=True)
class Pool:
    """The executor that plays games.

    Attributes:
        start: Creates an executor; called again when workers have died.
        workers: The number of workers.
        seconds: How long a worker plays before it returns results, in seconds.
        lost: The exceptions that a future raises if its worker has died.
        alive: Tells whether the scheduler of the workers still exists.
    """

    start: Callable[[], Executor]
    workers: int
    seconds: float = 0.5
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    alive: Callable[[], bool] = lambda: True


class Here(Executor):
    """An executor that calls each function immediately, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function and return a completed future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def spread(
    experiment: Experiment,
    ranges: Iterable[tuple[int, int]],
    pool: Pool,
    *,
    rows: bool = False,
    stopping: Callable[[], bool] = lambda: False,
) -> Iterator[Part]:
    """Play the games of some ranges and yield results, in any order.

    Args:
        experiment: What to play.
        ranges: Pairs of the first number and the last plus 1.
        pool: The executor to use.
        rows: Whether to return the measures of each game besides the tally.
        stopping: Tells whether to finish early; games that are being played are still returned.

    Raises:
        CardrulesError: One of the games cannot go on.
        WorkersLostError: Workers die again and again, or their scheduler no longer exists.
    """
    waiting = deque(ranges)
    playing: dict[Future[Part], tuple[int, int]] = {}
    ahead = 1 if pool.workers == 1 else 2 * pool.workers  # so that no worker is idle
    executor = pool.start()
    here = isinstance(executor, Here)
    payload = experiment if here else compress(pickle.dumps(experiment))
    losses = 0
    try:
        while playing or (waiting and not stopping()):
            if stopping():
                for future in playing:
                    future.cancel()
            try:
                while waiting and len(playing) < ahead and not stopping():
                    chunk = _chunk(waiting, pool.workers)
                    playing[executor.submit(work, payload, *chunk, pool.seconds, rows)] = chunk
                    _take(waiting, chunk)
            except pool.lost:
                if not playing:
                    executor, losses = _again(executor, pool, losses)
            if not pool.alive():
                raise WorkersLostError("the scheduler of the workers has gone")
            broken = False
            for future in wait(playing, _GLANCE, FIRST_COMPLETED).done:
                first, last = playing.pop(future)
                if future.cancelled() or isinstance(future.exception(), pool.lost):
                    waiting.append((first, last))
                    broken = True
                    continue
                part = future.result()
                losses = 0
                if part.last < last:
                    waiting.appendleft((part.last, last))
                yield part
            if broken and not playing:
                executor, losses = _again(executor, pool, losses)
    finally:
        _leave(executor, playing)


def _again(executor: Executor, pool: Pool, losses: int) -> tuple[Executor, int]:
    """Return an executor with living workers.

    Raises:
        WorkersLostError: Workers have died too often without a result.
    """
    _leave(executor, ())
    if losses + 1 >= _PATIENCE:
        raise WorkersLostError(
            f"workers died {_PATIENCE} times in a row without finishing a game; is there enough memory for so many?"
        )
    return pool.start(), losses + 1


def _leave(executor: Executor, playing: Iterable[Future[Part]]) -> None:
    """Shut an executor down without waiting for games that are being played."""
    for future in playing:
        future.cancel()
    executor.shutdown(wait=False)


def _chunk(waiting: Sequence[tuple[int, int]], workers: int) -> tuple[int, int]:
    """Return the next games to play: all of the first range, or the first of them.

    >>> _chunk([(0, 100)], 2), _chunk([(13, 100)], 2), _chunk([(99, 100)], 2)
    ((0, 13), (13, 24), (99, 100))
    """
    left = sum(last - first for first, last in waiting)
    first, last = waiting[0]
    return first, min(last, first + min(-(-left // (_SHARES * workers)), _LARGEST))


def _take(waiting: deque[tuple[int, int]], chunk: tuple[int, int]) -> None:
    """Remove a chunk from the first range."""
    _, last = waiting.popleft()
    if chunk[1] < last:
        waiting.appendleft((chunk[1], last))


# ------------------------------------------------------------------------------- at the worker

_lock = Lock()  # for workers with several threads: Python plays in one thread at a time anyway


@lru_cache(maxsize=4)
def _experiment(payload: bytes) -> Experiment:
    return cast("Experiment", pickle.loads(decompress(payload)))


def work(payload: Experiment | bytes, first: int, last: int, seconds: float, rows: bool) -> Part:
    """Play games in a worker, at least one, until the time is over.

    Args:
        payload: The experiment; pickled, if another process sends it.
        first: The number of the first game.
        last: The number of the last game plus 1.
        seconds: The time to play.
        rows: Whether to return the measures of each game.
    """
    with _lock:
        experiment = _experiment(payload) if isinstance(payload, bytes) else payload
        part = Part(first, first)
        before, stopped = experiment.by_native, experiment.stops.copy()
        end = perf_counter() + seconds
        while part.last < last and (part.last == first or perf_counter() < end):
            kept = part.rows if rows else None
            part.last = experiment.play_on(part.last, last, part.tally, kept)
        part.by_native = experiment.by_native - before
        part.stops = experiment.stops - stopped
        part.written = experiment.written()
        return part
