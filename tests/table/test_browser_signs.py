"""What a table says on a phone: signs at seats, cards that came to the hand, tricks that are taken, how a deal ends.

Kinds of mistake: a number that is cut, hidden, or of which nobody knows what it counts; a line that speaks of another
move than the table shows; a trick that nobody could see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

pytestmark = pytest.mark.browser

from playwright.sync_api import Page  # noqa: E402

from .browsing import browser, pages  # noqa: E402
from .pictures import DESK, PHONE, Played, Studio, bundled  # noqa: E402

__all__ = ["browser", "pages"]

GAMES = bundled()
SMALL, LYING = (360, 640), (844, 390)
SHOWN = ["hearts", "oh_hell", "spades", "gin_slaughtre", "skat", "gin_rummy_three", "bridge", "holdem"]
CUT = """() => {
  const wrong = [];
  const cut = (each) => {
    const box = each.getBoundingClientRect();
    const inline = getComputedStyle(each).display === 'inline';
    if (!box.width || (!inline && each.scrollWidth > each.clientWidth + 1)) return true;
    for (let outer = each.parentElement; outer && !outer.matches('.felt, .own'); outer = outer.parentElement) {
      if (getComputedStyle(outer).overflow === 'visible') continue;
      const room = outer.getBoundingClientRect();
      if (box.left < room.left - 1 || box.right > room.right + 1) return true;
      if (box.top < room.top - 1 || box.bottom > room.bottom + 1) return true;
    }
    return box.right > innerWidth || box.left < 0;
  };
  for (const plate of document.querySelectorAll('.seat, .me')) {
    const values = [...plate.querySelectorAll('.line-of > .sign > b, .values b')];
    const rest = [...plate.querySelectorAll('.rest b')];
    values.forEach((each) => {
      const same = rest.find((other) => other.parentElement.textContent === each.parentElement.textContent);
      if (cut(each) && (!same || cut(same))) wrong.push(`${plate.ariaLabel}: ${each.parentElement.textContent} is cut`);
    });
    const score = plate.querySelector('.pts');
    if (score && cut(score)) wrong.push(`${plate.ariaLabel}: the score is cut`);
    const name = plate.querySelector('h2');
    if (name.scrollWidth > name.clientWidth) wrong.push(`${plate.ariaLabel}: the name is cut`);
  }
  return wrong;
}"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with Studio(tmp_path_factory.mktemp("table")).open() as found:
        yield found


def phone(pages: Callable[..., Page], size: tuple[int, int] = PHONE, **settings: object) -> Page:
    return pages({"width": size[0], "height": size[1]}, reduced_motion="reduce", **settings)


def late(game: Played) -> int:
    """Return a decision late in the first deal, when most is said of players."""
    end = game.moments.get("summary", max(game.own))
    return max((number for number in game.own if number < end), default=max(game.own))


