"""The table in a real browser: whole games by clicks and by keyboard, and what people see."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

from playwright.sync_api import Page, Route  # noqa: E402

from .browsing import (  # noqa: E402
    HAND,
    ONE,
    PHONE,
    WIDE,
    Host,
    Server,
    begin,
    browser,
    links,
    mine,
    pages,
    play,
    play_by_keyboard,
    renewed,
    server,
    sit,
    table,
    visit,
)
from .conftest import hostile  # noqa: E402
from .playing import play_by_touch  # noqa: E402

__all__ = ["browser", "pages", "server", "table"]

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

# Short matches, but whole ones.
GAMES: list[tuple[str, dict[str, str]]] = [
    ("Gin Slaughtre", {}),
    ("Hearts", {"option.target": "20"}),
]


@pytest.mark.parametrize(("title", "fields"), GAMES)
def test_a_whole_game_by_keyboard(
    table: Server | Host, pages: Callable[..., Page], title: str, fields: dict[str, str]
) -> None:
    page = pages(reduced_motion="reduce")
    begin(page, table, title, **fields)
    assert 10 < play_by_keyboard(page) < 3000
    assert re.search(r"You win|wins?\b|Nobody", page.inner_text(".end"))
    page.get_by_role("link", name="move by move").click()
    page.get_by_role("link", name="Next").click()
    page.locator("ul.told li").first.wait_for(state="attached")


def test_the_first_page_finds_games_and_begins_one_at_once(server: Server, pages: Callable[..., Page]) -> None:
    page = pages()
    page.goto(server.address)
    every = page.locator(".tile").count()
    page.get_by_role("button", name="Tricks").click()
    assert 0 < page.locator(".tile:visible").count() < every
    page.get_by_role("button", name="All", exact=True).click()
    page.locator("[data-searches]").fill("queen of spades")
    page.locator(".tile:visible").first.wait_for()
    page.get_by_role("button", name="Play Hearts now").click()
    assert mine(page)


def test_a_deal_ends_with_a_summary_that_waits(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(reduced_motion="reduce")
    begin(page, server, "Hearts")
    while mine(page) and not page.locator(".summary").count():
        play(page, 1)
    assert page.locator(".summary .bars tbody tr").count() == 4
    moon = "26 points" in page.inner_text(".summary h2")  # then the cards count nothing
    assert page.locator(".summary .points .card").count() == (0 if moon else 14)  # the hearts and the queen
    assert "points" in page.inner_text(".summary h2")
    page.get_by_role("button", name="Look at the table").click()
    assert not page.locator(".summary").is_visible()
    page.get_by_role("button", name="Look at the table").click()
    assert page.locator(".summary").is_visible()
    page.get_by_role("button", name="Next deal").click()
    page.locator(".summary").wait_for(state="detached")


def test_two_people_see_different_hands(server: Server, pages: Callable[..., Page]) -> None:
    first, second = pages(), pages(PHONE)
    begin(first, server, "Gin Rummy", **{"who.1": "link"})
    sit(second, links(first)[0])

    def hand(page: Page) -> set[str | None]:
        found = page.locator(".hand .card")
        return {found.nth(i).get_attribute("data-key") for i in range(found.count())}

    assert len(hand(first)) == len(hand(second)) == 10
    assert not hand(first) & hand(second)
    actor, other = (first, second) if "Your turn" in first.inner_text(".prompt") else (second, first)
    actor.get_by_role("button", name="pass").click()
    assert mine(other)


def test_a_page_that_is_loaded_again_and_a_server_that_is_killed(pages: Callable[..., Page], tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    page = pages()
    begin(page, server, "Gin Slaughtre", **{"who.1": "screen"})
    page.get_by_role("button", name="I am").click()
    for count in range(3):  # the cards of the first choice
        page.locator(".hand .card.fits:not(.picked)").first.click()
        page.wait_for_function("count => document.querySelectorAll('.card.picked').length > count", arg=count)
    page.locator(".choice .main").first.click()
    page.wait_for_selector(".pass")
    path = page.url.removeprefix(server.address)
    page.reload()
    before = page.inner_text("#board")
    server.stop(signal.SIGKILL)
    server.start()
    page = page.context.new_page()
    page.goto(server.address + path)
    page.wait_for_selector("#board[data-live] form")
    assert page.inner_text("#board") == before
    server.stop()


def test_a_server_is_killed_and_comes_back_while_one_plays(pages: Callable[..., Page], tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    page = pages(HAND, reduced_motion="reduce", has_touch=True)
    begin(page, server, "Gin Slaughtre")
    play_by_touch(page, finger=True, most=8)
    mine(page)
    server.stop(signal.SIGKILL)
    page.locator("#away").wait_for(state="visible")
    server.start()
    page.locator("#away").wait_for(state="hidden")
    play_by_touch(page, finger=True)
    server.stop()


def test_a_phone_is_turned_in_the_middle_of_a_game(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce", has_touch=True, is_mobile=True)
    begin(page, server, "Hearts", **{"option.target": "20"})
    while not page.locator(".end").count():
        play_by_touch(page, finger=True, most=5)
        width, height = page.evaluate("() => [innerWidth, innerHeight]")
        page.set_viewport_size({"width": height, "height": width})


def test_a_choice_before_the_script_is_read_counts(table: Server | Host, pages: Callable[..., Page]) -> None:
    page = pages()
    visit(page, table.home)
    held: list[Route] = []
    with renewed(page):
        page.route("**/table.js*", lambda route: held.append(route))
        page.locator(".tile a", has_text="Love Letter").first.click()
    with renewed(page):
        page.locator("select[name=players]").select_option("3")
        for script in held:
            script.continue_()
    assert page.locator("select[name=players]").input_value() == "3"
    assert page.locator('select[name^="who."]').count() == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [ONE, PHONE], ids=["wide", "phone"])
def test_pages_are_accessible_and_fit(
    table: Server | Host,
    pages: Callable[..., Page],
    tmp_path: Path,
    viewport: dict[str, int],
    scheme: str,
) -> None:
    page = pages(viewport, color_scheme=scheme, reduced_motion="reduce")
    checker = axe.Axe()
    found: list[str] = []

    def check(where: str) -> None:
        for frame in page.frames:  # what is looked at must not be on its way
            frame.wait_for_load_state("load")
        result = checker.run(page)
        for violation in result.response["violations"]:
            nodes = [node["html"][:120] for node in violation["nodes"][:3]]
            found.append(f"{where}: {violation['id']}: {nodes}")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{where} is {wide} pixels too wide"

    visit(page, table.home)
    check("lobby")
    page.locator(".tile a", has_text="Gin Rummy").first.click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    check("new game")
    for title in ("Hearts", "Klondike", "Uno", "French Tarot"):
        begin(page, table, title)
        mine(page)
        check(title)
    begin(page, table, "Love Letter", **{"players": "2", "who.1": "screen"})
    check("passing the screen")
    begin(page, table, "Scopa", **{"players": "2", "option.target": "1"})
    address = page.url
    play(page)
    check("the end")
    more = page.locator(".end .more")
    if more.is_visible():  # on a phone
        more.click()
        check("more")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save it as one page").click()
    saved.value.save_as(tmp_path / "replay.html")
    for where in ("replay", "replay?move=3&as=0", "log", "rules?step=play"):
        visit(page, f"{address}/{where}")
        check(where)
    page.goto((tmp_path / "replay.html").as_uri())
    page.get_by_role("button", name="Next").click()
    check("replay.html")
    assert not found


def test_four_colours_are_a_choice(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(reduced_motion="reduce")
    begin(page, server, "Hearts")
    mine(page)
    button = page.get_by_role("switch", name="Four colours")
    page.get_by_role("button", name="Settings").click()
    suits = [
        sign
        for sign in ("clubs", "diamonds", "hearts", "spades")
        if page.locator(f".hand [aria-label*='of {sign}']").count()
    ]

    def colours() -> list[str]:
        return page.evaluate(
            """(suits) => suits.map((suit) => getComputedStyle(
              document.querySelector(`#p${suit[0].toUpperCase()} g`)).fill)""",
            suits,
        )

    before, hand = colours(), page.locator(".hand .fan").last
    usual = hand.screenshot()
    assert len(set(before)) == 2
    button.click()
    assert len(set(colours())) == len(suits)
    assert hand.screenshot() != usual
    page.reload()
    page.get_by_role("button", name="Settings").click()
    assert button.is_checked()
    assert len(set(colours())) == len(suits)
    button.click()
    assert colours() == before


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_a_card_is_dragged_to_the_table(server: Server, pages: Callable[..., Page], touch: bool) -> None:
    page = pages(PHONE if touch else ONE, reduced_motion="reduce", has_touch=touch)
    begin(page, server, "Hearts", **{"option.pass": "none"})
    mine(page)
    card = page.locator(".hand button.card.fits").first
    name = card.get_attribute("value")
    card.scroll_into_view_if_needed()
    from_, to = card.bounding_box(), page.locator(".felt").bounding_box()
    assert from_ is not None
    assert to is not None
    x, y = from_["x"] + 8, from_["y"] + from_["height"] / 2  # the rest is below the next card
    target = to["x"] + to["width"] / 2, to["y"] + to["height"] - 5
    if touch:
        session = page.context.new_cdp_session(page)

        def send(kind: str, *point: float) -> None:
            points = [{"x": point[0], "y": point[1]}] if point else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})  # type: ignore[reportUnknownMemberType]

        send("touchStart", x, y)
        send("touchMove", x, y - 30)
        send("touchMove", *target)
        page.locator(".ghost").wait_for()
        send("touchEnd")
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 30)
        page.mouse.move(*target)
        page.locator(".ghost").wait_for()
        page.mouse.up()
    page.locator(f".hand [value='{name}']").wait_for(state="detached")
    assert page.locator(".ghost").count() == 0


def test_what_stands_beside_the_table(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(WIDE, reduced_motion="reduce")
    begin(page, server, "Hearts")
    mine(page)
    page.get_by_role("button", name="Rules").first.click()
    rules = page.frame_locator("#beside iframe")
    rules.locator("#now h3", has_text="Passing").wait_for()
    assert rules.locator("li.now").inner_text().startswith("Pass")
    assert page.evaluate("scrollY") == 0
    play(page, 4)
    mine(page)
    rules.locator("#now h3", has_text="Tricks").wait_for()
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".hint")
    hint.wait_for()
    assert re.match(r"A bot would choose play .+: (about|a rule|there was|it is)", hint.inner_text())
    page.get_by_role("button", name="Log").click()
    rules.locator("li", has_text="pass").first.wait_for()
    page.get_by_role("button", name="Close").click()
    assert not page.locator("#beside").is_visible()
    page.reload()
    assert not page.locator("#beside").is_visible()


def test_onlookers_and_another_game(server: Server, pages: Callable[..., Page]) -> None:
    first, second, watcher = pages(), pages(PHONE, has_touch=True), pages()
    begin(first, server, "Scopa", **{"who.1": "link", "option.target": "1"})
    seat, watch = links(first)
    sit(second, seat)
    watcher.goto(watch)
    assert watcher.locator("[data-part=choice] button").count() == 0
    while not first.locator(".end").count():
        actor = first if first.locator(".me.turn").count() else second
        if actor.locator(".me.turn").count():
            play_by_touch(actor, most=1, finger=actor is second)
    for page in (first, second, watcher):
        page.locator(".end").wait_for()
    assert watcher.get_by_role("button", name="Play again").count() == 0
    assert watcher.get_by_role("button", name="Join the next game").count() == 0
    first.get_by_role("button", name="Play again").click()
    second.get_by_role("button", name="Join the next game").click()
    for page in (first, second):
        page.locator(".end").wait_for(state="detached")
    assert first.url != second.url


def test_a_page_can_be_printed(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(WIDE, color_scheme="dark", reduced_motion="reduce")
    begin(page, server, "Hearts", **{"option.pass": "none"})
    play(page, 3)
    page.emulate_media(media="print")
    for hidden in (".choice", "nav", "#beside"):
        assert not page.locator(hidden).first.is_visible(), hidden
    assert page.locator(".hand .card").first.is_visible()
    assert page.locator("#scores .card").first.is_visible()
    style = page.evaluate("""() => ['html', '.felt', '.me .plate', '.me h2'].map((name) => {
        const style = getComputedStyle(document.querySelector(name));
        return [style.backgroundColor, style.color];
    })""")
    assert style[0] == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    for background, colour in style[1:]:
        assert (background, colour) == ("rgba(0, 0, 0, 0)", "rgb(0, 0, 0)")
    assert page.pdf(format="A4").count(b"/Type /Page\n") <= 2


def test_a_hostile_ruleset_runs_no_script(pages: Callable[..., Page], tmp_path: Path) -> None:
    attack = "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>"
    path = tmp_path / "attack.yaml"
    path.write_text(hostile(attack))
    server = Server(tmp_path, (str(path),))
    server.start()
    page = pages(WIDE)

    def check() -> None:
        assert page.title() != "taken"
        for frame in page.frames:
            assert frame.locator("img").count() == 0

    page.goto(server.address)
    check()
    page.locator(".games a").first.click()
    with page.expect_navigation():
        page.locator("select[name=variant]").select_option("strange")
    page.locator("[name='name.0']").fill("O<b>o</b>")
    check()
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("#board[data-live] form")
    page.get_by_role("button", name="Rules").first.click()
    page.frame_locator("#beside iframe").locator("#now").wait_for()
    play(page, 20)
    check()
    page.get_by_role("button", name="Log").click()
    page.frame_locator("#beside iframe").locator("li").first.wait_for()
    play(page)
    check()
    page.get_by_role("link", name="move by move").click()
    check()
    server.stop()


def test_pictures_for_the_docs(server: Server, pages: Callable[..., Page], tmp_path: Path) -> None:
    """The pages are drawn; with UPDATE_EXPECTED the pictures of the docs are made."""
    folder = PICTURES if os.environ.get("UPDATE_EXPECTED") else tmp_path
    folder.mkdir(exist_ok=True)
    page = pages(WIDE, reduced_motion="reduce")
    begin(page, server, "Gin Rummy", **{"who.1": "link", "name.0": "Kim", "name.1": "Mira"})
    page.locator("#people:popover-open").wait_for()
    page.screenshot(path=folder / "invitation.png")
    page.goto(server.address)
    page.screenshot(path=folder / "lobby.png")
    page.locator(".tile a", has_text="Oh Hell").first.click()
    page.locator("summary", has_text="Options").click()
    page.screenshot(path=folder / "new_game.png")
    for title in ("Gin Slaughtre", "Hearts"):
        begin(page, server, title)
        play(page, 12, 3)
        mine(page)
        page.screenshot(path=folder / f"{title.lower().replace(' ', '_')}.png")
    begin(page, server, "Scopa", **{"players": "2", "option.target": "1"})
    play(page)
    page.goto(f"{page.url}/replay?move=8&as=0")
    page.screenshot(path=folder / "replay.png")
    page = pages(PHONE, reduced_motion="reduce", color_scheme="dark")
    begin(page, server, "Uno")
    play(page, 4)
    mine(page)
    page.screenshot(path=folder / "phone.png")
    for path in folder.glob("*.png"):
        assert path.stat().st_size > 5000
