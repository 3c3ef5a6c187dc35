"""Many games spread over the workers of an executor, here or on other machines.

The games that are wanted are cut into chunks. A worker plays a chunk for a moment and hands back
what it has; the rest of the chunk waits for its turn again. So nobody waits long for a chunk, a
lost one costs a moment, and what the games give is the same whoever played them.
"""

from __future__ import annotations

import pickle
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Protocol, cast
from zlib import compress, decompress

from ..errors import WorkersLostError
from .tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_CHUNKS: Final = 8  # for each worker, so that all are done at about the same time
_LARGEST: Final = 5000
_PATIENCE: Final = 8  # chunks lost one after the other, before it is no accident any more
_GLANCE: Final = 0.2  # seconds between two looks at whether to stop

Row = list[int | None]


class Experiment(Protocol):
    """What is done for each number; it can be pickled."""

    def play(self, number: int, tally: Tally, row: Row | None = None) -> None:
        """Play a game and add what was measured."""
        ...


@dataclass(slots=True)
class Part:
    """What came of the games from `first` up to, but without, `last`."""

    first: int
    last: int
    tally: Tally = field(default_factory=Tally)
    rows: list[Row] = field(default_factory=list[Row])


@dataclass(slots=True)
class Pool:
    """Where games are played.

    Attributes:
        start: Makes an executor; another one when workers of the first have died.
        workers: How many chunks are played at the same time.
        seconds: For how long a worker plays before it hands back what it has.
        lost: What a future raises whose worker has died.
        alive: Asked now and then whether there is still somebody to wait for.
    """

    start: Callable[[], Executor]
    workers: int
    seconds: float = 0.5
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    alive: Callable[[], bool] = lambda: True


class Here(Executor):
    """An executor that does at once, in this process, what it is given."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function and return a future that is done."""
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
    """Play the games with the numbers in some ranges; yield what is done, in any order.

    Args:
        experiment: What to play.
        ranges: Which games: from the first of each pair up to, but without, the second.
        pool: Where to play.
        rows: Whether the measures of each single game are wanted, too.
        stopping: Asked now and then whether to finish early; what is being played is still given.

    Raises:
        CardrulesError: The rules got stuck in one of the games.
        WorkersLostError: Workers die again and again, or nobody is left who has any.
    """
    payload = compress(pickle.dumps(experiment))
    waiting = deque(_chunks(list(ranges), pool.workers))
    playing: dict[Future[Part], tuple[int, int]] = {}
    ahead = 1 if pool.workers == 1 else 2 * pool.workers  # no worker waits for this process
    executor = pool.start()
    losses = 0
    try:
        while playing or (waiting and not stopping()):
            if stopping():
                for future in playing:
                    future.cancel()
            try:
                while waiting and len(playing) < ahead and not stopping():
                    chunk = waiting[0]
                    playing[executor.submit(work, payload, *chunk, pool.seconds, rows)] = chunk
                    waiting.popleft()
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
                    waiting.append((part.last, last))
                yield part
            if broken and not playing:
                executor, losses = _again(executor, pool, losses)
    finally:
        _leave(executor, playing)


def _again(executor: Executor, pool: Pool, losses: int) -> tuple[Executor, int]:
    """Return an executor with living workers.

    Raises:
        WorkersLostError: They have died too often without having done anything.
    """
    _leave(executor, ())
    if losses + 1 >= _PATIENCE:
        raise WorkersLostError(
            f"workers died {_PATIENCE} times in a row without finishing a game; "
            "is there enough memory for so many?"
        )
    return pool.start(), losses + 1


def _leave(executor: Executor, playing: Iterable[Future[Part]]) -> None:
    """Shut an executor down without waiting for what is still going on."""
    for future in playing:
        future.cancel()
    executor.shutdown(wait=False)


def _chunks(ranges: list[tuple[int, int]], workers: int) -> Iterator[tuple[int, int]]:
    """Cut ranges into chunks, so small that every worker gets several.

    >>> list(_chunks([(0, 10), (20, 21)], 1))
    [(0, 2), (2, 4), (4, 6), (6, 8), (8, 10), (20, 21)]
    """
    total = sum(last - first for first, last in ranges)
    size = min(max(-(-total // (_CHUNKS * workers)), 1), _LARGEST)
    for first, last in ranges:
        for start in range(first, last, size):
            yield start, min(start + size, last)


# ------------------------------------------------------------------------------- at the worker

_lock = (
    Lock()
)  # a worker of a cluster may have several threads; they gain nothing by playing at once


@lru_cache(maxsize=4)
def _experiment(payload: bytes) -> Experiment:
    return cast("Experiment", pickle.loads(decompress(payload)))


def work(payload: bytes, first: int, last: int, seconds: float, rows: bool) -> Part:
    """Play games at a worker, for some seconds, but at least one."""
    with _lock:
        experiment = _experiment(payload)
        part = Part(first, first)
        end = perf_counter() + seconds
        while part.last < last and (part.last == first or perf_counter() < end):
            row: Row | None = [] if rows else None
            experiment.play(part.last, part.tally, row)
            if row is not None:
                part.rows.append(row)
            part.last += 1
        return part
