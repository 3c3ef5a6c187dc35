"""Worker processes that end with the command that started them."""

from __future__ import annotations

import os
import pickle
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from traceback import format_exc
from typing import TYPE_CHECKING, Any

from . import signals

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Task = tuple[Future[Any], "partial[Any]"]


def start_method() -> str:
    """Return how to start processes: as copies of this one where that is safe, otherwise anew.

    A copy begins at once, with all modules loaded. But a copy of a process with several threads can
    wait for ever for a lock that another thread held, and only Linux copies its own libraries well.
    """
    alone = sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    return "fork" if alone else "spawn"


class Workers(Executor):
    """A pool of processes. They ignore Ctrl-C, and end when their parent process ends.

    Each process has a pipe and a thread of its own that hands it one call after another. Processes
    share no lock and no queue, so that each can be killed at any moment without harm to the rest.
    """

    def __init__(self, jobs: int, *, start: str | None = None, prepare: Callable[[], object] | None = None) -> None:
        """Prepare to start processes, with the first call.

        Args:
            jobs: The number of processes.
            start: The start method of `multiprocessing`; by default that of `start_method`.
            prepare: What each process calls first.
        """
        self._jobs = jobs
        self._method = start
        self._prepare = prepare
        self._processes: list[BaseProcess] = []
        self._threads: list[Thread] = []
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()  # None for the end
        self._lock = Lock()
        self._refusal: Exception | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function in one of the processes.

        Raises:
            BrokenExecutor: A process has ended unexpectedly.
            OSError: The system starts no more threads.
            RuntimeError: The pool has been shut down.
        """
        with signals.held(), self._lock:
            if self._refusal is not None:
                raise self._refusal
            if not self._threads:
                self._start()
            future: Future[Any] = Future()
            self._tasks.put((future, partial(fn, *args, **kwargs)))
        return future

    def _start(self) -> None:
        method = self._method or start_method()
        context: Any = get_context(method)
        if os.name == "posix" and method == "spawn":
            resource_tracker.ensure_running()  # it would unblock signals
        serving: list[Thread] = []
        with signals.blocked():
            for _ in range(self._jobs):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, self._prepare), daemon=True)
                process.start()
                self._processes.append(process)
                theirs.close()  # so that the pipe ends together with the process
                serving.append(Thread(target=self._serve, args=(ours,), daemon=True))
            try:
                for thread in serving:
                    thread.start()
                    self._threads.append(thread)
            except RuntimeError:
                raise OSError("the system starts no more threads; choose fewer --jobs") from None

    def _serve(self, process: Connection) -> None:
        """Hand calls to a process, until there are no more or the process has ended."""
        with process:
            while (task := self._tasks.get()) is not None:
                future, call = task
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    process.send(call)
                    result, error, trace = process.recv()
                except (EOFError, OSError):
                    lost = BrokenExecutor("A worker process ended unexpectedly.")
                    future.set_exception(lost)
                    self._close(lost, drop=True)
                except Exception as problem:  # what cannot be pickled
                    future.set_exception(problem)
                else:
                    if error is None:
                        future.set_result(result)
                    else:
                        error.__cause__ = RuntimeError(f"in a worker process:\n{trace}")
                        future.set_exception(error)
        self._tasks.put(None)  # for the next thread

    def _close(self, refusal: Exception, *, drop: bool) -> None:
        """Refuse further calls, and drop those that wait, if this is wanted."""
        with self._lock:
            self._refusal = self._refusal or refusal
            while drop:
                try:
                    task = self._tasks.get_nowait()
                except Empty:
                    break
                if task is not None and task[0].set_running_or_notify_cancel():
                    task[0].set_exception(refusal)
            self._tasks.put(None)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes: after their work, or immediately if `wait` is false."""
        refusal = RuntimeError("The worker processes have been shut down.")
        try:
            if wait:
                self._close(refusal, drop=cancel_futures)
                for thread in self._threads:
                    thread.join()
        finally:
            with signals.held():
                self._close(refusal, drop=True)
                for process in self._processes:
                    process.kill()
                for ending in (*self._processes, *self._threads):
                    ending.join()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the processes; after an error or an interrupt immediately."""
        self.shutdown(wait=kind is None)


def _work(parent: Connection, prepare: Callable[[], object] | None) -> None:
    """Do what the parent process sends, until it ends this process."""
    signals.leave_to_parent()
    Thread(target=_follow_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the pool is being shut down
        while True:
            parent.send_bytes(_done(parent.recv_bytes(), prepare))
            prepare = None


def _done(call: bytes, prepare: Callable[[], object] | None) -> bytes:
    """Make a call and return its result, its error and where this was raised, all pickled."""
    try:
        if prepare is not None:
            prepare()
        return pickle.dumps((pickle.loads(call)(), None, ""))
    except Exception as error:
        trace = format_exc()
        with suppress(Exception):
            done = pickle.dumps((None, error, trace))
            pickle.loads(done)
            return done
        return pickle.dumps((None, RuntimeError(str(error)), trace))  # it cannot be pickled


def _follow_parent() -> None:
    """End this process when its parent has ended for any reason."""
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
