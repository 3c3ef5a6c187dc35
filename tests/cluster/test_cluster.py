"""The same simulation on a Dask cluster: a real scheduler, and workers that die."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import cardrules
from cardrules.cli.main import main
from cardrules.cli.simulation import executors
from cardrules.cli.simulation.checkpoint import Done
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.spread import spread


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a scheduler and two workers, each a process of its own with one thread."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed differently")
def test_a_worker_that_is_killed_costs_no_game(cluster: Any) -> None:
    simulation = Simulation(rules_of(cardrules.load("oh_hell", players=3, single_deal=True)), ["quick"] * 3)
    games = 800
    here, there = Done(), Done()
    for part in spread(simulation, [(0, games)], executors.here()):
        here.add(part)
    with executors.cluster(cluster.scheduler_address) as pool:
        assert pool.workers == 2
        pool.seconds = 0.1
        killed = 0
        for part in spread(simulation, [(0, games)], pool):
            there.add(part)
            if not killed and there.games < games / 2:
                killed = next(iter(cluster.workers.values())).pid
                os.kill(killed, signal.SIGKILL)
    assert killed
    assert there.ranges == [(0, games)]
    assert there.tally.data() == here.tally.data()


def test_the_command(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found: list[dict[str, Any]] = []
    for more in (["--scheduler", cluster.scheduler_address], ["--jobs", "1"]):
        with pytest.raises(SystemExit) as ended:
            main([*"simulate durak --games 8 --json".split(), *more])
        assert ended.value.code == 0
        found.append(json.loads(capsys.readouterr().out))
        found[-1].pop("seconds")
    assert found[0] == found[1]


def test_nobody_answers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "_CONNECT", 0.5)
    for address, words in {
        "tcp://127.0.0.1:9": "no answer from 'tcp://127.0.0.1:9'",
        "nonsense://x": "no answer from 'nonsense://x'",
    }.items():
        with pytest.raises(SystemExit) as ended:
            main(["simulate", "durak", "--scheduler", address])
        assert ended.value.code == 2
        assert words in capsys.readouterr().err
