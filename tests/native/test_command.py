"""`--engine` of `cardrules simulate` and `cardrules compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardrules.interpreter.simulation.engines import SEARCHING

from ..calling import call

pytest.importorskip("wasmtime")


def played(folder: Path, *arguments: str) -> dict[str, Any]:
    """Simulate some games; return the report."""
    done = call(["simulate", "--single-deal", "--games", "4", "--json", *arguments], folder)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    del report["seconds"]
    return report


def test_the_engine_can_be_chosen_and_does_not_change_the_results(tmp_path: Path) -> None:
    first = played(tmp_path, "hearts")
    native = played(tmp_path, "hearts", "--engine", "native")
    python = played(tmp_path, "hearts", "--engine", "python")
    assert first.pop("engine") == "python: native code takes over after 20 games or a second"
    assert native.pop("engine") == "native"
    assert python.pop("engine") == "python: it was chosen"
    assert first == native == python


def test_native_code_plays_all_but_the_first_games(tmp_path: Path) -> None:
    native = played(tmp_path, "hearts", "--games", "25")
    python = played(tmp_path, "hearts", "--games", "25", "--engine", "python")
    assert native.pop("engine") == "native"
    assert python.pop("engine") == "python: it was chosen"
    assert native == python


def test_native_code_takes_over_sooner_where_games_take_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardrules.interpreter.simulation.engines._SOON", 0.0)
    native = played(tmp_path, "hearts", "--jobs", "1")
    python = played(tmp_path, "hearts", "--engine", "python")
    assert native.pop("engine") == "native"
    assert python.pop("engine") == "python: it was chosen"
    assert native == python


def test_what_cannot_be_played_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = played(tmp_path, "hearts", "--players", "rollout:1,quick,random,random")
    assert found["engine"] == f"python: {SEARCHING}"
    monkeypatch.setattr("cardrules.interpreter.native.layout.MOST_CARDS", 51)
    done = call(["simulate", "hearts", "--engine", "native", "--games", "2"], tmp_path)
    assert done.returncode == 2
    assert "--engine native: native code cannot do a pack of 52 cards" in done.stderr


def test_the_report_says_which_engine_played(tmp_path: Path) -> None:
    arguments = ["simulate", "hearts", "--single-deal", "--games", "2", "--engine", "python"]
    assert "engine             python: it was chosen\n" in call(arguments, tmp_path).stdout


def test_without_wasmtime_python_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.interpreter.simulation.engines.find_spec", lambda _: None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    found = played(tmp_path, "hearts")
    reason = "wasmtime is not installed (pip install '.[fast]' in a checkout of cardrules)"
    assert found["engine"] == f"python: {reason}"
    match = ["tournament", "gin_slaughtre", "--players", "random,quick", "--games", "2"]
    assert f"Engine: python: {reason}." in call([*match, "--jobs", "1"], tmp_path).stdout
    for command in (match, ["check", "hearts", "--games", "1"]):
        done = call([*command, "--engine", "native"], tmp_path)
        assert (done.returncode, f"--engine native: {reason}." in done.stderr) == (2, True)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_comparison_says_which_engine_played(tmp_path: Path, engine: str) -> None:
    said = {"native": "native", "python": "python: it was chosen"}[engine]
    arguments = ["compare", "oh_hell", "--set", "hook=must_not_equal", "--games", "2"]
    arguments += ["--single-deal", "--jobs", "1", "--engine", engine]
    if engine == "native":
        assert f"engine  {said}\n" in call(arguments, tmp_path).stdout
    report: dict[str, Any] = json.loads(call([*arguments, "--json"], tmp_path).stdout)
    assert [report[side]["engine"] for side in ("base", "variant")] == [said, said]
