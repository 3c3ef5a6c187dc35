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
from starlette.testclient import TestClient

from cardrules.table import match as matches
from cardrules.table import server
from cardrules.table.guard import MOST_BYTES
from cardrules.table.store import Record, Settings, Store

from .conftest import PEOPLE, Served


def full(*_: object, **__: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_bots_go_on_after_a_full_disk(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(matches, "_FIRST_PAUSE", 0.05)
    store, kept = served.matches.store, served.matches.store.played
    monkeypatch.setattr(store, "played", full)
    key = served.new("Scopa", **{"who.0": "random", "who.1": "random", "players": "2"})
    match, until = served.match(key), time.monotonic() + 60
    while not match.trouble and time.monotonic() < until:
        time.sleep(0.02)
    assert "It tries again." in served.client.get(f"/s/{key}").text
    assert "cannot go on" in caplog.text
    monkeypatch.setattr(store, "played", kept)
    while match.number < 2 and time.monotonic() < until:
        time.sleep(0.02)
    assert match.number >= 2
    assert not match.trouble


def test_a_move_on_a_full_disk_is_refused_and_logged(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    key = served.new("Gin Rummy", **PEOPLE)
    match = served.match(key)
    seat = match.state.current_player() or 0
    secret = match.record.seats[seat].key
    client = TestClient(served.application.asgi, raise_server_exceptions=False)
    monkeypatch.setattr(served.matches.store, "played", full)
    data = {"at": str(match.moment), "play": match.state.legal_actions()[0].text}
    with caplog.at_level(logging.ERROR):
        answer = client.post(f"/s/{secret}", data=data, headers={"accept": "application/json"})
    assert answer.status_code == 500
    assert answer.text.endswith("try again in a moment.")
    assert "disk is full" in caplog.text
    assert str(secret) not in caplog.text
    assert match.number == 0


def test_a_transaction_that_fails_leaves_none_open(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
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
def test_a_half_sent_request_ends(
    sent: bytes, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SECONDS_TO_SEND", 0.2)
    monkeypatch.setattr("cardrules.table.guard.SECONDS_TO_SEND", 0.2)
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        served.application.asgi, log_level="critical", lifespan="off", http=server.Patience
    )
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
