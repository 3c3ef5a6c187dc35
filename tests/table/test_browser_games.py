"""Whole games by touching what the page offers: at a desk and on a phone, with a server and without one.

The player of `playing.py` knows no game. `--soak` plays all games everywhere; a run without it a sample.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytestmark = pytest.mark.browser

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

from playwright.sync_api import Page  # noqa: E402

from .browsing import (  # noqa: E402
    DEAL,
    DESK,
    HAND,
    OPEN,
    Host,
    begin,
    browser,
    chromium,
    fill_in,
    firefox,
    people,
    publish,
    serving,
)
from .playing import play_by_touch  # noqa: E402

__all__ = ["browser"]

# Short matches, but whole ones: the file of each game, and what is chosen for it.
GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "Gin Slaughtre": ("gin_slaughtre", {}),
    "Gin Rummy": ("gin_rummy", {"option.target": "10", "option.deal_limit": "2"}),
    "Hearts": ("hearts", {"option.target": "20"}),
    "Oh Hell": ("oh_hell", {"players": "7", "option.sequence": "down_only"}),
    "Durak": ("durak", {}),
    "Loba": ("loba_de_menos", {"option.deal_limit": "1"}),
    "Canasta": ("canasta", {"option.target": "500"}),
    "Klondike": ("klondike", {"option.passes": "1", "option.backwards": "false"}),
    "Bridge": ("bridge", {"option.scoring": "duplicate", "option.duplicate_boards": "2"}),
    "Hold'em": ("holdem", {"option.chips": "40", "option.deals": "4"}),
}
SIZES = {"desk": (DESK, False), "phone": (HAND, True)}
CALM = {"reduced_motion": "reduce"}
BROWSERS = {"chromium": chromium, "firefox": firefox}
# What is played without `--soak`.
SAMPLE = {
    ("chromium", "served", "desk"): ["Bridge", "Hold'em"],
    ("chromium", "served", "phone"): ["Oh Hell", "Durak", "Loba"],
    ("chromium", "alone", "desk"): ["Gin Rummy"],
    ("chromium", "alone", "phone"): ["Hearts"],
    ("firefox", "served", "desk"): ["Hearts"],
    ("firefox", "served", "phone"): [],
    ("firefox", "alone", "desk"): [],
    ("firefox", "alone", "phone"): ["Gin Slaughtre"],
}


@cache
def host() -> Host:
    """Return a host of all these games, which is started once."""
    folder = Path(OPEN.enter_context(TemporaryDirectory()))
    publish(folder, *(file for file, _ in GAMES.values()), "-o", "table")
    found = Host(folder / "table")
    OPEN.callback(found.stop)
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Play each game in each browser, with and without a server, at each size; or a sample of these."""
    if "title" in metafunc.fixturenames:
        cells = [
            pytest.param(program, seam, size, title, id=f"{program}-{seam}-{size}-{GAMES[title][0]}")
            for program, seam, size in product(BROWSERS, ("served", "alone"), SIZES)
            for title in (GAMES if metafunc.config.getoption("--soak") else SAMPLE[program, seam, size])
        ]
        metafunc.parametrize(("program", "seam", "size", "title"), cells)


@pytest.mark.soak
def test_a_whole_game(program: str, seam: str, size: str, title: str) -> None:
    viewport, touches = SIZES[size]
    finger = touches and program == "chromium"  # Playwright cannot tap in Firefox
    with people(BROWSERS[program]()) as pages:
        page = pages(viewport, **(CALM | {"has_touch": finger, "is_mobile": finger} if program == "chromium" else {}))
        start(page, seam, title)
        found: list[str] = []
        played = play_by_touch(page, finger=finger, seen=lambda moment: check(page, moment, found))
        assert not found
        assert played.decisions > 5
        assert re.search(r"You win|wins?\b|draw|Nobody|did not get out|lose", page.inner_text(".end"))
        again(page)


def start(page: Page, seam: str, title: str) -> None:
    """Begin a game."""
    _, fields = GAMES[title]
    if seam == "served":
        begin(page, serving(), title, **fields)
    else:
        page.goto(f"{host().address}#/new/{list(GAMES).index(title)}")
        page.get_by_role("button", name="Play", exact=True).wait_for()
        fill_in(page, {"deal": DEAL, **fields})


def check(page: Page, moment: str, found: list[str]) -> None:
    """Look for what keeps people out."""
    for violation in axe.Axe().run(page).response["violations"]:
        nodes = [node["html"][:120] for node in violation["nodes"][:3]]
        found.append(f"{moment}: {violation['id']}: {nodes}")


def again(page: Page) -> None:
    """Play the game that follows for a while."""
    before = page.locator("#board").get_attribute("data-key")
    page.get_by_role("button", name="Play again").click()
    page.locator(f'#board:not([data-key="{before}"]) form').wait_for()
    play_by_touch(page, most=3, seed=2)
