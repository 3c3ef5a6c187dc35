"""Games that are the same each time, and how a table shows them at moments that are the same each time.

Quick bots have played each bundled game with a fixed seed; `games.json` keeps what they did. A server in this process
shows any moment of it: other players do what they did then, and wait where they are told to.

    python -m tests.table.pictures keep [GAME …]       let bots play games anew
    python -m tests.table.pictures DIRECTORY [GAME …]  take pictures, to look at them
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import uvicorn

from cardrules import rulesets
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import HUMAN, Players
from cardrules.table.app import Application
from cardrules.table.board import UNNAMED, board
from cardrules.table.links import Links
from cardrules.table.match import STYLE, Matches
from cardrules.table.store import Database, Seat, Settings
from cardrules.table.thinking import Answer, Question

from ..loading import loaded

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEED = 1
BOT = "quick"
MOST = 700  # actions of a game
TOKEN = 43 * "a"  # of the browser that holds the first seat
KEPT = Path(__file__).parent / "games.json"
DESK, PHONE = (1280, 800), (390, 844)
SIZES = [DESK, PHONE, (360, 640), (844, 390)]


@dataclass(frozen=True)
class Played:
    """A game that bots have played.

    Attributes:
        ruleset: its ruleset.
        players: the number of players.
        actions: its actions.
        own: before which actions the first player decides.
        moments: the moments of which pictures are taken, each with the number of actions before it: the first decision,
            the one at which most cards lie on the table, the end of the first deal and the end.
        deck: the cards in the order in which they are dealt; empty where the seed decides.
    """

    ruleset: str
    players: int
    actions: list[str]
    own: list[int]
    moments: dict[str, int]
    deck: str = ""


@cache
def played(ruleset: str, players: int | None = None, most: int = MOST) -> Played:
    """Let bots play a game.

    Args:
        ruleset: a bare name or a path.
        players: the number of players; by default the one that the ruleset prefers.
        most: how many actions it may have.
    """
    game = loaded(ruleset, players=players)
    state = game.new_initial_state(SEED)
    bots = [make_bot(BOT, SEED + seat) for seat in range(game.players)]
    painter = Painter(rules_of(game), Players.named((HUMAN, *([BOT] * (game.players - 1))), ()), STYLE)
    actions: list[str] = []
    own: list[int] = []
    deal = 0
    full = -1, 0
    while not state.is_terminal() and len(actions) < most:
        seat = state.current_player()
        assert seat is not None
        if seat == 0:
            own.append(len(actions))
            shown = board(state, painter, 0)
            places = [*shown.middle, *(place for plate in shown.plates for place in plate.places)]
            cards = sum(len(place.cards) for place in places) + len(shown.trick)
            full = max(full, (cards, len(actions)), key=lambda each: each[0])
        before = state.position.deal
        state.apply_action(bots[seat].choose(View(state, seat)).text)
        assert state.last is not None
        actions.append(rules_of(game).notation.text(state.last.raw))
        if state.position.deal > before and not state.is_terminal():
            deal = deal or len(actions)
    moments = {"opening": own[0], "middle": full[1]}
    if deal:
        moments["summary"] = deal
    if state.is_terminal():
        moments["end"] = len(actions)
    last = max(moments.values())
    return Played(ruleset, game.players, actions[:last], [number for number in own if number <= last], moments)


def bundled() -> dict[str, Played]:
    """Return a game of each bundled ruleset, as it is kept."""
    return {name: Played(**each) for name, each in json.loads(KEPT.read_text("utf-8")).items()}


def keep(names: list[str]) -> None:
    """Let bots play games anew, and keep them."""
    found = {name: asdict(game) for name, game in bundled().items() if name in rulesets.bundled()}
    found |= {name: asdict(played(name)) for name in names or rulesets.bundled()}
    lines = [f'"{name}": {json.dumps(found[name], ensure_ascii=False)}' for name in sorted(found)]
    KEPT.write_text("{" + ",\n".join(lines) + "}\n", "utf-8")


class Remembered:
    """Bots that do what they did before, up to some action; there they wait."""

    def __init__(self) -> None:
        self.games: dict[str, list[str]] = {}
        self.until: dict[str, int] = {}

    async def choose(self, asked: Question) -> Answer:
        """Return what was done before."""
        while len(asked.actions) >= self.until[asked.name]:
            await asyncio.sleep(0.005)
        return Answer(self.games[asked.name][len(asked.actions)])

    def close(self) -> None:
        """Nothing has to be stopped."""


@dataclass(frozen=True)
class Shown:
    """A game that pages can show.

    Attributes:
        link: the address of the table for the first player.
        game: what was played.
        name: its name in the store.
    """

    link: str
    game: Played
    name: str
    _matches: Matches
    _remembered: Remembered

    def open(self, page: Page) -> None:
        """Open the table at a page of the browser that holds the first seat, and wait until it hears of changes."""
        page.context.add_cookies([{"name": "cardrules", "value": TOKEN, "url": self.link}])
        page.goto(self.link)
        match = self._matches.match_in_memory(self.name)
        while match is None or not match.here(0):
            page.wait_for_timeout(5)
            match = self._matches.match_in_memory(self.name)

    def go_on(self, page: Page, until: int) -> None:
        """Play on up to a number of actions on a page that shows the game.

        The page is not loaded again. A deal that is over is not looked at, unless it ends with the last action.
        """
        match = self._matches.match_in_memory(self.name)
        assert match is not None
        own = set(self.game.own)
        for number in range(match.number, until):
            page.wait_for_function(_SHOWS, arg=match.version)
            if match.number > number:  # a move without a choice is made at once
                continue
            if match.looking:
                _send(page, do="ready")
                page.wait_for_function(_SHOWS, arg=match.version)
            self._remembered.until[self.name] = number + 1
            if number in own:
                _send(page, play=self.game.actions[number])
            while match.number <= number:
                page.wait_for_timeout(2)
        page.wait_for_function(_SHOWS, arg=match.version)

    def end_deal(self, page: Page) -> None:
        """Make the last move of the first player in the first deal; the others end it."""
        match = self._matches.match_in_memory(self.name)
        assert match is not None
        self._remembered.until[self.name] = self.game.moments["summary"]
        _send(page, play=self.game.actions[match.number])


_SHOWS = "version => Number(document.querySelector('#board form').dataset.version) >= version"
_SEND = """async (fields) => {
  const at = document.querySelector('[name=at]').value;
  const answer = await fetch(location.href, {
    method: 'POST', body: new URLSearchParams({ at, ...fields }), headers: { accept: 'application/json' },
  });
  return (await answer.json()).said;
}"""


def _send(page: Page, **fields: str) -> None:
    said = page.evaluate(_SEND, fields)
    assert not said, said


@dataclass
class Studio:
    """A server in this process that shows games at any moment.

    Attributes:
        folder: where it keeps its games.
    """

    folder: Path
    _remembered: Remembered = field(default_factory=Remembered)

    @contextmanager
    def open(self) -> Generator[Studio]:
        """Serve until the end of the context."""
        self._matches = Matches(Database(self.folder / "t.sqlite"), self._remembered, 1, 0)
        application = Application(self._matches, (), frozenset(("127.0.0.1",)), shared=False, links=Links(None))
        config = uvicorn.Config(application.asgi, port=0, log_level="critical", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            while not server.started:
                time.sleep(0.005)
            self._port = server.servers[0].sockets[0].getsockname()[1]
            yield self
        finally:
            server.should_exit = True
            thread.join()

    def show(self, game: Played, number: int) -> Shown:
        """Return a game as it stood before an action."""
        names = Players.named((HUMAN, *([BOT] * (game.players - 1))), ()).names
        key = f"{len(self._remembered.games)}-{Path(game.ruleset).stem}-{number}"
        holder = sha256(TOKEN.encode()).hexdigest()
        seats = (Seat(HUMAN, UNNAMED, key, holder), *(Seat(BOT, name, None) for name in names[1:]))
        record = self._matches.begin(Settings(game.ruleset, game.players, None, (), SEED, game.deck), seats, key)
        for count, action in enumerate(game.actions[:number]):
            self._matches.store.played(record.id, count, action, 0)
        self._remembered.games[record.id] = game.actions
        self._remembered.until[record.id] = number
        link = f"http://127.0.0.1:{self._port}/s/{key}"
        return Shown(link, game, record.id, self._matches, self._remembered)


def open_at(studio: Studio, page: Page, game: Played, moment: str) -> None:
    """Open a table at a moment: opening, middle, end, or summary."""
    number = game.moments[moment]
    if moment != "summary":
        studio.show(game, number).open(page)
        return
    before = max((each for each in game.own if each < number), default=number - 1)  # from where all are seen to move
    shown = studio.show(game, before)
    shown.open(page)
    shown.go_on(page, number)


def main() -> None:
    """Take pictures, or let bots play games."""
    if sys.argv[1] == "keep":
        keep(sys.argv[2:])
        return
    from playwright.sync_api import sync_playwright

    from .browsing import CHROMIUM

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as library, TemporaryDirectory() as kept, Studio(Path(kept)).open() as studio:
        browser = library.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(reduced_motion="reduce")
        page.add_init_script("localStorage.setItem('pace', '0')")
        games = bundled()
        for ruleset in sys.argv[2:] or games:
            game = games.get(ruleset) or played(ruleset, most=200)
            for moment in game.moments:
                open_at(studio, page, game, moment)
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.screenshot(path=folder / f"{Path(ruleset).stem}-{moment}-{width}.png", animations="disabled")
        browser.close()


if __name__ == "__main__":
    main()
