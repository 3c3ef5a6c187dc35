"""Bots that think in worker processes, beside the server."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import TYPE_CHECKING

from ..interpreter.errors import CardrulesError
from .thinking import ThinkingError, choose

if TYPE_CHECKING:
    from .thinking import Answer, Question


def _begin() -> None:
    """Begin a worker: interruptions are for the server, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Processes:
    """The worker processes.

    Args:
        workers: how many.
    """

    def __init__(self, workers: int) -> None:
        """Prepare; a process begins when it is needed."""
        self._workers = workers
        self._asked = 0  # decisions that are thought about, or wait for a worker
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, _begin)

    async def choose(self, asked: Question) -> Answer:
        """Return what a bot chooses. The more decisions wait, the less time each of them gets.

        Raises:
            ThinkingError: the bot, its worker process or a rule failed.
        """
        self._asked += 1
        try:
            share = max(self._asked / self._workers, 1.0)
            return await self._answer(replace(asked, seconds=asked.seconds / share))
        finally:
            self._asked -= 1

    async def _answer(self, asked: Question) -> Answer:
        loop = asyncio.get_running_loop()
        for attempt in range(2):
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, choose, asked)
            except BrokenProcessPool:
                if attempt:
                    break
                if pool is self._pool:  # the first that notices begins new processes
                    self._pool = self._new()
            except CardrulesError as error:
                raise ThinkingError(str(error)) from None
        raise ThinkingError("the process in which the bot was thinking has ended")

    def close(self) -> None:
        """End the processes, whatever they do."""
        for process in multiprocessing.active_children():
            process.terminate()
        self._pool.shutdown(wait=False, cancel_futures=True)
