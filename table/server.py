"""Runs the server: a socket, the store, the worker processes, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from ..interpreter.errors import SetupError
from .app import Application
from .guard import LOCAL, SECONDS_TO_SEND
from .links import Links
from .match import Matches
from .processes import Processes
from .store import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from .developing import Development


def serve(
    rulesets: tuple[str, ...],
    host: str | None,
    port: int,
    store: Path,
    seconds: float,
    pace: float,
    ready: Callable[[str], object],
    *,
    bots: tuple[str, ...] = (),
    embedded: bool = False,
    development: Development | None = None,
) -> None:
    """Serve the table until the process is told to end.

    Args:
        rulesets: the files that can be played; without any, all that have a bare name.
        host: the address to listen on; None for this computer only.
        port: the port; 0 for any that is free.
        store: the file of the games.
        seconds: the time of a bot for each decision.
        pace: the pause before a bot's action, in seconds.
        ready: called with the address of the first page.
        bots: the names of bots that can sit at a seat besides the usual ones.
        embedded: whether a page of somebody else's may show the table in a frame.
        development: follows the files of a ruleset that is being written; None if they are left alone.

    Raises:
        StoreError: the file cannot be used.
        SetupError: the address cannot be used.
    """
    kept = Database(store)
    listening = _listening(host or "127.0.0.1", port)
    workers = max((os.cpu_count() or 2) - 1, 1)
    matches = Matches(kept, Processes(workers), seconds, pace, practice=development is not None)
    shared = host is not None and host not in LOCAL
    hosts = frozenset(("*",)) if shared else LOCAL
    application = Application(
        matches,
        rulesets,
        hosts,
        shared=shared,
        links=Links(host),
        bots=bots,
        embedded=embedded,
        development=development,
    )
    actual = listening.getsockname()[1]
    name = host if host is not None and host not in ("0.0.0.0", "::") else "localhost"
    ready(f"http://{f'[{name}]' if ':' in name else name}:{actual}/")
    config = uvicorn.Config(
        application.asgi,
        log_level="critical",
        timeout_graceful_shutdown=1,
        lifespan="on",
        server_header=False,
        timeout_keep_alive=75,
        http=Patience,
    )
    asyncio.run(_Server(config).serve([listening]))


class Patience(AutoHTTPProtocol):
    """A connection, which ends if a request that has begun does not come within a time."""

    _waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, and wait for its end."""
        super().data_received(data)
        if self._waits is None:
            self._wait()

    def _wait(self) -> None:
        self._waits = asyncio.get_running_loop().call_later(SECONDS_TO_SEND, self._look)

    def _look(self) -> None:
        self._waits = None
        own = cast("Any", self)  # uvicorn has two implementations of this class
        answered = own.cycle is None or own.cycle.response_complete
        if answered and own.timeout_keep_alive_task is None and not own.transport.is_closing():
            own.transport.close()


class _Server(uvicorn.Server):
    """A server that ends without a word when the process is told to."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """End at the first signal; at the second do not wait for requests."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(each, self.handle_exit, each, None)
        yield


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        SetupError: the address is in use, or there is no such address.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(256)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SetupError(
            f"the server cannot listen on {host}, port {port}: {reason}. Choose another port with --port"
        ) from None
    return found
