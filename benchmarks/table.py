"""How long a move takes at the table in the browser while many games are played.

    python benchmarks/table.py [--games 200] [--seconds 60] [--pause 3] [--pages 3]

A server in a process of its own plays Hearts: in each game two people, whose clients are here, and
two bots that play at random with the usual pause before their moves. Each person has a page open
over a connection of its own, as browsers do: it is sent what changes on it. When it is the
person's turn, the person thinks for `--pause` seconds on average (half to one and a half times as
long), then taps a card or a button.

Measured is the time from sending a tap to the complete answer, which holds what has changed on the
page; and the time until the other person's page was sent a move. In `--pages` further games somebody plays in
Chromium, by clicks of a real mouse; there the time from the click until its effect is painted is measured. It needs
what `make browser` installs; with `--pages 0` no browser is started. The opening of all pages at once
and the first `--warmup` seconds, in which the people sit down one after the other, do not count.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from playwright.async_api import Page

SHARES = (0.5, 0.95, 0.99)
COOKIE = f"cookie: cardrules={43 * 'a'}\r\n"  # one browser holds all seats


class Connection:
    """An HTTP/1.1 connection that is kept open: the least that a browser does."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None

    async def begin(self, method: str, path: str, body: str = "", accept: str = "*/*") -> dict[str, str]:
        """Send a request, and return the headers of the answer; the status is under `:status`."""
        if self.reader is None or self.reader.at_eof():  # not yet open, or closed meanwhile
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        kind = "content-type: application/x-www-form-urlencoded\r\n" if body else ""
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nhost: localhost:{self.port}\r\naccept: {accept}\r\n{COOKIE}{kind}"
            f"content-length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        lines = (line.partition(": ") for line in head[1:] if line)
        return {":status": head[0].split()[1], **{name.lower(): value for name, _, value in lines}}

    async def ask(self, method: str, path: str, body: str = "", accept: str = "*/*") -> tuple[dict[str, str], str]:
        """Return the headers and the text of an answer."""
        headers = await self.begin(method, path, body, accept)
        assert self.reader is not None
        if "content-length" in headers:
            data = await self.reader.readexactly(int(headers["content-length"]))
        else:
            data = b"".join([each async for each in self.chunks()])
        return headers, data.decode()

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the pieces of an answer without a length."""
        assert self.reader is not None
        while size := int(await self.reader.readline(), 16):
            yield await self.reader.readexactly(size)
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)


@dataclass
class Times:
    """What is measured once `counts` is set."""

    counts: bool = False
    steps: list[float] = field(default_factory=list)  # from a tap to its answer
    others: list[float] = field(default_factory=list)  # until another page was sent a move
    paints: list[float] = field(default_factory=list)  # from a click to the painted page
    moves: int = 0


@dataclass
class Game:
    """When somebody has sent a move that the other person's page has not shown yet."""

    sent: float = 0.0
    by: str = ""


