"""Checking many files in parallel."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ...interpreter.diagnostics import Survey

_FEW: Final = 4  # with fewer files, no process is started


def check_files(files: Sequence[str], jobs: int | None) -> Generator[tuple[str, Survey | Exception]]:
    """Yield each file, in order, with its diagnostics, or with an error in cardrules.

    Args:
        files: Paths, and names of bundled rulesets.
        jobs: The most processes; None for one on each core.
    """
    with _workers(jobs, len(files)) as begin:
        begun = [(file, begin(file)) for file in files]
        for file, survey in begun:
            try:
                found = survey()
            except Exception as error:  # an error in one file does not hide the others
                yield file, error
            else:
                yield file, found


@contextmanager
def _workers(jobs: int | None, files: int) -> Generator[Callable[[str], Callable[[], Survey]]]:
    """Return a function that starts to check a file; with many files in other processes."""
    if jobs == 1 or files < _FEW:
        yield lambda file: partial(_survey, file)
        return
    from ...interpreter.shared import cores
    from ..processes import Workers  # slow to import

    with Workers(min(jobs or cores(), files)) as workers:
        yield lambda file: workers.submit(_survey, file).result


def _survey(file: str) -> Survey:
    from ...interpreter.authoring.survey import survey

    return survey(file)
