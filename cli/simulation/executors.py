"""Pools that play games: this process, worker processes, or a Dask cluster."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import BrokenExecutor, CancelledError
from typing import TYPE_CHECKING, Any, Final, cast

import click

from ... import __version__
from ...interpreter.errors import SetupError
from ...interpreter.installing import how_to_install
from ...interpreter.simulation.spread import Here, Pool
from ..processes import Workers

if TYPE_CHECKING:
    from collections.abc import Generator

_CONNECT: Final = 10  # seconds within which a scheduler must answer
_ANSWER: Final = 30  # seconds within which a cluster must have a worker
_SLICE: Final = 2.0  # seconds that a worker of a cluster plays before it reports


def here(seconds: float = 0.5) -> Pool:
    """Return a pool that plays in this process, and returns results after so many seconds."""
    return Pool(Here, 1, seconds)


def local(jobs: int) -> Pool:
    """Return a pool of processes on this machine, begun anew: native code has threads by then."""
    return Pool(lambda: Workers(jobs, start="spawn"), jobs)


@contextlib.contextmanager
def cluster(address: str) -> Generator[Pool]:
    """Return a pool that plays on the workers of a Dask cluster.

    Args:
        address: The address of its scheduler, such as `tcp://192.168.0.1:8786`.

    Raises:
        click.UsageError: There is no Dask, no answer from the scheduler, or no cardrules there.
        SetupError: A worker cannot make a bot.
    """
    try:
        import distributed
    except ImportError:
        raise click.UsageError(
            f"--scheduler needs Dask, which is not installed: {how_to_install('cluster')}."
        ) from None
    import logging

    for logger in ("distributed", "distributed.client"):
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # errors are reported below
    try:
        # A client that finds no scheduler would wait for it once more when it is deleted.
        asyncio.run(_ask(address))
        client = cast("Any", distributed.Client(address, timeout=_CONNECT, set_as_default=False))
    except Exception as error:  # any error means that no scheduler is there
        raise click.UsageError(
            f"--scheduler: no answer from '{address}' ({_reason(error)}); the address of a "
            "scheduler looks like tcp://10.0.0.1:8786."
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_ANSWER)
        except TimeoutError:
            raise click.UsageError(
                f"--scheduler: the scheduler at '{address}' has had no worker for {_ANSWER} s."
            ) from None
        _check_workers(client)
        lost = (BrokenExecutor, CancelledError, distributed.KilledWorker)
        threads = sum(client.ncores().values())
        pool = Pool(
            # With `pure`, a repeated chunk would get the earlier, possibly lost, result.
            start=lambda: client.get_executor(pure=False),
            workers=threads,
            seconds=_SLICE,
            lost=lost,
            alive=lambda: client.status not in ("closing", "closed"),
        )
        try:
            yield pool
        except SetupError as error:
            raise SetupError(f"on a worker {error}; workers need the files of your bots at the same path") from None


async def _ask(address: str) -> None:
    """Ask a scheduler who it is; any error means that there is none."""
    import distributed

    security = cast("Any", distributed.Security())
    arguments = security.get_connection_args("client")
    scheduler = cast("Any", distributed.rpc(address, connection_args=arguments))
    try:
        await asyncio.wait_for(scheduler.identity(n_workers=0), _CONNECT)
    except TimeoutError:
        raise TimeoutError(f"timed out after {_CONNECT} s") from None
    finally:
        await scheduler.close_rpc()


def _reason(error: Exception) -> str:
    """Return what an error of Dask says, on one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__


def _check_workers(client: Any) -> None:
    """Refuse workers with another version of cardrules, or without it."""
    try:
        versions: dict[str, str] = client.run(installed)
    except Exception as error:  # any error means that the worker cannot play
        raise click.UsageError(
            f"--scheduler: a worker cannot use cardrules ({_reason(error)}); install it there, too."
        ) from None
    for worker, version in versions.items():
        if version != __version__:
            raise click.UsageError(f"--scheduler: the worker {worker} has cardrules {version}, this is {__version__}.")


def installed() -> str:
    """Return the installed version of cardrules; a worker is asked for it."""
    return __version__
