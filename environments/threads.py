"""Threads that work together on parts of one task; native code runs in several of them at once."""

from __future__ import annotations

import os
from collections import deque
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any
from weakref import finalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Part = Iterator[None]
    Queue = SimpleQueue["_Work | None"]


class Threads:
    """The thread that calls, and others that help it and wait in between.

    The others begin with the first call. They end with `close`, or when this object is no longer used. A process that
    was forked has none of them, and begins its own.

    Attributes:
        number: how many threads there are, with the one that calls.

    >>> found = []
    >>> def counted(start):
    ...     for number in range(start, start + 3):
    ...         found.append(number)
    ...         yield
    >>> threads = Threads(2)
    >>> threads.run([counted(0), counted(10)])
    >>> threads.close()
    >>> sorted(found)
    [0, 1, 2, 10, 11, 12]
    """

    def __init__(self, number: int) -> None:
        """Begin no thread yet."""
        self.number = number
        self._process = 0  # the process to which the threads belong
        self._tasks: Queue = SimpleQueue()
        self._begun: list[Thread] = []
        self._ending: finalize[Any, Any] | None = None

    def run(self, parts: Iterable[Part]) -> None:
        """Do all parts; return when no thread works on them any more.

        The thread that calls does parts, too, so that all are done where the others come late or cannot begin. After
        an error, and after a signal that raises one, all threads stop at the next step of their parts.

        Args:
            parts: iterators, each of which does a part in short steps, in one thread.
        """
        if self.number == 1:
            for part in parts:
                deque(part, 0)
            return
        work = _Work(parts)
        helpers = min(self.number, len(work.parts)) - 1
        if helpers > 0 and self._process != os.getpid():
            self._begin()
        try:
            for _ in range(helpers):
                self._tasks.put(work)
            work.do()
        except BaseException:
            work.stopped = True
            raise
        finally:
            work.wait()
        for error in work.errors:
            raise error

    def close(self) -> None:
        """End the other threads, and wait until they have ended."""
        if self._ending is not None:
            self._ending()
        if self._process == os.getpid():
            for thread in self._begun:
                thread.join()
        self._process, self._begun = 0, []

    def _begin(self) -> None:
        """Begin the other threads in this process."""
        self._tasks, self._begun = SimpleQueue(), []
        if self._ending is not None:
            self._ending.detach()
        self._ending = finalize(self, _end, self._tasks, self.number - 1)
        self._process = os.getpid()
        for _ in range(self.number - 1):
            thread = Thread(target=_help, args=(self._tasks,), name="cardrules", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # the system starts no more threads
                return
            self._begun.append(thread)


class _Work:
    """Parts that are not begun, and the threads that help with them.

    A signal may end the calling thread's work between any two steps, so a count of the parts that are done could be
    wrong. A thread that helps enters a mark of its own in `_inside` before it takes a part, and removes it at the
    end. `wait` returns when no mark is left.
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = deque(parts)
        self.stopped = False
        self.errors: list[BaseException] = []
        self._inside: list[object] = []
        self._left: SimpleQueue[None] = SimpleQueue()

    def do(self) -> None:
        """Do parts until there are no more, or work is stopped."""
        while not self.stopped:
            try:
                part = self.parts.popleft()
            except IndexError:
                return
            for _ in part:
                if self.stopped:
                    return

    def help(self) -> None:
        """Do parts in another thread than the one that waits."""
        me = object()
        self._inside.append(me)
        try:
            self.do()
        except BaseException as error:
            self.stopped = True
            self.errors.append(error)
        finally:
            self._inside.remove(me)
            self._left.put(None)

    def wait(self) -> None:
        """Wait until no thread is inside; a signal that raises an error does so after that."""
        ended: BaseException | None = None
        while self._inside:
            try:
                self._left.get()
            except BaseException as error:
                self.stopped, ended = True, error
        if ended is not None:
            raise ended


def _help(tasks: Queue) -> None:
    """Help with one work after the other, until there is none."""
    while (work := tasks.get()) is not None:
        work.help()
        del work  # it may be the last that holds a vector


def _end(tasks: Queue, number: int) -> None:
    """End so many threads."""
    for _ in range(number):
        tasks.put(None)
