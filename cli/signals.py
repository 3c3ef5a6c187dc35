"""Signals that end a command: Ctrl-C, a request to terminate, a closed terminal window."""

from __future__ import annotations

import _thread
import contextlib
import signal
import sys
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import FrameType

_SIGNALS: Final = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # Windows has no SIGHUP
)
_SAME: Final = 1.0  # seconds in which signals are one request: timeout(1) sends two

_AGAIN: Final = 0.01  # seconds until a signal that could not be handled is handled again

_LONGEST: Final = 1.0  # seconds for which a signal waits for code that must not be interrupted

_UNBREAKABLE: Final = ("importlib.", "_frozen_importlib", "wasmtime.")
"""How the names of modules begin whose functions must not be interrupted.

An import that is cut short can keep its lock, or end in another exception; wasmtime would free
memory twice.
"""

_last = -_SAME
"""When KeyboardInterrupt was raised last."""

_waits_since: float | None = None
"""Since when a signal waits for code that must not be interrupted."""

_arrived_meanwhile = False
"""Whether a signal has arrived while a dropped one was prepared to arrive again."""

_number: int = signal.SIGINT
"""The signal that arrived last."""


def _interrupt() -> None:
    global _last
    now = monotonic()
    if now - _last >= _SAME:
        _last = now
        raise KeyboardInterrupt


def _ignore() -> None:
    pass


def _arrive(number: int, frame: FrameType | None) -> None:
    """React to a signal, or do so a little later if it arrives in code that would break."""
    global _number, _waits_since, _arrived_meanwhile
    _number = number
    now = monotonic()
    if _is_repeating(frame):
        _arrived_meanwhile = True
        return
    if _is_unbreakable(frame):
        if _waits_since is None:
            _waits_since = now
        if now - _waits_since < _LONGEST and _arrive_again():
            return
    _waits_since = None
    _reaction()


def _is_unbreakable(frame: FrameType | None) -> bool:
    """Return whether a function that must not be interrupted is being executed."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(_UNBREAKABLE):
            return True
        frame = frame.f_back
    return False


def _is_repeating(frame: FrameType | None) -> bool:
    """Return whether a dropped signal is being repeated: what is raised there would be dropped, too."""
    while frame is not None:
        if frame.f_code is _raise_again.__code__:
            return True
        frame = frame.f_back
    return False


def _arrive_again() -> bool:
    """Let the last signal arrive once more, soon; return whether that is possible."""
    try:
        Timer(_AGAIN, _repeat, [_number, _last]).start()
    except RuntimeError:  # there may be no more threads, or Python is about to end
        return False
    return True


def _repeat(number: int, last: float) -> None:
    """Let a signal arrive, unless KeyboardInterrupt has been raised since this was decided.

    Else the end of a command could be interrupted as well, where it saves what there is.
    """
    if _last == last:
        _thread.interrupt_main(signal.Signals(number))


def _raise_again(dropped: sys.UnraisableHookArgs) -> None:
    """Repeat a signal whose KeyboardInterrupt was dropped: Python does so in finalizers."""
    global _last, _arrived_meanwhile
    if dropped.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(dropped)
        return
    _last -= _SAME
    _arrived_meanwhile = True
    while _arrived_meanwhile:
        _arrived_meanwhile = False
        _arrive_again()


_reaction: Callable[[], object] = _interrupt
"""What a signal does. To assign a variable is one step, which no signal can cut in two."""


def handle() -> dict[int, Any]:
    """Handle signals from now on: they raise KeyboardInterrupt, unless a block says otherwise.

    A signal that is ignored already, for instance because of `nohup`, stays ignored. Where Python
    drops the exception, in a finalizer, it is raised again soon. An import is finished first.

    Returns:
        The handlers of before.
    """
    global _last
    _last = -_SAME
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            with contextlib.suppress(ValueError):  # not in the main thread
                signal.signal(number, _arrive)
    sys.unraisablehook = _raise_again
    return before


def arrived() -> bool:
    """Return whether a signal has raised KeyboardInterrupt; Python can replace that by another."""
    return _last >= 0


@contextlib.contextmanager
def raised() -> Generator[None]:
    """Raise KeyboardInterrupt immediately when a signal arrives in this block."""
    hook = sys.unraisablehook
    before = handle()
    try:
        with _reacting(_interrupt):
            yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            with contextlib.suppress(ValueError):
                signal.signal(number, handler)


@contextlib.contextmanager
def held() -> Generator[None]:
    """Delay signals until the end of this block, which must not be interrupted.

    Raises:
        KeyboardInterrupt: At the end, if a signal arrived.
    """
    arrived: list[None] = []
    with _reacting(lambda: arrived.append(None)):
        yield
    if arrived:
        _reaction()


@contextlib.contextmanager
def ignored() -> Generator[None]:
    """Ignore signals in this block."""
    with _reacting(_ignore):
        yield


def ignore() -> None:
    """Ignore signals from now on, because the process is about to end."""
    global _reaction
    _reaction = _ignore


@contextlib.contextmanager
def _reacting(reaction: Callable[[], object]) -> Generator[None]:
    global _reaction
    before = _reaction
    try:
        _reaction = reaction
        yield
    finally:
        _reaction = before


@contextlib.contextmanager
def blocked() -> Generator[None]:
    """Block signals in this thread, and in what it starts, if the system supports it.

    The processes and threads that are started in this block never unblock them by themselves.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_to_parent() -> None:
    """Prepare a worker process: the terminal's signals are its parent's, SIGTERM ends it."""
    for number in _SIGNALS:
        ends = number == signal.SIGTERM
        signal.signal(number, signal.SIG_DFL if ends else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
