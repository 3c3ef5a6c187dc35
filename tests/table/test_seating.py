"""Seats at the table: who may sit where, bots that play for people, and the links that are passed on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cardrules.interpreter.presentation.players import HUMAN
from cardrules.table.guard import LOCAL
from cardrules.table.links import Links
from cardrules.table.match import Match

from .conftest import PEOPLE, Served

THREE = {**PEOPLE, "who.2": "link", "name.2": "Mira"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Served:
    """A server that others can reach, and that is in no hurry to find that they ask too often."""
    monkeypatch.setattr("cardrules.table.guard._AT_ONCE", 1e6)
    return Served(tmp_path, ("gin_slaughtre", "scopa"), shared=True)


def begun(served: Served, **fields: str) -> tuple[Match, list[str]]:
    """Begin a game whose other people have not come yet; return it, and the secrets of its seats."""
    key = served.client.post("/new/0", data={**PEOPLE, **fields}).url.path.removeprefix("/s/")
    match = served.match(key)
    return match, [seat.key or "" for seat in match.record.seats]


def arranged(served: Served, key: str, what: str, client: TestClient | None = None) -> str:
    """Press a button of the sheet of players; return the answer."""
    answer = (client or served.client).post(f"/s/{key}", data={"seat": what}, headers={"accept": "application/json"})
    return answer.text


def test_a_link_is_taken_once(table: Served) -> None:
    with table.client:
        _, (own, robin) = begun(table)
        second, third = table.browser("b"), table.browser("c")
        page = second.get(f"/s/{robin}")
        assert (page.status_code, "Sit down" in page.text) == (200, True)
        assert "data-key" not in page.text  # nothing of the game
        assert "The seat of Robin is free." in third.get(f"/s/{robin}").text  # to look takes nothing
        assert 'id="board"' in table.sit(robin, second, name="Bobby")
        refused = third.get(f"/s/{robin}")
        text = unescape(refused.text)
        assert refused.status_code == 403
        assert "Somebody sits at the seat of Bobby already, at another browser. Kim can free the seat" in text
        watch = re.search(r'href="(/s/[^"]+)">Watch instead', refused.text)
        assert watch is not None
        assert 'id="board"' in third.get(watch[1]).text
        assert "Sit down" not in refused.text
        assert "at another browser" in third.post(f"/s/{robin}/sit").text
        for name in ("", "/log", "/rules", "/changes", "/replay"):
            assert third.get(f"/s/{robin}{name}").status_code == 403
        assert third.post(f"/s/{robin}", data={"do": "undo"}).status_code == 403
        assert 'id="board"' in second.get(f"/s/{robin}").text
        assert table.client.get(f"/s/{robin}").status_code == 403  # nor may the maker look into the hand
        assert third.get(f"/s/{own}").status_code == 403


def test_to_look_at_a_link_takes_no_seat(table: Served) -> None:
    """Programs of chats do so for a preview: without cookies, with GET and HEAD."""
    with table.client:
        match, (_, robin) = begun(table)
        preview = TestClient(table.application.asgi)
        answer = preview.get(f"/s/{robin}")
        assert preview.head(f"/s/{robin}").status_code == 200
        assert "set-cookie" not in answer.headers
        assert match.record.seats[1].holder is None


def test_the_cookie_is_long_random_and_closed_to_scripts(table: Served) -> None:
    with table.client:
        match, (_, robin) = begun(table)
        found: list[str] = []
        for number in range(2):
            if number:
                arranged(table, match.record.host, "free 1")
            client = TestClient(table.application.asgi, base_url="https://testserver", follow_redirects=False)
            cookie = client.post(f"/s/{robin}/sit").headers["set-cookie"]
            found += re.findall(r"cardrules=([\w-]{43});", cookie)
            assert all(each in cookie.lower() for each in ("httponly", "samesite=lax", "path=/", "secure", "max-age"))
        assert len({*found}) == 2
        assert found[1] not in str(match.record)  # the store cannot tell who comes
        for wrong in ("", "x", found[1][:-1], 43 * "_", 44 * "a"):
            stranger = TestClient(table.application.asgi, cookies={"cardrules": wrong})
            assert stranger.get(f"/s/{robin}").status_code == 403


def test_seats_outlast_the_server(tmp_path: Path) -> None:
    first = Served(tmp_path, ("gin_slaughtre",), shared=True)
    with first.client:
        match, (own, robin) = begun(first)
        first.sit(robin, first.browser("b"))
        arranged(first, own, "bot 1")
        before = match.record.seats
    again = Served(tmp_path, ("gin_slaughtre",), shared=True)
    with again.client:
        assert again.client.get(f"/s/{own}").status_code == 200
        assert again.match(own).record.seats == before
        assert "A bot plays for you." in again.browser("b").get(f"/s/{robin}").text
        assert again.browser("c").get(f"/s/{robin}").status_code == 403


def test_the_maker_frees_a_seat(table: Served) -> None:
    with table.client:
        match, (own, robin) = begun(table)
        second, third = table.browser("b"), table.browser("c")
        table.sit(robin, second)
        assert "cannot be done" in arranged(table, robin, "free 0", second)
        arranged(table, own, "free 1")
        assert second.get(f"/s/{robin}/changes").status_code == 409 or match.record.seats[1].holder is None
        assert "The seat of Robin is free" in second.get(f"/s/{robin}").text
        assert 'id="board"' in table.sit(robin, third)
        assert second.get(f"/s/{robin}").status_code == 403


def test_a_person_gets_up(table: Served) -> None:
    with table.client:
        _, (own, robin) = begun(table)
        second = table.browser("b")
        table.sit(robin, second)
        left = second.post(f"/s/{robin}", data={"seat": "free 1"})
        assert "The seat of Robin is free" in left.text
        assert 'id="board"' in table.sit(robin, table.browser("c"))
        assert "The seat of Kim is free" in table.client.post(f"/s/{own}", data={"seat": "free 0"}).text
        assert 'id="board"' in table.sit(own, table.browser("d"))  # the maker goes on at another browser


def until(holds: Callable[[], object]) -> None:
    """Wait for something that happens in the server."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_bot_plays_for_a_person_and_gives_the_seat_back(table: Served) -> None:
    with table.client:
        match, (own, robin) = begun(table)
        second = table.browser("b")
        assert "not here yet" in table.client.get(f"/s/{own}").text
        arranged(table, own, "bot 1")  # nobody has come: the link stays open

        def play(count: int) -> None:
            """Play so many moves of the maker's; the bot does the rest."""
            for _ in range(count):
                until(lambda: match.state.current_player() == 0)
                table.do(own, play=match.state.legal_actions()[0].text)

        play(2)
        assert "a bot plays there for now" in second.get(f"/s/{robin}").text
        assert match.record.seats[1].kind == "normal"
        table.sit(robin, second)
        assert match.record.seats[1].kind == HUMAN
        while match.state.current_player() == 0:  # the bot may have come to the end of its turn
            play(1)
        assert match.state.current_player() == 1
        text = unescape(table.client.get(f"/s/{own}").text)
        assert "Waiting for Robin, who is away." in text
        moves = match.number
        arranged(table, own, "bot 1")
        until(lambda: match.number > moves)
        play(1)
        page = second.get(f"/s/{robin}").text
        assert "A bot plays for you." in page
        assert 'class="card fits' not in page
        action = match.state.legal_actions()[0].text
        second.post(f"/s/{robin}", data={"at": str(match.moment), "play": action})
        arranged(table, robin, "person 1", second)
        assert match.record.seats[1].kind == HUMAN
        assert "A bot plays for you." not in second.get(f"/s/{robin}").text


