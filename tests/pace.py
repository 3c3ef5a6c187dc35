"""Limits of time in tests, by a machine's own pace: a slow or busy one gets longer in proportion."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from time import process_time

USUAL = 0.034
"""Seconds of the processor that `_stint` takes on an idle machine for which limits are written."""


@contextmanager
def within(seconds: float, what: str = "this") -> Generator[None]:
    """Assert that what is done inside takes no longer.

    Args:
        seconds: the limit, in seconds of the processor of an idle usual machine.
        what: what is done, for the message.
    """
    began = process_time()
    try:
        yield
    finally:
        took = process_time() - began
        if took >= seconds:
            slower = max(1.0, *(_stint() / USUAL for _ in range(5)))
            assert took < seconds * slower, (
                f"{what} takes {took:.1f} s here, where all takes {slower:.1f} times as long"
            )


def _stint() -> float:
    """Return how long some usual work takes: sets of cards in large integers, calls, sums."""
    began = process_time()
    cards = 0
    found = 0
    for card in range(150_000):
        cards ^= 1 << card % 864
        found += cards.bit_count() + sum((card, 1, 2))
    assert found
    return process_time() - began
