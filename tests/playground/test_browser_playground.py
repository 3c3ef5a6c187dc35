"""The playground in a real browser: from the first mistake of a house rule to a game; strangers' links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

from playwright.sync_api import FrameLocator, Page  # noqa: E402

from cardrules.cli.state_folder import cache_folder  # noqa: E402
from cardrules.playground.publishing import folder  # noqa: E402

from ..table.browsing import DESK, PHONE, Host, browser, firefox, pages, people  # noqa: E402
from ..table.conftest import hostile  # noqa: E402
from ..table.test_browser_alone import ENDLESS  # noqa: E402

__all__ = ["browser", "pages"]

CARDS = "all => all.map((each) => each.dataset.key).sort()"
RULE = """\
cardrules: 1
extends: gin_slaughtre
name: Sevens
add: {effects: {seven: {on: play, before: refill, when: trik has rank 7, do: opponent draws 1}}}
scenarios:
  a-seven:
    given: {pile: 5C, hand: [7H 8H JC KD, 4D 6H TS JD], stock: 10}
    tests: [{play: play 7H, then: {hand: [4, 5]}}]
"""
SCENARIO = """\
  {name}:
    given: {{pile: 5C, hand: [7H 8H JC KD, 4D 6H TS JD], stock: 10}}
    tests: [{{play: play 7H, then: {{hand: [4, {cards}]}}}}]
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    place: Path = tmp_path_factory.mktemp("playground")
    for name, content in folder(cache_folder(), 0.02, 0).items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    found = Host(place)
    yield found
    found.stop()


def opened(page: Page, host: Host, fragment: str = "") -> None:
    """Open the playground, and wait until its table is there."""
    page.goto(f"{host.address}playground.html{fragment}")
    page.locator("#said", has_text="No mistakes").wait_for()


def write(page: Page, text: str) -> None:
    """Write a text in the place of that in the editor, without indentation of the editor's own."""
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def table(page: Page) -> FrameLocator:
    return page.frame_locator("#table iframe")


def arrange(page: Page) -> None:
    """Keep three cards open, as Gin Slaughtre begins, and wait for one's turn."""
    picked = table(page).locator(".card.picked")
    for number in range(3):
        while picked.count() == number:  # a click right after a change may not be meant
            cards = table(page).locator(".own .card.fits:not(.picked), .felt .card.fits:not(.picked)")
            cards.first.evaluate("each => each.click()")
            page.wait_for_timeout(500)
    table(page).get_by_role("button", name="Keep").click()
    table(page).locator(".title:not(:has-text('arranging'))").wait_for()
    table(page).locator(".choice.mine").wait_for()


def accessible(page: Page) -> None:
    """Look for what people who use a keyboard or a screen reader could not use; the editor is looked into, too."""
    for violation in axe.Axe().run(page).response["violations"]:
        raise AssertionError((violation["id"], [node["html"] for node in violation["nodes"]]))


def test_a_house_rule_from_a_mistake_to_a_link(host: Host, pages: Callable[..., Page]) -> None:
    page = pages(DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, host)
    table(page).locator("#board[data-live] form").wait_for()
    write(page, RULE)
    mistake = page.locator("#problems li")
    mistake.get_by_text("There is no name 'trik' here.").wait_for()
    page.get_by_role("button", name="Line 4").click()
    accessible(page)
    mistake.get_by_role("button", name="Write 'trick' for 'trik'").click()
    page.get_by_role("tab", name="Tests").click()
    page.locator("#tests .passed", has_text="a-seven").wait_for()
    accessible(page)
    page.get_by_role("tab", name="Table").click()
    table(page).locator(".title", has_text="Sevens").wait_for()
    arrange(page)
    hand = table(page).locator(".own .card")
    cards = hand.evaluate_all(CARDS)
    page.get_by_role("tab", name="Rulebook").click()
    page.frame_locator("#rulebook iframe").locator("h1", has_text="Sevens").wait_for()
    accessible(page)
    page.get_by_role("button", name="Copy a link").click()
    page.locator("#notice", has_text="Nothing was sent").wait_for()
    assert [url for url in asked if not url.startswith((host.address, "blob:", "data:", "about:"))] == []
    other = pages(DESK)
    other.goto(page.url)
    table(other).locator(".title", has_text="Sevens").wait_for()
    assert "when: trick has rank 7" in other.locator(".cm-content").inner_text()
    assert table(other).locator(".own .card").evaluate_all(CARDS) == cards != []
    write(other, RULE.replace("trik", "trick").replace("refill, ", "refill, help: Sevens., "))
    other.locator("#said", has_text="No mistakes").wait_for()
    other.get_by_role("tab", name="What it does").click()
    other.get_by_role("button", name="Play the games").click()
    other.locator("#sentences", has_text="In ").locator("li", has_text="the rule “Seven” applied").first.wait_for()
    accessible(other)


