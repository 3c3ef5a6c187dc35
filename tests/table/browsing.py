"""A server and a real browser for tests, and how to play by clicks and by keyboard.

`make browser` runs these tests; they need Chromium, which that command installs on Debian. They
wait for what must appear, and for nothing else, so that they do not depend on a machine's speed.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
LONG = 180_000  # milliseconds; only something that never happens takes so long
ONE = {"width": 1100, "height": 850}
WIDE = {"width": 1300, "height": 850}
PHONE = {"width": 390, "height": 800}


@dataclass
class Server:
    """A server in a process of its own."""

    folder: Path
    files: tuple[str, ...] = ()
    address: str = ""
    port: str = "0"

    def start(self) -> None:
        command = [
            sys.executable,
            "-c",
            "from cardrules.cli.entry import main; main()",
            "serve",
            *self.files,
            "--port",
            self.port,
            "--store",
            str(self.folder / "t.sqlite"),
            "--think",
            "0.02",
            "--pace",
            "0",
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+/", self.process.stdout.readline())
        assert found is not None
        self.address = found[0]
        self.port = found[0].rstrip("/").rpartition(":")[2]  # so that it comes back there

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(LONG / 1000)


@pytest.fixture(scope="module")  # a process has one at a time
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "Chromium is not installed: make browser installs it"
    with sync_playwright() as library:
        found = library.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=LONG)
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("table"))
    found.start()
    yield found
    found.stop()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages that belong to different people; a test fails if one prints an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        answered = "net::ERR_" in message.text or "Failed to load resource" in message.text
        if message.type == "error" and not answered:  # by a server that ended, or refused
            errors.append(message.text)

    def opened(viewport: dict[str, int] = ONE, **settings: object) -> Page:
        context = browser.new_context(viewport=viewport, **settings)  # type: ignore[arg-type]
        context.set_default_timeout(LONG)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors


def begin(page: Page, server: Server, title: str, **fields: str) -> None:
    """Begin a game from the first page."""
    page.goto(server.address)
    page.get_by_role("link", name=title, exact=False).first.click()
    if "players" in fields:
        with page.expect_navigation():
            page.locator("select[name=players]").select_option(fields.pop("players"))
    if any(name.startswith("option.") for name in fields):
        page.locator("summary", has_text="Options").click()
    for name, value in fields.items():
        control = page.locator(f'[name="{name}"]')
        if control.evaluate("each => each.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board form")


def mine(page: Page) -> bool:
    """Wait until it is the person's turn; return False at the end of the game."""
    page.wait_for_function(
        """() => document.querySelector('.end')
        || [...document.querySelectorAll('.prompt')].some(
          (line) => /^(Your turn|Choose)/.test(line.textContent))"""
    )
    return page.query_selector(".end") is None


# What can be done now: the buttons of the choice, else the cards that can be chosen.
CHOICES = """
  const usable = (each) => each.offsetParent !== null;
  const choices = () => {
    const buttons = [...document.querySelectorAll('.choice .buttons:not(.quiet) button')]
      .filter((each) => each.value !== 'clear').filter(usable);
    const cards = [...document.querySelectorAll('button.card.fits:not(.picked)')].filter(usable);
    return buttons.length ? buttons : cards;
  };
  const over = () => document.querySelector('.end') !== null;
  const changed = () => new Promise((done, fail) => {
    setTimeout(() => fail(new Error('nothing has changed')), 180000);
    document.getElementById('board').addEventListener('changed', done, { once: true });
  });
"""
# Clicks until the game is over, or so many times; returns how often.
PLAY = f"""async ([seed, most]) => {{
  {CHOICES}
  let luck = seed;
  const below = (number) => {{
    luck = (luck * 48271) % 2147483647;
    return luck % number;
  }};
  let count = 0;
  while (!over() && count < most) {{
    const all = choices();
    const news = changed();
    if (all.length) {{
      all[below(all.length)].click();
      count += 1;
    }}
    await news;
  }}
  return count;
}}"""
FOCUS = f"""() => {{
  {CHOICES}
  return over() ? 'over' : choices().includes(document.activeElement) ? 'choice' : '';
}}"""


def play(page: Page, most: int = 3000, seed: int = 1) -> int:
    """Play at random by clicks; return how many it were."""
    return page.evaluate(PLAY, [seed, most])


def play_by_keyboard(page: Page, most: int = 3000) -> int:
    """Play at random to the end with Tab, arrow keys and Enter; return the number of choices."""
    rng = Random(1)
    for count in range(most):
        if not mine(page):
            return count
        version = page.locator("#board form").get_attribute("data-version")
        page.keyboard.press("Tab")
        while (found := page.evaluate(FOCUS)) != "choice":
            if found == "over":
                return count
            page.keyboard.press("Tab")
        for _ in range(rng.randrange(4)):
            page.keyboard.press("ArrowRight")
        if page.evaluate(FOCUS) != "choice":  # a card that cannot be played, or a command
            continue
        page.keyboard.press("Enter")
        page.wait_for_function(
            "version => document.querySelector('#board form').dataset.version !== version",
            arg=version,
        )
    return most
