"""`cardrules simulate` and `cardrules compare`: their output, files, checkpoints and errors."""

from __future__ import annotations

import csv
import json
import re
import socket
import sys
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cardrules as package
from cardrules.cli.simulation import executors, runner
from cardrules.cli.simulation.checkpoint import Done
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.simulate import Simulation

from .conftest import Cardrules

DECIDES = """\
cardrules: 1
name: Decides <the & game>
players: 2
options:
  hand: {type: integer, default: 3, minimum: 1, maximum: 6, help: Cards of a hand.}
  head_start: {type: integer, default: 0, minimum: 0, maximum: 9, help: Points of the eldest.}
deck: {ranks: 2 3 4 5 6 7 8 9 T J Q K A, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal hand each to hand
    add head_start to score of eldest
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to pile
      add value of card to score of actor
effects:
  last: {on: play, when: hand is empty and hand of opponent is empty, do: end deal}
match: {deals: 1, winner: highest}
"""
"""Hands are dealt and played out; who has the higher cards wins. Nothing is there to decide."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path of a small ruleset."""
    path = tmp_path / "decides.yaml"
    path.write_text(
        DECIDES.replace("deal hand each", "deal handsize each").replace("  hand: {type", "  handsize: {type")
    )
    return path


def result(cardrules: Cardrules, *arguments: str, status: int = 0) -> dict[str, Any]:
    """Run a command with --json and return what it found, but for the time it took."""
    done = cardrules(*arguments, "--json")
    assert done.returncode == status, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("seconds") >= 0
    return found


def refusal(cardrules: Cardrules, *arguments: str, status: int = 2) -> str:
    """Run a command that is refused, and return the sentence that says why."""
    done = cardrules(*arguments)
    assert done.returncode == status, done.stderr
    assert "Stopped after" not in done.stderr  # nothing has begun
    return done.stderr.strip().splitlines()[-1]


def test_one_player_sits_at_all_seats(cardrules: Cardrules) -> None:
    found = [
        result(cardrules, "simulate", "hearts", "--single-deal", "--games", "3", "--players", who)
        for who in ("quick", "quick,quick,quick,quick")
    ]
    assert found[0] == found[1]
    assert [seat["player"] for seat in found[0]["seats"]] == ["quick"] * 4


def test_simulate(cardrules: Cardrules) -> None:
    arguments = "simulate gin_slaughtre --games 20 --seed 3".split()
    first, second = (result(cardrules, *arguments, "--jobs", jobs) for jobs in "12")
    del first["engine"], second["engine"]  # it depends on how fast this machine is
    assert first == second
    assert first["games"] == 20
    assert sum(seat["wins"] for seat in first["seats"]) + first["draws"] == 20
    assert all(low <= seat["share"] <= high for seat in first["seats"] for low, high in [seat["interval"]])


