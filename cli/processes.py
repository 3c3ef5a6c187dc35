"""Worker processes that end with the command that started them."""

from __future__ import annotations

import contextlib
import os
import signal
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Generator


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class Workers(ProcessPoolExecutor):
    """A process pool. Its processes ignore Ctrl-C, and end when their parent process ends."""

    def __init__(
        self, jobs: int, *, start: str | None = None, prepare: Callable[[], object] | None = None
    ) -> None:
        """Prepare to start processes.

        Args:
            jobs: The number of processes.
            start: The start method of `multiprocessing`; by default that of the platform.
            prepare: What each process calls first.
        """
        super().__init__(jobs, get_context(start), _begin, (prepare,))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function in one of the processes."""
        with _interrupts_held():  # inherited by a process that is started now
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes: after their work, or immediately if `wait` is false."""
        processes = list((self._processes or {}).values())
        manager: Any = self._executor_manager_thread  # typeshed has another type for it
        if not wait:
            for item in list(self._pending_work_items.values()):
                item.future = Future()  # a cancelled one would raise when it gets its result
        super().shutdown(wait, cancel_futures=cancel_futures)
        if not wait:
            for process in processes:
                process.kill()
            if manager is not None:
                manager.join()  # its pipes must not be closed while the interpreter ends

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the processes; after an error or an interrupt immediately."""
        self.shutdown(wait=kind is None)


@contextlib.contextmanager
def _interrupts_held() -> Generator[None]:
    """Hold back Ctrl-C in this block, if the system supports it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(prepare: Callable[[], object] | None) -> None:
    """Prepare a worker process: SIGTERM ends it, Ctrl-C does not, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_follow_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _follow_parent() -> None:
    """End this process when its parent has ended for any reason."""
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
