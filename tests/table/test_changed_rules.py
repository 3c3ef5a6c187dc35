"""A ruleset that has changed under a game at the table: it is told, and the host decides.

Kind of mistake: a game goes on under other rules without a word, or is lost because of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import rules_of
from cardrules.table import thinking
from cardrules.table.store import VERSION, Record, Settings, Store

from .conftest import PEOPLE, Served

RULES = """\
cardrules: 1
name: Layers
summary: Lay cards away.
players: 2
deck: {ranks: 2 3 4 5, suits: spades hearts}
zones: {stock: {faces: hidden}, pile: {faces: shown}, hand: {each: player, faces: owner}}
deal: {do: deal 4 each to hand, after: add 1 to score of first of players}
phases: {turn: {players: in turn}}
actions:
  put_down: {phase: turn, choose: {card: a card from hand}, do: move card to pile}
effects: {out: {on: put_down, when: hand is empty, do: end deal}}
match: {deals: 2, winner: highest}
labels: {put_down: put}
"""
OTHER = RULES.replace("a card from hand}", "a card from hand where true}").replace(
    "add 1", "add 2"
)  # the same moves, with other scores
UNFIT = RULES.replace("put_down", "lay_down")

Begun = Callable[[str], Served]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "layers.yaml"
    found.write_text(RULES, "utf-8")
    return found


@pytest.fixture
def begun(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begun:
    def serve(rules: str) -> Served:
        """Begin a server anew, with the rules as they are now."""
        file.write_text(rules, "utf-8")

        @cache
        def loaded(name: str, players: int, variant: str | None, options: tuple[str, ...]) -> Rules:
            return rules_of(cardrules.load(name, players=players, variant=variant, settings=options))

        monkeypatch.setattr(thinking, "_loaded", loaded)
        return Served(tmp_path, (str(file),))

    return serve


@pytest.fixture
def left(begun: Begun) -> list[str]:
    """A game of two people that was left after three moves; their secrets."""
    served = begun(RULES)
    with served.client:
        key = served.client.post("/new/0", data=PEOPLE).url.path[3:]
        keys = [seat.key or "" for seat in served.match(key).record.seats]
        for _ in range(3):
            state = served.match(key).state
            seat = state.current_player() or 0
            served.do(keys[seat], play=state.legal_actions()[0].text)
    return keys


def test_who_opened_the_table_is_told_what_has_changed_and_decides(begun: Begun, left: list[str]) -> None:
    host, guest = left
    served = begun(OTHER)
    with served.client:
        page = served.client.get(f"/s/{host}")
        assert page.status_code == 409
        text = unescape(page.text)
        assert "The rules of Layers have changed" in text
        assert "<li>the deal</li>" in text
        assert "<li>the move put</li>" in text  # in the words of players
        assert "Go on with the new rules" in text
        waits = unescape(served.client.get(f"/s/{guest}").text)
        assert "Kim decides whether it goes on." in waits
        assert "go-on" not in waits
        for name in ("changes", "log", "rules"):
            assert served.client.get(f"/s/{guest}/{name}").status_code == 409
        moved = served.client.post(f"/s/{host}", data={"play": "put_down 2S"}, headers={"accept": "application/json"})
        assert (moved.status_code, moved.text[:9]) == (409, "The rules")
        assert served.client.post(f"/s/{guest}/go-on").status_code == 404
    again = begun(RULES)  # nothing is lost without a decision
    with again.client:
        assert again.client.get(f"/s/{host}").status_code == 200
        assert again.match(host).number == 3
    served = begun(OTHER)
    with served.client:
        assert served.client.post(f"/s/{host}/go-on").status_code == 200
        assert served.match(guest).number == 3
        assert "put" in served.client.get(f"/s/{guest}").text
    later = begun(OTHER)  # it is asked once
    with later.client:
        assert later.client.get(f"/s/{guest}").status_code == 200
    back = begun(RULES)  # and again if they change again
    with back.client:
        assert back.client.get(f"/s/{guest}").status_code == 409


def test_a_game_whose_moves_do_not_fit_is_kept(begun: Begun, left: list[str]) -> None:
    host = left[0]
    served = begun(UNFIT)
    with served.client:
        text = unescape(served.client.get(f"/s/{host}").text)
        assert "cannot go on" in text
        assert "Move 1, 'put_down" in text
        assert "<form" not in text
        assert served.client.post(f"/s/{host}/go-on").status_code == 409
    again = begun(RULES)
    with again.client:
        assert again.client.get(f"/s/{host}").status_code == 200
        assert again.match(host).number == 3


def test_other_words_alone_are_not_asked_about(begun: Begun, left: list[str]) -> None:
    served = begun(RULES.replace("put_down: put", "put_down: lay"))
    with served.client:
        assert served.client.get(f"/s/{left[0]}").status_code == 200


def test_a_file_of_an_older_version_is_read(begun: Begun, left: list[str], tmp_path: Path) -> None:
    """It does not say under which rules games were played; they go on, and then it says so."""
    database = sqlite3.connect(tmp_path / "t.sqlite")
    database.execute("ALTER TABLE game DROP COLUMN rules")
    database.execute("PRAGMA user_version = 1")
    database.close()
    served = begun(RULES)
    with served.client:
        assert served.client.get(f"/s/{left[0]}").status_code == 200
        assert served.match(left[0]).number == 3
    served = begun(OTHER)
    with served.client:
        assert served.client.get(f"/s/{left[0]}").status_code == 409


def test_files_of_later_versions_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    store.add(Record("a", Settings("scopa", 2, None, (), 1), (), "w", rules="{}"), 0)
    assert store.read("a") == Record("a", Settings("scopa", 2, None, (), 1), (), "w", rules="{}")
    store.close()
    database = sqlite3.connect(tmp_path / "t.sqlite")
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    with pytest.raises(cardrules.CardrulesError, match="another version"):
        Store(tmp_path / "t.sqlite")
