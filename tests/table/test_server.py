"""The server: what its pages show and do, and what it refuses."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.rulesets import known
from cardrules.table.board import story
from cardrules.table.lobby import entries
from cardrules.table.match import STYLE
from cardrules.table.store import Database, StoreError

from ..calling import call
from .conftest import PEOPLE, Served, hostile


def said(page: str) -> str:
    """Return what a page answers to what was done last."""
    found = re.search(r'role="status" aria-live="polite">([^<]*)<', page)
    return unescape(found[1]) if found else ""


def play_out(served: Served, keys: list[str], seed: int = 1) -> None:
    """Play at random until the game is over."""
    rng = Random(seed)
    match = served.match(keys[0])
    while not match.state.is_terminal():
        seat = match.state.current_player()
        assert seat is not None
        action = rng.choice(match.state.legal_actions()).text
        served.do(keys[seat], play=action)


def two(served: Served, title: str, **fields: str) -> list[str]:
    """Begin a game of two people; return their secrets."""
    key = served.new(title, **{**PEOPLE, **fields})
    return [seat.key or "" for seat in served.match(key).record.seats]


def test_the_first_page_lists_every_game(served: Served) -> None:
    page = served.client.get("/").text
    forms = re.findall(r'href="(/new/\d+)"', page)
    assert {served.client.get(each).status_code for each in forms[:2]} == {200}
    for entry in entries(known()):
        assert entry.title in unescape(page)
    assert "Go on playing" not in page
    two(served, "Gin Slaughtre")
    assert "Go on with Gin Slaughtre" in served.client.get("/").text


def test_a_game_of_two_people_to_its_end(served: Served) -> None:
    keys = two(served, "Scopa", players="2")
    play_out(served, keys)
    page = served.client.get(f"/s/{keys[0]}").text
    assert "You win!" in page or "Robin wins." in page or "Nobody wins." in page or "A draw" in page
    played = served.match(keys[0])
    assert len(played.record.seats) == 2
    assert len(served.matches.store.read(played.record.id).actions) == played.number  # type: ignore[union-attr]


def test_a_page_shows_only_what_its_seat_may_know(served: Served) -> None:
    keys = two(served, "Gin Rummy")
    state = served.match(keys[0]).state
    for seat, key in enumerate(keys):
        page = served.client.get(f"/s/{key}").text
        mine = state.observation(seat).cards("hand")
        theirs = state.observation(1 - seat).zones["hand"][1 - seat]
        shown = set(re.findall(r'data-key="card-(\w+)-\d"', page))
        assert set(mine) <= shown
        assert not set(theirs) & shown
    watch = served.match(keys[0]).record.watch
    shown = set(re.findall(r'data-key="card-(\w+)-\d"', served.client.get(f"/s/{watch}").text))
    assert len(shown) == 1  # the first card of the discards


def test_cards_are_tapped_and_put_back(served: Served) -> None:
    keys = two(served, "Gin Slaughtre")
    state = served.match(keys[0]).state
    seat = state.current_player()
    assert seat is not None
    card = state.observation(seat).cards("hand")[0]
    assert f'value="{card}" data-key="card-{card}-0" aria-pressed="true"' in served.do(keys[seat], tap=card)
    assert 'aria-pressed="true"' not in served.do(keys[seat], tap=card)
    assert "Put back" in served.do(keys[seat], tap=card)
    assert "Put back" not in served.do(keys[seat], do="clear")


TWINS = """
cardrules: 1
name: Twins
players: 2
deck: {ranks: "5", suits: clubs, packs: 8}
zones: {stock: {}, pile: {faces: shown}, hand: {each: player}}
deal: {do: deal 3 each to hand}
phases: {turn: {players: in turn}}
actions: {play: {phase: turn, choose: {c: 2 to 3 cards from hand}, do: actor wins}}
"""


def test_cards_that_look_the_same_are_picked_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS, "utf-8")
    served = Served(tmp_path, (str(file),))
    with served.client:
        keys = two(served, "Twins")
        seat = served.match(keys[0]).state.current_player() or 0
        key = keys[seat]
        pressed = [
            served.do(key, **tap).count('aria-pressed="true"')
            for tap in ({"tap": "5C"}, {"tap": "5C"}, {"tap": "5C"}, {"back": "5C"}, {"back": "5C"})
        ]
        assert pressed == [1, 2, 3, 2, 1]
        served.do(key, drop="5C", picked="yes")
        assert not served.match(key).state.is_terminal()
        served.do(key, drop="5C")
        assert served.match(key).state.is_terminal()


def test_a_second_tap_plays_the_card(served: Served) -> None:
    keys = two(served, "Gin Rummy")
    match = served.match(keys[0])
    while "discard" not in {action.verb for action in match.state.legal_actions()}:
        served.do(keys[match.state.current_player() or 0], play=match.state.legal_actions()[0].text)
    seat = match.state.current_player()
    assert seat is not None
    card = match.state.legal_actions()[0].text.split()[1]
    before = match.number
    served.do(keys[seat], tap=card)
    assert match.number == before
    served.do(keys[seat], tap=card)
    assert match.number in (before, before + 1)


def test_an_illegal_card_says_why(served: Served) -> None:
    key = served.new("Hearts", **{f"who.{seat}": "screen" for seat in range(1, 4)})
    match = served.match(key)
    rng = Random(3)
    while True:
        seat = match.state.current_player()
        assert seat is not None
        served.do(key, **{"as": str(seat)})
        legal = {action.text for action in match.state.legal_actions()}
        hand = match.state.observation(seat).cards("hand")
        wrong = [card for card in hand if f"play {card}" not in legal]
        if match.number > 4 and wrong:
            break
        served.do(key, play=rng.choice(sorted(legal)))
    answer = said(served.do(key, tap=wrong[0]))
    assert len(answer) > 20
    assert answer.endswith(".")


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"play": "play 5S"}, ""),
        ({"choose": "suit hearts"}, "That does not fit what you have chosen."),
        ({"do": "undo"}, "There is nothing to take back."),
        ({"at": "99", "play": "pass"}, "The table has changed meanwhile."),
        ({"name": "1"}, "A name begins with a letter and has at most 20 characters, unlike '1'."),
        ({"name": "you"}, "Nobody can be called 'you'."),
    ],
)
def test_what_is_wrong_gets_a_sentence(served: Served, fields: dict[str, str], answer: str) -> None:
    keys = two(served, "Gin Rummy")
    seat = served.match(keys[0]).state.current_player() or 0
    found = said(served.do(keys[seat], **fields))
    assert found == answer if answer else found.endswith(".")
    assert served.match(keys[0]).number == 0


def test_a_page_is_sent_only_what_has_changed(served: Served) -> None:
    keys = two(served, "Gin Slaughtre")
    match = served.match(keys[0])
    seat = match.state.current_player() or 0
    page = served.client.get(f"/s/{keys[seat]}").text
    shown = re.search(r'data-version="(\d+)"', page)
    assert shown is not None
    card = match.state.observation(seat).cards("hand")[0]

    def changes(known: str, **fields: str) -> dict[str, Any]:
        data = {"at": str(match.moment), "version": known, **fields}
        headers = {"accept": "application/json"}
        return served.client.post(f"/s/{keys[seat]}", data=data, headers=headers).json()

    first = changes(shown[1], tap=card)
    assert set(first["parts"]) == {"own", "choice"}
    assert f'value="{card}" data-key="card-{card}-0" aria-pressed="true"' in first["parts"]["own"]
    assert changes(str(first["version"]))["parts"] == {}
    assert "<form" in changes("")["board"]  # a page that tells nothing gets the whole table
    assert "<form" in changes("9" * 17)["board"]


def test_it_is_not_your_turn(served: Served) -> None:
    keys = two(served, "Gin Rummy")
    seat = served.match(keys[0]).state.current_player() or 0
    assert said(served.do(keys[1 - seat], play="pass")) == "It is not your turn."
    watch = served.match(keys[0]).record.watch
    assert said(served.do(watch, play="pass")) == "You are watching; the players move."


def test_undo_takes_back_what_showed_nothing(served: Served) -> None:
    keys = two(served, "Durak", players="2")
    match = served.match(keys[0])
    seat = match.state.current_player() or 0
    action = match.state.legal_actions()[0].text
    served.do(keys[seat], play=action)
    answer = said(served.do(keys[seat], do="undo"))
    assert answer == "Taken back." or "cannot be taken back" in answer
    other = 1 - seat
    assert said(served.do(keys[other], do="undo"))  # the other one has moved, or nothing is there


def test_bots_play_and_give_hints(served: Served) -> None:
    key = served.new("Gin Slaughtre", **{"who.1": "random"})
    match = served.match(key)
    rng = Random(1)
    until = time.monotonic() + 60
    while match.number < 10 and not match.state.is_terminal() and time.monotonic() < until:
        if match.state.current_player() == 0:
            if match.number < 3:
                assert "A bot would choose <strong>" in served.do(key, do="hint")
            served.do(key, play=rng.choice(match.state.legal_actions()).text)
        else:
            time.sleep(0.02)  # the server runs in a thread of its own
    assert match.number >= 10


def test_a_sentence_of_the_story_is_one_line_of_the_page() -> None:
    """The terminal cuts long lines; a page does so by itself."""
    game = cardrules.Game(Rules(load_text(hostile("W" * 70)), "long.yaml"))
    state, chance = game.new_initial_state(1), Random(1)
    for _ in range(30):
        state.apply_action(chance.choice(state.legal_actions()))
    painter = Painter(rules_of(game), Players.named(("human", "human")), STYLE)
    lines = list(story(state, painter, 0, 0))
    assert any(f"from the {'W' * 70} to" in line for line in lines)
    assert not any(line.startswith("W") for line in lines)


def test_an_onlooker_is_told_what_everybody_saw(served: Served) -> None:
    key = served.new("Hearts", **{f"who.{seat}": "link" for seat in range(1, 4)})
    match = served.match(key)
    keys = [seat.key or "" for seat in match.record.seats]
    page = ""
    for number in range(9):
        seat = match.state.current_player() or 0
        served.do(keys[seat], play=match.state.legal_actions()[0].text)
        page = unescape(served.client.get(f"/s/{match.record.watch}").text)
        if number == 2:
            assert "have chosen in secret" in page or "has chosen in secret" in page
            assert ": pass " not in page
    assert re.search(r"Anna|Ben|Clara|David", page)
    assert "takes the trick" in page
    assert "You" not in page.partition('id="board"')[2].replace("Your choice", "")
    hidden = match.state.observation(0).zones["hand"][0]
    assert not set(re.findall(r'data-key="card-(\w+)-\d"', page)) & set(hidden)


def test_the_rulebook_marks_what_applies_now(served: Served) -> None:
    first = served.new("Hearts", **{f"who.{seat}": "link" for seat in range(1, 4)})
    match = served.match(first)
    key = match.record.seats[match.state.current_player() or 0].key
    rule = re.search(r'data-rule="([^"]+)"', served.client.get(f"/s/{key}").text)
    assert rule is not None
    page = served.client.get(f"/s/{key}/{unescape(rule[1])}").text
    section = page.partition('<div id="now">')[2].partition("</div>")[0]
    assert "<h3>Passing</h3>" in section
    assert '<li class="now"><strong>Pass</strong>' in section
    assert 'id="now"' not in served.client.get(f"/s/{key}/rules").text
    wild = served.client.get(f"/s/{key}/rules?step=<script>&moves=<b>+a").text
    assert "<script>" not in wild


def patience(served: Served) -> str:
    """Begin games until one has a sequence that can be carried; most have one at once."""
    for _ in range(30):
        key = served.new("Klondike")
        state = served.match(key).state
        for _ in range(5):
            if "carry" in {action.verb for action in state.legal_actions()}:
                return key
            served.do(key, play="draw")
    pytest.fail("no game of thirty has a sequence that can be carried")


def test_a_card_that_is_dropped_is_played(served: Served) -> None:
    key = patience(served)
    match = served.match(key)
    _, pile, card = next(action.text.split() for action in match.state.legal_actions() if action.verb == "carry")
    before = match.number
    assert said(served.do(key, drop=card, onto="pile:columns #99")) == "It does not fit there."
    served.do(key, do="clear")
    assert match.number == before
    assert said(served.do(key, drop=card, onto=f"pile:foundations {pile}"))
    served.do(key, do="clear")
    served.do(key, drop=card, onto=f"pile:columns {pile}")
    assert match.number == before + 1
    hidden = match.state.open_observation().cards("stock")[0]
    assert not said(served.do(key, drop=hidden))


def test_several_people_share_a_screen(served: Served) -> None:
    key = served.new("Gin Slaughtre", **{"who.1": "screen"})
    match = served.match(key)
    seat = match.state.current_player()
    name = match.painter.players.names[seat or 0]
    page = served.client.get(f"/s/{key}").text
    assert f"Pass the screen to {name}." in page
    assert 'data-key="card-' not in page
    page = served.do(key, **{"as": str(seat)})
    assert 'data-key="card-' in page


def test_a_server_that_was_killed_finds_its_games(tmp_path: Path) -> None:
    first = Served(tmp_path)
    with first.client:
        keys = two(first, "Gin Slaughtre")
        match = first.match(keys[0])
        for _ in range(9):
            seat = match.state.current_player() or 0
            first.do(keys[seat], play=match.state.legal_actions()[0].text)
    second = Served(tmp_path)
    with second.client:
        second.client.get(f"/s/{keys[0]}")
        assert second.match(keys[0]).state == match.state


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    first = Database(tmp_path / "t.sqlite")
    with pytest.raises(StoreError, match=r"another server uses it\. Stop that server"):
        Database(tmp_path / "t.sqlite")
    first.close()
    Database(tmp_path / "t.sqlite").close()


@pytest.mark.parametrize("content", [b"", b"no database", bytes(range(256)) * 40])
def test_a_file_that_is_no_store(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.sqlite"
    path.write_bytes(content)
    if content:
        with pytest.raises(StoreError, match="is not a file of games"):
            Database(path)
    else:
        Database(path).close()


def test_play_again_and_the_finished_game(served: Served, tmp_path: Path) -> None:
    keys = two(served, "Love Letter", players="2")
    assert served.client.get(f"/s/{keys[0]}/replay").status_code == 404
    play_out(served, keys)
    match = served.match(keys[0])
    page = served.client.get(f"/s/{keys[0]}/replay?move=1").text
    assert "Next" in page
    closed = served.client.get(f"/s/{keys[0]}/replay?move=1&as=1").text
    assert page.count('data-key="back-') < closed.count('data-key="back-')
    whole = served.client.get(f"/s/{keys[0]}/replay.html").text
    assert whole.count('<section class="move"') == match.number + 1
    assert "src=" not in whole
    assert "http" not in whole.replace("http://www.w3.org", "")
    suite = served.client.get(f"/s/{keys[0]}/scenario.yaml").text
    assert yaml.safe_load(suite)["ruleset"] == "love_letter"
    (tmp_path / "suite.yaml").write_text(suite)
    done = call(["test", "suite.yaml"], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Play again" in served.client.get(f"/s/{keys[1]}").text
    first = served.client.post(f"/s/{keys[0]}", data={"do": "again"}).url.path
    assert "Join the next game" in served.client.get(f"/s/{keys[1]}").text
    second = served.client.post(f"/s/{keys[1]}", data={"do": "again"}).url.path
    assert first != second
    assert served.match(first[3:]).record.id == served.match(second[3:]).record.id
    assert served.match(first[3:]).number == 0


@pytest.mark.parametrize("title", ["Hearts", "Scopa", "Gin Slaughtre", "Durak"])
def test_a_page_marks_the_cards_that_can_be_chosen(served: Served, title: str) -> None:
    """And no others: those of the legal moves, and with one of them chosen those that go with it."""
    key = served.new(title, **{f"who.{seat}": "screen" for seat in range(1, 4)})
    match, rng = served.match(key), Random(2)
    for _ in range(12):
        seat = match.state.current_player() or 0
        served.do(key, **{"as": str(seat)})
        legal = [set(re.findall(r"\b(?:[2-9TJQKA][A-Z]|Jo)\b", each.text)) for each in match.state.legal_actions()]
        page = served.client.get(f"/s/{key}").text
        marked = re.findall(r'<button class="card fits(?: new)?"[^>]* value="(\w+)"', page)
        plain = re.findall(r'<button class="card(?: new)?"[^>]* value="(\w+)"', page)
        assert marked or not any(legal)
        assert set(marked) == set[str]().union(*legal) & {*marked, *plain}
        fitting = re.findall(r'<button class="card fits(?: new)?"[^>]*>', page)
        assert all("not possible now" not in each for each in fitting)
        served.do(key, play=rng.choice(match.state.legal_actions()).text)


def test_a_scenario_has_the_options_that_were_chosen(served: Served, tmp_path: Path) -> None:
    given = {"players": "2", "variant": "asso", "option.target": "2"}
    keys = two(served, "Scopa", **given)
    play_out(served, keys)
    suite = served.client.get(f"/s/{keys[0]}/scenario.yaml").text
    scenario = yaml.safe_load(suite)["scenarios"]["a-game-at-the-table"]
    assert scenario["options"] == {"target": 2}
    assert (scenario["players"], scenario["variant"]) == (2, "asso")
    (tmp_path / "suite.yaml").write_text(suite)
    done = call(["test", "suite.yaml"], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


# ------------------------------------------------------------------------------------ strangers


def test_a_ruleset_cannot_add_markup(tmp_path: Path) -> None:
    attack = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'{{7*7}}"
    path = tmp_path / "attack.yaml"
    path.write_text(hostile(attack))
    served = Served(tmp_path, (str(path),))
    with served.client:
        lobby, form = served.client.get("/").text, served.client.get("/new/0?variant=strange").text
        key = served.client.post("/new/0", data=PEOPLE).url.path[3:]
        match = served.match(key)
        keys = [seat.key or "" for seat in match.record.seats]
        door = served.client.get(f"/s/{keys[1]}").text
        served.sit(keys[1])
        asked = served.client.get(f"/s/{keys[match.state.current_player() or 0]}").text
        for _ in range(2):
            seat = match.state.current_player() or 0
            served.do(keys[seat], play=match.state.legal_actions()[0].text)
        headers = {"accept": "application/json"}
        turn = served.client.post(f"/s/{key}", data={}, headers=headers).text
        rules, log = (served.client.get(f"/s/{key}/{name}").text for name in ("rules", "log"))
        while not match.state.is_terminal():
            seat = match.state.current_player() or 0
            served.do(keys[seat], play=match.state.legal_actions()[-1].text)
        replay = served.client.get(f"/s/{key}/replay?move=2").text
        whole = served.client.get(f"/s/{key}/replay.html").text
    for name, page in {
        "lobby": lobby,
        "form": form,
        "door": door,
        "asked": asked,
        "turn": turn,
        "rules": rules,
        "log": log,
        "replay": replay,
        "whole": whole,
    }.items():
        assert "&lt;script&gt;alert(1)" in page, name  # it is there, as text
        assert "<script>alert" not in page, name
        assert "<img" not in page, name
        assert "{{7*7}}" in page, name


def test_answers_forbid_the_browser_what_pages_do_not_need(served: Served) -> None:
    headers = served.client.get("/").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'self'" in headers["content-security-policy"]


def test_a_table_in_a_frame_of_another_page(tmp_path: Path) -> None:
    served = Served(tmp_path, ("gin_slaughtre",), embedded=True)
    with served.client:
        key = served.new("Gin Slaughtre")
        for page in ("/", f"/s/{key}", f"/s/{key}/rules"):
            policy = served.client.get(page).headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors" not in policy
        cookie = served.browser("").post("/new/0", follow_redirects=False).headers["set-cookie"]
        assert all(each in cookie for each in ("SameSite=None", "Secure", "HttpOnly", "Partitioned"))
        elsewhere = served.client.post("/new/0", headers={"origin": "https://elsewhere.example"})
        assert elsewhere.status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "elsewhere.example"}, 421),
        ({"content-length": "9999999"}, 413),
        # Hosts whose names only begin or end as the server's own, or are its own at another port.
        ({"origin": "http://evil.testserver"}, 403),
        ({"origin": "http://eviltestserver"}, 403),
        ({"origin": "http://testserver.evil.example"}, 403),
        ({"origin": "http://evil.example/testserver"}, 403),
        ({"origin": "http://testserver@evil.example"}, 403),
        ({"origin": "http://testserver:81"}, 403),
        ({"origin": "testserver"}, 403),
        ({"origin": ""}, 403),
        ({"host": "evil.testserver"}, 421),
        ({"host": "testserver.evil.example"}, 421),
        ({"origin": "http://testserver"}, 404),
    ],
)
def test_requests_of_strangers(served: Served, headers: dict[str, str], status: int) -> None:
    answer = served.client.post("/s/unknown", content=b"do=undo", headers=headers)
    assert answer.status_code == status
    assert len(answer.text) < 2000


def test_a_wrong_secret_opens_nothing(served: Served) -> None:
    keys = two(served, "Gin Rummy")
    for wrong in (keys[0][:-1], keys[0] + "A", "../" + keys[0], "%00", "' OR 1=1 --"):
        assert served.client.get(f"/s/{wrong}").status_code in (404, 405)
    assert served.client.get("/static/../app.py").status_code == 404


@pytest.mark.parametrize(("method", "most"), [("POST", 6), ("GET", 24)])
def test_requests_are_limited_on_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, most: int
) -> None:
    monkeypatch.setattr("cardrules.table.guard._AT_ONCE", 6.0)
    monkeypatch.setattr("cardrules.table.guard._PER_SECOND", 0.0)
    served = Served(tmp_path, shared=True)
    with served.client:
        codes = [served.client.request(method, "/s/unknown").status_code for _ in range(most + 3)]
    assert codes == [404] * most + [429] * 3


def test_the_pages_of_a_game_are_limited(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    key = served.new("Scopa")
    monkeypatch.setattr("cardrules.table.app._MOST_READERS", 0)
    assert served.client.get(f"/s/{key}/changes").status_code == 503


def test_wrong_forms_of_the_lobby(served: Served) -> None:
    for fields, answer in (
        ({"players": "77"}, "players"),
        ({"who.1": "mybot.py:Bot"}, "There is no player 'mybot.py:Bot'."),
        ({"option.refill_to": "many"}, "refill_to"),
        ({"name.0": "x" * 50}, "A name begins with a letter"),
        ({"variant": "nonsense"}, "nonsense"),
    ):
        page = served.client.get("/").text
        number = re.search(r'/new/(\d+)"><strong>Gin Slaughtre<', page)
        assert number is not None
        found = served.client.post(f"/new/{number[1]}", data=fields)
        assert found.status_code == 400
        assert answer in unescape(found.text)


@pytest.mark.soak
def test_every_game_can_be_begun(served: Served, amount: Callable[[int, int], int]) -> None:
    for entry in entries(known())[:: amount(8, 1)]:
        key = served.new(entry.title)
        page = served.client.get(f"/s/{key}").text
        assert f"<strong>{entry.title}</strong>" in unescape(page)


def test_who_is_out_of_the_deal_is_marked(served: Served) -> None:
    key = served.new("Texas Hold'em", **{f"who.{seat}": "screen" for seat in range(1, 4)})
    match = served.match(key)
    page = ""
    for action in ("call", "fold"):
        assert "out of this deal" not in page
        page = served.do(key, **{"as": str(match.state.current_player())})
        served.do(key, play=action)
    page = served.do(key, **{"as": str(match.state.current_player())})
    assert page.count("<span>out of this deal</span>") == 1


def test_a_summary_and_the_scores_show_half_points(tmp_path: Path) -> None:
    served = Served(tmp_path, (str(Path(__file__).parents[1] / "games" / "half_points.yaml"),))
    with served.client:
        key = served.new("Half points", **PEOPLE)
        match = served.match(key)
        keys = [seat.key or "" for seat in match.record.seats]
        match.view(key).readers = 1  # a page that is open
        while match.state.position.deal == 1 and not match.state.is_terminal():
            served.do(keys[match.state.current_player() or 0], play=match.state.legal_actions()[0].text)
        page = unescape(served.client.get(f"/s/{key}").text)
        assert 'class="summary"' in page
        cells = re.findall(r"<td>(?:<strong>)?([-−+\d½.]+)<", page)
        assert any("½" in cell for cell in cells)
        assert not any(".5" in cell for cell in cells)
