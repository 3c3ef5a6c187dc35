"""The table in a real browser: whole games by clicks and by keyboard, and what people see.

`make browser` runs these tests; they need Chromium, which that command installs on Debian.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

playwright = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright  # noqa: E402

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
ONE = {"width": 1100, "height": 850}
PHONE = {"width": 390, "height": 800}


@dataclass
class Server:
    """A server in a process of its own."""

    folder: Path
    files: tuple[str, ...] = ()
    address: str = ""

    def start(self) -> None:
        command = [
            sys.executable, "-c", "from cardrules.cli.entry import main; main()", "serve",
            *self.files, "--port", "0", "--store", str(self.folder / "t.sqlite"),
            "--think", "0.02", "--pace", "0",
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+/", self.process.stdout.readline())
        assert found is not None
        self.address = found[0]

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "Chromium is not installed: make browser installs it"
    with sync_playwright() as library:
        found = library.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
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
        if message.type == "error" and "net::ERR_" not in message.text:  # a server that ended
            errors.append(message.text)

    def opened(viewport: dict[str, int] = ONE, **settings: object) -> Page:
        context = browser.new_context(viewport=viewport, **settings)  # type: ignore[arg-type]
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
    for name, value in fields.items():
        page.locator(f'[name="{name.replace("_", ".")}"]').select_option(value)
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board form")


def mine(page: Page) -> bool:
    """Wait until it is the person's turn; return False at the end of the game."""
    page.wait_for_function(
        """() => document.querySelector('.end') || document.querySelector('.main[name=again]')
        || [...document.querySelectorAll('.prompt')].some(
          (line) => /^(Your turn|Choose)/.test(line.textContent))""",
        timeout=30_000,
    )
    return page.query_selector(".end") is None


STEP = """(keyboard) => {
  const usable = (each) => each.offsetParent !== null;
  const buttons = [...document.querySelectorAll('.choice .buttons:not(.quiet) button')]
    .filter((each) => each.value !== 'clear').filter(usable);
  const cards = [...document.querySelectorAll('button.card.fits:not(.picked)')].filter(usable);
  const all = buttons.length ? buttons : cards;
  const chosen = all[Math.floor(Math.random() * all.length)];
  if (!chosen) return '';
  chosen.focus();
  if (!keyboard) chosen.click();
  return chosen.dataset.key;
}"""


def play_out(page: Page, *, keyboard: bool = False, most: int = 1500) -> int:
    """Play at random to the end; return how many steps it took."""
    for count in range(most):
        if not mine(page):
            return count
        version = page.locator("#board form").get_attribute("data-version")
        before = page.inner_text(".choice")
        if not page.evaluate(STEP, keyboard):
            continue
        if keyboard:
            page.keyboard.press("Enter")
        page.wait_for_function(
            """([version, before]) => document.querySelector('.end')
            || document.querySelector('#board form').dataset.version !== version
            || document.querySelector('.choice').innerText !== before""",
            arg=[version, before],
            timeout=10_000,
        )
    return most


@pytest.mark.parametrize(
    ("title", "keyboard"), [("Gin Slaughtre", False), ("Oh Hell", True), ("Hearts", False)]
)
def test_a_whole_game(
    server: Server, pages: Callable[..., Page], title: str, keyboard: bool
) -> None:
    page = pages()
    begin(page, server, title)
    steps = play_out(page, keyboard=keyboard)
    assert 10 < steps < 1500
    assert re.search(r"You win!|wins?\.|Nobody", page.inner_text(".end"))
    page.get_by_role("link", name="move by move").click()
    page.get_by_role("link", name="Next").click()
    assert page.locator("ul.fresh li").count() >= 1


def test_two_people_see_different_hands(server: Server, pages: Callable[..., Page]) -> None:
    first, second = pages(), pages(PHONE)
    begin(first, server, "Gin Rummy", who_1="link")
    link = first.locator(".invitations a").first.get_attribute("href")
    second.goto(f"{server.address.rstrip('/')}{link}")

    def hand(page: Page) -> set[str | None]:
        found = page.locator(".held .card")
        return {found.nth(i).get_attribute("data-key") for i in range(found.count())}

    assert len(hand(first)) == len(hand(second)) == 10
    assert not hand(first) & hand(second)
    actor, other = (
        (first, second) if "Your turn" in first.inner_text(".prompt") else (second, first)
    )
    actor.get_by_role("button", name="pass").click()
    assert mine(other)


