"""How long a move takes at the table in the browser while many games are played.

    python benchmarks/table.py [--games 200] [--seconds 30]

A server in a process of its own plays Hearts: in each game two people, whose clients are here, and
two bots that play at random. Each person has a page open, which is told of every change and then
asks for the new table, as browsers do, and moves some time after it is the person's turn. The time
of a move is that from sending it to the answer with the new table.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from random import Random

import httpx2

PART = {"accept": "text/x-part"}


class Person:
    """A person at a table: a page that is kept up to date, and moves."""

    def __init__(
        self, client: httpx2.AsyncClient, path: str, times: list[float], pause: float
    ) -> None:
        self.client, self.path, self.times, self.pause = client, path, times, pause
        self.page = ""
        self.rng = Random(path)
        self.changed = asyncio.Event()

    async def watch(self) -> None:
        """Be told of changes, as the page's event source is."""
        async with self.client.stream("GET", f"{self.path}/changes", timeout=None) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    self.changed.set()

    async def play(self, until: float) -> None:
        """Play at random until the time is over."""
        self.page = (await self.client.get(self.path)).text
        while time.monotonic() < until and 'class="end"' not in self.page:
            moves = self.moves()
            if not moves:
                try:
                    await asyncio.wait_for(self.changed.wait(), 5)
                except TimeoutError:
                    continue
                self.changed.clear()
                self.page = (await self.client.get(self.path, headers=PART)).text
                continue
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pause)
            name, value = self.rng.choice(moves)
            at = re.search(r'name="at" value="(\d+)"', self.page)
            assert at is not None
            start = time.perf_counter()
            answer = await self.client.post(
                self.path, data={"at": at[1], name: value}, headers=PART
            )
            self.times.append(time.perf_counter() - start)
            self.page = answer.text

    def moves(self) -> list[tuple[str, str]]:
        """Return what can be tapped now: complete moves, else cards that fit."""
        plays = re.findall(r'name="(play)" value="([^"]+)"', self.page)
        cards = re.findall(r'class="card fits" name="(tap)" value="([^"]+)"', self.page)
        return plays or cards


async def run(address: str, games: int, seconds: float, pause: float) -> list[float]:
    """Play the games, and return the time of each move."""
    times: list[float] = []
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        lobby = (await client.get("/")).text
        number = re.search(r'/new/(\d+)"><strong>Hearts<', lobby)
        assert number is not None
        people: list[Person] = []
        fields = {"who.0": "me", "who.1": "link", "who.2": "random", "who.3": "random"}
        for _ in range(games):
            answer = await client.post(f"/new/{number[1]}", data=fields)
            first = answer.headers["location"]
            page = (await client.get(first)).text
            second = re.search(r'class="invitations".*?href="(/s/[^"]+)"', page, re.DOTALL)
            assert second is not None
            people += [Person(client, path, times, pause) for path in (first, second[1])]
        watching = [asyncio.create_task(person.watch()) for person in people]
        until = time.monotonic() + seconds
        await asyncio.gather(*(person.play(until) for person in people))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    return times


def main() -> None:
    """Start a server, play, and print the times."""
    parser = argparse.ArgumentParser(description="Measure the table with many games.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=3.0, help="mean seconds before a move")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-c", "from cardrules.cli.entry import main; main()", "serve", "hearts",
            "--port", "0", "--store", f"{folder}/t.sqlite", "--think", "0.01",
        ]  # fmt: skip
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+?(?=/ )", server.stdout.readline())
            assert found is not None
            times = sorted(asyncio.run(run(found[0], given.games, given.seconds, given.pause)))
        finally:
            server.terminate()
            server.wait()
    print(f"{given.games} games, {len(times)} moves in {given.seconds:.0f} s")
    for share in (0.5, 0.95, 0.99):
        print(f"{share:.0%} of the moves within {times[int(len(times) * share)] * 1000:.0f} ms")


if __name__ == "__main__":
    main()