@pytest.mark.parametrize("name", SHOWN)
def test_values_and_names_are_whole(studio: Studio, pages: Callable[..., Page], name: str) -> None:
    page, game = phone(pages), GAMES[name]
    wrong: list[str] = []
    for number in dict.fromkeys((late(game), max(game.own))):
        studio.show(game, number).open(page)
        for size in (PHONE, SMALL, DESK, LYING):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            wrong += [f"{size}, {number}: {each}" for each in page.evaluate(CUT)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_a_touch_of_a_seat_tells_all(studio: Studio, pages: Callable[..., Page], size: tuple[int, int]) -> None:
    page, game = phone(pages, size, has_touch=True), GAMES["hearts"]
    studio.show(game, late(game)).open(page)
    assert page.locator(".seat .pts").all_inner_texts() == ["total 0"] * 3
    assert page.locator(".me .pts").inner_text() == ("total 0 of 100" if size == PHONE else "total 0")
    page.locator(".seat .plate", has_text="Anna").tap()
    told = page.locator(":popover-open li").all_inner_texts()
    assert {"total 0 of 100", "points taken 18", "hearts taken 5", "Q♠ taken"} <= {*told}
    page.keyboard.press("Escape")
    page.locator(".me .plate").tap()
    assert "dealer" in page.locator(":popover-open li").all_inner_texts()


def test_a_game_of_one_deal_has_no_total(studio: Studio, pages: Callable[..., Page]) -> None:
    page = phone(pages)
    for name in ("gin_slaughtre", "klondike", "durak"):
        studio.show(GAMES[name], GAMES[name].moments["middle"]).open(page)
        page.locator(".me").wait_for()
        assert page.get_by_text("total").count() == 0


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_cards_that_were_passed_are_marked(studio: Studio, pages: Callable[..., Page], size: tuple[int, int]) -> None:
    page, game = phone(pages, size), GAMES["hearts"]
    shown = studio.show(game, game.own[0])
    shown.open(page)
    assert page.locator(".card.new").count() == 0, "cards that were dealt are not new"
    shown.go_on(page, game.own[1])
    page.locator(".choice.mine").wait_for()
    assert page.locator(".hand .card.new").evaluate_all("cards => cards.map((each) => each.value)") == [
        "KC",
        "AC",
        "JH",
    ]
    assert page.locator(".choice .detail").inner_text() == "You got J♥ K♣ A♣ from Clara."
    detail = page.locator(".choice .detail")
    assert detail.evaluate("each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight + 1")
    shown.go_on(page, game.own[1] + 1)
    page.locator(".card.new").first.wait_for(state="detached")


@pytest.mark.parametrize("size", [PHONE, SMALL, DESK, LYING], ids=["phone", "small", "desk", "lying"])
def test_the_last_trick_says_whose_it_is(studio: Studio, pages: Callable[..., Page], size: tuple[int, int]) -> None:
    page, game = phone(pages, size), GAMES["hearts"]
    studio.show(game, late(game)).open(page)
    label = page.locator(".peek .whose")
    assert label.is_visible()
    assert label.inner_text().startswith("last trick, ")
    box = label.bounding_box()
    assert box is not None
    assert box["width"] > 60
    assert box["x"] + box["width"] <= size[0]


# Notes in each frame with cards of a trick that is complete: what the lines say, the head, and if the sheet lies above.
LOOK = """() => {
  window.noted = [];
  const look = () => {
    const whole = document.querySelectorAll('.trick .slot .card[data-key^=card-]').length;
    const text = (name) => document.querySelector(name)?.innerText ?? '';
    const says = document.querySelector('.ask')?.dataset.says ?? '';
    const sheet = document.querySelector('.summary') !== null;
    const turns = document.querySelectorAll('.turn').length;
    noted.push({ whole, says, news: text('.news-line'), head: text('.title'), sheet, turns });
    requestAnimationFrame(look);
  };
  look();
}"""


def with_pace(page: Page) -> Page:
    page.add_init_script("localStorage.setItem('pace', '0.3')")
    return page


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_while_a_trick_lies_there_the_page_speaks_of_it(
    studio: Studio, pages: Callable[..., Page], motion: str
) -> None:
    page, game = with_pace(pages({"width": 390, "height": 844}, reduced_motion=motion)), GAMES["hearts"]
    first = next(number for number in game.own if game.actions[number].startswith("play"))
    trick = next(at for at, action in enumerate(game.actions) if action.startswith("play"))
    shown = studio.show(game, first)
    shown.open(page)
    page.evaluate(LOOK)
    shown.go_on(page, trick + 4)
    page.wait_for_function("() => noted.some((each) => each.whole === 4) && noted.at(-1).whole !== 4")
    lies = page.evaluate("() => noted.filter((each) => each.whole === 4)")
    assert {each["says"] for each in lies} <= {
        "Anna takes the trick.",
        "Ben takes the trick.",
        "You take the trick.",
        "Clara takes the trick.",
    }
    assert all("the trick" in each["news"] for each in lies)
    assert {each["turns"] for each in lies} == {0}, "it is nobody's turn while a trick is looked at"
    assert page.locator(".ask[data-says]").count() == 0
    assert page.locator(".turn").count() == 1


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("name", ["hearts", "oh_hell", "spades", "skat"])
def test_the_last_trick_of_a_deal_is_seen(studio: Studio, pages: Callable[..., Page], name: str, motion: str) -> None:
    page, game = with_pace(pages({"width": 390, "height": 844}, reduced_motion=motion)), GAMES[name]
    shown = studio.show(game, late(game))
    shown.open(page)
    page.locator(".choice.mine").wait_for()
    head = page.locator(".title").inner_text()
    page.evaluate(LOOK)
    shown.end_deal(page)
    page.locator(".summary").wait_for()
    noted = page.evaluate("() => noted")
    first = next(at for at, each in enumerate(noted) if each["sheet"])
    whole = max(each["whole"] for each in noted[:first])
    assert whole == game.players, "the trick was never complete before the sheet"
    assert page.locator(".title").inner_text().partition(",")[0] == head.partition(",")[0]
    page.get_by_role("button", name="Look at the table").click()
    assert page.locator(".peek .card").count() == game.players
    assert page.locator(".hand .card").count() == 0, "the next hand is not seen yet"
    page.get_by_role("button", name="Next deal").click()
    page.wait_for_function("() => document.querySelector('.title').innerText.includes('deal 2')")


BEGINS = """() => {
  const line = document.querySelector('.news-line > span');
  const told = [...line.querySelectorAll('.one')];
  const shown = told.filter((each) => each.textContent);
  const top = line.getBoundingClientRect().top;
  const whole = told.every((each) => each.textContent === each.dataset.whole);
  const mark = getComputedStyle(line.firstElementChild, '::before').content;
  const ends = shown.every((each) => each.dataset.whole.endsWith(each.textContent));
  return ends && shown.length > 0 && shown[0].getClientRects()[0].top >= top - 2 && (mark === 'none') === whole;
}"""


@pytest.mark.parametrize("name", ["hearts", "gin_rummy", "cribbage", "canasta"])
def test_news_begin_with_the_beginning_of_a_clause(studio: Studio, pages: Callable[..., Page], name: str) -> None:
    page, game = pages({"width": 360, "height": 640}), GAMES[name]
    shown = studio.show(game, late(game))
    shown.open(page)
    page.locator(".choice.mine").wait_for()
    assert page.evaluate(BEGINS)


@pytest.mark.parametrize("size", [PHONE, SMALL, DESK, LYING], ids=["phone", "small", "desk", "lying"])
def test_what_can_be_done_with_a_game_that_is_over(
    studio: Studio, pages: Callable[..., Page], size: tuple[int, int]
) -> None:
    page, game = phone(pages, size), GAMES["hearts"]
    studio.show(game, game.moments["end"]).open(page)
    again = page.get_by_role("button", name="Play again")
    assert again.is_visible()
    more = page.get_by_role("button", name="More", exact=True).and_(page.locator(".end button"))
    assert more.is_visible() == (size != DESK)
    if size != DESK:
        more.click()
        assert not again.is_visible()
    for name in ("Look at the game move by move", "Save it as one page", "Save it as a scenario"):
        assert page.get_by_role("link", name=name).is_visible()
    if size != DESK:
        more.click()
        assert again.is_visible()


def test_the_scores_tell_what_is_counted_in_the_deal(studio: Studio, pages: Callable[..., Page]) -> None:
    page, game = pages({"width": 390, "height": 844}), GAMES["oh_hell"]
    shown = studio.show(game, late(game))
    shown.open(page)
    page.locator(".choice.mine").wait_for()
    page.get_by_role("button", name="Scores").click()
    told = page.locator("#scores dl").first
    told.wait_for()
    assert {"Anna", "Ben", "Clara"} <= set(told.locator("dt").all_inner_texts())
    assert all("bid" in each for each in told.locator("dd").all_inner_texts())
