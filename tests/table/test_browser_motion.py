"""Cards on their way in a real browser: what is looked at in every frame.

Kinds of mistake: a card that flies over the buttons; a bar, a line of news, a hand or a row of buttons that grows.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytestmark = pytest.mark.browser

from playwright.sync_api import Page  # noqa: E402

from .browsing import Server, begin, browser, mine, pages, play, server  # noqa: E402

__all__ = ["browser", "pages", "server"]

PACE = 0.3  # of the usual time; frames are looked at all the same
DECISIONS = 8
# Looks at each frame until `looking.on` is false: which boxes there were, and which cards met the buttons.
LOOK = """() => {
  const looking = (window.looking = { on: true, frames: 0, flying: 0, boxes: {}, met: [] });
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const look = () => {
    looking.frames += 1;
    for (const name of ['.bar', '.news', '.own', '.choice']) {
      const found = box(name);
      if (found) (looking.boxes[name] ??= new Set()).add([found.top, found.bottom].map(Math.round).join('-'));
    }
    const bar = box('.choice'); // no button begins within 3 pixels of its edge, where a corner of a tilted card may be
    for (const card of document.querySelectorAll('.card')) {
      if (!card.getAnimations().some((each) => each.playState === 'running')) continue;
      looking.flying += 1;
      const { bottom, left, right } = card.getBoundingClientRect();
      if (bar && bottom > bar.top + 3) looking.met.push([card.dataset.key, left, right, bottom, bar.top].join(' '));
    }
    if (looking.on) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
LOOKED = """() => {
  const { frames, flying, boxes, met } = window.looking;
  window.looking.on = false;
  return { frames, flying, met, boxes: Object.entries(boxes).map(([name, found]) => [name, ...found]) };
}"""


@pytest.mark.parametrize("title", ["Hearts", "Gin Rummy", "Durak", "Klondike"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_no_card_flies_over_the_buttons(
    server: Server, pages: Callable[..., Page], title: str, size: tuple[int, int]
) -> None:
    page = pages({"width": size[0], "height": size[1]})
    page.add_init_script(f"localStorage.setItem('pace', '{PACE}')")
    begin(page, server, title)
    mine(page)
    page.evaluate(LOOK)
    for seed in range(DECISIONS):
        if not mine(page):
            break
        ends = page.locator(".hand .card.fits:not(.picked)")  # where a hand is lowest
        if ends.count():
            (ends.last if seed % 2 else ends.first).evaluate("card => card.click()")
        else:
            play(page, 1, seed + 1)
        page.wait_for_timeout(300)
    looked = page.evaluate(LOOKED)
    assert looked["flying"] > 0
    assert not looked["met"], "\n".join(looked["met"][:5])
    assert all(len(found) == 2 for found in looked["boxes"]), looked["boxes"]


CHIPS = """() => {
  window.flown = new Set();
  const way = (going) => going.effect.getKeyframes().slice(0, 2).map((each) => each.transform).join(' to ');
  new MutationObserver(() => {
    const going = [...document.querySelectorAll('.chip.flying')].flatMap((chip) => chip.getAnimations());
    for (const each of going) window.flown.add(way(each));
  }).observe(document.getElementById('board'), { childList: true, subtree: true });
}"""


def test_chips_are_seen_to_go_where_they_are_bet(server: Server, pages: Callable[..., Page]) -> None:
    page = pages({"width": 1280, "height": 800})
    page.add_init_script(f"localStorage.setItem('pace', '{PACE}')")
    begin(page, server, "Texas Hold'em")
    mine(page)
    page.evaluate(CHIPS)
    going_on = page.locator(".choice button", has_text=re.compile("^(call|check|Next deal)"))
    for _ in range(20):
        if len(page.evaluate("() => [...window.flown]")) >= 4:
            return
        going_on.first.click()
        mine(page)
    raise AssertionError("no chip is seen on its way")
