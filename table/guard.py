"""What a request must fulfil before a page sees it, and what every answer forbids the browser.

A server is meant for one computer, or for people who hold the secret of a seat. Requests with
another host name (DNS rebinding), changes that another site asks for (CSRF), large bodies and, on a
network, floods of requests are refused.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL: Final = frozenset(("localhost", "127.0.0.1", "::1"))
"""The host names by which only this computer can call a server."""
MOST_BYTES: Final = 64 * 1024  # of a request
SECONDS_TO_SEND: Final = 20.0  # the longest time in which the body of a request may come
_PER_SECOND: Final = 15.0  # changes that one address may ask for, on a network
_AT_ONCE: Final = 60.0
_LOOK: Final = 0.25  # what it counts to look at a page, compared with a change
_MOST_ADDRESSES: Final = 4096
_TOO_MANY: Final = (429, "Too many requests; wait a moment.")

FRAMES: Final = "frame-ancestors 'self'"
"""The part of a policy by which only the server's own pages show a page in a frame."""
_ALONE: Final = f"{FRAMES}; ".encode()
_POLICY: Final = "; ".join(
    (
        FRAMES,
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


def host_name(host: str) -> str:
    """Return the name in a host header, without the port.

    >>> host_name("localhost:8765"), host_name("[::1]:80"), host_name("Cards.example")
    ('localhost', '::1', 'cards.example')
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return name.strip("[]").lower()


class Guard:
    """ASGI middleware that refuses what no page should see.

    Args:
        app: the application.
        hosts: the host names by which the server may be called; any, if `*` is among them.
        limited: whether the number of requests of each address is limited.
        embedded: whether a page of somebody else's may show the server's pages in a frame.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], *, limited: bool, embedded: bool = False) -> None:
        self._app = app
        self._embedded = embedded
        self._hosts = hosts
        self._limited = limited
        self._left: dict[str, tuple[float, float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            status, text = refusal
            await PlainTextResponse(f"{text}\n", status)(scope, receive, send)
            return
        body: list[Message] = []
        if scope["method"] == "POST":
            refusal = await _read(receive, body)
            if refusal is not None:
                status, text = refusal
                answer = PlainTextResponse(f"{text}\n", status, {"connection": "close"})
                await answer(scope, receive, send)
                return
            body.reverse()

        async def received() -> Message:
            return body.pop() if body else await receive()

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(each for each in _HEADERS if each[0] not in known),
                ]
                if self._embedded:
                    message["headers"] = [(name, value.replace(_ALONE, b"")) for name, value in message["headers"]]
            await send(message)

        await self._app(scope, received, sent)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Return the status and the reason if a request is refused."""
        host = headers.get("host", "")
        if "*" not in self._hosts and host_name(host) not in self._hosts:
            return 421, "This server is not called by that name."
        address = str((scope.get("client") or ("",))[0])
        if scope["method"] in ("GET", "HEAD"):
            return None if self._may(address, _LOOK) else _TOO_MANY
        if scope["method"] != "POST":
            return 405, "This server answers GET and POST."
        origin = headers.get("origin")
        site = headers.get("sec-fetch-site", "same-origin")
        if (origin is not None and origin.partition("://")[2] != host) or site not in (
            "same-origin",
            "none",
        ):
            return 403, "Changes are accepted from this server's own pages only."
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return 413, "The request is too large."
        return None if self._may(address, 1.0) else _TOO_MANY

    def _may(self, address: str, cost: float) -> bool:
        """Return whether an address may ask for something more now (a token bucket)."""
        if not self._limited:
            return True
        now = time.monotonic()
        left, since = self._left.pop(address, (_AT_ONCE, now))
        left = min(left + (now - since) * _PER_SECOND, _AT_ONCE)
        self._left[address] = (max(left - cost, 0.0), now)
        if len(self._left) > _MOST_ADDRESSES:
            del self._left[next(iter(self._left))]
        return left >= cost


async def _read(receive: Receive, body: list[Message]) -> tuple[int, str] | None:
    """Read the whole body of a request; return the status and the reason if it is refused.

    Args:
        receive: returns the next part of the request.
        body: takes its parts.
    """
    left = MOST_BYTES
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            while True:
                message = await receive()
                body.append(message)
                left -= len(message.get("body", b""))
                if left < 0:
                    return 413, "The request is too large."
                if not message.get("more_body", False):
                    return None
    except TimeoutError:
        return 408, "The request did not come to its end."
