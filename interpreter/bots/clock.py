"""The time for a decision."""

from __future__ import annotations

from time import monotonic

from .view import Progress


class Clock:
    """Divides the time for a decision among its rounds.

    Args:
        seconds: The time; None if there is no limit.
        progress: What is told how much of the decision is done.
    """

    def __init__(self, seconds: float | None, progress: Progress | None) -> None:
        self._seconds = seconds
        self._progress = progress
        self._start = monotonic()
        self._until = 0.0

    def begin_round(self, remaining: int) -> None:
        """Begin a round, which gets an equal share of what is left of the time."""
        if self._seconds is not None:
            now = monotonic()
            self._until = now + (self._start + self._seconds - now) / remaining

    def late(self) -> bool:
        """Return whether the time of the round is over."""
        return self._seconds is not None and monotonic() >= self._until

    def tell(self, done: float) -> None:
        """Tell how much is done: the part of the simulations, or of the time if that is more."""
        if self._progress is not None:
            if self._seconds:
                done = max(done, (monotonic() - self._start) / self._seconds)
            self._progress(min(max(done, 0.0), 1.0))
