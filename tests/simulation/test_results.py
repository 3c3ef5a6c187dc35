"""Simulations and tournaments from Python: the same figures as on the command line, as tables, and wrong arguments."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import cardrules
from cardrules.interpreter import notebooks
from cardrules.schema import Kind, path

from ..calling import call


def printed(folder: Path, line: str) -> dict[str, Any]:
    done = call([*line.split(), "--jobs", "1", "--json"], folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def without_time(data: dict[str, Any]) -> dict[str, Any]:
    """Return data without what differs from run to run."""
    kept = {name: value for name, value in data.items() if name != "seconds"}
    for each in kept.get("results", ()):
        del each["milliseconds"]
    return json.loads(json.dumps(kept))


@pytest.mark.parametrize(
    ("kind", "result", "line"),
    [
        (
            "simulation",
            lambda: cardrules.simulate("gin_slaughtre", ["quick", "random"], 12, seed=3),
            "simulate gin_slaughtre --players quick,random --games 12 --seed 3 --budget 50",
        ),
        (
            "tournament",
            lambda: cardrules.tournament(cardrules.load("leduc_poker"), ["random", "rollout"], 6, budget=5),
            "tournament leduc_poker --players random,rollout --games 6 --budget 5",
        ),
    ],
)
def test_a_result_has_what_the_command_prints(
    tmp_path: Path, kind: Kind, result: Callable[[], cardrules.Result], line: str
) -> None:
    found = result().data
    assert Draft202012Validator(json.loads(path(kind).read_text("utf-8"))).is_valid(json.loads(json.dumps(found)))  # pyright: ignore[reportUnknownMemberType]
    assert without_time(found | {"budget": 0}) == without_time(printed(tmp_path, line) | {"budget": 0})


def test_the_table_of_games_is_the_csv_file(tmp_path: Path) -> None:
    done = call("simulate sixty_six --games 8 --csv games.csv --jobs 1".split(), tmp_path)
    assert done.returncode == 0
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        head, *lines = csv.reader(file)
    columns, rows = cardrules.simulate("sixty_six", games=8).tables["games"]
    assert list(columns) == head[:-1]  # the last one is the fingerprint
    assert [["" if each is None else str(each) for each in row] for row in rows] == [line[:-1] for line in lines]


def test_tables_are_data_frames() -> None:
    pytest.importorskip("pandas")
    result = cardrules.simulate("leduc_poker", ["quick", "random"], 30)
    games: Any = result.dataframe()
    assert games["win.0"].sum() == result.data["seats"][0]["wins"]
    assert games["decisions"].sum() == result.data["decisions"]
    seats: Any = result.dataframe("seats")
    assert list(seats["player"]) == ["quick", "random"]
    assert [seats["low"][0], seats["high"][0]] == result.data["seats"][0]["interval"]
    rules: Any = result.dataframe("rules")
    assert set(rules["rule"]) == {*result.data["rules"]}
    pairs: Any = cardrules.tournament("leduc_poker", ["quick", "random"], 5).dataframe("pairs")
    assert (pairs["players.1"][0], pairs["deals"][0]) == ("random", 3)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: cardrules.simulate("leduc_poker", "nobody"), "there is no bot 'nobody'"),
        (lambda: cardrules.simulate("leduc_poker", ["quick"] * 3), "3 bots are named, and the game has 2 seats"),
        (lambda: cardrules.simulate("leduc_poker", 3), "bots are a name or a list of names, not 3"),  # pyright: ignore[reportArgumentType]
        (lambda: cardrules.simulate("leduc_poker", games=0), "games is a number from 1 to 10,000,000, not 0"),
        (lambda: cardrules.simulate("leduc_poker", games=2.5), "games is a whole number, not 2.5"),  # pyright: ignore[reportArgumentType]
        (lambda: cardrules.simulate("leduc_poker", engine="fast"), "there is no engine 'fast'; there are native and"),
        (lambda: cardrules.simulate("leduc_poker", "rollout", engine="native"), "native code cannot play this: bots"),
        (lambda: cardrules.simulate(7), "a ruleset is a name or a path, not 7"),  # pyright: ignore[reportArgumentType]
        (lambda: cardrules.tournament("leduc_poker", ["quick"]), "a tournament is one of at least two different bots"),
        (lambda: cardrules.tournament("leduc_poker", ["quick", "quick"]), "at least two different bots"),
        (lambda: cardrules.tournament("leduc_poker", ["quick", "random"], limit=0), "limit is a number of seconds"),
        (lambda: cardrules.simulate("leduc_poker", games=1).dataframe("x"), "there is no table 'x'; there are games,"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(cardrules.SetupError) as error:
        wrong()
    assert message in str(error.value)


def test_a_data_frame_without_pandas_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(cardrules.SetupError, match="a data frame needs the library pandas: pip install"):
        cardrules.simulate("leduc_poker", games=1).dataframe()


def test_notebooks_get_escaped_html(tmp_path: Path) -> None:
    file = tmp_path / "sly.yaml"
    file.write_text("cardrules: 1\nextends: hearts\nname: Hearts <script>alert(1)</script>\n")
    game = cardrules.load(file)
    state = game.new_initial_state(3)
    for shown in (game, state, cardrules.simulate(game, "quick", 1)):
        html = shown._repr_html_()  # pyright: ignore[reportPrivateUsage]
        assert "<script" not in html
        assert len(html) < 5_000
    assert "Hearts &lt;script&gt;" in game._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert "hand of 3: " in state._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert "&lt;b&gt;" in notebooks.text("<b>", "<b>") + notebooks.table("", [("<b>",)], ["<b>"])
