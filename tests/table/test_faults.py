"""What fails at the table is told, logged and tried again, and nothing of the game is lost."""

from __future__ import annotations

import asyncio
import logging
import socket
import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from cardrules.interpreter.errors import SetupError
from cardrules.table import match as matches
from cardrules.table import server
from cardrules.table.guard import MOST_BYTES
from cardrules.table.store import Database, Record, Settings

from .conftest import PEOPLE, Served


def full(*_: object, **__: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_a_move_on_a_full_disk_is_refused_and_logged(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    key = served.new("Gin Rummy", **PEOPLE)
    match = served.match(key)
    seat = match.state.current_player() or 0
    secret = match.record.seats[seat].key
    client = served.browser("a", failing=False)
    monkeypatch.setattr(served.matches.store, "played", full)
    data = {"at": str(match.moment), "play": match.state.legal_actions()[0].text}
    with caplog.at_level(logging.ERROR):
        answer = client.post(f"/s/{secret}", data=data, headers={"accept": "application/json"})
    assert answer.status_code == 500
    assert answer.text.endswith("try again in a moment.")
    assert "disk is full" in caplog.text
    assert str(secret) not in caplog.text
    assert match.number == 0


class Full:
    """A database on a full disk: it takes no action, or does not end the transaction with it."""

    def __init__(self, database: sqlite3.Connection, fails: str) -> None:
        self._database, self._fails = database, fails
        self._acts = False

    def execute(self, text: str, *values: Any) -> sqlite3.Cursor:
        self._acts = text.startswith("INSERT INTO action") or (self._acts and text[:6] in ("UPDATE", "COMMIT"))
        if self._acts and text.startswith(self._fails):
            full()
        return self._database.execute(text, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)


@pytest.mark.parametrize("fails", ["INSERT", "COMMIT"])
def test_a_full_disk_is_told_logged_and_tried_again(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: str
) -> None:
    """What could not be kept has not happened, for people and for bots, and comes again."""
    monkeypatch.setattr(matches, "_FIRST_PAUSE", 0.05)
    store, until = served.matches.store, time.monotonic() + 60
    database: Any = getattr(store, "_database")  # noqa: B009
    client = served.browser("a", failing=False)
    monkeypatch.setattr(store, "_database", Full(database, fails))

    people = served.match(served.new("Gin Rummy", **PEOPLE))
    secret = people.record.seats[people.state.current_player() or 0].key
    data = {"at": str(people.moment), "play": people.state.legal_actions()[0].text}
    answer = client.post(f"/s/{secret}", data=data, headers={"accept": "application/json"})
    assert (answer.status_code, answer.text[-22:]) == (500, "try again in a moment.")

    bots = served.match(served.new("Scopa", **{"who.0": "random", "who.1": "random"}))
    while not bots.trouble and time.monotonic() < until:
        time.sleep(0.02)
    assert "perhaps because its disk is full" in served.client.get(f"/s/{bots.record.watch}").text
    assert caplog.text.count("database or disk is full") >= 2

    for match in (people, bots):
        kept = store.read(match.record.id)
        assert kept is not None
        assert (match.number, kept.actions) == (0, ())
    monkeypatch.setattr(store, "_database", database)
    assert client.post(f"/s/{secret}", data=data).status_code == 200
    while bots.trouble and time.monotonic() < until:
        time.sleep(0.02)
    assert people.number == 1
    assert bots.number > 0
    assert "disk is full" not in served.client.get(f"/s/{bots.record.watch}").text


def test_pages_that_open_at_once_all_count(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that each of many requests passes before one of them has counted itself."""
    monkeypatch.setattr("cardrules.table.app._MOST_READERS", 3)
    key = served.new("Scopa")
    path = f"/s/{key}/changes"
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "root_path": "",
        "raw_path": path.encode(),
        "query_string": b"since=-1",
        "scheme": "http",
        "headers": [(b"host", b"testserver"), (b"cookie", b"cardrules=" + 43 * b"a")],
        "client": ("1", 1),
        "server": ("testserver", 80),
    }
    codes: list[int] = []

    async def opened(closed: asyncio.Event) -> None:
        async def receive() -> dict[str, str]:
            await closed.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                codes.append(message["status"])

        await served.application.asgi(dict(scope), receive, send)  # type: ignore[arg-type]

    async def visit() -> None:
        for again in (1, 2):  # pages that were closed do not count
            closed = asyncio.Event()
            pages = [asyncio.create_task(opened(closed)) for _ in range(8)]
            while len(codes) < 8 * again:
                await asyncio.sleep(0.01)
            closed.set()
            await asyncio.gather(*pages)

    assert served.client.portal is not None
    served.client.portal.call(asyncio.wait_for, visit(), 60)
    assert sorted(codes) == [200] * 6 + [503] * 10


def test_a_transaction_that_fails_leaves_none_open(tmp_path: Path) -> None:
    store = Database(tmp_path / "t.sqlite")
    settings = Settings("scopa", 2, None, (), 1)
    store.add(Record("a", settings, (), "w"), 0)
    with pytest.raises(sqlite3.IntegrityError):
        store.add(Record("a", settings, (), "w"), 0)
    store.add(Record("b", settings, (), "v"), 0)
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    store.close()


def test_a_body_without_a_length_is_bounded(served: Served) -> None:
    def parts() -> Any:
        for _ in range(20):
            yield b"a" * (MOST_BYTES // 10)

    assert served.client.post("/new/0", content=parts()).status_code == 413


def test_a_form_with_too_many_fields_is_refused(served: Served) -> None:
    body = "&".join(f"f{number}=1" for number in range(501))
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert served.client.post("/new/0", content=body, headers=headers).status_code == 400


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na",
    ],
)
def test_a_half_sent_request_ends(sent: bytes, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SECONDS_TO_SEND", 0.2)
    monkeypatch.setattr("cardrules.table.guard.SECONDS_TO_SEND", 0.2)
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(served.application.asgi, log_level="critical", lifespan="off", http=server.Patience)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(running.serve([listening])))
    thread.start()
    try:
        with socket.create_connection(listening.getsockname()[:2], 30) as client:
            client.sendall(sent)
            while client.recv(4096):
                pass
    finally:
        running.should_exit = True
        thread.join()


def test_an_address_that_cannot_be_used_is_told_in_words(tmp_path: Path) -> None:
    """Without the numbers that a system has for it."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for host, number, why in (("127.0.0.1", port, "Address already in use"), ("nowhere.invalid", 0, "")):
            with pytest.raises(SetupError) as caught:
                server.serve((), host, number, tmp_path / f"{host}.sqlite", 1, 0, print)
            text = str(caught.value)
            assert text.startswith(f"the server cannot listen on {host}, port {number}: {why}")
            assert "Errno" not in text
            assert text.endswith(". Choose another port with --port")
