"""Decisions and games per second of random play, and what copying and loading cost.

    python benchmarks/playouts.py gin_slaughtre
    python benchmarks/playouts.py gin_slaughtre --peer 'crazy_eights(players=2)'

Random play drives the bare build: deal, ask for the legal actions, choose one at random, apply it,
until the game is over. With `--peer`, a game of OpenSpiel is driven in the same way and in the same
run, in the environment that `make bench` makes for it, and the ratio is printed: on a shared
machine only figures of one run can be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cardrules
from cardrules.interpreter.game import START_OF_DEAL, Game

PEERS = Path(__file__).resolve().parent.parent / ".venv-peers" / "bin" / "python"


def play(game: Game, seconds: float, seed: int) -> tuple[int, int, float]:
    """Return games, decisions and seconds of random play for about some seconds."""
    machine = game.bare
    legal, apply, draw = machine.legal, machine.play, random.Random(seed).random
    games = decisions = 0
    start = time.perf_counter()
    while True:
        core = game.initial_core(machine, seed * 1_000_003 + games)
        machine.advance(core, START_OF_DEAL)
        while core.pc >= 0:
            actions = legal[core.pc](core)
            apply(core, actions[int(draw() * len(actions))])
            decisions += 1
        games += 1
        spent = time.perf_counter() - start
        if spent >= seconds:
            return games, decisions, spent


def each(task: Callable[[], object], times: int) -> float:
    """Return the microseconds that one run of a task takes, the median of five series."""
    series: list[float] = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            task()
        series.append((time.perf_counter() - start) / times * 1e6)
    return statistics.median(series)


def measure(name: str, seconds: float, trials: int, peer: str | None) -> dict[str, Any]:
    """Return all figures of one ruleset."""
    started = time.perf_counter()
    game = cardrules.load(name)
    first_load = time.perf_counter() - started
    warm: list[float] = []
    for _ in range(5):
        started = time.perf_counter()
        cardrules.load(name)
        warm.append(time.perf_counter() - started)
    rates: list[tuple[float, float, float]] = []
    theirs: list[float] = []
    play(game, seconds / 5, 0)
    for trial in range(trials):
        games, decisions, spent = play(game, seconds, trial + 1)
        rates.append((decisions / spent, games / spent, decisions / games))
        if peer is not None:
            theirs.append(_peer(peer, seconds, trial))
    state = game.new_initial_state(seed=1)
    for _ in range(60):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
    core = game.initial_core(game.bare, 1)
    game.bare.advance(core, START_OF_DEAL)
    speeds = [rate[0] for rate in rates]
    figures: dict[str, Any] = {
        "ruleset": name,
        "decisions_per_second": round(statistics.median(speeds)),
        "spread": round((max(speeds) - min(speeds)) / statistics.median(speeds), 3),
        "games_per_second": round(statistics.median(rate[1] for rate in rates), 1),
        "decisions_per_game": round(statistics.mean(rate[2] for rate in rates), 1),
        "clone_us": round(each(state.clone, 2000), 2),
        "core_clone_us": round(each(core.clone, 2000), 2),
        "first_load_ms": round(first_load * 1e3, 1),
        "warm_load_ms": round(statistics.median(warm) * 1e3, 1),
    }
    if peer is not None:
        figures["peer"] = peer
        figures["peer_decisions_per_second"] = round(statistics.median(theirs))
        figures["ratio"] = round(statistics.median(speeds) / statistics.median(theirs), 3)
    return figures


def _peer(game: str, seconds: float, seed: int) -> float:
    if not PEERS.exists():
        sys.exit("the peer is not installed: run 'make peers'")
    script = Path(__file__).with_name("peer_openspiel.py")
    command = [str(PEERS), str(script), game, str(seconds), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Measure the rulesets named on the command line and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rulesets", nargs="*", default=["gin_slaughtre"])
    parser.add_argument("--seconds", type=float, default=2.0, help="of play in each trial")
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--peer", help="a game of OpenSpiel to compare with, in the same run")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    results = [
        measure(name, options.seconds, options.trials, options.peer) for name in options.rulesets
    ]
    for result in results:
        print()
        for key, value in result.items():
            print(f"{key:28} {value}")
    if options.json is not None:
        options.json.write_text(json.dumps(results, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
