"""Places at the table in a real browser: nothing moves unless a card moves, and all that is one's own is in sight.

Kinds of mistake: a page that scrolls; a bar or a hand that grows; a card or a button out of sight; a seat that lies on
another one or on a trick; a target that is too small for a finger.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytestmark = pytest.mark.browser

from playwright.sync_api import Page  # noqa: E402

from .browsing import Server, begin, browser, mine, pages, play, server  # noqa: E402
from .measures import WRONG  # noqa: E402

__all__ = ["browser", "pages", "server"]

SIZES = [(1280, 800), (390, 844), (360, 640), (844, 390)]
GAMES: list[tuple[str, dict[str, str]]] = [
    ("Hearts", {}),
    ("Gin Rummy", {}),
    ("Durak", {}),
    ("Texas Hold'em", {}),
    ("Klondike", {}),
    ("Oh Hell", {"players": "7"}),
    ("Bridge", {}),
    ("Scopa", {}),
    ("Uno", {"players": "6"}),
    ("Skat", {}),
]
MOMENTS = 4
BOXES = """() => ['.bar', '.news', '.felt', '.own', '.choice'].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [name, Math.round(box.left), Math.round(box.top), Math.round(box.right), Math.round(box.bottom)].join(' ');
}).filter((each) => !each.startsWith('.bar'))"""

DIVIDED = """(count) => {
  const fan = document.querySelector('.own .hand.grouped .fan');
  const cards = [...fan.querySelectorAll('.card')];
  const group = fan.querySelector('.group');
  fan.className = fan.className.replace(/\\bg-\\d+/, `g-${count}`);
  fan.replaceChildren(...Array.from({ length: count }, (_, at) => {
    const each = group.cloneNode();
    each.append(...cards.filter((_, place) => place % count === at));
    return each;
  }));
}"""


@pytest.mark.parametrize(("title", "fields"), GAMES, ids=[title for title, _ in GAMES])
def test_places(server: Server, pages: Callable[..., Page], title: str, fields: dict[str, str]) -> None:
    page = pages(reduced_motion="reduce")
    begin(page, server, title, **fields)
    boxes: dict[tuple[int, int], list[str]] = {}
    wrong: list[str] = []
    for moment in range(MOMENTS):
        if not mine(page):
            break
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{width}x{height}, moment {moment}: {each}" for each in page.evaluate(WRONG)]
            now = page.evaluate(BOXES)
            before = boxes.setdefault((width, height), now)
            if now != before:
                wrong.append(f"{width}x{height}, moment {moment}: {now}, before {before}")
        play(page, 3, moment + 1)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("players", ["2", "3", "4", "5", "6", "7"])
def test_hands_that_are_shown_lie_on_nothing(server: Server, pages: Callable[..., Page], players: str) -> None:
    page = pages(reduced_motion="reduce")
    others = {f"who.{seat}": "random" for seat in range(1, int(players))}
    begin(page, server, "Texas Hold'em", players=players, **{**others, "option.bets": "limit"})  # all stay in the match
    for _ in range(400):
        if page.query_selector(".choice [data-hides=summary]") and page.query_selector(".seat.lies-open"):
            break
        page.evaluate("""() => {
          const buttons = [...document.querySelectorAll('.choice button')];
          const named = (...words) => buttons.find((each) => words.includes(each.textContent.trim()));
          (named('check', 'call') ?? named('Next deal'))?.click();
        }""")
        page.wait_for_timeout(100)
    page.get_by_role("button", name="Look at the table").click()
    wrong = list[str]()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}x{height}: {each}" for each in page.evaluate(WRONG)]
    assert not wrong, "\n".join(wrong)


def test_a_hand_in_groups_shows_its_cards(server: Server, pages: Callable[..., Page]) -> None:
    page = pages({"width": 360, "height": 640}, reduced_motion="reduce")
    begin(page, server, "Gin Rummy")
    mine(page)
    for groups in range(1, 6):
        page.evaluate(DIVIDED, groups)
        wrong = [each for each in page.evaluate(WRONG) if "hand" in each or "out of sight" in each]
        assert not wrong, f"{groups} groups: {wrong}"


def test_nothing_shifts_while_one_decides(server: Server, pages: Callable[..., Page]) -> None:
    page = pages({"width": 390, "height": 844}, reduced_motion="reduce")
    begin(page, server, "Hearts")
    mine(page)
    page.evaluate("""() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: false });
    }""")
    for count in range(1, 4):  # three cards are passed
        page.locator(".hand .card.fits:not(.picked)").first.click(position={"x": 6, "y": 30})
        page.wait_for_function("count => document.querySelectorAll('.card.picked').length === count", arg=count)
    assert page.evaluate("window.shift") <= 0.02
