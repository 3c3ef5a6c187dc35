"""The limits of a decision: how many simulations, and how much time."""

from __future__ import annotations

from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Generator

    from ..view import Progress

DEFAULT_BUDGET: Final = 200
"""The number of simulations for each decision, unless another is given."""

UNLIMITED: Final = 1 << 40
"""So many simulations that only time limits a decision."""


class OutOfTimeError(Exception):
    """The time for a decision is over in the middle of a simulation, which does not count."""


class Clock:
    """Divides the time for a decision among its rounds.

    Args:
        seconds: The time; None if there is no limit.
        progress: Called with the part of the decision that is done.
    """

    def __init__(self, seconds: float | None, progress: Progress | None) -> None:
        self._seconds = seconds
        self._progress = progress
        self._until = 0.0
        self._start = monotonic()

    @contextmanager
    def stopped(self) -> Generator[None]:
        """Do not count the time that a block takes, such as one that makes native code."""
        before = monotonic()
        try:
            yield
        finally:
            self._start += monotonic() - before

    def begin_round(self, remaining: int) -> None:
        """Begin a round, which gets an equal share of what is left of the time."""
        if self._seconds is not None:
            now = monotonic()
            self._until = now + (self._start + self._seconds - now) / remaining

    @property
    def limited(self) -> bool:
        """Whether there is a limit of time."""
        return self._seconds is not None

    @property
    def left(self) -> float:
        """The seconds that are left for the decision."""
        return inf if self._seconds is None else self._start + self._seconds - monotonic()

    def late(self) -> bool:
        """Return whether the time of the round is over."""
        return self._seconds is not None and monotonic() >= self._until

    def spent(self, part: float) -> bool:
        """Return whether a part of the time is over; 1 is all of it."""
        return self._seconds is not None and monotonic() >= self._start + part * self._seconds

    def check(self) -> None:
        """Raise `OutOfTimeError` if all of the time is over."""
        if self._seconds is not None and monotonic() >= self._start + self._seconds:
            raise OutOfTimeError

    def tell(self, done: float) -> None:
        """Tell how much is done: the part of the simulations, or of the time if that is more."""
        if self._progress is not None:
            if self._seconds:
                done = max(done, (monotonic() - self._start) / self._seconds)
            self._progress(min(max(done, 0.0), 1.0))
