"""Sheets above the table, switches, and messages, in a real browser.

Kinds of mistake: two sheets lie on each other; one cannot be closed; a touch that closes one plays a card as well; a
switch does not say whether it is on; a message lies on what can be read or pressed.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytestmark = pytest.mark.browser

from playwright.sync_api import Page  # noqa: E402

from .browsing import DESK, HAND, ONE, PHONE, Server, begin, browser, mine, pages, play, server  # noqa: E402

__all__ = ["browser", "pages", "server"]

OPEN = "() => [...document.querySelectorAll(':popover-open')].map((each) => each.id)"
NAMES = ["Settings", "Scores", "Invite"]


def press(page: Page, name: str) -> None:
    """Press a button of the bar."""
    page.get_by_role("button", name=name, exact=True).first.click()


@pytest.mark.parametrize("size", [HAND, ONE], ids=["phone", "desk"])
def test_one_sheet_is_open_at_a_time(server: Server, pages: Callable[..., Page], size: dict[str, int]) -> None:
    page = pages(size, reduced_motion="reduce")
    begin(page, server, "Hearts")
    mine(page)
    for name in NAMES:
        press(page, name)
        assert len(page.evaluate(OPEN)) == 1
    press(page, "Settings" if size is HAND else "Rules")
    if size is HAND:
        press(page, "Rules")
    page.frame_locator("#beside iframe").locator("#now").wait_for()
    assert page.evaluate(OPEN) == ["beside"]
    box = page.get_by_role("button", name="Close").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    beside = page.locator("#beside").bounding_box()
    assert beside is not None
    left, right = beside["x"], size["width"] - beside["x"] - beside["width"]
    assert left >= right - 1 if size is ONE else abs(left - right) <= 1
    press(page, "Close")
    assert page.evaluate(OPEN) == []
    if size is ONE:  # the button that has opened it closes it, too
        for expected in (["beside"], []):
            press(page, "Log")
            assert page.evaluate(OPEN) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_is_closed_as_one_expects(server: Server, pages: Callable[..., Page], name: str) -> None:
    page = pages(HAND, reduced_motion="reduce", has_touch=True)
    begin(page, server, "Hearts", **{"option.pass": "none"})
    mine(page)
    version = page.locator("#board form").get_attribute("data-version")
    press(page, name)
    close = page.get_by_role("button", name="Close", exact=True)
    box = close.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    close.click()
    assert page.evaluate(OPEN) == []
    press(page, name)
    page.keyboard.press("Escape")
    assert page.evaluate(OPEN) == []
    press(page, name)
    card = page.locator(".hand .card.fits").first.bounding_box()
    assert card is not None
    page.touchscreen.tap(card["x"] + 6, card["y"] + 40)
    page.wait_for_function(f"() => !({OPEN})().length")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator(".card.picked").count() == 0
    assert page.locator("#board form").get_attribute("data-version") == version
    page.touchscreen.tap(card["x"] + 6, card["y"] + 40)  # the next touch is one again
    page.wait_for_function(
        "(version) => document.querySelector('#board form').dataset.version !== version", arg=version
    )


def test_a_bid_is_chosen_in_a_sheet(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce")
    begin(page, server, "Bridge")
    mine(page)
    opens = page.locator(".choice .buttons > [popovertarget]")
    opens.click()
    assert page.evaluate(OPEN) == [opens.get_attribute("popovertarget")]
    page.keyboard.press("Escape")
    assert page.evaluate(OPEN) == []
    opens.click()
    version = page.locator("#board form").get_attribute("data-version")
    page.locator(".grid button").last.click()
    page.wait_for_function(
        "(version) => document.querySelector('#board form').dataset.version !== version", arg=version
    )
    assert page.evaluate(OPEN) == []


def test_a_button_beside_the_sheet_of_bids_is_an_answer(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(DESK, reduced_motion="reduce")
    begin(page, server, "Bridge")
    mine(page)
    version = page.locator("#board form").get_attribute("data-version")
    page.locator(".choice .buttons > [popovertarget]").click()
    page.get_by_role("button", name="pass", exact=True).click()
    page.wait_for_function(
        "(version) => document.querySelector('#board form').dataset.version !== version", arg=version
    )
    assert page.evaluate(OPEN) == []


def test_a_sheet_stays_open_while_others_move(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce")
    begin(page, server, "Hearts")
    mine(page)
    press(page, "Scores")
    play(page, 8)
    assert page.evaluate(OPEN) == ["scores"]
    page.get_by_role("button", name="Close", exact=True).click()
    play(page, 2)
    assert page.evaluate(OPEN) == []


def test_switches_say_whether_they_are_on(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce")
    begin(page, server, "Hearts")
    press(page, "Settings")
    switches = page.get_by_role("switch")
    assert switches.count() >= 4
    for number in range(switches.count()):
        switch = switches.nth(number)
        assert not switch.is_checked()
        off = switch.screenshot(animations="disabled")
        switch.click()
        assert switch.is_checked()
        assert switch.screenshot(animations="disabled") != off
    page.reload()
    page.wait_for_selector("#board[data-live]")
    press(page, "Settings")
    for number in range(switches.count()):
        assert switches.nth(number).is_checked()


COVERED = """() => {
  const said = document.querySelector('.board > .said').getBoundingClientRect();
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length;
  const things = '.prompt, .detail, .choice button, .own .card, .own .plate, .seat .plate, .bar button, .news-line';
  return [...document.querySelectorAll(things)].filter(seen).filter((each) => {
    const box = each.getBoundingClientRect();
    const beside = said.left >= box.right - 1 || box.left >= said.right - 1;
    return !beside && said.top < box.bottom - 1 && box.top < said.bottom - 1;
  }).map((each) => each.className || each.textContent);
}"""


@pytest.mark.parametrize(
    "size", [(390, 844), (360, 640), (844, 390), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_a_message_has_a_place_of_its_own(server: Server, pages: Callable[..., Page], size: tuple[int, int]) -> None:
    page = pages({"width": size[0], "height": size[1]}, reduced_motion="reduce")
    begin(page, server, "Klondike")
    play(page, 1)
    page.get_by_role("button", name="Undo").click()
    page.locator(".said", has_text="Taken back.").wait_for()
    assert page.evaluate(COVERED) == []
    long = "You cannot play that now: " + 8 * "you must follow suit if you can, and " + "so on."
    page.evaluate("(long) => { document.querySelector('.board > .said').textContent = long.slice(0, 300) }", long)
    assert page.evaluate(COVERED) == []


def test_a_bot_that_plays_for_me_is_stopped_apart_from_moves(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(PHONE, reduced_motion="reduce")
    begin(page, server, "Hearts")
    mine(page)
    main = page.locator(".choice .buttons")
    press(page, "Invite")
    page.get_by_role("button", name="Let a bot play").click()
    page.get_by_role("button", name="Close", exact=True).click()
    page.wait_for_function("() => document.querySelector('[data-key=seat-person], [data-key=ready], .end')")
    assert main.get_by_role("button", name="Play yourself").count() == 0


def test_steps_of_a_slider_are_buttons_with_names(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce")
    begin(page, server, "Texas Hold'em")
    mine(page)
    steps = page.locator(".slider .steps button")
    assert steps.first.inner_text() == "Least"
    assert steps.last.inner_text() == "All in"
    for number in range(steps.count()):
        steps.nth(number).click()
        value = steps.nth(number).get_attribute("data-value")
        assert page.locator(".slider [type=number]").input_value() == value
        assert page.locator("[name=amount]").inner_text().endswith(f" {value}")


def test_the_rules_at_the_table_say_nothing_of_typing(server: Server, pages: Callable[..., Page]) -> None:
    page = pages()
    begin(page, server, "Hearts")
    page.goto(f"{page.url}/rules")
    page.get_by_role("heading", name="Scoring").first.wait_for()
    assert "typed" not in page.inner_text("body")
