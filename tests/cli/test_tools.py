"""`cardrules validate`, `list` and `compile`."""

import ast
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Cardrules = Callable[..., "subprocess.CompletedProcess[str]"]
VARIANT = """\
cardrules: 1
extends: gin_slaughtre
name: Mine
variants:
  hard: {help: More cards., options: {refill_to: 6}}
"""


def test_bundled_rulesets_are_clean(cardrules: Cardrules) -> None:
    done = cardrules("validate", "gin_slaughtre")
    assert (done.returncode, done.stdout) == (0, "1 file checked: no problems.\n")


def test_one_bad_file_does_not_hide_the_next(cardrules: Cardrules, tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "deep"
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_text("cardrules: 1\nname: [\n")
    (folder / "b.yml").write_bytes(b"\xff\xfe\x00")
    (folder / "c.yaml").write_text(VARIANT)
    (folder / "d.txt").write_text("no ruleset")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "e.yaml").write_text("no ruleset")
    done = cardrules("validate", "--format", "concise", "rules", "nope")
    assert done.returncode == 1
    files = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert files == ["rules/deep/a.yaml", "rules/deep/b.yml", "nope"]


def test_json(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("cardrules: 1\nnaem: x\n")
    done = cardrules("validate", "--format", "json", "bad.yaml", "gin_slaughtre")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert {each["file"] for each in found["diagnostics"]} == {"bad.yaml"}


def test_a_problem_of_one_variant(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(VARIANT.replace("refill_to: 6", "refill_to: 60"))
    done = cardrules("validate", "--format", "concise", "bad.yaml")
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1


def test_a_suite(cardrules: Cardrules, tmp_path: Path) -> None:
    text = "cardrules_suite: 1\nruleset: gin_slaughtre\nscenarios:\n  A:\n    given: {nosuch: 3}\n"
    (tmp_path / "suite.yaml").write_text(text + "    tests:\n      - legal: [take]\n")
    done = cardrules("validate", "--format", "concise", "suite.yaml")
    assert done.returncode == 1
    assert "suite.yaml:5:13: error CR7" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status"),
    [("validate", 2), ("validate --format x gin_slaughtre", 2), ("validate empty", 2)],
)
def test_validate_wrong_usage(cardrules: Cardrules, tmp_path: Path, arguments: str, status: int) -> None:
    (tmp_path / "empty").mkdir()
    assert cardrules(*arguments.split()).returncode == status


def test_list(cardrules: Cardrules) -> None:
    done = cardrules("list")
    assert done.returncode == 0
    assert re.search(r"^gin_slaughtre +Gin Slaughtre, 2 players$", done.stdout, re.MULTILINE)
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_list_tells_facts(cardrules: Cardrules) -> None:
    lines = [line.strip() for line in cardrules("list", "hearts").stdout.splitlines()]
    assert "tricks, 35 minutes, easy" in lines
    assert "also called Black Lady, Rickety Kate" in lines


@pytest.mark.parametrize(
    ("arguments", "has", "lacks"),
    [
        ("--family tricks", {"hearts", "skat"}, {"uno", "klondike"}),
        ("--players 1", {"klondike", "blackjack"}, {"hearts", "gin_rummy"}),
        ("--minutes 10", {"blackjack", "klondike"}, {"hearts", "gin_rummy"}),
        ("--difficulty hard --family tricks", {"bridge", "skat"}, {"hearts", "uno"}),
        ("black lady", {"hearts"}, {"blackjack", "uno"}),
        ("GIN knock", {"gin_rummy"}, {"gin_slaughtre"}),
    ],
)
def test_list_of_what_is_wanted(cardrules: Cardrules, arguments: str, has: set[str], lacks: set[str]) -> None:
    found = json.loads(cardrules("list", "--json", *arguments.split()).stdout)
    names = {each["name"] for each in found}
    assert has <= names
    assert not lacks & names


def test_list_as_json(cardrules: Cardrules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDRULES_PATH", str(tmp_path))
    (tmp_path / "bad.yaml").write_text("cardrules: 1\n")
    found = {each["name"]: each for each in json.loads(cardrules("list", "--json").stdout)}
    assert found["bad"] == {"name": "bad", "errors": True}
    hearts = found["hearts"]
    assert hearts["players"] == {"least": 4, "most": 4, "default": 4}
    assert hearts["about"]["aliases"] == ["Black Lady", "Rickety Kate"]
    assert found["hanabi"]["about"]["best"] == {"least": 3, "most": 4}
    assert {"title", "summary", "variants"} <= hearts.keys()


def test_list_without_a_game_that_fits(cardrules: Cardrules) -> None:
    done = cardrules("list", "--family", "patience", "--players", "9")
    assert (done.returncode, done.stdout) == (0, "No game fits.\n")
    assert cardrules("list", "--family", "whist").returncode == 2


def test_list_tells_of_the_search_path(cardrules: Cardrules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDRULES_PATH", str(tmp_path))
    (tmp_path / "mine.yaml").write_text(VARIANT)
    (tmp_path / "bad.yaml").write_text("cardrules: 1\n")
    lines = cardrules("list").stdout.splitlines()
    assert any(re.match(r"mine +Mine, 2 players$", line) for line in lines)
    assert any(re.match(r"bad +has errors; see `cardrules validate bad`$", line) for line in lines)


def test_compile(cardrules: Cardrules) -> None:
    done = cardrules("compile", "gin_slaughtre")
    assert done.returncode == 0
    assert "Gin Slaughtre compiles." in done.stdout


@pytest.mark.parametrize("more", [(), ("--record",), ("--set", "exchange=none")])
def test_compile_shows_python(cardrules: Cardrules, more: tuple[str, ...]) -> None:
    done = cardrules("compile", "gin_slaughtre", "--show", *more)
    functions = [n.name for n in ast.parse(done.stdout).body if isinstance(n, ast.FunctionDef)]
    assert "act_play" in functions


def test_names_and_values_of_options_are_whole_in_the_rulebook(cardrules: Cardrules) -> None:
    shown = " ".join(cardrules("rules", "durak").stdout.split())
    assert "draw_order: Whether the defender's hand is filled up in seat order too" in shown
    assert "possible clockwise_from_attacker, defender_last." in shown
