"""How soon the first card is there at a table without a server, and what is transferred for it.

    python benchmarks/alone.py [--rounds 5] [FILE]...

The rulesets (by default all bundled ones) are published into a folder, which a web host on this computer serves as it
is: nothing is compressed on the way, and there is no network time. Chromium visits it with a new profile, ends, and
visits it again with that profile, as somebody does who comes back. Measured is the time from the start of the page
until the list of games or the first card can be seen, and the bytes that the host has sent.

Then Hearts is played there for some moves, and the time from each frame to the next is measured while cards move.

The times are those of this computer as it is, and other programs make them longer: the load is printed, and the
processor time of the whole browser until then, which depends less on them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any, ClassVar

from playwright.sync_api import Playwright, sync_playwright

from cardrules.rulesets import bundled

VISITS = {"list": ("#/", ".tile"), "card": ("#/new/0!", "#board .own .card, #board .felt .card")}
"""What a visit leads to: the address, and what is waited for."""

SEEN = """(what) => new Promise((done) => {
  const look = () => document.querySelector(what) ? done(performance.now()) : requestAnimationFrame(look);
  look();
})"""


FRAMES = """async (moves) => {
  const found = [];
  let last = 0;
  const frame = (now) => {
    if (last && document.getAnimations().length) found.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  for (let count = 0; count < moves && !document.querySelector(".end"); await wait(100)) {
    const buttons = [...document.querySelectorAll(".choice.mine .buttons button")];
    const cards = [...document.querySelectorAll("button.card.fits:not(.picked)")];
    const next = buttons[0] ?? cards[0];
    next?.click();
    count += next ? 1 : 0;
  }
  return found;
}"""
"""Plays so many moves; returns the milliseconds from each frame to the next while something moves."""


class Host(SimpleHTTPRequestHandler):
    """Serves a folder, and counts what it sends."""

    sent: ClassVar[int] = 0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        content = source.read()
        Host.sent += len(content)
        outputfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def processor_time(profile: Path) -> float:
    """Return the seconds of processor time that the browser with a profile has taken."""
    parents: dict[int, int] = {}
    times: dict[int, float] = {}
    first = -1
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (each / "stat").read_text("utf-8").rpartition(")")[2].split()
            number = int(each.name)
            parents[number] = int(fields[1])
            times[number] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            command = (each / "cmdline").read_bytes()
            if f"--user-data-dir={profile}".encode() in command and b"--type=" not in command:
                first = number
    total = 0.0
    for number, time in times.items():
        above = number
        while above not in (first, 0, 1):
            above = parents.get(above, 0)
        total += time if above == first else 0.0
    return total


def visit(library: Playwright, profile: Path, address: str, what: str, rest: float) -> tuple[float, float, int]:
    """Return what a visit costs.

    That is after how many milliseconds something is on a page, the processor time until then in milliseconds, and how
    many bytes were sent for all of the visit.

    Args:
        library: Playwright.
        profile: the folder in which the browser keeps what it keeps.
        address: the page.
        what: a selector.
        rest: how many seconds the page stays open after that.
    """
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    context = library.chromium.launch_persistent_context(profile, executable_path=chromium, args=["--no-sandbox"])
    try:
        Host.sent = 0
        page = context.pages[0]
        before = processor_time(profile)
        page.goto(address, wait_until="commit")
        time = page.evaluate(SEEN, what)
        spent = processor_time(profile) - before
        page.wait_for_timeout(1000 * rest)
        return time, 1000 * spent, Host.sent
    finally:
        context.close()


def frames(library: Playwright, profile: Path, address: str) -> None:
    """Print how long frames take while cards move."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    context = library.chromium.launch_persistent_context(profile, executable_path=chromium, args=["--no-sandbox"])
    page = context.pages[0]
    page.goto(address)
    page.wait_for_selector("#board form")
    found = sorted(page.evaluate(FRAMES, 20))
    context.close()
    late = sum(time > 25 for time in found) / len(found)
    most = found[int(0.95 * len(found))]
    print(f"{len(found)} frames: median {median(found):.1f} ms, 95 % within {most:.1f} ms, {late:.1%} late")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rest", type=float, default=8.0, help="seconds that the first visit stays on the page")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as library:
        folder = Path(place, "table")
        command = [sys.executable, "-m", "cardrules", "publish", *given.files, "-o", str(folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
        Thread(target=host.serve_forever, daemon=True).start()
        print(f"{'':>12} {'least':>7} {'median':>7} {'most':>7} ms  processor ms   sent, MB   load")
        for name, (part, what) in VISITS.items():
            address = f"http://127.0.0.1:{host.server_port}/{part}"
            found: dict[str, list[tuple[float, float, int]]] = {"first": [], "later": []}
            for number in range(given.rounds):
                for visits in found.values():
                    visits.append(visit(library, Path(place, f"{name}{number}"), address, what, given.rest))
            for kind, visits in found.items():
                times = sorted(time for time, _, _ in visits)
                spent = min(spent for _, spent, _ in visits)
                sent = max(sent for _, _, sent in visits) / 1e6
                told = f"{times[0]:>7.0f} {median(times):>7.0f} {times[-1]:>7.0f} {spent:>16.0f} {sent:>10.2f}"
                print(f"{kind:>5} {name:>6} {told} {os.getloadavg()[0]:>6.1f}")
        if "hearts" in (given.files or ["hearts"]):
            number = given.files.index("hearts") if given.files else bundled().index("hearts")
            address = f"http://127.0.0.1:{host.server_port}/#/new/{number}!"
            frames(library, Path(place, "card0"), address)
        host.shutdown()


if __name__ == "__main__":
    main()