def test_a_page_that_is_loaded_again_and_a_server_that_is_killed(
    pages: Callable[..., Page], tmp_path: Path
) -> None:
    server = Server(tmp_path)
    server.start()
    page = pages()
    begin(page, server, "Gin Slaughtre", who_1="screen")
    page.get_by_role("button", name="I am").click()
    for count in range(3):  # the cards of the first choice
        page.locator(".held .card.fits:not(.picked)").first.click()
        page.wait_for_function(
            "count => document.querySelectorAll('.card.picked').length > count", arg=count
        )
    page.locator(".choice .main").first.click()
    page.wait_for_selector(".pass")
    path = page.url.removeprefix(server.address)
    page.reload()
    before = page.inner_text("#board")
    server.stop(signal.SIGKILL)
    time.sleep(0.2)
    server.start()
    page = pages()
    page.goto(server.address + path)
    page.wait_for_selector("#board form")
    assert page.inner_text("#board") == before
    server.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [ONE, PHONE], ids=["wide", "phone"])
def test_pages_are_accessible_and_fit(
    server: Server, pages: Callable[..., Page], viewport: dict[str, int], scheme: str
) -> None:
    page = pages(viewport, color_scheme=scheme, reduced_motion="reduce")
    checker = axe.Axe()
    found: list[str] = []

    def check(where: str) -> None:
        result = checker.run(page)
        for violation in result.response["violations"]:
            nodes = [node["html"][:120] for node in violation["nodes"][:3]]
            found.append(f"{where}: {violation['id']}: {nodes}")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{where} is {wide} pixels too wide"

    page.goto(server.address)
    check("lobby")
    page.get_by_role("link", name="Gin Rummy", exact=False).first.click()
    check("new game")
    page.get_by_role("button", name="Play").click()
    for title in ("Hearts", "Klondike", "Uno", "French Tarot"):
        begin(page, server, title)
        mine(page)
        check(title)
    assert not found


def test_four_colours_are_seen(server: Server, pages: Callable[..., Page]) -> None:
    page = pages()
    begin(page, server, "French Tarot")
    mine(page)
    hand = page.locator(".held .piles").last
    before = hand.screenshot()
    page.get_by_role("button", name="Four colours").click()
    assert hand.screenshot() != before


def test_a_hostile_ruleset_runs_no_script(pages: Callable[..., Page], tmp_path: Path) -> None:
    attack = "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>"
    (tmp_path / "attack.yaml").write_text(
        f"cardrules: 1\nextends: gin_slaughtre\nname: \"{attack}\"\nsummary: \"{attack}\"\n"
        f"change: {{labels: {{joker_played: \"{attack}\"}}}}\n"
    )  # fmt: skip
    server = Server(tmp_path, (str(tmp_path / "attack.yaml"),))
    server.start()
    page = pages()
    page.goto(server.address)
    page.locator(".games a").first.click()
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board form")
    page.get_by_role("button", name="Rules").click()
    page.wait_for_timeout(300)
    assert page.title() != "taken"
    assert page.locator("img").count() == 0
    server.stop()


def test_pictures_for_the_docs(server: Server, pages: Callable[..., Page], tmp_path: Path) -> None:
    """The pages are drawn; with UPDATE_EXPECTED the pictures of the docs are made."""
    folder = PICTURES if os.environ.get("UPDATE_EXPECTED") else tmp_path
    folder.mkdir(exist_ok=True)
    page = pages(reduced_motion="reduce")
    page.goto(server.address)
    page.screenshot(path=folder / "lobby.png")
    for title in ("Gin Slaughtre", "Hearts"):
        begin(page, server, title)
        for _ in range(4):
            mine(page)
            page.evaluate(STEP, False)
            page.wait_for_timeout(300)
        mine(page)
        page.screenshot(path=folder / f"{title.lower().replace(' ', '_')}.png")
    for path in folder.glob("*.png"):
        assert path.stat().st_size > 5000