@pytest.mark.soak
def test_a_house_rule_in_firefox(host: Host) -> None:
    """From a mistake to a game in a fresh browser; Firefox takes a minute for it."""
    with people(firefox()) as pages:
        page = pages(DESK)
        opened(page, host)
        write(page, RULE)
        page.locator("#problems li").get_by_role("button", name="Write 'trick' for 'trik'").click()
        page.get_by_role("tab", name="Tests").click()
        page.locator("#tests .passed", has_text="a-seven").wait_for()
        page.locator("#tests", has_text="The scenario passes.").wait_for()
        page.get_by_role("tab", name="Table").click()
        table(page).locator(".title", has_text="Sevens").wait_for()
        arrange(page)
        cards = table(page).locator(".own .card").evaluate_all(CARDS)
        page.get_by_role("button", name="Copy a link").click()
        page.locator("#notice", has_text="Nothing was sent").wait_for()
        other = pages(DESK)
        other.goto(page.url)
        table(other).locator(".title", has_text="Sevens").wait_for()
        table(other).locator(".own .card").first.wait_for()
        assert table(other).locator(".own .card").evaluate_all(CARDS) == cards != []


def test_notices_go_away_and_every_game_is_extended(host: Host, pages: Callable[..., Page]) -> None:
    """A notice is there until the rules are written further, and is read aloud; examples are parents, too."""
    page = pages(DESK)
    opened(page, host)
    page.get_by_role("button", name="Games", exact=True).click()
    shelf = page.locator("#shelf li")
    shelf.first.wait_for()
    assert shelf.get_by_role("button", name="House rule").count() == shelf.count()
    shelf.filter(has_text="Ten Phases").get_by_role("button", name="House rule").click()
    table(page).locator(".title", has_text="My Ten Phases").wait_for()
    notice = page.locator("#notice[role=status]")
    with page.expect_download():
        page.get_by_role("button", name="Save", exact=True).click()
    notice.get_by_text("my_ten_phases.yaml is saved, and beside it what it extends: ten_phases.yaml.").wait_for()
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("#")
    page.wait_for_function("() => !document.querySelector('#notice').textContent")
    assert notice.evaluate("each => getComputedStyle(each).display") != "none"  # else the next one is not read aloud
    broken = "".join(SCENARIO.format(name=name, cards=9) for name in ("one", "two"))
    write(page, f"{RULE.replace('trik', 'trick').partition('scenarios')[0]}scenarios:\n{broken}")
    page.get_by_role("tab", name="Tests").click()
    page.locator("#tests", has_text="All 2 scenarios fail.").wait_for()


@pytest.mark.parametrize(
    ("fragment", "told"),
    [
        ("#abc", "damaged"),
        ("#q1ZKVLIyrAUA", "not made by the playground"),
        ("#" + 200_001 * "A", "too long"),
    ],
)
def test_a_link_that_is_no_good_says_so(host: Host, pages: Callable[..., Page], fragment: str, told: str) -> None:
    page = pages(DESK)
    page.goto(f"{host.address}playground.html{fragment}")
    page.locator("#notice", has_text=told).wait_for()


