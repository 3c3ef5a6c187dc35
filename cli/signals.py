"""Signals that end a command: Ctrl-C, a request to terminate, a closed terminal window."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP


@contextlib.contextmanager
def raised() -> Generator[None]:
    """Raise KeyboardInterrupt immediately when a signal arrives in this block."""

    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    with _handled(interrupt):
        yield


@contextlib.contextmanager
def held() -> Generator[None]:
    """Delay signals until the end of this block, which must not be interrupted.

    Raises:
        KeyboardInterrupt: At the end, if a signal arrived.
    """
    arrived: list[int] = []
    with _handled(lambda number, frame: arrived.append(number)):
        yield
    if arrived:
        raise KeyboardInterrupt


@contextlib.contextmanager
def ignored() -> Generator[None]:
    """Ignore signals in this block."""
    with _handled(lambda number, frame: None):
        yield


@contextlib.contextmanager
def _handled(handler: Callable[[int, object], None]) -> Generator[None]:
    """Handle signals with a function. Outside the main thread, change nothing.

    A signal that is ignored already, for instance because of `nohup`, stays ignored.
    """
    before: dict[int, Any] = {}
    try:
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number is None or signal.getsignal(number) is signal.SIG_IGN:
                continue
            with contextlib.suppress(ValueError):  # not in the main thread
                before[number] = signal.signal(number, handler) or signal.SIG_DFL
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)
