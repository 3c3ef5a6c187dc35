"""A ruleset that is saved while its games are at the table of `cardrules dev`: they go on under its rules.

Kinds of mistake: an open page keeps the rules before; a game is lost, or goes on under rules that do not allow its
moves, without a word; a broken file ends a game; what is kept is another game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import anyio
import pytest

from cardrules.cli.play.watching import Watch
from cardrules.table.developing import Development

from .conftest import PEOPLE, Served
from .test_changed_rules import BROKEN, OTHER, RULES, UNFIT

BOTS = {"who.0": "me", "who.1": "random", "name.0": "Kim"}
NARROW = RULES.replace("card: a card from hand}", "card: a card from hand where it has suit spades}")
"""Not all moves are possible any more."""


class Edited:
    """A server, and the file that its games are played by."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "layers.yaml"
        self.file.write_text(RULES, "utf-8")
        watch = Watch()
        watch.on([str(self.file)])
        self.served = Served(folder, (str(self.file),), practice=True)
        self.development = Development(watch.edited, lambda: ("1 test passed.",))

    def save(self, text: str) -> None:
        """Save the file, and let the games go on."""
        self.file.write_text(text, "utf-8")
        portal = self.served.client.portal
        assert portal is not None

        async def once() -> None:
            with anyio.move_on_after(60) as scope:
                await self.development.look_once(self.served.matches)
            assert not scope.cancelled_caught

        portal.call(once)

    def play(self, key: str, number: int) -> None:
        """Play the first legal moves, whoever is to move."""
        for _ in range(number):
            match = self.served.match(key)
            seat = match.state.current_player() or 0
            secret = match.record.seats[seat].key or ""
            self.served.do(secret, play=match.state.legal_actions()[0].text)

    def page(self, key: str) -> str:
        return unescape(self.served.client.get(f"/s/{key}").text)


@pytest.fixture
def edited(tmp_path: Path) -> Iterator[Edited]:
    found = Edited(tmp_path)
    with found.served.client:
        yield found


def test_a_game_goes_on_under_the_rules_that_were_saved(edited: Edited) -> None:
    key = edited.served.new("Layers", **PEOPLE)
    edited.play(key, 3)
    match, version = edited.served.match(key), edited.served.match(key).version
    before = match.state.game
    edited.save(OTHER)
    assert match.state.game is not before
    assert match.number == 3
    page = edited.page(key)
    assert "The game goes on after move 3." in page
    assert "1 test passed." in page
    answer = edited.served.client.get(f"/s/{key}", headers={"accept": "application/json"})
    assert "anew" not in answer.json() or answer.json()["version"] > version
    kept = edited.served.matches.store.read(match.record.id)
    assert kept is not None
    assert list(kept.actions) == [action.text for action in match.state.history()]
    assert json.loads(kept.rules or "") != {}
    edited.play(key, 1)
    assert match.number == 4


def test_an_open_page_is_told_to_load_again(edited: Edited) -> None:
    key = edited.served.new("Layers", **PEOPLE)
    edited.page(key)
    version = edited.served.match(key).version
    edited.save(OTHER)
    data = {"version": str(version), "do": "clear", "at": "0"}
    said = edited.served.client.post(f"/s/{key}", data=data, headers={"accept": "application/json"})
    assert said.json()["anew"] is True


def test_a_refused_move_is_told_and_tried_again(edited: Edited) -> None:
    key = edited.served.new("Layers", **PEOPLE)
    edited.play(key, 3)
    played = edited.served.match(key).state.history()
    edited.save(UNFIT)
    assert "is not legal any more" in edited.page(key)
    assert "The game stands at its beginning." in edited.page(key)
    assert edited.served.match(key).number == 0
    edited.save(RULES)
    assert [each.text for each in edited.served.match(key).state.history()] == [each.text for each in played]
    edited.save(UNFIT)
    match = edited.served.match(key)
    seat = match.state.current_player() or 0
    edited.served.do(match.record.seats[seat].key or "", play=match.state.legal_actions()[0].text)
    edited.save(UNFIT.replace("name: Layers", "name: Other layers"))
    assert edited.served.match(key).number == 1  # a person has moved: that is the game now


def test_bots_wait_where_a_move_of_theirs_was_refused(edited: Edited) -> None:
    key = edited.served.new("Layers", **BOTS)
    match = edited.served.match(key)
    while match.number < 4:
        if match.state.current_player() == 0:
            edited.play(key, 1)
        else:
            edited.page(key)
    edited.save(UNFIT)
    if match.state.current_player() == 0:  # then a person decides
        assert not match.stands
        return
    assert match.stands
    assert "Let the game go on from here" in edited.page(key)
    edited.served.do(key, do="ready")
    assert not match.stands
    assert "Let the game go on" not in edited.page(key)


@pytest.mark.parametrize("text", [BROKEN, "", "cardrules: ["])
def test_a_broken_file_leaves_the_game_as_it_was(edited: Edited, text: str) -> None:
    key = edited.served.new("Layers", **PEOPLE)
    edited.play(key, 2)
    edited.save(text)
    page = edited.page(key)
    assert "The game stays under the rules as they were." in page
    assert "layers.yaml" in page.partition("The rules<")[2]
    edited.play(key, 1)
    edited.save(RULES)
    assert "stays under" not in edited.page(key)
    assert edited.served.match(key).number == 3


def test_a_move_is_shown_as_a_scenario(edited: Edited) -> None:
    key = edited.served.new("Layers", **PEOPLE)
    client = edited.served.client
    assert "scenario" not in client.get(f"/s/{key}/log").text
    edited.play(key, 2)
    assert f"/s/{key}/scenario.yaml?move=2" in client.get(f"/s/{key}/log").text
    text = client.get(f"/s/{key}/scenario.yaml?move=2").text
    assert "play: put_down" in text
    for wrong in ("?move=3", "?move=0", "?move=x", ""):
        assert client.get(f"/s/{key}/scenario.yaml{wrong}").status_code == 404


def test_only_where_rules_are_written_all_may_be_told(tmp_path: Path) -> None:
    file = tmp_path / "layers.yaml"
    file.write_text(RULES, "utf-8")
    served = Served(tmp_path, (str(file),))
    with served.client:
        key = served.new("Layers", **PEOPLE)
        match = served.match(key)
        seat = match.state.current_player() or 0
        served.do(match.record.seats[seat].key or "", play=match.state.legal_actions()[0].text)
        assert served.client.get(f"/s/{key}/scenario.yaml?move=1").status_code == 404
        assert "scenario" not in served.client.get(f"/s/{key}/log").text