def test_many_processes_give_what_one_gives(cardrules: Cardrules, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_ALONE", 0.01)
    arguments = ["simulate", str(file), "--games", "400"]
    assert result(cardrules, *arguments, "--jobs", "2") == result(cardrules, *arguments, "--jobs", "1")


def test_the_limit_is_counted(cardrules: Cardrules) -> None:
    arguments = "simulate gin_slaughtre --games 5 --set turn_limit=3".split()
    found = result(cardrules, *arguments)
    assert found["limit_decided"] == 5
    assert found["length"]["longest"] <= 5  # with the two choices before the first turn


def test_in_words(cardrules: Cardrules, file: Path) -> None:
    done = cardrules(*f"simulate {file} --games 30 --players rollout,quick --budget 4".split())
    assert done.returncode == 0
    for words in (
        "Decides <the & game>: 30 games from seed 0",
        "0  rollout",
        "1  quick",
        "won by nobody",
        "decisions a game   mean 6.0",
        "first turn's edge",
        "lead changes",
        "drama",
        "effects.last",
    ):
        assert words in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_what_is_written(cardrules: Cardrules, file: Path, tmp_path: Path) -> None:
    done = cardrules("simulate", str(file), "--games", "25", "--csv", "games.csv", "--html", "page.html")
    assert done.returncode == 0
    with (tmp_path / "games.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["game"] for row in rows] == [str(number) for number in range(25)]
    assert {row["decisions"] for row in rows} == {"6"}
    mark = package.load(file).fingerprint()
    assert {row["fingerprint"] for row in rows} == {mark}
    assert f"Fingerprint {mark}, cardrules {package.__version__}" in done.stdout
    assert all(float(row["share.0"]) + float(row["share.1"]) == 1 for row in rows)
    page = (tmp_path / "page.html").read_text()
    assert mark in page
    assert "Decides &lt;the &amp; game&gt;" in page
    assert "<the &" not in page
    assert not re.search(r"(src|href)=|https?:", page)  # it needs nothing else
    plots = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(plots) == 6
    for plot in plots:
        ElementTree.fromstring(plot)
        for x in re.findall(r' (?:x|cx|width)="([^"]+)"', plot):
            assert 0 <= float(x) <= 460


def test_a_saved_simulation_goes_on(cardrules: Cardrules, file: Path, tmp_path: Path) -> None:
    begun = ["simulate", str(file), "--players", "random,quick", "--seed", "7"]
    kept = tmp_path / "kept.jsonl"
    result(cardrules, *begun, "--games", "60", "--save", "kept.jsonl", "--csv", "x.csv")
    with kept.open("a") as lines:
        lines.write('{"ranges":[[60,80]],"tally":{"mom')  # the machine lost power
    found = result(cardrules, "simulate", "--resume", "kept.jsonl", "--games", "100", "--csv", "y.csv")
    whole = result(cardrules, *begun, "--games", "100", "--csv", "z.csv")
    assert found == whole
    assert (tmp_path / "y.csv").read_text() == (tmp_path / "z.csv").read_text()
    nothing = {"engine": "none: no further game was played"}
    assert result(cardrules, "simulate", "--resume", "kept.jsonl") == whole | nothing


def test_compare(cardrules: Cardrules, file: Path) -> None:
    found = result(
        cardrules,
        "compare",
        str(file),
        "--set",
        "handsize=4",
        "--set",
        "head_start=9",
        "--games",
        "400",
    )
    assert found["verdict"][0] == ("Games get 33 % longer (+33.3 % to +33.3 %): 6.0 decisions become 8.0.")
    assert re.match(r"The first player's edge grows|The first player's edge goes", found["verdict"][1])
    differences = {each["measure"]: each for each in found["differences"]}
    assert differences["actions.play"]["interval"] == [2, 2]
    edge = differences["first_share"]
    assert edge["found"]
    sides = [found[side]["fairness"]["first_player"]["value"] for side in ("base", "variant")]
    assert edge["difference"] == pytest.approx(sides[1] - sides[0], abs=1e-4)
    assert edge["interval"][0] < edge["difference"] < edge["interval"][1]


def test_the_same_deals_on_both_sides(cardrules: Cardrules, file: Path, tmp_path: Path) -> None:
    arguments = f"compare {file} --set head_start=1 --games 60 --csv pairs.csv".split()
    found = result(cardrules, *arguments)
    with (tmp_path / "pairs.csv").open(newline="") as lines:
        for row in csv.DictReader(lines):
            eldest = row["base first_seat"]
            before, after = (int(row[f"{side} score.{eldest}"]) for side in ("base", "variant"))
            assert after == before + 1
            assert row["base fingerprint"] == found["base"]["fingerprint"]
            assert row["variant fingerprint"] == found["variant"]["fingerprint"]
    # So close a pairing shows a single point, which chance would have hidden.
    scores = [each for each in found["differences"] if each["measure"].startswith("score.")]
    assert sum(each["difference"] for each in scores) == pytest.approx(1)


def test_compare_what_makes_no_difference(cardrules: Cardrules, file: Path, tmp_path: Path) -> None:
    (tmp_path / "same.yaml").write_text("cardrules: 1\nextends: decides.yaml\nname: Same\n")
    arguments = f"compare {file} same.yaml --games 50 --html page.html"
    done = cardrules(*arguments.split())
    assert done.returncode == 0, done.stderr
    assert "No difference in length was found (+0.0 % to +0.0 %)." in done.stdout
    assert "Only the" not in done.stdout
    page = (tmp_path / "page.html").read_text()
    assert page.count("<svg") == 12  # each plot for both sides


def test_as_many_games_as_a_precision_takes(cardrules: Cardrules, file: Path) -> None:
    arguments = f"compare {file} --set head_start=4 --precision 4".split()
    found = result(cardrules, *arguments)
    assert found["games"] > 100
    for each in found["differences"]:
        if each["measure"] in ("first_share", "share.0", "share.1"):
            low, high = each["interval"]
            assert high - low <= 0.08
    assert found == result(cardrules, *arguments, "--jobs", "1")


def test_a_saved_comparison_goes_on(cardrules: Cardrules, file: Path) -> None:
    begun = f"compare {file} --set head_start=4".split()
    result(cardrules, *begun, "--games", "30", "--save", "kept.jsonl")
    found = result(cardrules, "compare", "--resume", "kept.jsonl", "--games", "70")
    assert found == result(cardrules, *begun, "--games", "70")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("simulate", "Missing argument 'FILE'"),
        ("compare", "Missing argument 'BASE'"),
        ("simulate {file} --jobs 0", "'--jobs': 0 is not in the range"),
        ("simulate {file} --games 0", "'--games': 0 is not in the range"),
        ("simulate {file} --players quik,random", "no player 'quik'. Did you mean 'quick'?"),
        ("simulate {file} --players human,random", "no player 'human'"),
        ("simulate {file} --players 3", "for 2 players, not for 3"),
        ("simulate {file} --jobs 2 --scheduler tcp://127.0.0.1:1", "name one"),
        ("simulate {file} --html nowhere/x.html", "'nowhere/x.html' cannot be written"),
        ("simulate {file} --csv .", "'.' cannot be written: Is a directory"),
        ("simulate {file} --save nowhere/x", "'nowhere/x' cannot be written"),
        ("simulate {file} --csv=", "--csv: the name of the file is missing."),
        ("simulate {file} --save=", "--save: the name of the file is missing."),
        ("simulate --resume=", "--resume: the name of the file is missing."),
        ("simulate {file} --resume x", "FILE cannot be used with --resume"),
        ("simulate --resume x --seed 3", "--seed cannot be used with --resume"),
        ("simulate --resume {file} --save {file}", "--save cannot be used with --resume"),
        ("compare {file}", "both sides are the same game"),
        ("compare {file} --set head_start=77", "head_start"),
        ("compare {file} gin_slaughtre --precision 0", "'--precision': 0.0 is not in the range"),
        ("compare {file} oh_hell", "choose a number for both with --players"),
    ],
)
def test_wrong_usage(cardrules: Cardrules, file: Path, arguments: str, words: str) -> None:
    assert words in refusal(cardrules, *arguments.format(file=file).split())


