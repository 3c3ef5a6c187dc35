"""Data sets of simulated games: their rows, their order, their file, and wrong calls."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import cardrules
from cardrules.environments.dataset import KEY, Dataset
from cardrules.environments.episode import Episode
from cardrules.environments.game_spaces import Spaces
from cardrules.environments.recording import Recording, Told
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.spread import Here, Part, Pool, spread
from cardrules.interpreter.simulation.tally import Tally
from cardrules.schema import path

from ..calling import Done, call

parquet: Any = pytest.importorskip("pyarrow.parquet")


def recorded(game: Game, *players: str, seed: int = 0, told: Told = "arrays") -> tuple[Simulation, Recording]:
    """Return a simulation whose decisions are written down."""
    rules = rules_of(game)
    recording = Recording(Spaces(rules), players, told)
    return Simulation(rules, players, seed=seed, budget=4, scribe=recording), recording


def written(path: Path, game: Game, *players: str, games: int, told: Told = "arrays", seed: int = 0) -> Any:
    """Write a data set in this process, and read it."""
    simulation, recording = recorded(game, *players, seed=seed, told=told)
    with Dataset(path, recording, simulation.settings()) as file:
        for part in spread(simulation, [(0, games)], Pool(Here, 1, 0.0)):
            file.add(part.first, part.last, part.written)
    return parquet.read_table(path)


@pytest.mark.parametrize(
    ("name", "players", "told"),
    [
        ("hearts", ("quick", "random", "random", "quick"), "arrays"),  # passes are chosen in several steps
        ("canasta", ("quick", "quick", "quick", "quick"), "arrays"),  # two packs
        ("leduc_poker", ("rollout", "random"), "texts"),
    ],
)
def test_rows_are_what_an_episode_shows(tmp_path: Path, name: str, players: tuple[str, ...], told: Told) -> None:
    game = cardrules.load(name, players=len(players), single_deal=True)
    table = written(tmp_path / "x", game, *players, games=2, told=told, seed=5)
    spaces, rows = Spaces(rules_of(game)), table.to_pylist()
    plain = Simulation(rules_of(game), players, seed=5, budget=4, engine="python")
    for number in (0, 1):
        measures = plain.measure(number, Tally())
        episode, decision, step = Episode(spaces, 5 + number), 0, 0
        mine = [row for row in rows if row["game"] == number]
        for row in mine:
            seat = episode.player
            assert seat is not None
            assert (row["seed"], row["decision"], row["step"], row["deal"]) == (5 + number, decision, step, 1)
            assert (row["seat"], row["bot"]) == (seat, players[seat])
            if told == "arrays":
                np.testing.assert_array_equal(row["observation"], episode.observe(seat))
            else:
                assert row["information_state"] == episode.information_state(seat)
            np.testing.assert_array_equal(row["mask"], episode.mask())
            episode.step(row["action"])
            decision, step = (decision, step + 1) if episode.chosen else (decision + 1, 0)
            if not step:
                assert row["action_text"] == game_text(spaces, episode)
        assert episode.player is None
        assert decision == measures["decisions"]
        assert {(row["seat"], row["return"]) for row in mine} == {*enumerate(episode.returns())}


def game_text(spaces: Spaces, episode: Episode) -> str:
    """Return the last action of a game, as it is written."""
    return spaces.game.notation.text(episode.actions[-1])


def test_a_file_tells_what_its_columns_and_games_are(tmp_path: Path) -> None:
    game = cardrules.load("leduc_poker")
    table = written(tmp_path / "x", game, "random", "quick", games=3)
    spaces = Spaces(rules_of(game))
    head = json.loads(parquet.read_metadata(tmp_path / "x").metadata[KEY.encode()])
    Draft202012Validator(json.loads(path("dataset").read_text("utf-8"))).validate(head)  # pyright: ignore[reportUnknownMemberType]
    assert head["actions"] == list(spaces.actions.names)
    assert head["observations"] == list(spaces.names)
    assert head["fingerprint"] == game.fingerprint()
    assert head["version"] == cardrules.__version__
    assert (head["games"], head["bots"], head["seed"]) == (3, ["random", "quick"], 0)
    assert head["options"] == game.settings()["options"]
    assert not any(field.nullable for field in table.schema)
    for name, value, size in (("observation", "float", spaces.size), ("mask", "int8", spaces.actions.size)):
        kind = table.schema.field(name).type
        assert (str(kind.value_type), kind.list_size) == (value, size)


def test_workers_write_the_same_bytes_in_any_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.environments.dataset._GROUP", 100_000)  # several groups
    game = cardrules.load("leduc_poker")
    written(tmp_path / "one", game, "quick", "random", games=60)
    simulation, recording = recorded(game, "quick", "random")
    pool = Pool(lambda: ThreadPoolExecutor(2), 2, 0.01)  # the simulation is pickled, as for processes
    parts: list[Part] = [*spread(simulation, [(0, 30), (30, 60)], pool)]
    for name, ordered in (("two", parts), ("three", sorted(parts, key=lambda part: -part.first))):
        with Dataset(tmp_path / name, recording, simulation.settings()) as file:
            for part in ordered:
                file.add(part.first, part.last, part.written)
    one, two, three = ((tmp_path / name).read_bytes() for name in ("one", "two", "three"))
    assert one == two == three
    assert parquet.read_metadata(tmp_path / "one").num_row_groups > 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "three", "two"]


def test_an_error_leaves_the_old_file_and_a_stop_the_first_games(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    simulation, recording = recorded(cardrules.load("leduc_poker"), "random", "random")
    parts = [*spread(simulation, [(0, 3), (3, 9), (9, 12)], Pool(Here, 1, 0.0))]
    with pytest.raises(ValueError, match="metadata"), Dataset(path, recording, {}) as file:
        file.add(0, 1, b"damaged")
    with Dataset(path, recording, {}) as file:
        file.add(parts[5].first, parts[5].last, parts[5].written)
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])
    with Dataset(path, recording, {}) as file:
        for part in (*parts[:5], *parts[6:]):
            file.add(part.first, part.last, part.written)
    assert set(parquet.read_table(path)["game"].to_pylist()) == {*range(5)}
    assert list(tmp_path.iterdir()) == [path]


def simulate(folder: Path, *arguments: str) -> Done:
    return call(["simulate", "leduc_poker", "--jobs", "1", *arguments], folder)


def test_the_command_measures_the_games_that_it_writes(tmp_path: Path) -> None:
    kept = simulate(tmp_path, "--games", "30", "--json", "--dataset", "x.parquet")
    plain = simulate(tmp_path, "--games", "30", "--json")
    one, other = (json.loads(done.stdout) for done in (kept, plain))
    assert one.pop("engine") == "python: decisions are written down"
    del other["engine"]
    assert one | {"seconds": 0} == other | {"seconds": 0}
    table = parquet.read_table(tmp_path / "x.parquet")
    assert set(table["game"].to_pylist()) == {*range(30)}
    assert sum(step == 0 for step in table["step"].to_pylist()) == one["decisions"]


STOPS = """\
from time import sleep
class Stops:
    times = 0
    def choose(self, view):
        Stops.times += 1
        if Stops.times == 10:
            sleep(0.6)
        if Stops.times == 30:
            raise KeyboardInterrupt
        return view.actions()[0]
