"""A ruleset that is edited, while the table's server runs or between two of its runs.

Kinds of mistake: a game goes on under other rules without a word, or is lost because of them; a game
begins under rules that its file does not say any more.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of
from cardrules.table.loading import load
from cardrules.table.store import VERSION, Database, Record, Settings

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
def begun(file: Path, tmp_path: Path) -> Begun:
    def serve(rules: str) -> Served:
        """Begin a server anew, with the rules as they are now."""
        file.write_text(rules, "utf-8")
        return Served(tmp_path, (str(file),))

    return serve


@pytest.fixture
def left(begun: Begun) -> list[str]:
    """A game of two people that was left after three moves; their secrets."""
    served = begun(RULES)
    with served.client:
        key = served.client.post("/new/0", data=PEOPLE).url.path[3:]
        keys = [seat.key or "" for seat in served.match(key).record.seats]
        served.sit(keys[1])
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
    for index in ("seat_holder", "game_watch", "game_maker"):
        database.execute(f"DROP INDEX {index}")
    for column in (
        "game DROP COLUMN rules",
        "game DROP COLUMN maker",
        "game DROP COLUMN turn",
        "seat DROP COLUMN holder",
    ):
        database.execute(f"ALTER TABLE {column}")
    database.execute("PRAGMA user_version = 1")
    database.close()
    served = begun(RULES)
    with served.client:
        assert "The seat of Kim is free." in served.client.get(f"/s/{left[0]}").text  # nor who sits where
        assert re.search(r": put \d[♠♥]", served.sit(left[0]))
        assert served.match(left[0]).number == 3
    served = begun(OTHER)
    with served.client:
        assert served.client.get(f"/s/{left[0]}").status_code == 409


def test_files_of_later_versions_are_refused(tmp_path: Path) -> None:
    store = Database(tmp_path / "t.sqlite")
    store.add(Record("a", Settings("scopa", 2, None, (), 1), (), "w", rules="{}"), 0)
    assert store.read("a") == Record("a", Settings("scopa", 2, None, (), 1), (), "w", rules="{}")
    store.close()
    database = sqlite3.connect(tmp_path / "t.sqlite")
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    with pytest.raises(cardrules.CardrulesError, match="another version"):
        Database(tmp_path / "t.sqlite")


# ------------------------------------------------------------------------ while the server runs

BROKEN = RULES.replace("do: move card to pile", "do: move crad to pile")
BOTS = {"who.0": "me", "who.1": "random", "name.0": "Kim"}


@pytest.fixture
def serving(begun: Begun) -> Iterator[Served]:
    served = begun(RULES)
    with served.client:
        yield served


def added(served: Served, key: str) -> int:
    """Return what the deal scores, of which there are two versions."""
    text = served.client.get(f"/s/{key}/rules").text
    found = re.search(r"scores? (\d)|(\d) points?", unescape(text))
    assert found is not None, text
    return int(found[1] or found[2])


def test_a_new_game_has_the_rules_as_the_file_says_them_now(serving: Served, file: Path) -> None:
    before = serving.new("Layers", **PEOPLE)
    file.write_text(OTHER.replace("name: Layers", "name: More layers"), "utf-8")
    after = serving.new("More layers", **PEOPLE)
    assert (added(serving, before), added(serving, after)) == (1, 2)  # the game in play keeps its own
    file.write_text(RULES, "utf-8")
    assert added(serving, serving.new("Layers", **PEOPLE)) == 1


def test_a_parent_that_is_edited_changes_its_children(begun: Begun, file: Path, tmp_path: Path) -> None:
    child = tmp_path / "child.yaml"
    child.write_text("cardrules: 1\nextends: ./layers.yaml\nname: Child\n", "utf-8")
    file.write_text(RULES, "utf-8")
    served = Served(tmp_path, (str(child),))
    with served.client:
        before = served.new("Child", **PEOPLE)
        file.write_text(OTHER, "utf-8")
        assert (added(served, before), added(served, served.new("Child", **PEOPLE))) == (1, 2)


def test_bots_think_under_the_rules_of_their_game(serving: Served, file: Path) -> None:
    """Also a worker that begins after the edit, and has not read the file before."""
    key = serving.new("Layers", **BOTS)
    file.write_text(UNFIT, "utf-8")
    match = serving.match(key)
    while not match.state.is_terminal() and not match.error:
        if match.state.current_player() == 0:
            serving.do(key, play=match.state.legal_actions()[0].text)
        else:
            serving.client.get(f"/s/{key}")
    assert match.error == ""
    assert match.state.is_terminal()


def test_a_broken_edit_is_told_and_nothing_begins_under_it(serving: Served, file: Path) -> None:
    played = serving.new("Layers", **PEOPLE)
    file.write_text(BROKEN, "utf-8")
    line = 1 + BROKEN[: BROKEN.index("crad")].count("\n")
    told = f"layers.yaml, line {line}: "
    lobby = unescape(serving.client.get("/").text)
    assert told in lobby
    assert "'crad'" in lobby
    assert "/new/0" not in lobby
    for answer in (serving.client.get("/new/0"), serving.client.post("/new/0", data=PEOPLE)):
        assert answer.status_code == 409
        assert told in unescape(answer.text)
        assert str(file.parent) not in answer.text
    assert serving.client.get(f"/s/{played}").status_code == 200  # the game in play goes on
    state = serving.match(played).state
    secret = serving.match(played).record.seats[state.current_player() or 0].key or ""
    serving.do(secret, play=state.legal_actions()[0].text)
    assert serving.match(played).number == 1
    file.write_text(RULES, "utf-8")
    assert serving.new("Layers", **PEOPLE)


def test_the_next_game_at_a_table_has_the_edited_rules(serving: Served, file: Path) -> None:
    key = serving.new("Layers", **PEOPLE)
    match = serving.match(key)
    while not match.state.is_terminal():
        secret = match.record.seats[match.state.current_player() or 0].key or ""
        serving.do(secret, play=match.state.legal_actions()[0].text)
    file.write_text(BROKEN, "utf-8")
    assert "layers.yaml, line " in serving.do(key, do="again")
    said = serving.client.post(
        f"/s/{key}", data={"at": str(match.moment), "do": "again"}, headers={"accept": "application/json"}
    )
    assert "layers.yaml, line " in said.json()["said"]
    file.write_text(OTHER, "utf-8")
    serving.do(key, do="again")
    after = next(each for each in serving.matches.store.latest(1))
    assert after == match.record.next
    assert added(serving, match.record.seats[0].key or "") == 1
    record = serving.matches.store.read(after)
    assert record is not None
    assert added(serving, record.seats[0].key or "") == 2


def test_a_list_that_changes_leads_to_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The links of a page that is open lead where they led, whatever files come, break or go."""
    (folder := tmp_path / "rules").mkdir()
    (folder / "mmm.yaml").write_text(RULES.replace("Layers", "Middle"), "utf-8")
    monkeypatch.setenv("CARDRULES_PATH", str(folder))
    served = Served(tmp_path)
    with served.client:
        page = served.client.get("/").text
        link = re.search(r'(/new/\d+)"><strong>Middle<', page)
        assert link is not None
        (folder / "aaa.yaml").write_text(RULES.replace("Layers", "First"), "utf-8")
        assert ">First<" in served.client.get("/").text
        assert "<h1>Middle</h1>" in served.client.get(link[1]).text


def test_a_ruleset_is_read_once_as_long_as_it_is_not_edited(file: Path) -> None:
    settings = Settings(str(file), 2, None, (), 1)
    first = load(settings)
    assert load(settings) is first
    file.write_text(OTHER, "utf-8")
    second = load(settings)
    assert second is not first
    assert load(settings) is second
    assert second.origin == rules_of(cardrules.load(file)).origin
    file.unlink()
    with pytest.raises(cardrules.CardrulesError):
        load(settings)
    file.write_text(RULES, "utf-8")
    assert load(settings).origin == first.origin
