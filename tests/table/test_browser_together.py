"""Two people at two browsers, and a third who comes late: seats that are taken, freed, and left to a bot."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

pytest.importorskip("playwright.sync_api")
axe: Any = pytest.importorskip("axe_playwright_python.sync_playwright")

from playwright.sync_api import Page  # noqa: E402

from .browsing import PHONE, Server, begin, browser, links, mine, pages, play, server, sit  # noqa: E402

__all__ = ["browser", "pages", "server"]


def arrange(page: Page, text: str) -> None:
    """Press a button of the sheet of players."""
    sheet = page.locator("#people")
    if not sheet.is_visible():
        page.locator("button.people").click()
    sheet.get_by_role("button", name=text).click()
    sheet.get_by_role("button", name="Close").click()


def test_two_people_and_a_third(pages: Callable[..., Page], tmp_path: Path) -> None:
    server = Server(tmp_path, ("gin_slaughtre",), host="0.0.0.0")  # others can reach it
    server.start()
    kim, mira, late = pages(), pages(PHONE), pages()
    begin(kim, server, "Gin Slaughtre", **{"who.1": "link", "name.0": "Kim", "name.1": "Mira"})
    shown = links(kim)[0]
    assert "localhost" not in shown
    link = server.address + shown.partition("/s/")[1][1:] + shown.partition("/s/")[2]
    assert "not here yet" in kim.inner_text(".seat")
    sit(mira, link)
    kim.wait_for_function("() => !document.querySelector('.seat .absent')")

    # Another browser is told, and watches.
    late.goto(link)
    assert "Somebody sits at the seat of Mira already, at another browser. Kim can free the seat" in late.inner_text(
        "main"
    )
    late.get_by_role("link", name="Watch instead").click()
    late.wait_for_selector("#board[data-live] form")
    assert late.locator(".own .hand button").count() == 0

    # The server is killed; both still have their seats.
    server.stop(signal.SIGKILL)
    server.start()
    for page in (kim, mira):
        page.reload()
        page.wait_for_selector("#board[data-live] form")
    second = mira.context.new_page()  # as in another tab
    second.goto(link)
    second.wait_for_selector("#board[data-live] form")
    second.close()

    # Mira leaves; a bot plays for her until she comes back.
    mira.close()
    kim.locator(".seat .sign", has_text="away").wait_for()
    arrange(kim, "Let a bot play: Mira")
    kim.locator(".seat .sign", has_text="a bot plays").wait_for()
    assert play(kim, most=3) == 3
    assert mine(kim)
    mira = mira.context.new_page()
    mira.goto(link)
    mira.get_by_text("A bot plays for you.").wait_for()
    assert mira.locator(".hand .card").count() > 0
    mira.get_by_role("button", name="Play yourself").click()
    mira.get_by_text("Waiting for Kim").wait_for()
    kim.locator(".seat .sign", has_text="a bot plays").wait_for(state="detached")

    # Kim frees the seat: Mira's page says so by itself, and the other one takes it.
    arrange(kim, "Free the seat: Mira")
    mira.get_by_role("button", name="Sit down").wait_for()
    sit(late, link)
    assert late.locator(".own .hand .card").count() > 0
    server.stop()


def test_the_link_of_a_person_is_copied(server: Server, pages: Callable[..., Page]) -> None:
    page = pages()
    begin(page, server, "Scopa", **{"who.1": "link"})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sheet = page.locator("#people:popover-open")
    link = sheet.locator(".link").first.inner_text()
    sheet.get_by_role("button", name="Copy").first.click()
    sheet.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == link
    assert "Others cannot reach this table" in sheet.inner_text()
    box = sheet.locator(".qr").first.bounding_box()
    assert box is not None
    assert (round(box["width"]), round(box["height"])) == (176, 176)
    assert axe.Axe().run(page).response["violations"] == []
    other = pages(PHONE)
    other.goto(link)
    other.get_by_role("button", name="Sit down").wait_for()
    assert axe.Axe().run(other).response["violations"] == []
    assert sheet.get_by_role("button", name="Share").first.is_visible() == page.evaluate("() => !!navigator.share")


def test_all_at_one_screen_leave_a_seat_to_a_bot(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(PHONE)
    begin(page, server, "Scopa", **{"who.1": "screen", "name.0": "Kim", "name.1": "Mira"})
    page.locator(".pass").wait_for()
    arrange(page, "Let a bot play: Mira")
    page.wait_for_function("() => !document.querySelector('.pass')")
    assert mine(page)
    assert play(page, most=2) == 2
    arrange(page, "Play yourself: Mira")
    page.locator(".pass").wait_for()
