"""A limit on the time that a function of others takes, whatever it catches."""

from __future__ import annotations

import signal
import sys
from ctypes import c_ulong, py_object, pythonapi
from threading import Lock, Timer, current_thread, get_ident, main_thread
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

Result = TypeVar("Result")

_AGAIN: Final = 0.0001
"""After so many seconds a function is interrupted once more, if it has caught the exception.

Sooner or later the exception is raised where the function does not catch it.
"""

_GLANCE: Final = 0.01
"""After so many seconds a thread looks again whether the function goes on, to interrupt it."""


class TooLongError(BaseException):
    """A function takes too long; not an `Exception`, so that few functions catch it by chance."""


def within(seconds: float, function: Callable[[], Result]) -> Result:
    """Call a function, and return what it returns.

    In the main thread the system's alarm also ends what waits, such as `time.sleep`. Elsewhere, and
    where there is no alarm or another program uses it, a timer acts between two steps of Python; it
    does not end a function that nearly always waits, and catches all exceptions while it does.

    Args:
        seconds: the most seconds that it may take.
        function: the function.

    Raises:
        TooLongError: it takes longer.
    """
    alone = current_thread() is main_thread() and hasattr(signal, "setitimer")
    free = alone and not signal.getitimer(signal.ITIMER_REAL)[0]
    limit = _Alarm(seconds) if free else _Timer(seconds)
    began = perf_counter()
    try:
        try:
            limit.start()
            found = _called(function)
        finally:
            limit.stop()
    except TooLongError:
        limit.stop()  # if the timer was just ahead
        raise
    if perf_counter() - began > seconds:
        raise TooLongError
    return found


def _called(function: Callable[[], Result]) -> Result:
    """Call a function; only what has been called from here is interrupted."""
    return function()


def _is_called(frame: FrameType | None) -> bool:
    """Return whether a frame belongs to a function that may be interrupted."""
    while frame is not None:
        if frame.f_code is _called.__code__:
            return True
        frame = frame.f_back
    return False


class _Alarm:
    """Interrupts a function when the system says that it takes too long."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._over = False

    def start(self) -> None:
        self._before = signal.signal(signal.SIGALRM, self._interrupt)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def stop(self) -> None:
        self._over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before or signal.SIG_DFL)  # none of Python's own

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Interrupt the function, if it is running.

        The next alarm is set here, not by the interval of the timer: on a slow machine that would
        arrive again and again before this method has come to its end.
        """
        if self._over:
            return
        called = _is_called(frame)
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        if called:
            raise TooLongError


class _Timer:
    """Interrupts a function that takes too long, between two steps of Python code."""

    def __init__(self, seconds: float) -> None:
        self._thread = get_ident()
        self._lock = Lock()
        self._over = False
        self._timer = Timer(seconds, self._interrupt)
        self._timer.daemon = True

    def start(self) -> None:
        self._timer.start()

    def stop(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            self._raise(None)  # if the timer was just ahead

    def _interrupt(self) -> None:
        while True:
            with self._lock:
                if self._over:
                    return
                frames = sys._current_frames()  # pyright: ignore[reportPrivateUsage]
                if _is_called(frames.get(self._thread)):
                    self._raise(TooLongError)
            sleep(_GLANCE)

    def _raise(self, kind: type[BaseException] | None) -> None:
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(self._thread), py_object(kind) if kind is not None else None)
