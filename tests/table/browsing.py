"""A server and real browsers for tests, and how to play by clicks and by keyboard.

`make browser` runs these tests; they need Chromium and Firefox, which that command installs on Debian. They
wait for what must appear, and for nothing else, so that they do not depend on a machine's speed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TypeVar

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Route,
    TimeoutError,
    sync_playwright,
)

from cardrules.cli.state_folder import cache_folder

from ..calling import call
from .playing import PERSON

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
RELAY = Path(__file__).parent / "firefox.py"
DEAL = "20261130"
LONG = 180_000  # milliseconds; only something that never happens takes so long
ONE = {"width": 1100, "height": 850}
WIDE = {"width": 1300, "height": 850}
PHONE = {"width": 390, "height": 800}
DESK = {"width": 1280, "height": 800}
HAND = {"width": 390, "height": 844}


@dataclass
class Server:
    """A server in a process of its own, and the number of the deals that are begun there; empty for new ones."""

    folder: Path
    files: tuple[str, ...] = ()
    address: str = ""
    port: str = "0"
    host: str = "localhost"
    embedded: bool = False
    deal: str = DEAL

    def start(self) -> None:
        command = [
            sys.executable,
            "-c",
            "from cardrules.cli.entry import main; main()",
            "serve",
            *self.files,
            "--host",
            self.host,
            "--port",
            self.port,
            "--store",
            str(self.folder / "t.sqlite"),
            "--think",
            "0.02",
            "--pace",
            "0",
            *(["--embedded"] if self.embedded else []),
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+/", self.process.stdout.readline())
        assert found is not None
        self.address = found[0]
        self.port = found[0].rstrip("/").rpartition(":")[2]  # so that it comes back there

    @property
    def home(self) -> str:
        """The address of the first page."""
        return self.address

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(LONG / 1000)


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    def log_message(self, format: str, *args: object) -> None:
        pass


class Host:
    """A web host that serves a folder, and the number of the deals that are begun there; empty for new ones."""

    deal = DEAL

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def home(self) -> str:
        """The address of the first page."""
        return f"{self.address}#/"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def publish(folder: Path, *arguments: str) -> None:
    """Publish with what is fetched once for all tests."""
    options = ["--think", "0.02", "--pace", "0", "--pyodide", str(cache_folder())]
    done = call(["publish", *arguments, *options], folder)
    assert done.returncode == 0, done.stderr


# What all tests of a process share, and what ends it.
OPEN = ExitStack()


Place = TypeVar("Place", Server, Host)


@cache
def library() -> Playwright:
    """Return the library; a process has one at a time."""
    return OPEN.enter_context(sync_playwright())


@cache
def chromium() -> Browser:
    """Return Chromium, which is started once."""
    assert CHROMIUM is not None, "Chromium is not installed: make browser installs it"
    found = library().chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=LONG)
    OPEN.callback(found.close)
    return found


@cache
def firefox() -> Browser:
    """Return Firefox, which is started once; it plays without motion."""
    if FIREFOX is None:
        pytest.skip("Firefox is not installed; make browser installs it where there is apt")
    program = Path(OPEN.enter_context(TemporaryDirectory())) / "firefox"
    program.write_text(f'#!/bin/sh\nexec {shlex.join((sys.executable, str(RELAY), FIREFOX))} "$@"\n')
    program.chmod(0o755)
    settings: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
    found = library().firefox.launch(
        executable_path=program, channel="moz-firefox", firefox_user_prefs=settings, timeout=LONG
    )
    OPEN.callback(found.close)
    return found


@cache
def serving() -> Server:
    """Return a server, which is started once."""
    found = Server(Path(OPEN.enter_context(TemporaryDirectory())))
    found.start()
    OPEN.callback(found.stop)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    yield chromium()
    OPEN.close()


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config) -> Iterator[Server]:
    yield with_deals(serving(), pytestconfig)
    OPEN.close()


@cache
def published() -> Host:
    """Return a host of all bundled games, which are published once."""
    folder = Path(OPEN.enter_context(TemporaryDirectory()))
    publish(folder, "-o", "table")
    found = Host(folder / "table")
    OPEN.callback(found.stop)
    return found


@pytest.fixture(scope="session", params=["served", "alone"])
def table(request: pytest.FixtureRequest) -> Server | Host:
    """The table with all bundled games, at a server and without one; it ends with the browser."""
    served = request.param == "served"
    return with_deals(serving(), request.config) if served else with_deals(published(), request.config)


def with_deals(place: Place, config: pytest.Config) -> Place:
    """Return a server or host that deals anew each time if `--soak` asks for it, else always the same cards."""
    place.deal = "" if config.getoption("--soak") else DEAL
    return place


def begin_late(route: Route) -> None:
    """Let the script of a table begin when its page has been shown for a while.

    `make browser ARGS=--late` finds tests, and parts of the page, that take a page for ready because it is shown.
    """
    found = route.fetch()
    route.fulfill(response=found, body=f"await new Promise((done) => setTimeout(done, 700));\n{found.text()}")


@contextmanager
def people(browser: Browser) -> Generator[Callable[..., Page]]:
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
        context.add_init_script("try { localStorage.setItem('pace', '0') } catch {}")  # tricks do not wait
        context.add_init_script(path=PERSON)
        if os.environ.get("LATE_SCRIPTS"):
            context.route("**/table.js*", begin_late)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def pages(browser: Browser) -> Iterator[Callable[..., Page]]:
    with people(browser) as opened:
        yield opened


@contextmanager
def renewed(page: Page) -> Generator[None]:
    """Do what leads to another page, and wait until that is there."""
    page.evaluate("() => document.querySelector('main')?.setAttribute('data-old', '')")
    yield
    try:
        page.locator("main:not([data-old]):not(:has(.wait))").wait_for()
    except TimeoutError as error:
        loaded = page.evaluate("() => performance.getEntriesByType('resource').slice(-3).map((each) => each.name)")
        raise AssertionError(f"{page.url} stays: {page.inner_text('body')[:300]!r}; loaded last: {loaded}") from error


def visit(page: Page, address: str) -> None:
    """Go to a page, and wait until it is there."""
    with renewed(page):
        page.goto(address)


def begin(page: Page, server: Server | Host, title: str, **fields: str) -> None:
    """Begin a game from the first page."""
    visit(page, server.home)
    with renewed(page):
        page.locator(".tile a", has_text=title).first.click()
    deal = {} if "link" in fields.values() or "deal" in fields else {"deal": server.deal}
    fill_in(page, fields | deal)


def fill_in(page: Page, fields: dict[str, str]) -> None:
    """Begin a game from its form."""
    players = page.locator("select[name=players]")
    if "players" in fields and players.input_value() != fields["players"]:  # else the page stays
        with renewed(page):
            players.select_option(fields["players"])
    if any(name.startswith("option.") for name in fields):
        page.locator("summary", has_text="Options").click()
    for name, value in fields.items():
        if name == "players":
            continue
        control = page.locator(f'[name="{name}"]')
        if control.evaluate("each => each.tagName") == "SELECT":
            control.select_option(value)
        else:
            write(page, control, value)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#board[data-live] form")


def links(page: Page) -> list[str]:
    """Return the links that the sheet of players shows, and close it."""
    sheet = page.locator("#people:popover-open")
    sheet.wait_for()
    found = sheet.locator(".link").all_text_contents()
    sheet.get_by_role("button", name="Close").click()
    return found


def sit(page: Page, link: str) -> None:
    """Sit down at the seat of a link."""
    page.goto(link)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#board[data-live] form")


def write(page: Page, control: Locator, text: str) -> None:
    """Write a number or a text in a field, in place of what is there."""
    control.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


def mine(page: Page) -> bool:
    """Wait until it is the person's turn; return False at the end of the game."""
    page.wait_for_function("() => document.querySelector('#board[data-live] :is(.end, .choice.mine)')")
    return page.query_selector(".end") is None


# What can be done now: the buttons of the choice, else the cards that can be chosen.
CHOICES = """
  const usable = (each) => each.offsetParent !== null;
  const choices = () => {
    const found = [...document.querySelectorAll(
      '.choice .buttons button:not([data-more], [popovertarget]), .touch')];
    const buttons = found.filter((each) => usable(each) || each.matches('.grid button, .rest'));
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