def test_a_link_of_a_stranger_is_text(host: Host, pages: Callable[..., Page]) -> None:
    """Texts that are HTML change nothing; rules without an end are stopped."""
    page = pages(DESK)
    attack = "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>"
    opened(page, host)
    page.goto(f"{host.address}playground.html{fragment_of(page, hostile(attack))}")
    table(page).locator(".title", has_text="<script>").wait_for()
    for name in ("Rulebook", "Tests", "Table"):
        page.get_by_role("tab", name=name).click()
    page.frame_locator("#rulebook iframe").locator("h1", has_text="<script>").wait_for(state="attached")
    assert page.title() == "Playground"
    assert page.evaluate("() => document.querySelector('iframe').contentDocument.title") != "taken"
    page.goto(f"{host.address}playground.html{fragment_of(page, ENDLESS)}")
    table(page).locator(".title", has_text="Endless").wait_for()
    stopped = table(page).get_by_text("the loop does not end within")
    count = table(page).get_by_role("button", name="Count")
    stopped.or_(count).first.wait_for()
    if count.count():  # else the bot was first, and has counted
        count.click()
    stopped.wait_for()
    page.get_by_role("button", name="Games", exact=True).click()
    page.get_by_role("button", name="Go Fish").click()
    table(page).locator(".title", has_text="Go Fish").wait_for()


def fragment_of(page: Page, text: str) -> str:
    """Return the fragment of a link with a text, as the page packs it."""
    return page.evaluate("async (text) => (await import('./static/links.js')).packed({ text })", text)


def test_a_task_of_the_tutorial_is_done(host: Host, pages: Callable[..., Page]) -> None:
    page = pages(DESK)
    opened(page, host)
    page.get_by_role("button", name="Tutorial").click()
    page.locator("#task h2", has_text="1. Change one number").wait_for()
    page.locator("#conditions .passed", has_text="no mistakes").wait_for()
    assert page.locator("#conditions .passed").count() == 1
    write(page, page.evaluate("() => fetch('static/tutorial.json').then((found) => found.json())")[0]["solution"])
    page.locator("#conditions", has_text="Done.").wait_for()
    accessible(page)
    page.get_by_role("button", name="Next").click()
    page.locator("#task h2", has_text="2. Say what you expect").wait_for()


def test_a_phone_shows_one_half_at_a_time(host: Host, pages: Callable[..., Page]) -> None:
    page = pages(PHONE)
    opened(page, host)
    assert page.locator("#write").is_visible()
    assert not page.locator("#table").is_visible()
    page.get_by_role("tab", name="Rules", exact=True).focus()
    page.keyboard.press("ArrowRight")
    table(page).locator("#board[data-live] form").wait_for()
    assert not page.locator("#write").is_visible()
    accessible(page)


def test_a_page_is_saved_that_plays_the_rules_without_a_network(
    host: Host, pages: Callable[..., Page], tmp_path: Path
) -> None:
    page = pages(DESK)
    opened(page, host)
    write(page, RULE.replace("trik", "trick"))
    page.locator("#said", has_text="No mistakes").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a page").click()
    saved.value.save_as(tmp_path / "mine.html")
    assert saved.value.suggested_filename == "sevens.html"
    other = pages(DESK)
    other.context.set_offline(True)
    other.goto((tmp_path / "mine.html").as_uri())
    other.get_by_role("button", name="Play", exact=True).click()
    other.locator(".title", has_text="Sevens").wait_for()


def test_what_a_fresh_author_stumbled_over(host: Host, pages: Callable[..., Page]) -> None:
    """Links in the rulebook; Enter after a word that is whole; one's own rules after the tutorial."""
    page = pages(DESK)
    opened(page, host)
    page.get_by_role("button", name="Games").click()
    page.locator("#shelf li", has_text="Uno").get_by_role("button", name="House rule").first.click()
    page.locator("#said", has_text="No mistakes").wait_for()
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("change:\n")
    page.keyboard.type("options: {stacking: {default: none}}\n", delay=30)
    assert "change:\n" in page.locator(".cm-content").inner_text()
    before = page.locator(".cm-content").inner_text()
    page.get_by_role("button", name="Tutorial").click()
    page.locator("#conditions li").first.wait_for()
    page.get_by_role("button", name="Tutorial").click()
    page.locator("#task").wait_for(state="hidden")
    assert page.locator(".cm-content").inner_text() == before
    write(page, RULE.replace("trik", "trick"))
    page.get_by_role("tab", name="Rulebook").click()
    book = page.frame_locator("#rulebook iframe")
    book.locator("h1", has_text="Sevens").wait_for()
    book.locator("a[href^='#']").first.click()
    assert book.locator("h1", has_text="Sevens").count() == 1
