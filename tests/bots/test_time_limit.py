"""The limit of time of a function, whatever the function does."""

import signal
import sys
from collections.abc import Generator
from time import perf_counter

import pytest

from cardrules.interpreter.bots.time_limit import TooLongError, within

DEEP = 50_000


@pytest.fixture
def deep() -> Generator[None]:
    """Allow very deep recursion, as some authors of bots do."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP + 1000)
    yield
    sys.setrecursionlimit(before)


def runs_deep(levels: int) -> None:
    """Go on below so many calls, for some seconds if nothing interrupts it."""
    if levels:
        runs_deep(levels - 1)
    end = perf_counter() + 3
    while perf_counter() < end:
        pass


@pytest.mark.usefixtures("deep")
def test_a_function_is_interrupted_though_to_look_at_its_calls_takes_long() -> None:
    """The alarm repeats sooner than all the calls are looked at."""
    start = perf_counter()
    with pytest.raises(TooLongError):
        within(0.05, lambda: runs_deep(DEEP))
    assert perf_counter() - start < 2


def test_no_alarm_is_left() -> None:
    """Nor is there one after a function that ended in time."""
    handler = signal.getsignal(signal.SIGALRM)
    assert within(5, lambda: 7) == 7
    with pytest.raises(TooLongError):
        within(0.01, lambda: runs_deep(1))
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == handler
