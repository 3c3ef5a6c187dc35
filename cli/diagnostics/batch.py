"""Many files checked at once, in parallel."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from ...interpreter.diagnostics import Survey

_FEW: Final = 4  # files for which no further process is started


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_files(files: Sequence[str], jobs: int) -> Iterator[tuple[str, Survey | Exception]]:
    """Yield each file, in order, with what was found in it, or with the error in cardrules.

    Args:
        files: Paths, and names of bundled rulesets.
        jobs: How many processes may work on it.
    """
    with _workers(jobs, len(files)) as begin:
        begun = [(file, begin(file)) for file in files]
        for file, survey in begun:
            try:
                found = survey()
            except Exception as error:  # one file never hides the next ones
                yield file, error
            else:
                yield file, found


class _workers:
    """Starts surveys, in other processes if there are enough files to make that worth while."""

    def __init__(self, jobs: int, files: int) -> None:
        workers = min(jobs, files)
        self._pool: ProcessPoolExecutor | None = None
        if workers > 1 and files >= _FEW:
            from concurrent.futures import ProcessPoolExecutor  # one file does without

            self._pool = ProcessPoolExecutor(workers)

    def __enter__(self) -> Callable[[str], Callable[[], Survey]]:
        return self._begin

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _begin(self, file: str) -> Callable[[], Survey]:
        if self._pool is None:
            return lambda: _survey(file)
        return self._pool.submit(_survey, file).result


def _survey(file: str) -> Survey:
    from ...interpreter.authoring.survey import survey

    return survey(file)
