"""Open pages while the server is away, refuses or says nothing, and texts that are too long.

Kinds of mistakes: a page that stops for ever without a word; one that shows an old table as if it
were the present one; a text that is wider than the screen.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Page, Route  # noqa: E402

from cardrules.interpreter.presentation.players import LONGEST_NAME  # noqa: E402

from .browsing import Server, begin, browser, links, mine, pages, play, server, sit  # noqa: E402
from .conftest import hostile  # noqa: E402

__all__ = ["browser", "pages", "server"]

STREAM = "**/changes?*"


def two(pages: Callable[..., Page], server: Server) -> tuple[Page, Page]:
    """Begin a game of two people; return the page of who acts, and of who waits."""
    first, second = pages(reduced_motion="reduce"), pages(reduced_motion="reduce")
    begin(first, server, "Gin Rummy", **{"who.1": "link"})
    sit(second, links(first)[0])
    acts = "Your turn" in first.inner_text(".prompt")
    return (first, second) if acts else (second, first)


@pytest.mark.parametrize("status", [503, 500, 404, 429, 204])
def test_a_stream_that_is_refused_is_asked_for_again_after_longer_pauses(
    server: Server, pages: Callable[..., Page], status: int
) -> None:
    acts, waits = two(pages, server)
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=status)

    waits.clock.install()
    waits.route(STREAM, refuse)
    waits.reload()
    away = waits.locator("#away")
    away.wait_for(state="visible")
    assert "this page tries again by itself" in away.inner_text()
    for pause in (1000, 2000, 4000):
        count = len(asked)
        waits.clock.run_for(pause - 1)
        assert len(asked) == count
        with waits.expect_request(STREAM):
            waits.clock.run_for(1)
        waits.wait_for_timeout(50)
        assert away.is_visible()
    acts.get_by_role("button", name="pass").click()
    assert waits.locator(".prompt").inner_text().startswith("Waiting for")  # it knows nothing of it
    waits.unroute(STREAM)
    waits.clock.run_for(8000)
    away.wait_for(state="hidden")
    assert mine(waits)
    assert "since=-1" in asked[-1]


def test_a_player_who_waits_is_told_that_the_server_is_away(pages: Callable[..., Page], tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    acts, waits = two(pages, server)
    waits.route(STREAM, lambda route: route.abort())
    server.stop(signal.SIGKILL)
    waits.locator("#away").wait_for(state="visible")
    assert waits.locator(".choice").is_visible()  # the buttons stay where they are, but do nothing
    inert = "document.querySelector('[data-part=choice]').inert"
    assert waits.evaluate(inert)
    server.start()
    acts.reload()
    acts.get_by_role("button", name="pass").click()
    acts.locator(".choice:not(.mine)").wait_for()
    waits.unroute(STREAM)
    waits.locator("#away").wait_for(state="hidden")
    waits.get_by_text("You are back: 1 move.").wait_for()
    assert not waits.evaluate(inert)
    server.stop()


def test_a_player_who_waits_is_told_that_the_server_says_nothing(pages: Callable[..., Page], tmp_path: Path) -> None:
    """As after a cable was drawn: no connection ends, but nothing comes any more."""
    server = Server(tmp_path)
    server.start()
    _, waits = two(pages, server)
    waits.clock.install()
    with waits.expect_response(STREAM):
        waits.reload()
    server.process.send_signal(signal.SIGSTOP)
    try:
        waits.clock.run_for(39_000)
        assert not waits.locator("#away").is_visible()
        waits.clock.run_for(2_000)
        waits.locator("#away").wait_for(state="visible")
    finally:
        server.process.send_signal(signal.SIGCONT)
    waits.clock.run_for(2_000)
    waits.locator("#away").wait_for(state="hidden")
    server.stop()


WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
TOO_WIDE = """() => {
  const wide = [...document.querySelectorAll('body *')].filter((each) => {
    let { left, right, width, height } = each.getBoundingClientRect();
    for (let around = each.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible' || around.matches('html, body')) continue;
      const box = around.getBoundingClientRect();  // the rest is cut, or can be scrolled to
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    }
    const seen = width > 1 && height > 1 && right > left && getComputedStyle(each).visibility !== 'hidden';
    const scrolls = each.parentElement.closest('table') !== null;  // on a small screen
    const fits = scrolls ? width <= innerWidth + 1 || each.matches('thead, tbody, tr')
      : right <= innerWidth + 1 && left >= -1;
    return seen && !fits;
  });
  const page = document.documentElement;
  return [page.scrollWidth - page.clientWidth, ...wide.map((each) => each.outerHTML.slice(0, 120))];
}"""


@pytest.mark.parametrize("width", [360, 1280])
def test_long_words_of_a_ruleset_wrap(pages: Callable[..., Page], tmp_path: Path, width: int) -> None:
    """A word without a break, in every place where a ruleset or a person has a text."""
    path = tmp_path / "long.yaml"
    path.write_text(hostile(WORD), "utf-8")
    server = Server(tmp_path, (str(path),))
    server.start()
    page = pages({"width": width, "height": 800}, reduced_motion="reduce")

    def check(where: str) -> None:
        page.screenshot(path=tmp_path / f"{where}.png", full_page=True)
        for frame in page.frames:
            assert frame.evaluate(TOO_WIDE) == [0], f"{where}: {frame.url}"

    page.goto(server.address)
    check("lobby")
    page.locator(".games a").first.click()
    page.locator("summary", has_text="Options").click()
    page.locator("[name='name.0']").fill("W" * LONGEST_NAME)
    check("new")
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board[data-live] form")
    if width > 1200:
        page.get_by_role("button", name="Rules").click()
        page.frame_locator("#beside iframe").locator("#now").wait_for()
    play(page, 12)
    check("table")
    if width < 700:
        page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Log").click()
    page.frame_locator("#beside iframe").locator("li").first.wait_for()
    check("log")
    page.get_by_role("button", name="Close").click()
    play(page)
    check("end")
    address = page.url
    for where in ("rules", "log", "replay?move=3"):
        page.goto(f"{address}/{where}")
        check(where.partition("?")[0])
    server.stop()
