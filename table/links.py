"""Links that people pass on: whole addresses by which others reach the server, and their QR codes."""

from __future__ import annotations

import socket
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import segno

from .guard import LOCAL, host_name

if TYPE_CHECKING:
    from starlette.requests import Request

_ELSEWHERE: Final = ("192.0.2.1", 9)  # an address for examples; nothing is sent to it
_ANY: Final = ("0.0.0.0", "::")


class Links:
    """The links of a server.

    Args:
        host: the address on which it listens; None for this computer only.
    """

    def __init__(self, host: str | None) -> None:
        """Keep the address."""
        self._host = None if host in LOCAL else host

    @property
    def reach(self) -> bool:
        """Whether other computers can reach the server."""
        return self._host is not None

    def base(self, request: Request) -> str:
        """Return with what the links begin that a page shows: an address that others can reach, if there is one.

        That is the address by which the page itself was asked for, unless only this computer knows it by that.
        """
        asked = request.headers.get("host", "")
        name = host_name(asked)
        if self._host is None or name not in LOCAL:
            return f"{request.url.scheme}://{asked}"
        host = _own_address() if self._host in _ANY else self._host
        if not host:
            return f"{request.url.scheme}://{asked}"
        port = asked.removeprefix(f"[{name}]").removeprefix(name)
        return f"{request.url.scheme}://{f'[{host}]' if ':' in host else host}{port}"

    @staticmethod
    @lru_cache(maxsize=256)
    def code(link: str) -> str:
        """Return the QR code of a link, as SVG."""
        return segno.make(link, micro=False).svg_inline(omitsize=True, light="#fff", svgclass="qr", lineclass=None)


def _own_address() -> str:
    """Return the address of this computer in its network; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_ELSEWHERE)
        except OSError:
            return ""
        return asking.getsockname()[0]
