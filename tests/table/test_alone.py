"""The table without a server, in this Python: its answers, its store, what it is published with and what is refused."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import cardrules
from cardrules.table.alone.answering import Table as Answering
from cardrules.table.alone.publishing import ARCHIVE, Table
from cardrules.table.alone.pyodide import PACKAGE, pyodide
from cardrules.table.alone.records import Records
from cardrules.table.store import Database, Record, Seat, Settings, Store

from ..calling import call

PYODIDE = {"pyodide.asm.wasm": b"code", "python_stdlib.zip": b"library"}
RECORD = Record("a", Settings("scopa", 2, None, ("hands=3",), 1), (Seat("human", "Kim", "k"),), "w", rules="{}")


def stores(folder: Path) -> tuple[Store, Store]:
    return Database(folder / "t.sqlite"), Records([], lambda game, text: None)


def test_both_stores_keep_the_same(tmp_path: Path) -> None:
    found: list[object] = []
    for store in stores(tmp_path):
        store.add(RECORD, 1.0)
        store.add(replace(RECORD, id="b", watch="x", seats=(), maker="m"), 2.0)
        for number, text in enumerate(("play 2C", "play 3C", "play 4C")):
            store.played("a", number, text, None if number == 2 else 1)
        store.undone("a", 1, 0)
        store.seated("a", 0, Seat("normal", "Robin", "k", "b"))
        store.followed("a", "b")
        store.ruled("b", '{"rules": {}}')
        names = [store.find(secret) for secret in ("k", "w", "x", "m", "y")]
        lists = (store.latest(1), store.latest(9, "b"), store.latest(9, "c"), store.running())
        found.append((store.read("a"), store.read("b"), store.read("c"), names, lists))
        store.close()
    assert found[0] == found[1]


def test_games_are_read_again_as_they_were_kept() -> None:
    kept: dict[str, str] = {}
    first = Records([], kept.__setitem__)
    first.add(RECORD, 1.0)
    first.played("a", 0, "play 2C", 0)
    again = Records([*kept.values(), "{}", "no JSON", '{"began": 1, "id": "b"}'], kept.__setitem__)
    assert again.read("a") == first.read("a")
    assert again.latest(9) == ["a"]


def test_a_game_goes_on_where_the_page_was_left() -> None:
    kept: dict[str, str] = {}

    def table() -> Answering:
        return Answering(("gin_slaughtre",), kept.values(), kept.__setitem__, 0.02, 0)

    async def played() -> None:
        first = table()
        status, address, kind, _, text = await first.ask("POST", "/new/0", "who.1=screen", "text/html")
        assert (status, kind.partition(";")[0]) == (200, "text/html")
        told: list[str] = []
        listening = asyncio.create_task(first.listen(1, f"{address}/changes?since=-1", told.append))
        while not told:
            await asyncio.sleep(0.01)
        assert "data: {" in told[0]
        first.close(1)
        assert await listening == 200
        waits = re.search(r'name="as" value="(\d)"', text)
        assert waits is not None
        await first.ask("POST", address, f"as={waits[1]}", "text/html")
        text = (await first.ask("GET", address, "", "text/html"))[4]
        assert "Let a bot play: Anna" in text  # who leaves the screen
        assert 'class="link"' not in text  # but nobody comes from elsewhere
        assert "Get up" not in text
        assert await table().listen(1, f"{address}x/changes", told.append) == 404
        again = await table().ask("GET", address, "", "text/html")
        assert again[0] == 200
        assert len(kept) == 1

    asyncio.run(played())


def test_a_bot_thinks_where_it_is_asked() -> None:
    kept: dict[str, str] = {}

    async def played() -> None:
        table = Answering(("gin_slaughtre",), (), kept.__setitem__, 0.02, 0)
        await table.ask("POST", "/new/0", "who.0=random&who.1=random", "text/html")
        while not json.loads(*kept.values())["finished"]:
            await asyncio.sleep(0.01)

    asyncio.run(played())


def test_a_form_offers_no_links() -> None:
    table = Answering(("hearts",), (), lambda game, text: None, 0.02, 0)
    text = asyncio.run(table.ask("GET", "/new/0", "", "text/html"))[4]
    assert 'value="screen"' in text
    assert 'value="link"' not in text


def test_a_table_carries_rulesets_and_what_they_extend(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "base.yaml").write_text("cardrules: 1\nextends: hearts\nname: Base\n", "utf-8")
    file = tmp_path / "mine" / "child.yaml"
    file.write_text("cardrules: 1\nextends: ../base.yaml\nname: Child\n", "utf-8")
    found = Table(["scopa", str(file)], PYODIDE, 1.0, 0.5).folder()
    names = set(json.loads(gzip.decompress(found[f"static/{ARCHIVE}"])))
    assert {"games/base.yaml", "games/mine/child.yaml", "cardrules/rulesets/scopa.yaml", "rpds.py"} <= names
    settings = json.loads(re.findall(r'data-table="([^"]+)"', found["index.html"].decode())[0].replace("&#34;", '"'))
    assert settings["rulesets"] == ["scopa", "/table/games/mine/child.yaml"]
    assert settings["first"] == "/"
    listed = json.loads(re.findall(r"= (\{.*\});", found["offline.js"].decode())[0])["files"]
    assert set(listed) == {"./", *found} - {"offline.js", "index.html"}


def test_pages_allow_no_script_but_their_own() -> None:
    table = Table(["hearts"], PYODIDE, 1.0, 0.5)
    page = table.folder()["index.html"].decode()
    assert re.findall(r"<script(?! src=)", page) == []
    assert "script-src &#39;self&#39;;" in page
    whole = table.page()
    assert re.findall(r'(?:src|href)="(?!data:)', whole) == []
    assert "unsafe-inline" not in whole + page
    assert "unsafe-eval" not in whole.replace("wasm-unsafe-eval", "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hearts", "-o", "."], "'.' exists already, and is not a table; name a new folder"),
        (["hearts", "--one-file", "-o", "page"], "names a page, such as hearts.html"),
        (["hearts", "--one-file", "-o", "strange.html"], "'strange.html' exists already, and is not a table"),
        (["hearts", "-o", "strange.html"], "'strange.html' exists already, and is not a table; name a new folder"),
        (["hearts", "-o", "strange.html/new"], "exists"),
        (["hearts", "-o", "new", "--pyodide", "."], f"'{PACKAGE}' is not the package of Pyodide"),
        (["wrong.yaml", "-o", "new"], "CR103"),
        (["nothing.yaml", "-o", "new"], "nothing.yaml"),
        (["hearts"], "Missing option '--output'"),
    ],
)
def test_what_cannot_be_published_is_told(tmp_path: Path, arguments: list[str], told: str) -> None:
    (tmp_path / "wrong.yaml").write_text("cardrules: 1\n", "utf-8")
    (tmp_path / PACKAGE).write_bytes(b"another file")
    (tmp_path / "strange.html").write_text("<!doctype html>\n<html>", "utf-8")
    done = call(["publish", *arguments], tmp_path)
    assert done.returncode != 0
    assert told in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "strange.html").read_text("utf-8") == "<!doctype html>\n<html>"
    assert not (tmp_path / "new").exists()


def test_without_a_network_the_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    with pytest.raises(cardrules.CardrulesError, match=r"npm cannot fetch Pyodide.*put it in a folder, and name that"):
        pyodide(tmp_path / "cache")