class Person:
    """A person at a table: a page that is kept up to date, and taps."""

    def __init__(self, port: int, path: str, game: Game, times: Times, pause: float) -> None:
        self.stream, self.requests = Connection(port), Connection(port)
        self.path, self.game, self.times, self.pause = path, game, times, pause
        self.parts: dict[str, str] = {}
        self.version = -1
        self.rng = Random(path)
        self.changed = asyncio.Event()

    async def open(self) -> None:
        """Load the page."""
        _, page = await self.requests.ask("GET", self.path)
        found = re.search(r'data-version="(\d+)"', page)
        assert found is not None
        self.version = int(found[1])
        self.parts = {"board": page}

    async def watch(self) -> None:
        """Be told of changes, as the page's event source is."""
        await self.stream.begin("GET", f"{self.path}/changes?since={self.version}")
        text = ""
        async for chunk in self.stream.chunks():
            text += chunk.decode()
            while "\n\n" in text:
                event, _, text = text.partition("\n\n")
                if "data: " in event:
                    self.take(json.loads(event.partition("data: ")[2]))
                    if self.times.counts and self.game.sent and self.game.by != self.path:
                        self.times.others.append(time.perf_counter() - self.game.sent)
                        self.game.sent = 0.0

    def take(self, change: dict[str, Any]) -> None:
        """Put what has changed on the page."""
        if change["version"] > self.version:
            self.version = change["version"]
            self.parts.update(change.get("parts", {}))
            if "board" in change:
                self.parts = {"board": change["board"]}
        self.changed.set()

    async def play(self, late: float) -> None:
        """Sit down some seconds late, and play at random until the game is over."""
        await asyncio.sleep(late)
        while not self.has('class="choice end"'):
            choices = self.choices()
            if not choices:
                self.changed.clear()
                await self.changed.wait()
                continue
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pause)
            name, value = self.rng.choice(choices)
            at = next(filter(None, (re.search(r'name="at" value="(\d+)"', each) for each in self.pages())))
            body = urlencode({"at": at[1], "version": self.version, name: unescape(value)})
            start = time.perf_counter()
            _, text = await self.requests.ask("POST", self.path, body, "application/json")
            took = time.perf_counter() - start
            change = json.loads(text)
            self.take(change)
            if self.times.counts:
                self.times.steps.append(took)
                self.times.moves += name == "play"
                if value.startswith("play "):  # all see it; cards that are passed are hidden
                    self.game.sent, self.game.by = start, self.path

    def pages(self) -> list[str]:
        """Return the parts, those that came last first."""
        return list(self.parts.values())[::-1]

    def has(self, text: str) -> bool:
        """Return whether the choice shows a text."""
        return text in self.parts.get("choice", self.parts.get("board", ""))

    def choices(self) -> list[tuple[str, str]]:
        """Return what can be tapped now: complete moves, else cards that fit."""
        choice = self.parts.get("choice", self.parts.get("board", ""))
        own = self.parts.get("own", self.parts.get("board", ""))
        plays = re.findall(r'name="(play)" value="([^"]+)"', choice)
        plays += re.findall(r'name="(do)" value="(ready)"', choice)  # a deal is over
        return plays or re.findall(r'class="card fits[^>]*? name="(tap)" value="([^"]+)"', own)


# Notes when the effect of a click is painted: after the first frame with other things on the table.
PAINTS = """() => {
  window.paints = [];
  let clicked = 0;
  addEventListener('click', (event) => { clicked = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (!clicked) return;
    const since = clicked;
    clicked = 0;
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => window.paints.push((performance.now() - since) / 1000);
      after.port2.postMessage(null);
    });
  }).observe(document.getElementById('board'), { childList: true, subtree: true });
}"""
# Where to click: a button of the choice, or else the visible part of a card that fits.
CLICKS = """() => {
  const found = [...document.querySelectorAll('.choice.mine .buttons button, button.card.fits:not(.picked)')];
  return found.map((each) => {
    const box = each.getBoundingClientRect();
    return [box.left + Math.min(box.width / 2, 9), box.top + box.height / 2];
  });
}"""


async def click(page: Page, times: Times, pause: float) -> None:
    """Play in a page of a browser at random until the game is over."""
    rng = Random(1)
    await page.evaluate(PAINTS)
    while not await page.query_selector(".choice.end"):
        await page.wait_for_selector(".choice.mine, .choice.end", timeout=0)
        await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
        places = await page.evaluate(CLICKS)
        if not places:
            continue
        await page.mouse.click(*rng.choice(places))
        await asyncio.sleep(0.5)  # else the next click is the second of a double click
        paints = await page.evaluate("() => window.paints.splice(0)")
        if times.counts:
            times.paints += paints


