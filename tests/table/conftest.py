"""A server in this process, with bots that play at random."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

import pytest
import yaml
from starlette.testclient import TestClient

from cardrules.table.app import Application
from cardrules.table.links import Links
from cardrules.table.match import Match, Matches
from cardrules.table.processes import Processes
from cardrules.table.store import Database


@dataclass
class Served:
    """A server, and what tests ask of it."""

    folder: Path
    rulesets: tuple[str, ...] = ()
    shared: bool = False
    embedded: bool = False
    practice: bool = False
    bots: tuple[str, ...] = ()
    matches: Matches = field(init=False)
    application: Application = field(init=False)
    client: TestClient = field(init=False)

    def __post_init__(self) -> None:
        self.matches = Matches(Database(self.folder / "t.sqlite"), Processes(1), 0.02, 0, practice=self.practice)
        hosts = frozenset(("testserver",))
        links = Links("testserver" if self.shared else None)
        self.application = Application(
            self.matches,
            self.rulesets,
            hosts,
            shared=self.shared,
            links=links,
            bots=self.bots,
            embedded=self.embedded,
        )
        self.client = self.browser("a")

    def browser(self, letter: str, *, failing: bool = True) -> TestClient:
        """Return a browser; the one with another letter is another one.

        Args:
            letter: of which its token is made.
            failing: whether an error in the server is one in the test.
        """
        cookies = {"cardrules": 43 * letter}
        return TestClient(self.application.asgi, cookies=cookies, raise_server_exceptions=failing)

    def new(self, title: str, **fields: str) -> str:
        """Begin a game; return the secret of its first person."""
        page = unescape(self.client.get("/").text)
        found = re.search(rf'/new/(\d+)"><strong>{re.escape(title)}<', page)
        assert found is not None, title
        answer = self.client.post(f"/new/{found[1]}", data=fields)
        assert answer.status_code == 200, answer.text
        key = answer.url.path.removeprefix("/s/")
        for seat in self.match(key).record.seats:
            if seat.key not in (None, key):
                self.sit(seat.key)
        return key

    def sit(self, key: str, client: TestClient | None = None, **fields: str) -> str:
        """Sit down at the seat of a link; return the answer."""
        return (client or self.client).post(f"/s/{key}/sit", data=fields).text

    def match(self, key: str) -> Match:
        """Return the game that a secret opens."""
        name = self.matches.store.find(key)
        assert name is not None
        match = self.matches.match_in_memory(name)
        assert match is not None
        return match

    def do(self, key: str, **fields: str) -> str:
        """Send the form of a table as its buttons do; return the answer."""
        moment = str(self.match(key).moment)
        answer = self.client.post(f"/s/{key}", data={"at": moment, **fields})
        assert answer.status_code == 200, answer.text
        return answer.text


PEOPLE = {"who.0": "me", "who.1": "link", "name.0": "Kim", "name.1": "Robin"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    with found.client:
        yield found


def hostile(attack: str) -> str:
    """Return a ruleset that has a text in all places where a ruleset has texts."""
    return yaml.safe_dump(
        {
            "cardrules": 1,
            "extends": "gin_slaughtre",
            "name": attack,
            "summary": attack,
            "add": {
                "options": {"odd": {"type": "choice", "choices": ["fine", "other"], "default": "fine", "help": attack}},
                "variants": {"strange": {"help": attack, "options": {"odd": "other"}}},
                "notes": {"odd": attack},
                "labels": {"pile": attack, "stock": attack, "play": attack, "keep": attack},
                "phases": {"turn": {"help": attack}, "rearrange": {"help": attack}},
            },
            "change": {
                "labels": {"joker_played": attack, "rearrange": attack},
                "actions": {"play": {"help": attack}, "keep": {"help": attack}},
            },
        }
    )