def test_no_bot_is_put_in_the_place_of_somebody_who_is_there(table: Served) -> None:
    with table.client:
        match, (own, robin) = begun(table)
        table.sit(robin, table.browser("b"))
        match._present.add(robin)  # type: ignore[reportPrivateUsage]  # an open page
        assert "cannot be done" in arranged(table, own, "bot 1")
        arranged(table, own, "bot 0")  # but in one's own
        assert match.record.seats[0].kind == "normal"


def test_somebody_is_invited_to_the_seat_of_a_bot(table: Served) -> None:
    with table.client:
        key = table.client.post("/new/0", data={"who.1": "random"}).url.path.removeprefix("/s/")
        match = table.match(key)
        assert match.record.seats[1].key is None
        arranged(table, key, "invite 1")
        link = match.record.seats[1].key
        assert link is not None
        assert f"http://testserver/s/{link}" in table.client.get(f"/s/{key}").text
        table.sit(link, table.browser("b"), name="Mira")
        assert (match.record.seats[1].kind, match.record.seats[1].name) == (HUMAN, "Mira")


@pytest.mark.parametrize("what", ["bot 1", "free 1", "invite 1", "person 0", "free 9", "", "bot -1", "burn 1"])
def test_only_the_maker_arranges_seats(table: Served, what: str) -> None:
    with table.client:
        match, (_, robin) = begun(table)
        table.sit(robin, table.browser("b"))
        before = match.record
        for key, client in ((match.record.watch, table.browser("c")), (robin, table.browser("b"))):
            if what == "free 1" and key == robin:
                continue  # to get up
            if what == "bot 1" and key == robin:
                continue  # to let a bot play for oneself
            assert "cannot be done" in arranged(table, key, what, client)
        assert match.record == before


def test_two_people_have_different_names(table: Served) -> None:
    with table.client:
        _, (_, robin) = begun(table)
        second = table.browser("b")
        assert "Two players have the same name" in table.sit(robin, second, name="kim")
        assert "A name begins with a letter" in table.sit(robin, second, name="<b>")
        assert "<b>" not in table.sit(robin, second, name="<b>")
        assert 'id="board"' in table.sit(robin, second, name="Mira")