async def run(port: int, games: int, given: argparse.Namespace, process: int) -> None:
    """Play the games, and print what was measured."""
    times = Times()
    lobby = Connection(port)
    _, page = await lobby.ask("GET", "/")
    number = re.search(r'/new/(\d+)"><strong>Hearts<', page)
    assert number is not None
    people: list[Person] = []
    form = urlencode({"who.0": "me", "who.1": "link", "who.2": "random", "who.3": "random"})
    start = time.perf_counter()
    for _ in range(games):
        headers, _ = await lobby.ask("POST", f"/new/{number[1]}", form)
        path = headers["location"]
        _, page = await lobby.ask("GET", path)
        second = re.search(r'class="link">[^<]*?(/s/[^<]+)<', page)
        assert second is not None
        await lobby.ask("POST", f"{second[1]}/sit", "name=")
        game = Game()
        people += [Person(port, each, game, times, given.pause) for each in (path, second[1])]
    print(f"{games} games are begun, one after the other, in {time.perf_counter() - start:.1f} s")
    start = time.perf_counter()
    await asyncio.gather(*(person.open() for person in people))
    print(f"{len(people)} pages are opened at once in {time.perf_counter() - start:.1f} s")
    rng = Random(1)
    tasks = [asyncio.create_task(person.watch()) for person in people]
    tasks += [asyncio.create_task(person.play(rng.uniform(0, given.warmup))) for person in people]
    if given.pages:
        tasks.append(asyncio.create_task(watched(port, number[1], times, given)))
    await asyncio.sleep(given.warmup)
    times.counts, before, own = True, used(process), time.process_time()
    await asyncio.sleep(given.seconds)
    times.counts, spent, own = False, used(process) - before, time.process_time() - own
    for task in tasks:
        task.cancel()
    failed = [
        each
        for each in await asyncio.gather(*tasks, return_exceptions=True)
        if each is not None and not isinstance(each, asyncio.CancelledError)
    ]
    assert not failed, failed[0]
    report(times, given, spent, own)


async def watched(port: int, game: str, times: Times, given: argparse.Namespace) -> None:
    """Begin games in a browser, and play them."""
    from playwright.async_api import async_playwright

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    async with async_playwright() as library:
        browser = await library.chromium.launch(executable_path=program, args=["--no-sandbox"])
        pages: list[Page] = []
        for _ in range(given.pages):
            page = await browser.new_page(viewport={"width": 1280, "height": 800})
            await page.goto(f"http://localhost:{port}/new/{game}")
            await page.get_by_role("button", name="Play", exact=True).click()
            await page.wait_for_selector("#board form")
            pages.append(page)
        await asyncio.gather(*(click(page, times, given.pause) for page in pages))


def report(times: Times, given: argparse.Namespace, spent: float, own: float) -> None:
    """Print what was measured."""
    count, seconds = len(times.steps), given.seconds
    print(
        f"{count / seconds:.1f} taps a second, {times.moves / seconds:.1f} of them moves, "
        f"of people who think for {given.pause:g} s"
    )
    for what, found in (
        ("answer to a tap", times.steps),
        ("move on the other's page", times.others),
        ("click to paint in Chromium", times.paints),
    ):
        found.sort()
        if not found:
            continue
        shares = (f"p{each * 100:.0f} {found[int(len(found) * each)] * 1000:.0f}" for each in SHARES)
        print(f"{what}: {', '.join(shares)} ms ({len(found)} of them)")
    print(
        f"processor time: the server {spent / seconds:.0%} of a core, {spent / count * 1e3:.1f} ms "
        f"for each tap with all that follows; the clients {own / seconds:.0%} of a core"
    )
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"load of the machine: {load} on {os.cpu_count()} cores")


def used(process: int) -> float:
    """Return the seconds of processor time that a process has used, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Start a server, and play."""
    parser = argparse.ArgumentParser(description="Measure the table with many games.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warmup", type=float, default=15.0)
    parser.add_argument("--pause", type=float, default=3.0, help="mean seconds before a tap")
    parser.add_argument("--pages", type=int, default=3, help="games in a real browser")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-c",
            "from cardrules.cli.entry import main; main()",
            "serve",
            "hearts",
            "--port",
            "0",
            "--store",
            f"{folder}/t.sqlite",
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://[^:]+:(\d+)/", server.stdout.readline())
            assert found is not None
            asyncio.run(run(int(found[1]), given.games, given, server.pid))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