@pytest.mark.parametrize("command", ["simulate", "compare --set head_start=1", "tournament --players quick,random"])
def test_a_file_that_exists_is_not_written_over(cardrules: Cardrules, file: Path, tmp_path: Path, command: str) -> None:
    note = tmp_path / "note.txt"
    note.write_text("do not forget")
    words = refusal(cardrules, *command.split(), str(file), "--save", "note.txt")
    assert words == ("Error: --save: 'note.txt' exists already; go on with it by --resume, or choose another name.")
    assert note.read_text() == "do not forget"


def changed(line: str, old: str, new: str) -> str:
    """Return a line of a saved simulation as if it had been written with other data."""
    data = json.loads(line.replace(old, new))
    del data["check"]
    check = zlib.crc32(json.dumps(data, separators=(",", ":")).encode())
    return json.dumps(data | {"check": check})


def test_files_that_cannot_go_on(cardrules: Cardrules, file: Path, tmp_path: Path) -> None:
    result(cardrules, "simulate", str(file), "--games", "5", "--jobs", "1", "--save", "kept")
    kept = (tmp_path / "kept").read_text()
    head, line, *_ = kept.splitlines()
    for text, words in {
        "": "is not a saved simulation",
        "\x00\x01": "is not a saved simulation",
        "[]": "is not a saved simulation",
        '{"cardrules_simulation": 99}': "by another version",
        head.replace('"cardrules_simulation":2', '"cardrules_simulation":1'): "by another version",
        head.replace('"games":5', '"games":6'): "is damaged or was changed in line 1",
        f"{head}\n{line.replace('1', '-1', 1)}\n": "is damaged or was changed in line 2",
        changed(head, '"simulate"', '"compare"'): "by another command",
        changed(head, '"games":5', '"games":"many"'): "is damaged",
        changed(head, '"settings"', '"sittings"'): "is damaged",
        changed(head, '"bot_files":{}', '"bot_files":[]'): "is damaged",
        changed(head, '"bots":["random"', '"bots":["human"'): "there is no bot 'human'",
        changed(head, "handsize", "hansize"): "does not fit the ruleset",
        f"{head}\n{line}\n{line}\n{line}\n": "is damaged or was changed in line 3",
        f"{head}\n{line[:50]}\n{line}\n": "is damaged or was changed in line 2",
    }.items():
        (tmp_path / "bad").write_text(text)
        assert words in refusal(cardrules, "simulate", "--resume", "bad", status=1), text
    (tmp_path / "bad").write_bytes(b"\xff\xfe")
    assert "it is not text" in refusal(cardrules, "simulate", "--resume", "bad", status=1)
    assert "No such file" in refusal(cardrules, "simulate", "--resume", "nowhere", status=1)
    words = refusal(cardrules, "simulate", "--resume", "kept", "--csv", "x.csv", status=1)
    assert "was begun without --csv" in words
    file.write_text(file.read_text().replace("winner: highest", "winner: lowest"))
    words = refusal(cardrules, "simulate", "--resume", "kept", status=1)
    assert "has been changed since" in words


