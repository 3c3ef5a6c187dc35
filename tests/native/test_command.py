"""`--engine` of `cardrules simulate` and `cardrules compare`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import cardrules.environments
from cardrules.interpreter.native import availability
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


LARGE = """
cardrules: 1
name: Large numbers
players: 2
deck: {ranks: A 2 3 4, suits: clubs spades}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
variables: {count: {type: number, start: 999999999999999999}}
deal: {do: "shuffle stock\\ndeal 3 each to hand"}
phases:
  turn: {players: in turn}
actions:
  go: {phase: turn, do: add 999999999999999999 to count}
match: {winner: highest}
limits: {turns: 9, result: end deal}
"""
"""Rules whose numbers native code cannot hold, in any game."""


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


def test_native_code_takes_over_sooner_where_games_take_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.interpreter.simulation.engines._SOON", 0.0)
    native = played(tmp_path, "hearts", "--jobs", "1")
    python = played(tmp_path, "hearts", "--engine", "python")
    assert native.pop("engine") == "native"
    assert python.pop("engine") == "python: it was chosen"
    assert native == python


def test_what_cannot_be_played_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = played(tmp_path, "hearts", "--players", "rollout:1,quick,random,random")
    assert found["engine"] == f"python: {SEARCHING}"
    monkeypatch.setattr("cardrules.interpreter.native.memory.layout.MOST_CARDS", 51)
    done = call(["simulate", "hearts", "--engine", "native", "--games", "2"], tmp_path)
    assert done.returncode == 2
    assert "--engine native: native code cannot do a pack of 52 cards" in done.stderr


def test_the_report_says_which_engine_played(tmp_path: Path) -> None:
    arguments = ["simulate", "hearts", "--single-deal", "--games", "2", "--engine", "python"]
    assert "engine             python: it was chosen\n" in call(arguments, tmp_path).stdout


def test_without_wasmtime_python_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.interpreter.native.availability.find_spec", lambda _: None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    found = played(tmp_path, "hearts")
    reason = "wasmtime is not installed (pip install '.[fast]' in a checkout of cardrules)"
    assert found["engine"] == f"python: {reason}"
    match = ["tournament", "gin_slaughtre", "--players", "random,quick", "--games", "2"]
    assert f"Engine: python: {reason}." in call([*match, "--jobs", "1"], tmp_path).stdout
    for command in (match, ["check", "hearts", "--games", "1"]):
        done = call([*command, "--engine", "native"], tmp_path)
        assert (done.returncode, f"--engine native: {reason}" in done.stderr) == (2, True)


def test_where_wasmtime_cannot_be_loaded_python_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wasmtime").mkdir()
    (tmp_path / "wasmtime" / "__init__.py").write_text("raise OSError('no code for\\nthis machine')")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "wasmtime", raising=False)
    cause = "wasmtime, which cannot be loaded (OSError: this machine)"
    found = played(tmp_path, "hearts", "--games", "30")
    assert found["engine"] == f"python: native code cannot do without {cause}"
    assert cardrules.environments.vector("hearts", 2).reset()
    with pytest.raises(cardrules.SetupError, match="native code cannot play this: without wasmtime"):
        cardrules.environments.vector("hearts", 2, engine="native")


@pytest.mark.parametrize(("installed", "enough"), [("50.0.1", True), ("9.0.0", False), ("?", True)])
def test_wasmtime_can_be_too_old(monkeypatch: pytest.MonkeyPatch, installed: str, enough: bool) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda name: installed)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    availability._is_new_enough.cache_clear()  # pyright: ignore[reportPrivateUsage]
    reason = availability.missing()
    availability._is_new_enough.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert (reason is None) == enough
    assert enough or "wasmtime is older than version 50" in str(reason)


def test_where_native_code_stops_in_nearly_all_games_python_plays(tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_text(LARGE)
    found = played(tmp_path, "large.yaml", "--games", "200", "--engine", "native")
    said = "python: native code had to stop in 20 of 20 games, mostly in "
    assert found.pop("engine") == said + "the course of the game ('deal')"
    plain = played(tmp_path, "large.yaml", "--games", "200", "--engine", "python")
    assert plain.pop("engine") == "python: it was chosen"
    assert found == plain


def test_native_code_that_stops_in_all_of_a_few_games_is_not_called_the_engine(
    tmp_path: Path,
) -> None:
    (tmp_path / "large.yaml").write_text(LARGE)
    found = played(tmp_path, "large.yaml", "--games", "15", "--engine", "native")
    said = "python: native code played no game to its end, it had to stop in "
    assert found["engine"] == said + "the course of the game ('deal') (15)"


def test_a_rule_that_is_asked_only_where_a_game_is_watched_is_named_where_it_stops(tmp_path: Path) -> None:
    watched = "define: {seen: 1048576 * size of stock * 1048576 * size of stock > 1}\nphases:"
    rules = LARGE.replace("999999999999999999", "1").replace("phases:", watched)
    (tmp_path / "watched.yaml").write_text(rules)
    done = call(["simulate", "watched.yaml", "--games", "15", "--engine", "native", "--verbose"], tmp_path)
    assert "Native code had to stop in the definition 'seen' (15)." in done.stderr


def test_what_is_not_played_has_no_engine(tmp_path: Path) -> None:
    arguments = ["hearts", "--single-deal", "--games", "2", "--save", "kept"]
    assert call(["simulate", *arguments], tmp_path).returncode == 0
    again = call(["simulate", "--resume", "kept", "--json"], tmp_path)
    assert json.loads(again.stdout)["engine"] == "none: no further game was played"


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_comparison_says_which_engine_played(tmp_path: Path, engine: str) -> None:
    said = {"native": "native", "python": "python: it was chosen"}[engine]
    arguments = ["compare", "oh_hell", "--set", "hook=must_not_equal", "--games", "2"]
    arguments += ["--single-deal", "--jobs", "1", "--engine", engine]
    if engine == "native":
        assert f"engine  {said}\n" in call(arguments, tmp_path).stdout
    report: dict[str, Any] = json.loads(call([*arguments, "--json"], tmp_path).stdout)
    assert [report[side]["engine"] for side in ("base", "variant")] == [said, said]
