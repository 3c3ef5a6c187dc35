"""The table without a server in a real browser: whole games, the page from the disk, no network, mistakes."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import Browser, Page  # noqa: E402

from cardrules.table.alone.publishing import ARCHIVE  # noqa: E402

from ..native.rows import FILE as ROWS  # noqa: E402
from ..native.rows import GAMES  # noqa: E402
from .browsing import PHONE, Host, browser, mine, pages, play, publish, renewed  # noqa: E402
from .conftest import hostile  # noqa: E402

__all__ = ["browser", "pages"]

ENDLESS = """\
cardrules: 1
name: Endless
players: 2
deck: {ranks: 6 7 8 9, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand: {each: player, faces: owner}
  pile: {faces: shown}
variables:
  times: {type: number, start: 0}
deal: {do: shuffle stock then deal 3 each to hand}
phases:
  turn: {players: in turn}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: move card to pile
  count:
    phase: turn
    do: 'repeat until times > 1000000000: add 1 to times then add -1 to times'
match: {winner: highest}
limits: {turns: 20, steps: 1000000, result: end deal}
"""


CARDS = "() => [...document.querySelectorAll('.own .card')].map((each) => each.dataset.key).sort()"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("alone")
    (place / "endless.yaml").write_text(ENDLESS, "utf-8")
    publish(place, "gin_slaughtre", "hearts", "endless.yaml", "-o", "table")
    return place / "table"


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[Host]:
    found = Host(folder)
    yield found
    found.stop()


@pytest.fixture
def hosts() -> Iterator[Callable[[Path], Host]]:
    """What serves a folder until the pages are closed; so it stands before `pages` among the arguments."""
    with ExitStack() as opened:

        def begun(place: Path) -> Host:
            found = Host(place)
            opened.callback(found.stop)
            return found

        yield begun


def edit(folder: Path, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    """Change the files that a published table carries."""
    archive = folder / "static" / ARCHIVE
    texts = change(json.loads(gzip.decompress(archive.read_bytes())))
    archive.write_bytes(gzip.compress(json.dumps(texts).encode()))


def begin(page: Page, address: str, title: str, **fields: str) -> None:
    """Begin a game from the list, always with the same cards: of Endless those where the person begins."""
    page.goto(f"{address}#/")
    page.get_by_role("link", name=title).click()
    if any(name.startswith("option.") for name in fields):
        page.locator("summary", has_text="Options").click()
    for name, value in {"deal": "2", **fields}.items():
        page.locator(f'[name="{name}"]').fill(value)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#board[data-live] form")


def test_a_whole_game_asks_nobody_else(host: Host, pages: Callable[..., Page]) -> None:
    page = pages()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page, host.address, "Gin Slaughtre")
    assert page.get_by_text("Links to this table").count() == 0
    page.get_by_role("button", name="Rules").first.click()
    rules = page.frame_locator("#beside iframe")
    rules.locator("h1").wait_for()
    assert rules.locator("h1").evaluate("each => getComputedStyle(each.ownerDocument.body).maxWidth") != "none"
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Log").first.click()
    rules.get_by_role("link", name="The table").wait_for()
    page.get_by_role("button", name="Close").click()
    assert 10 < play(page) < 3000
    assert re.search(r"You win|wins?\b|Nobody", page.inner_text(".end"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Save it as a scenario").click()
    assert download.value.suggested_filename.endswith("_scenario.yaml")
    page.get_by_role("link", name="move by move").click()
    page.get_by_role("link", name="Next").click()
    page.locator("ul.told li").first.wait_for(state="attached")
    page.get_by_role("link", name="The table").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector("#board[data-live] form")
    assert [url for url in asked if not url.startswith((host.address, "blob:", "data:"))] == []


def test_a_page_that_is_loaded_again_goes_on(host: Host, pages: Callable[..., Page]) -> None:
    page = pages(PHONE)
    begin(page, host.address, "Hearts")
    page.get_by_role("button", name="Hint").click()
    page.locator(".hint").wait_for()
    play(page, most=9)
    assert mine(page)
    before = page.evaluate(CARDS)
    page.reload()
    page.wait_for_selector("#board[data-live] form")
    assert mine(page)
    assert page.evaluate(CARDS) == before != []
    page.get_by_role("link", name="All games").click()
    assert "Hearts" in page.locator("ul.running").inner_text()


LISTENED = """
const post = Worker.prototype.postMessage;
globalThis.listened = 0;
Worker.prototype.postMessage = function (message, ...others) {
  if (message?.listens) globalThis.listened += 1;
  return post.call(this, message, ...others);
};
"""


def test_a_page_that_was_left_listens_no_more(host: Host, pages: Callable[..., Page]) -> None:
    """Its script lives on without a server, and its timers would ask for the game that was left again and again."""
    page = pages()
    page.add_init_script(LISTENED)
    page.clock.install()
    begin(page, host.address, "Hearts")
    with renewed(page):
        page.goto(host.home)
    assert page.evaluate("() => globalThis.listened") > 0
    page.evaluate("() => { globalThis.listened = 0 }")
    for _ in range(3):  # silence is noticed, then the page waits before it asks
        page.clock.fast_forward(45_000)
        page.locator(".tile").first.wait_for()
        time.sleep(0.5)
    assert page.evaluate("() => globalThis.listened") == 0


def test_one_page_from_the_disk(pages: Callable[..., Page], tmp_path: Path) -> None:
    publish(tmp_path, "gin_slaughtre", "--one-file", "-o", "gin.html")
    page = pages()
    page.context.set_offline(True)
    page.goto((tmp_path / "gin.html").as_uri())
    page.locator("select").nth(1).wait_for()
    page.locator('[name="who.1"]').select_option("screen")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="I am").click()
    page.wait_for_selector("#board[data-live] form")
    before = page.locator("#board").get_attribute("data-key")
    page.goto(f"{(tmp_path / 'gin.html').as_uri()}#/new/0!")
    page.locator(f'#board[data-live]:not([data-key="{before}"]) form').wait_for()
    assert play(page, most=20) == 20
    address = page.url
    page.reload()
    page.wait_for_selector("#board[data-live] form")
    assert page.url == address


def test_a_folder_does_not_begin_from_the_disk_and_says_so(folder: Path, pages: Callable[..., Page]) -> None:
    page = pages()
    page.goto((folder / "index.html").as_uri())
    page.get_by_text("played from a web server").wait_for()


def test_it_is_played_without_a_network_after_the_first_visit(folder: Path, pages: Callable[..., Page]) -> None:
    host = Host(folder)
    page = pages()
    page.goto(host.address)
    page.get_by_role("link", name="Hearts").wait_for()
    page.evaluate("() => navigator.serviceWorker.ready")
    host.stop()
    page.goto(f"{host.address}?again#/new/1!")
    page.wait_for_selector("#board[data-live] form")
    assert play(page, most=20) == 20


def test_a_new_version_takes_the_place_of_the_one_that_was_kept(pages: Callable[..., Page], tmp_path: Path) -> None:
    publish(tmp_path, "gin_slaughtre", "-o", "table")
    host = Host(tmp_path / "table")
    page = pages()
    for _ in range(2):  # the second time the page is one that was kept
        page.goto(f"{host.address}?again#/")
        page.get_by_role("link", name="Gin Slaughtre").wait_for()
        page.evaluate("() => navigator.serviceWorker.ready")
    publish(tmp_path, "gin_slaughtre", "scopa", "-o", "table")
    page.reload()
    page.get_by_role("link", name="Gin Slaughtre").wait_for()
    assert page.get_by_role("link", name="Scopa").count() == 0
    # `wait_for_function` would not await the promise.
    while not page.evaluate("async () => (await navigator.serviceWorker.ready).waiting !== null"):
        page.wait_for_timeout(100)
    host.stop()
    page.reload()
    page.get_by_role("link", name="Scopa").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#board[data-live] form")
    assert play(page, most=9) == 9


@pytest.mark.parametrize("form", ["folder", "page"])
def test_a_strange_ruleset_is_played_to_the_end(
    hosts: Callable[[Path], Host], pages: Callable[..., Page], tmp_path: Path, form: str
) -> None:
    """Its texts are HTML, its parent lies in another folder, its names have spaces; a variant is chosen."""
    attack = "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>"
    (tmp_path / "sets of ours").mkdir()
    (tmp_path / "sets of ours" / "base é.yaml").write_text(hostile(attack), "utf-8")
    (tmp_path / "a & b").mkdir()
    child = "cardrules: 1\nextends: ../sets of ours/base é.yaml\nname: 'Child \"<b>\" & Co'\n"
    (tmp_path / "a & b" / "child 100%.yaml").write_text(child, "utf-8")
    where = [["-o", "my table"], ["--one-file", "-o", "my page é.html"]][form == "page"]
    publish(tmp_path, "a & b/child 100%.yaml", *where)
    host = hosts(tmp_path / "my table")
    page = pages()
    page.goto(host.address if form == "folder" else (tmp_path / "my page é.html").as_uri())
    page.get_by_role("button", name="Play", exact=True).wait_for()
    with renewed(page):
        page.locator("select[name=variant]").select_option("strange")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#board[data-live] form")
    assert 5 < play(page) < 3000
    page.get_by_role("link", name="move by move").click()
    page.get_by_role("link", name="Next").click()
    page.locator("ul.told li").first.wait_for(state="attached")
    assert page.title() != "taken"
    assert page.locator("img, main b").count() == 0


def test_an_endless_rule_is_stopped_and_the_page_lives(host: Host, pages: Callable[..., Page]) -> None:
    page = pages()
    begin(page, host.address, "Endless", **{"name.0": "Kim"})
    page.get_by_role("button", name="count").click()
    page.get_by_text("the loop does not end within").wait_for()
    page.get_by_role("link", name="All games").click()
    page.get_by_role("link", name="Gin Slaughtre").wait_for()


def test_bots_meet_an_endless_rule_and_the_page_lives(host: Host, pages: Callable[..., Page]) -> None:
    """They try it in native code first, where the limit of steps is the same."""
    page = pages()
    page.goto(f"{host.address}#/new/2")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    for seat in ("who.0", "who.1"):
        page.locator(f'[name="{seat}"]').select_option("normal")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".end").or_(page.get_by_text("the loop does not end within")).first.wait_for()
    page.get_by_role("link", name="All games").click()
    page.get_by_role("link", name="Gin Slaughtre").wait_for()


KEPT = """(change) => new Promise((done) => {
  const opening = indexedDB.open(`cardrules starts${location.pathname}`, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("starts");
  opening.onsuccess = () => {
    const store = opening.result.transaction("starts", "readwrite").objectStore("starts");
    const asked = store.get("last");
    asked.onsuccess = () => {
      const last = asked.result;
      if (change === "spoil") last.found = new Blob(["no"]);
      if (change) store.put({ ...last, seen: true }, "last");
      opening.result.close();
      done(last && [last.found.size, last.seen === true]);
    };
  };
})"""
"""Returns the size of the memory that is kept for later visits, and whether it was looked at before."""


def test_a_later_visit_begins_from_the_memory_of_the_first(host: Host, pages: Callable[..., Page]) -> None:
    page = pages()
    begin(page, host.address, "Gin Slaughtre")
    while not page.evaluate(KEPT, ""):
        page.wait_for_timeout(100)
    for _ in range(2):  # at the first visit two workers may have kept it, one after the other
        assert page.evaluate(KEPT, "look")[0] > 10_000_000
        page.reload()
        assert mine(page)
        assert play(page, most=9) == 9
    assert page.evaluate(KEPT, "spoil")[1], "the memory was made again"
    page.reload()
    assert mine(page)
    assert play(page, most=9) == 9
    while page.evaluate(KEPT, "")[0] < 10_000_000:  # what was of no use was made again
        page.wait_for_timeout(100)


def test_a_table_that_hangs_is_told_and_begins_again(
    folder: Path, hosts: Callable[[Path], Host], pages: Callable[..., Page], tmp_path: Path
) -> None:
    """As it never should: here the file that answers has been changed."""
    copy(folder, tmp_path)
    edit(tmp_path, lambda texts: hanging(texts, "ask", '"do=hang" in body'))
    host = hosts(tmp_path)
    page = pages()
    page.clock.install()
    begin(page, host.address, "Gin Slaughtre")
    assert play(page, most=4) == 4
    assert mine(page)
    cards = page.evaluate(CARDS)
    page.evaluate(
        """() => {
          import(new URL("static/host.js", location.href)).then(({ ask }) => {
            const body = new URLSearchParams({ do: "hang" });
            ask(`/s/${document.getElementById("board").dataset.key}`, { method: "POST", body }).catch(() => {});
          });
        }"""
    )
    page.clock.run_for(60_000)
    page.get_by_text("does not answer any more").wait_for()
    with renewed(page):
        page.get_by_role("button", name="Start it again").click()
    page.get_by_text("does not answer any more").wait_for(state="detached")
    assert mine(page)
    assert page.evaluate(CARDS) == cards != []
    assert play(page, most=9, seed=2) == 9


def test_a_bot_that_hangs_is_told(
    folder: Path, hosts: Callable[[Path], Host], pages: Callable[..., Page], tmp_path: Path
) -> None:
    """Here it does so in the worker of the bots only, which does not know where rulesets lie."""
    copy(folder, tmp_path)
    worker = tmp_path / "static" / "worker.js"
    worker.write_text(worker.read_text("utf-8").replace("+ 30) * 1000", "+ 1) * 1000"), "utf-8")
    edit(tmp_path, lambda texts: hanging(texts, "think", '"CARDRULES_PATH" not in __import__("os").environ'))
    host = hosts(tmp_path)
    page = pages()
    page.goto(f"{host.address}#/new/0!")
    page.wait_for_selector("#board[data-live] form")
    told = page.get_by_text("cannot go on: it says nothing")
    while not told.count():
        for choice in page.locator(".choice .buttons button, button.card.fits:not(.picked)").all()[:1]:
            choice.evaluate("each => each.click()")
        page.wait_for_timeout(200)
    page.get_by_role("link", name="All games").click()
    page.get_by_role("link", name="Gin Slaughtre").first.wait_for()
    page.close()  # its bots begin again and again


def hanging(texts: dict[str, str], function: str, when: str) -> dict[str, str]:
    """Let a function of the workers never end."""
    name = "cardrules/table/alone/answering.py"
    begin = {"ask": "        while True:\n            found", "think": "    try:\n        return pickle"}[function]
    assert begin in texts[name]
    space = begin[: len(begin) - len(begin.lstrip())]
    return {**texts, name: texts[name].replace(begin, f"{space}while {when}:\n{space}    pass\n{begin}")}


def copy(folder: Path, place: Path) -> None:
    """Copy a published table, so that it can be changed."""
    for file in folder.rglob("*"):
        if file.is_file():
            (place / file.relative_to(folder)).parent.mkdir(exist_ok=True)
            (place / file.relative_to(folder)).write_bytes(file.read_bytes())


def test_mistakes_of_a_ruleset_are_told(
    folder: Path, hosts: Callable[[Path], Host], pages: Callable[..., Page], tmp_path: Path
) -> None:
    """The files of a table may be edited, too."""
    copy(folder, tmp_path)
    edit(tmp_path, lambda texts: {name: text.replace("deck: {ranks", "deck: {rank") for name, text in texts.items()})
    host = hosts(tmp_path)
    page = pages()
    page.goto(host.address)
    page.get_by_text("cannot be played as it is written").wait_for()
    assert "endless.yaml, line 4" in page.inner_text("main")


def test_what_is_missing_is_told(folder: Path, browser: Browser, tmp_path: Path) -> None:
    for name in ("index.html", "static/begin.js", "static/host.js", "static/python.js", "static/worker.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    host = Host(tmp_path)
    page = browser.new_page()  # the browser reports an error of its own
    page.goto(host.address)
    page.get_by_text("The table cannot begin here").wait_for()
    page.close()
    host.stop()


PLAYED = """
import sys; sys.path.insert(0, "/table")
import hashlib, json
import cardrules
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.native.playing.wanted import Wanted
from cardrules.interpreter.play.game import rules_of
from cardrules.rulesets import bundled
found = {}
for name in bundled():
    machine = rules_of(cardrules.load(name, single_deal=True)).bare
    played = Native(machine, Wanted(("deal", "turns", "result", "v_score"))).games(1, GAMES)
    assert not played.stopped, name
    found[name] = hashlib.sha256(played.rows.tobytes()).hexdigest()[:16]
json.dumps(found)
"""


def test_native_code_plays_the_same_games_as_with_wasmtime(host: Host, pages: Callable[..., Page]) -> None:
    """All bundled games, in the browser's own WebAssembly; the file holds what wasmtime makes of them."""
    page = pages()
    page.goto(f"{host.address}static/pyodide-lock.json")  # a place without a policy
    text = page.evaluate(
        """async ([here, code]) => {
          const real = self.fetch;
          self.fetch = async (address, how) => {
            if (!String(address).endsWith(".wasm")) return real(address, how);
            const packed = (await real(address, how)).body.pipeThrough(new DecompressionStream("gzip"));
            return new Response(packed, { headers: { "content-type": "application/wasm" } });
          };
          const { loadPyodide } = await import(here + "pyodide.mjs");
          const python = await loadPyodide({ indexURL: here });
          const packed = (await real(here + "table.pack")).body.pipeThrough(new DecompressionStream("gzip"));
          for (const [name, text] of Object.entries(await new Response(packed).json())) {
            python.FS.mkdirTree(`/table/${name}`.replace(/[/][^/]*$/, ""));
            python.FS.writeFile(`/table/${name}`, text);
          }
          return python.runPython(code);
        }""",
        [f"{host.address}static/", PLAYED.replace("GAMES", str(GAMES))],
    )
    assert json.loads(text) == json.loads(ROWS.read_text("utf-8"))


def test_a_page_allows_only_scripts_of_its_folder(folder: Path) -> None:
    text = (folder / "index.html").read_text("utf-8")
    assert "script-src &#39;self&#39;;" in text
    assert re.findall(r"<script(?! src=)", text) == []
