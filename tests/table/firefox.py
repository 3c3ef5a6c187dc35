"""Starts Firefox for Playwright, and stands between them.

Playwright speaks WebDriver BiDi with an unpatched Firefox, and in doing so asks for something that Firefox does not
know yet; it has no use for the answers. So this program passes on what both say, and says that such a request was done.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

if TYPE_CHECKING:
    from websockets.asyncio.connection import Connection
    from websockets.asyncio.server import ServerConnection

UNKNOWN: Final = ("unknown command", "unsupported operation")
HOW: Final[dict[str, Any]] = {"max_size": None, "compression": None}


async def relay(client: ServerConnection, target: str) -> None:
    """Pass on messages until one side ends.

    Args:
        client: Playwright.
        target: where Firefox listens.
    """
    assert client.request is not None
    async with connect(target + client.request.path, **HOW) as browser:
        ways = (asyncio.create_task(_forth(client, browser)), asyncio.create_task(_back(browser, client)))
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)


async def _forth(client: Connection, browser: Connection) -> None:
    async for message in client:
        await browser.send(message)


async def _back(browser: Connection, client: Connection) -> None:
    async for message in browser:
        answer = json.loads(message)
        if answer.get("error") in UNKNOWN:
            message = json.dumps({"type": "success", "id": answer["id"], "result": {"collector": "none"}})
        await client.send(message)


async def main(program: str, *arguments: str) -> None:
    """Run Firefox; Playwright reads from the standard error where to connect.

    Args:
        program: the command.
        arguments: its arguments.
    """
    firefox = await asyncio.create_subprocess_exec(program, *arguments, stderr=PIPE)
    assert firefox.stderr is not None
    target = ""
    async with serve(lambda client: relay(client, target), "127.0.0.1", 0, **HOW) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async for line in firefox.stderr:
            text = line.decode(errors="replace")
            found = re.search(r"ws://[^/\s]+", text)
            if found is not None:
                target = found[0]
                text = text.replace(target, f"ws://127.0.0.1:{port}")
            sys.stderr.write(text)
            sys.stderr.flush()
    await firefox.wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