"""
"""Results come every half second."""


def test_a_stop_writes_the_games_so_far(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(STOPS)
    done = simulate(tmp_path, "--players", "bots.py:Stops", "--dataset", "x.parquet")
    assert done.returncode == 130
    games = set(parquet.read_table(tmp_path / "x.parquet")["game"].to_pylist())
    assert f"'x.parquet' has the first {len(games)} games." in done.stderr
    assert games == {*range(len(games))}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--observations", "texts"), "--observations is for a data set: name its file with --dataset."),
        (("--dataset", "x", "--resume", "y"), "--dataset cannot be used with --resume: a data set is written in"),
        (("--dataset", "no/such/x"), "'no/such/x' cannot be written: No such file or directory."),
        (("--dataset", ""), "--dataset: the name of the file is missing."),
        (("--dataset", "x", "--engine", "native"), "--engine native: decisions are written down; leave --engine out"),
        (
            ("--dataset", "x", "--seed", str(1 << 63)),
            "a data set has room for seeds of 64 bits, and 9",
        ),
    ],
)
def test_wrong_calls_are_refused_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    done = simulate(tmp_path, *arguments)
    assert done.returncode in (1, 2)
    assert message in done.stderr
    assert "x" not in {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("library", ["pyarrow", "numpy"])
def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    if library == "numpy":
        for name in [name for name in sys.modules if name.startswith("cardrules.environments.")]:
            monkeypatch.delitem(sys.modules, name)
    done = simulate(tmp_path, "--dataset", "x")
    assert done.returncode == 1
    assert f"a data set needs the library {library}: pip install" in done.stderr
