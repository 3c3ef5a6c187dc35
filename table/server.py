"""Runs the server: a socket, the store, the worker processes, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import uvicorn

from ..interpreter.errors import SetupError
from .app import Application
from .match import Matches
from .store import Store
from .thinking import Thinkers

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

LOCAL: Final = frozenset(("localhost", "127.0.0.1", "::1"))


def serve(
    rulesets: tuple[str, ...],
    host: str | None,
    port: int,
    store: Path,
    seconds: float,
    pace: float,
    ready: Callable[[str], object],
) -> None:
    """Serve the table until the process is told to end.

    Args:
        rulesets: the files that can be played; without any, all that have a bare name.
        host: the address to listen on; None for this computer only.
        port: the port; 0 for any that is free.
        store: the file of the games.
        seconds: the time of a bot for each decision.
        pace: the pause before a bot's action, in seconds.
        ready: is told the address of the first page.

    Raises:
        StoreError: the file cannot be used.
        SetupError: the address cannot be used.
    """
    kept = Store(store)
    listening = _listening(host or "127.0.0.1", port)
    workers = max((os.cpu_count() or 2) - 1, 1)
    matches = Matches(kept, Thinkers(workers), seconds, pace)
    shared = host is not None and host not in LOCAL
    hosts = frozenset(("*",)) if shared else LOCAL
    application = Application(matches, rulesets, hosts, shared=shared)
    actual = listening.getsockname()[1]
    name = host if host is not None and host not in ("0.0.0.0", "::") else "localhost"
    ready(f"http://{f'[{name}]' if ':' in name else name}:{actual}/")
    config = uvicorn.Config(
        application.asgi, log_level="critical", timeout_graceful_shutdown=1, lifespan="on",
        server_header=False, timeout_keep_alive=75,
    )  # fmt: skip
    asyncio.run(_Server(config).serve([listening]))


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
            f"the server cannot listen on {host}, port {port}: {reason}. Choose another port with "
            "--port"
        ) from None
    return found
