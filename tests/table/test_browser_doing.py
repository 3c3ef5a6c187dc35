"""Moves at the table by touch in a real browser: taps, drags, a finger along the hand, double clicks, hints, undo.

Kinds of mistake: a card that is played although it was only looked at, or twice; a move that cannot be made where it
is seen; a number that must be chosen anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

from playwright.sync_api import Locator, Page  # noqa: E402

from .browsing import HAND, ONE, PHONE, Server, begin, browser, mine, pages, play, server  # noqa: E402

__all__ = ["browser", "pages", "server"]


def hand(page: Page) -> int:
    return page.locator(".hand .card").count()


def left(page: Page, count: int) -> None:
    """Wait until so many cards are in the hand."""
    page.wait_for_function("count => document.querySelectorAll('.hand .card').length === count", arg=count)


def hearts(page: Page, server: Server) -> int:
    """Begin a game of Hearts in which nothing is passed; return how many cards the hand has."""
    begin(page, server, "Hearts", **{"option.pass": "none"})
    mine(page)
    return hand(page)


def finger(page: Page) -> Callable[..., None]:
    """Return what puts a finger down, moves it along some points, and takes it away or leaves it there."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})  # type: ignore[reportUnknownMemberType]

    def moved(*points: tuple[float, float], ends: bool = True) -> None:
        for at, point in enumerate(points):
            send("touchMove" if at else "touchStart", *point)
        if ends:
            send("touchEnd")

    return moved


SHED = """\
cardrules: 1
name: Shed
players: 1
deck: {ranks: A 2 3 4 5 6 7 8 9 T J Q K, suits: clubs}
zones:
  stock: {faces: hidden}
  laid: {faces: top}
  hand: {each: player, faces: owner}
deal: {do: deal 12 each to hand}
phases: {turn: {players: in turn}}
actions:
  lay: {phase: turn, choose: {card: a card from hand}, do: move card to laid}
match: {winner: highest}
limits: {turns: 12}
"""