def test_the_next_game_turns_the_seats(table: Served) -> None:
    with table.client:
        match, (own, robin) = begun(table)
        second = table.browser("b")
        table.sit(robin, second)
        clients = {0: table.client, 1: second}
        while not match.state.is_terminal():
            seat = match.state.current_player() or 0
            data = {"at": str(match.moment), "play": match.state.legal_actions()[-1].text}
            clients[seat].post(f"/s/{match.record.seats[seat].key}", data=data)
        first = table.client.post(f"/s/{own}", data={"do": "again"}).url.path.removeprefix("/s/")
        joined = second.post(f"/s/{robin}", data={"do": "again"})
        assert 'id="board"' in joined.text
        after = table.match(first)
        assert [seat.name for seat in after.record.seats] == ["Robin", "Kim"]
        assert after.record.seats[1].key == first == after.record.host
        assert joined.url.path == f"/s/{after.record.seats[0].key}"
        assert second.get(f"/s/{first}").status_code == 403


def test_links_are_whole(table: Served) -> None:
    with table.client:
        _, (own, robin) = begun(table)
        page = table.client.get(f"/s/{own}").text
        assert f'<code class="link">http://testserver/s/{robin}</code>' in page
        assert page.count('class="qr"') == 2  # for Robin, and for onlookers
        assert "style=" not in page
        assert "Others cannot reach" not in page
        proxied = table.client.get(f"/s/{own}", headers={"host": "testserver:81"})
        assert f"http://testserver:81/s/{robin}" in proxied.text
        table.sit(robin, table.browser("b"))
        assert f"http://testserver/s/{robin}" not in table.client.get(f"/s/{own}").text
        assert "http://testserver" not in table.browser("b").get(f"/s/{robin}").text


def test_a_server_for_one_computer_says_so(served: Served) -> None:
    key = served.new("Gin Slaughtre", **PEOPLE)
    page = unescape(served.client.get(f"/s/{key}").text)
    assert "Others cannot reach this table" in page
    assert "cardrules serve --host 0.0.0.0" in page
    other = served.browser("b")
    taken = other.get(f"/s/{key}")
    assert "at another browser of this computer" in taken.text
    assert 'id="board"' in served.sit(key, other)  # whoever opened the table may go on at another one
    robin = next(seat.key for seat in served.match(key).record.seats if seat.name == "Robin")
    refused = served.browser("c").post(f"/s/{robin}/sit")
    assert "at another browser. " in unescape(refused.text)  # nobody but that
    assert 'id="board"' not in refused.text


class Asked:
    """A request, as far as links look at it."""

    def __init__(self, address: str) -> None:
        scheme, _, host = address.partition("://")
        self.headers = {"host": host}
        self.url = type("Url", (), {"scheme": scheme})


@pytest.mark.parametrize(
    ("host", "asked", "base"),
    [
        (None, "http://localhost:8765", "http://localhost:8765"),
        ("127.0.0.1", "http://127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("0.0.0.0", "http://192.168.1.7:8765", "http://192.168.1.7:8765"),
        ("0.0.0.0", "http://localhost:8765", "http://192.168.1.5:8765"),
        ("::", "http://[::1]:8765", "http://192.168.1.5:8765"),
        ("10.0.0.3", "http://localhost:80", "http://10.0.0.3:80"),
        ("fd00::1", "http://localhost", "http://[fd00::1]"),
        ("0.0.0.0", "https://cards.example", "https://cards.example"),
    ],
)
def test_links_begin_with_an_address_that_others_reach(
    monkeypatch: pytest.MonkeyPatch, host: str | None, asked: str, base: str
) -> None:
    monkeypatch.setattr("cardrules.table.links._own_address", lambda: "192.168.1.5")
    links = Links(host)
    assert links.base(Asked(asked)) == base  # type: ignore[reportArgumentType]
    assert links.reach == (host is not None and host not in LOCAL)


def test_people_for_whom_the_game_waits_are_named(tmp_path: Path) -> None:
    served = Served(tmp_path, ("scopa",), shared=True)
    with served.client:
        key = served.client.post("/new/0", data={**THREE, "players": "3"}).url.path.removeprefix("/s/")
        match = served.match(key)
        for letter, seat in zip("bc", match.record.seats[1:], strict=True):
            served.sit(seat.key or "", served.browser(letter))
        seats = match.record.seats
        for seat in seats:
            match.view(seat.key or "").readers = 1
        clients = [served.client, served.browser("b"), served.browser("c")]
        while match.state.position.deal == 1:
            seat = match.state.current_player() or 0
            data = {"at": str(match.moment), "play": match.state.legal_actions()[0].text}
            clients[seat].post(f"/s/{seats[seat].key}", data=data)
        on_turn = match.state.current_player() or 0  # who is on turn may begin the next deal at once
        one, two = (seat for seat in range(3) if seat != on_turn)
        names = [seat.name for seat in seats]

        def page() -> str:
            return unescape(clients[one].get(f"/s/{seats[one].key}").text)

        assert "The next one waits for you" in page()
        clients[one].post(f"/s/{seats[one].key}", data={"do": "ready"})
        first, second = sorted((two, on_turn))
        assert f"Waiting for {names[first]} and {names[second]}." in page()
        clients[two].post(f"/s/{seats[two].key}", data={"do": "ready"})
        assert f"Waiting for {names[on_turn]}, who is" in page()
