"""`cardrules new`, `show` and `diff`."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cardrules.interpreter.authoring.differences import compare
from cardrules.interpreter.authoring.formatting import format_text
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.authoring.templates import new_game, new_variant
from cardrules.interpreter.diagnostics import Source
from cardrules.interpreter.resolve.resolve import resolve
from cardrules.interpreter.scenarios.running import run

Cardrules = Callable[..., "subprocess.CompletedProcess[str]"]


def test_a_new_game_is_good_as_it_is(cardrules: Cardrules, tmp_path: Path) -> None:
    done = cardrules("new", "my_game")
    assert (done.returncode, done.stdout) == (
        0,
        "Wrote my_game.yaml. Next: cardrules test my_game.yaml\n",
    )
    assert cardrules("validate", "my_game.yaml").returncode == 0
    assert cardrules("test", "my_game.yaml").stdout == "7 tests passed in 1 file.\n"
    assert cardrules("fmt", "--check", "my_game.yaml").returncode == 0
    (tmp_path / "deep").mkdir()
    assert cardrules("new", "deep/child", "--extends", "my_game.yaml").returncode == 0
    assert "extends: ../my_game.yaml\n" in (tmp_path / "deep" / "child.yaml").read_text()
    assert cardrules("test", "deep/child.yaml").returncode == 0


@pytest.mark.parametrize("game", ["hearts", "gin_slaughtre", "oh_hell"])
def test_a_new_variant_is_good_as_it_is(tmp_path: Path, game: str) -> None:
    path = tmp_path / "my_variant.yaml"
    path.write_text(new_variant(path, game))
    report = run(path)
    assert (len(report.results), report.failed, report.diagnostics) == (2, (), ())
    assert not survey(path).diagnostics
    assert compare(resolve(game), resolve(path))
    assert format_text(Source("x.yaml", path.read_text()))[0] == path.read_text()


@pytest.mark.parametrize(
    ("old", "new", "examples"),
    [
        (
            "options:",
            "variables: {idle: {type: number}}\n\noptions:",
            2,
        ),  # a warning of the parent's
        ("shuffle stock", "shuffle stock\n    if hand_size > 0: nobody wins", 0),
    ],
)
def test_a_variant_of_a_game_with_flaws(tmp_path: Path, old: str, new: str, examples: int) -> None:
    text = new_game("flawed")
    assert old in text
    (tmp_path / "flawed.yaml").write_text(text.replace(old, new, 1))
    path = tmp_path / "my_variant.yaml"
    path.write_text(new_variant(path, str(tmp_path / "flawed.yaml")))
    report = run(path)
    assert (len(report.results), report.failed) == (examples, ())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("new My-Game", "Write 'my_game'."),
        ("new here", "'here.yaml' exists already"),
        ("new no/such", "There is no folder 'no'"),
        ("new durak", "'durak' is the name of a ruleset"),
    ],
)
def test_what_cannot_be_new(cardrules: Cardrules, tmp_path: Path, arguments: str, message: str) -> None:
    (tmp_path / "here.yaml").write_text("cardrules: 1\n")
    done = cardrules(*arguments.split())
    assert done.returncode == 2
    assert message in done.stderr
    assert (tmp_path / "here.yaml").read_text() == "cardrules: 1\n"


def test_a_variant_of_a_broken_game(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("cardrules: 1\nnaem: x\n")
    done = cardrules("new", "child", "--extends", "bad.yaml")
    assert (done.returncode, "CR101" in done.stderr) == (1, True)
    assert not (tmp_path / "child.yaml").exists()
    assert cardrules("new", "child", "--extends", "durack").returncode == 1


def test_show(cardrules: Cardrules, tmp_path: Path) -> None:
    text = "cardrules: 1\nextends: hearts\nname: Mine\nchange: {options: {target: {default: 50}}}\n"
    (tmp_path / "mine.yaml").write_text(text)
    shown = cardrules("show", "mine.yaml").stdout
    assert shown.startswith("cardrules: 1\nname: Mine\n")
    assert "extends" not in shown
    (tmp_path / "whole.yaml").write_text(shown)
    assert cardrules("diff", "mine.yaml", "whole.yaml").stdout == "No difference.\n"
    lines = cardrules("show", "mine.yaml", "--origin", "options.target").stdout.splitlines()
    assert len({line.index(":") for line in lines}) == 2
    assert any(line.startswith("options.target.default  mine.yaml:4:") for line in lines)
    assert any("hearts.yaml:" in line for line in lines)
    assert "Did you mean 'options'?" in cardrules("show", "hearts", "--origin", "option").stderr


def test_diff(cardrules: Cardrules) -> None:
    done = cardrules("diff", "hearts", "--variant", "omnibus", "--format", "json")
    document = json.loads(done.stdout)
    (change,) = document.pop("changes")
    assert done.returncode == 1
    assert change["sentence"] == "The option jack_of_diamonds is -10, not 0."
    assert (change["before"], change["after"]) == (0, -10)
    assert change["line"] > 1
    done = cardrules("diff", "gin_rummy", "gin_rummy_three", "--format", "markdown")
    assert "- **options.void_redeal** is removed." in done.stdout
    assert done.stdout.count("```diff") * 2 == done.stdout.count("```")
    assert "\n    + if shooters" not in done.stdout
    assert cardrules("diff", "hearts", "hearts").returncode == 0
    assert cardrules("diff", "hearts").returncode == 2
    assert cardrules("diff", "hearts", "--variant", "omnibsu").returncode == 2
    assert cardrules("diff", "hearts", "nope").returncode == 1