@pytest.fixture
def shed(pages: Callable[..., Page], tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Begin a game in which one lays one card after the other, with or without pauses."""
    (tmp_path / "shed.yaml").write_text(SHED, "utf-8")
    alone = Server(tmp_path, (str(tmp_path / "shed.yaml"),))
    alone.start()

    def begun(viewport: dict[str, int] = ONE, pace: str = "0", **settings: object) -> Page:
        page = pages(viewport, reduced_motion="reduce", **settings)
        page.add_init_script(f"localStorage.setItem('pace', '{pace}')")
        begin(page, alone, "Shed")
        mine(page)
        return page

    yield begun
    alone.stop()


def strip(page: Page, nth: int, part: float = 0.1) -> tuple[str, float, float]:
    """Return a card of the hand: its name, and a place on it that is so far from its left."""
    card = page.locator(".hand .card").nth(nth)
    box = card.bounding_box()
    assert box is not None
    return card.get_attribute("value") or "", box["x"] + box["width"] * part, box["y"] + 40


def taps(page: Page) -> Locator:
    """Open the settings; return what says how many taps play a card."""
    page.get_by_role("button", name="Settings").click()
    return page.get_by_label("To play a card")


def test_a_finger_taps_twice_on_any_card(shed: Callable[..., Page]) -> None:
    page = shed(HAND, has_touch=True)
    for count in range(12, 0, -1):  # the last cards are as wide as they are seen
        card = page.locator(".hand .card").last
        name = (card.get_attribute("aria-label") or "")[:5]
        card.tap()
        page.locator(".hand .card.picked").wait_for()
        assert hand(page) == count
        assert page.inner_text(".prompt").startswith("Tap again to lay"), name
        page.locator(".hand .card.picked").tap()
        left(page, count - 1)


def test_a_mouse_clicks_once_on_any_card_and_the_setting_says_so(shed: Callable[..., Page]) -> None:
    page = shed(PHONE)  # where strips are narrow
    page.locator(".hand .card").first.click(position={"x": 6, "y": 30})
    left(page, 11)
    assert taps(page).input_value() == "one"
    page.get_by_label("To play a card").select_option("two")
    page.reload()
    page.wait_for_selector("#board[data-live]")
    assert taps(page).input_value() == "two"
    page.keyboard.press("Escape")
    page.locator(".hand .card").last.click()
    page.locator(".hand .card.picked").wait_for()
    assert hand(page) == 11
    page.locator(".hand .card.picked").focus()
    page.keyboard.press("Enter")
    left(page, 10)
    page.locator(".hand .card").last.click()
    page.locator(".hand .card.picked").wait_for()
    page.keyboard.press("Escape")
    page.locator(".hand .card.picked").wait_for(state="detached")
    assert hand(page) == 10


def test_a_tap_does_nothing_where_another_card_lay_until_lately(shed: Callable[..., Page]) -> None:
    page = shed(pace="1000")  # "lately" is long ago
    _, x, y = strip(page, 4)
    page.mouse.click(x, y)
    left(page, 11)
    page.mouse.click(x, y)
    far, *place = strip(page, 10, 0.9)
    page.mouse.click(*place)  # where nothing but this card has lain
    page.wait_for_function("() => document.querySelectorAll('.hand .card').length < 11")
    assert hand(page) == 10
    assert page.locator(f".hand [value='{far}']").count() == 0


def test_a_tap_means_the_card_that_lay_there_when_it_began(shed: Callable[..., Page]) -> None:
    page = shed()
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#board[data-live]")
    for nth, stays in ((0, False), (-1, True)):  # the cards close up to the left, and to the right
        name, x, y = strip(page, 5, 0.48)
        count = hand(page)
        page.mouse.move(x, y)
        page.mouse.down()
        other.locator(".hand .card").nth(nth).evaluate("card => card.click()")
        left(page, count - 1)
        page.mouse.up()
        if stays:  # but the turn is another one
            page.locator(f".hand .picked[value='{name}']").wait_for()
        else:
            far, *place = strip(page, 9)
            page.mouse.click(*place)
            left(page, count - 2)
            assert page.locator(f".hand [value='{far}']").count() == 0
            assert page.locator(".hand .picked").count() == 0


def test_a_finger_along_the_hand_lifts_and_upwards_plays(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(PHONE, reduced_motion="reduce", has_touch=True)
    count = hearts(page, server)
    boxes = page.evaluate("""() => [...document.querySelectorAll('.hand .card')].map((card) => {
      const box = card.getBoundingClientRect();
      return [box.left + 8, box.top + 40, card.matches('.fits')];
    })""")
    fits = next(at for at, box in enumerate(boxes) if box[2])
    x, y, _ = boxes[fits]
    away = boxes[fits - 3 if fits > 6 else fits + 3][0]
    along = [(away, y), ((away + x) / 2, y), (x, y)]
    touch = finger(page)
    # Along the hand, and away below it: nothing happens.
    touch(*along, (x, 795))
    page.wait_for_timeout(200)
    assert page.locator(".hand :is(.over, .picked)").count() == 0
    # Let go on the card: it is lifted.
    touch(*along)
    page.locator(".hand .card.picked").wait_for()
    page.get_by_role("button", name="Put back").click()
    page.locator(".hand .card.picked").wait_for(state="detached")
    # Along the hand, and upwards: it is played.
    touch(*along, (x, y - 90), (x, y - 120))
    left(page, count - 1)
    assert page.locator(".ghost").count() == 0


def test_a_hint_is_read_and_taken_with_a_button_of_its_own(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce", has_touch=True)
    count = hearts(page, server)
    page.get_by_role("button", name="Hint").tap()
    hint = page.locator(".hint")
    hint.wait_for()
    marked = page.locator(".hand .card.hinted")
    assert marked.count() == 1
    name = marked.get_attribute("value")
    lines = "text => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)"
    assert round(hint.locator("span").evaluate(lines)) <= 3
    words = "span => { span.textContent = 'many words '.repeat(60); }"
    hint.locator("span").evaluate(words)  # of a bot with much to say
    assert round(hint.locator("span").evaluate(lines)) == 3
    above = "hint => hint.getBoundingClientRect().bottom <= hint.closest('.choice').getBoundingClientRect().bottom"
    assert hint.evaluate(above)
    hint.tap()
    page.wait_for_function("() => document.querySelector('.hint').ariaExpanded === 'true'")
    assert hint.locator("span").evaluate("text => text.scrollHeight <= text.clientHeight && text.clientHeight > 100")
    hint.tap()
    page.wait_for_function("() => document.querySelector('.hint').ariaExpanded === 'false'")
    assert hand(page) == count  # the text does nothing else
    marked.tap(position={"x": 6, "y": 40})
    page.locator(".hand .card.picked").wait_for()
    assert page.inner_text(".prompt") == f"Tap again to {page.inner_text('.choice .main')}."
    page.get_by_role("button", name="Take the hint").tap()
    left(page, count - 1)
    assert page.locator(f".hand [value='{name}']").count() == 0


def test_undo_keeps_its_place_and_says_why_it_does_not_work(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce", has_touch=True)
    hearts(page, server)
    undo = page.get_by_role("button", name="Undo")
    place = undo.bounding_box()
    assert undo.get_attribute("aria-disabled") == "true"
    assert (undo.get_attribute("title") or "").endswith(".")
    undo.tap(force=True)
    page.wait_for_function("() => document.querySelector('.said').textContent !== ''")
    assert page.inner_text(".said") == undo.get_attribute("title")
    for _ in range(3):
        play(page, 1)
        mine(page)
        undo.wait_for()
        assert undo.bounding_box() == place
    begin(page, server, "Scopa")  # where each card that is played shows another one
    mine(page)
    assert undo.count() == 0


# Notes what a page shows while it shows moves again.
NOTE = """() => {
  const noted = (window.noted = { news: new Set(), tricks: new Set() });
  const look = () => {
    const replay = document.querySelector('.replays');
    if (replay) {
      noted.news.add(replay.querySelector('.news-line > span > span').textContent);
      noted.tricks.add([...replay.querySelectorAll('.trick .slot > .card')].map((card) => card.dataset.key).join(' '));
    }
    requestAnimationFrame(look);
  };
  look();
}"""
NOTED = "() => [[...noted.news], [...noted.tricks]]"


def test_look_again_shows_all_moves_since_ones_own(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, has_touch=True)
    page.add_init_script("localStorage.setItem('pace', '0.5')")
    count = hearts(page, server)
    button = page.get_by_role("button", name="Look again")
    for played in range(1, count):
        page.locator(".hand .card.fits").last.tap(position={"x": 6, "y": 40})
        page.locator(".hand .card.picked").tap(position={"x": 6, "y": 40})
        left(page, count - played)
        mine(page)
        if button.is_enabled():  # else whoever leads next is the same player
            break
    assert button.inner_text() == "Look again"  # on a phone, too
    drawing = "name => document.querySelector(`${name} path`).getAttribute('d')"
    assert page.evaluate(drawing, ".again") != page.evaluate(drawing, "[data-key=undo]")
    page.evaluate("() => { document.querySelector('.plate').tabIndex = 7; }")  # what a page knows by itself
    before, news = page.inner_html(".felt"), page.text_content(".news-line > span > span") or ""
    page.evaluate(NOTE)
    button.tap()
    page.locator("#board.replays").wait_for()
    page.locator("#board:not(.replays)").wait_for()
    assert page.inner_html(".felt") == before
    told, tricks = page.evaluate(NOTED)
    assert any(each and news.endswith(each) for each in told)  # a beginning that does not fit is left out
    assert len(set(told)) > 1 or len(set(tricks)) > 1
    # A tap ends it, and means what it touches.
    name = page.locator(".hand .card").last.get_attribute("data-key")
    button.tap()
    page.locator("#board.replays").wait_for()
    page.locator(f".hand [data-key='{name}']").tap(position={"x": 20, "y": 40})
    page.locator(f".hand [data-key='{name}'].picked, .said:not(:empty)").wait_for()
    assert page.locator("#board.replays").count() == 0


def test_look_again_is_there_where_somebody_else_has_moved(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce", has_touch=True)
    hearts(page, server)
    button = page.locator(".again")
    page.reload()
    mine(page)
    assert page.locator(".again:enabled").count() == 0
    play(page, 26)  # two taps for each card
    page.locator(".summary").wait_for()
    assert not button.is_visible()
    page.get_by_role("button", name="Look at the table").tap()
    assert button.is_disabled()
    begin(page, server, "Klondike")
    mine(page)
    page.locator(".stock .touch").tap()
    page.locator(".heap .card:not(.none)").first.wait_for()
    assert button.count() == 0


def test_more_of_what_happened_opens_the_log(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(HAND, reduced_motion="reduce", has_touch=True)
    begin(page, server, "Uno")
    more = page.get_by_role("button", name="More: the log")
    while mine(page) and not more.count():
        play(page, 1)
    more.tap()
    page.frame_locator("#beside iframe").locator("ol li").nth(3).wait_for()


def test_a_patience_goes_back_to_its_beginning(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(ONE, reduced_motion="reduce")
    begin(page, server, "Klondike")
    mine(page)
    before = page.inner_html(".centre")
    undo = page.get_by_role("button", name="Undo")
    assert undo.get_attribute("title") == "There is nothing to take back."
    for count in range(1, 4):
        page.locator(".stock .touch").click()  # what is turned up was hidden
        page.wait_for_function(
            "count => document.querySelectorAll('.heap .card:not(.none)').length > 0 && "
            "document.querySelector('.stock .tag').innerText === String(24 - 3 * count)",
            arg=count,
        )
    for _ in range(3):
        undo.click()
    page.wait_for_function("() => document.querySelector('.stock .tag').innerText === '24'")
    page.locator("[data-key=undo][aria-disabled=true]").wait_for()
    assert page.inner_html(".centre") == before


def test_a_double_click_sends_a_card_to_the_one_place_that_fits(server: Server, pages: Callable[..., Page]) -> None:
    page = pages(ONE, reduced_motion="reduce")
    columns = "(piles) => piles.map((each) => each.childElementCount).join()"
    changed = f"before => ({columns})([...document.querySelectorAll('.columns .pile')]) !== before"
    for number in range(30):  # most games begin with such a card
        begin(page, server, "Klondike", deal=str(number))
        mine(page)
        before = page.locator(".columns .pile").evaluate_all(columns)
        cards = page.locator(".columns button.card.fits")
        for name in [cards.nth(at).get_attribute("value") for at in range(cards.count())]:
            card = page.locator(f".columns button.card[value='{name}']")
            if card.get_attribute("data-whole") is not None:
                continue
            card.click(position={"x": 12, "y": 6})
            page.locator(".card.picked").wait_for()
            places = page.locator(".columns .pile.gold").count() + page.locator(".place.homes.gold").count()
            page.keyboard.press("Escape")
            page.locator(".card.picked").wait_for(state="detached")
            if places == 1:
                page.wait_for_timeout(450)  # else this were a double click, too
                card.dblclick(position={"x": 12, "y": 6})
                page.wait_for_function(changed, arg=before)
                return
    pytest.fail("no card had one place alone")
