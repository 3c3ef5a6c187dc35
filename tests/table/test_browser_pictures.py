"""All bundled games at fixed moments: where things lie, and what they look like.

What `docs/table.md` promises is measured at four sizes: nothing scrolls, own cards and buttons are in sight and large
enough, nothing lies on a seat, and how a table came about cannot be seen. Pictures are compared with a tolerance that
other letters pass, but no moved card; `UPDATE_EXPECTED=1` takes them anew.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

from PIL import Image, ImageChops  # noqa: E402
from playwright.sync_api import Page  # noqa: E402

from .browsing import browser, pages  # noqa: E402
from .measures import WRONG  # noqa: E402
from .pictures import DESK, PHONE, SIZES, Studio, bundled, open_at, played  # noqa: E402

__all__ = ["browser", "pages"]

GAMES = bundled()
PICTURED = [DESK, PHONE]
FOLDER = Path(__file__).parent / "pictures"
SCALE = 2  # by which pictures are made smaller
CELL = 10  # pixels of a kept picture that are compared as one
MOST = 34  # by how much such a cell may differ, of 255
ALIKE = 16  # by how much edges may differ that are drawn in another order
PLAYERS = [
    *(("uno", count) for count in range(2, 11)),
    *(("oh_hell", count) for count in range(2, 8)),
    *(("holdem", count) for count in (2, 3, 6, 8, 10)),
    *(("blackjack", count) for count in (3, 5, 7)),
    *(("hanabi", count) for count in (3, 5)),
    ("loba_de_menos", 5),
    ("canasta", 2),
    ("french_tarot", 5),
]
AT_ONCE = 3  # decisions after which a page that was played is compared with one that is loaded


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with Studio(tmp_path_factory.mktemp("table")).open() as found:
        yield found


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def picture(page: Page) -> Image.Image:
    """Return what a page shows, when it does not change any more: a window of another size is painted bit by bit."""
    shot, before = b"", None
    while shot != before:
        shot, before = page.screenshot(animations="disabled", caret="hide"), shot
    return Image.open(io.BytesIO(shot)).convert("RGB")


def wrong_at_all_sizes(page: Page, moment: str) -> list[str]:
    """Return what lies where it must not."""
    found: list[str] = []
    for width, height in SIZES:
        resized(page, (width, height))
        found += [f"{moment}, {width}x{height}: {each}" for each in page.evaluate(WRONG)]
    return found


def difference(one: Image.Image, other: Image.Image, cell: int) -> tuple[int, int, int]:
    """Return by how much two pictures differ at most, and in which cell: its column and row."""
    cells = (one.width // cell, one.height // cell)
    channels = ImageChops.difference(*(each.resize(cells, Image.Resampling.BOX) for each in (one, other))).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    at, worst = max(enumerate(most.tobytes()), key=lambda each: each[1])
    return worst, at % cells[0], at // cells[0]


def differs(taken: Image.Image, path: Path) -> str:
    """Return where a picture differs from the kept one; nothing if it does not. With UPDATE_EXPECTED keep it."""
    small = taken.resize((taken.width // SCALE, taken.height // SCALE), Image.Resampling.BOX)
    if os.environ.get("UPDATE_EXPECTED"):
        FOLDER.mkdir(exist_ok=True)
        small.save(path, quality=40, method=6)
    worst, column, row = difference(small, Image.open(path).convert("RGB"), CELL)
    if worst <= MOST:
        return ""
    return f"{path.name} differs by {worst} at {column * CELL * SCALE}, {row * CELL * SCALE}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_at_every_moment(studio: Studio, pages: Callable[..., Page], name: str) -> None:
    game = GAMES[name]
    page = pages(reduced_motion="reduce")
    found: list[str] = []
    for moment in game.moments:
        open_at(studio, page, game, moment)
        if moment not in ("end", "summary"):
            found += wrong_at_all_sizes(page, moment)
        for size in PICTURED:
            resized(page, size)
            found.append(differs(picture(page), FOLDER / f"{name}-{moment}-{size[0]}.webp"))
    assert not any(found), "\n".join(filter(None, found))


GONE = "all => all.forEach((each) => each.remove())"
"""A page that was loaded again has no moves to look at again."""


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", GAMES)
def test_nobody_sees_how_a_table_came_about(studio: Studio, pages: Callable[..., Page], name: str) -> None:
    game = GAMES[name]
    page = pages({"width": PHONE[0], "height": PHONE[1]}, reduced_motion="reduce")
    shown = studio.show(game, game.own[0])
    shown.open(page)
    shown.go_on(page, game.own[min(AT_ONCE, len(game.own) - 1)])
    page.mouse.move(PHONE[0] / 2, PHONE[1] / 3)  # where nothing is marked
    page.locator(".again").evaluate_all(GONE)
    before = picture(page)
    page.reload()
    page.locator(".again").evaluate_all(GONE)
    assert difference(before, picture(page), 2)[0] <= ALIKE


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_every_number_of_players(studio: Studio, pages: Callable[..., Page], name: str, players: int) -> None:
    game = played(name, players, 40)
    page = pages(reduced_motion="reduce")
    open_at(studio, page, game, "middle")
    found = wrong_at_all_sizes(page, "middle")
    assert not found, "\n".join(found)


CUT = """() => [...document.querySelectorAll('.choice button, .choice .ask, .choice .verb')].filter((each) =>
  each.checkVisibility() && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
).map((each) => `${each.innerText} is cut`)"""


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", GAMES)
def test_letters_of_twice_the_size(studio: Studio, pages: Callable[..., Page], name: str) -> None:
    """A page that is enlarged to 200 % at 1280×800, and letters of 200 % on a phone."""
    page = pages({"width": 640, "height": 400}, reduced_motion="reduce", device_scale_factor=2)
    open_at(studio, page, GAMES[name], "opening")
    found = [f"page: {each}" for each in page.evaluate(WRONG) + page.evaluate(CUT)]
    resized(page, PHONE)
    before = page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('.choice')).fontSize)")
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    after = page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('.choice')).fontSize)")
    assert after == pytest.approx(2 * before)
    found += [f"letters: {each}" for each in page.evaluate(WRONG) + page.evaluate(CUT)]
    assert not found, "\n".join(found)


COVERED = """() => {
  const places = () => [...document.querySelectorAll('.cover .pile > .card:first-child')].map((card) => {
    const box = card.getBoundingClientRect();
    return [box.left, box.top, box.width].map(Math.round).join(' ');
  });
  const before = places();
  for (const pile of document.querySelectorAll('.cover .pile'))
    if (pile.children.length === 1) pile.append(pile.firstElementChild.cloneNode(true));
  return [before, places()];
}"""


def test_what_is_covered_keeps_its_place(studio: Studio, pages: Callable[..., Page]) -> None:
    page = pages(reduced_motion="reduce")
    open_at(studio, page, GAMES["durak"], "middle")
    page.evaluate("() => document.querySelector('.cover .pile > .card + .card')?.remove()")  # one is not covered yet
    for size in SIZES:
        resized(page, size)
        before, after = page.evaluate(COVERED)
        assert before, "nothing lies there"
        assert after == before