def test_rules_that_get_stuck(cardrules: Cardrules, file: Path) -> None:
    text = file.read_text()
    assert "    choose: {card: a card from hand}\n" in text
    file.write_text(text.replace("from hand}\n", "from hand}\n    when: value of card <= 8\n"))
    done = cardrules("simulate", str(file), "--games", "50", "--jobs", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "CR801" in done.stderr
    assert re.search(r"This is game (\d+) of the simulation, with the seed \1\.", done.stderr)


@pytest.mark.parametrize("address", ["", "foo", "foo:", "tcp://foo", "tcp://a:b", "x://y:1", "tls://a:1", "deaf"])
def test_where_no_scheduler_is(cardrules: Cardrules, file: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No client is made: one that has found no scheduler ends with a traceback, after 20 s."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "_CONNECT", 0.5)
    monkeypatch.setattr(distributed, "Client", None)
    with socket.create_server(("127.0.0.1", 0)) as server:
        if address == "deaf":
            address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        words = refusal(cardrules, "simulate", str(file), "--scheduler", address)
    assert words.startswith(f"Error: --scheduler: no answer from '{address}' (")
    assert "NoneType" not in words
    assert words.endswith("; the address of a scheduler looks like tcp://10.0.0.1:8786.")


def test_without_dask(cardrules: Cardrules, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = refusal(cardrules, "simulate", str(file), "--scheduler", "tcp://127.0.0.1:1")
    assert words.endswith("not installed: pip install '.[cluster]' in a checkout of cardrules.")


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        ("simulate decides.yaml --games 12", 12),
        ("compare decides.yaml --set head_start=1 --games 4", 8),
        ("tournament decides.yaml --players random,quick --games 6", 6),
    ],
)
def test_what_played_is_counted(cardrules: Cardrules, arguments: str, games: int, engine: str) -> None:
    done = cardrules(*arguments.split(), "--engine", engine, "--verbose", "--json")
    json.loads(done.stdout)
    native = games if engine == "native" else 0
    told = f"Native code played {native} of {games} games, Python {games - native}."
    assert done.stderr.splitlines() == [told]


def test_the_games_of_all_processes_are_counted(
    cardrules: Cardrules, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "_ALONE", 0.01)
    arguments = f"simulate {file} --games 3000 --engine native --jobs 2 -v --json".split()
    assert cardrules(*arguments).stderr.splitlines() == ["Native code played 3,000 of 3,000 games, Python 0."]


@pytest.mark.parametrize(
    ("here", "by_native", "told"),
    [
        ("native", 5, "native"),
        ("native", 0, "python: the workers have no native code"),
        ("python: no wasmtime", 5, "native at the workers that have native code"),
        ("python: no wasmtime", 0, "python: no wasmtime"),
        ("python: native code cannot do this", 5, "python: native code cannot do this"),
        (
            "native for random against quick, python for all others",
            5,
            "native for random against quick, python for all others",
        ),
    ],
)
def test_the_workers_of_a_scheduler_may_have_another_engine(
    here: str, by_native: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other side of a comparison, or another pair of a tournament, may be native."""
    monkeypatch.setattr(runner, "missing", lambda: "no wasmtime")
    simulation = Simulation(rules_of(package.load("durak")), ["random"] * 4)
    head: dict[str, Any] = {"games": 100, "rows": False}
    running = runner.Runner(simulation, head, Done(), name="durak", jobs=None, scheduler="tcp://a:1", save=None)
    running.played, running.by_native = 100, by_native
    assert running.engine(lambda games: here) == told
