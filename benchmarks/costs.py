"""What a state costs, and what loading a game costs, for `run.py`."""

from __future__ import annotations

import gc
import os
import pickle
import random
import resource
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

import cardrules
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.position import Position

now = time.process_time
STATES = 2000
START = "from cardrules.cli.entry import main; main()"


def positions(game: Rules, count: int) -> list[Position]:
    """Return positions of the bare build from as many different games, at different depths."""
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        position = initial_position(game, game.bare, seed)
        game.bare.playout(position, random.Random(seed).random, START_OF_DEAL, seed % 60)
        seed += 1
        if position.pc >= 0:
            found.append(position)
    return found


def memory(game: Rules) -> float:
    """Return the bytes that a state of the bare build takes, nothing of it shared with another.

    The states are written as bytes and read again, so that every number and list of each is its
    own, but for the small integers that Python has only once.
    """
    slots = [slot for cls in game.bare.position_class.__mro__ for slot in getattr(cls, "__slots__", ())]
    states = [pickle.dumps([getattr(position, slot) for slot in slots]) for position in positions(game, STATES)]
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept: list[Position] = []
    for state in states:
        position = object.__new__(game.bare.position_class)
        for slot, value in zip(slots, pickle.loads(state), strict=True):
            setattr(position, slot, value)
        kept.append(position)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept)


def each(task: Callable[[], object], times: int) -> float:
    """Return the seconds that one run of a task takes, the median of five series."""
    series: list[float] = []
    for _ in range(5):
        start = now()
        for _ in range(times):
            task()
        series.append((now() - start) / times)
    return statistics.median(series)


def start_up() -> dict[str, float]:
    """Return how long whole processes take, in milliseconds, the median of five runs of each.

    Python keeps what it compiles, as it does unless it is told otherwise, and has done so before.
    """
    commands = {
        "import click": ["-c", "import click"],
        "cardrules --version": ["-c", START, "--version"],
        "cardrules validate oh_hell": ["-c", START, "validate", "oh_hell"],
        "cardrules validate durak": ["-c", START, "validate", "durak"],
    }
    spent: dict[str, list[float]] = {name: [] for name in commands}
    with TemporaryDirectory() as compiled:
        keeping = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
        environment = {**os.environ, **keeping}
        for trial in range(6):
            for name, arguments in commands.items():
                before = _children()
                command = [sys.executable, *arguments]
                subprocess.run(command, env=environment, capture_output=True, check=True)
                if trial:
                    spent[name].append((_children() - before) * 1e3)
    return {name: round(statistics.median(series), 1) for name, series in spent.items()}


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def halfway(game: Rules, deals: int) -> list[Position]:
    """Return positions of the bare build in the middle of games, from deals of all numbers."""
    found: list[Position] = []
    for seed in range(12):
        draw = random.Random(seed).random
        position = initial_position(game, game.bare, seed, deal=1 + seed % deals)
        game.bare.advance(position, START_OF_DEAL)
        whole = game.bare.playout(position.clone(), draw)
        game.bare.playout(position, draw, most=whole // 2)
        if position.pc >= 0:
            found.append(position)
    return found


def natively(ruleset: str, settings: dict[str, Any], deals: int) -> dict[str, float | None]:
    """Return the figures of native code: none where it cannot play the game.

    They are the milliseconds until the first game has been played, with the bare build and without
    the checks of the rules, and how many copies of positions in mid-game are played to their ends
    in a second.

    Args:
        ruleset: the game.
        settings: arguments of `cardrules.load`.
        deals: positions are from deals with the numbers from 1 to this one.
    """

    def first() -> Native:
        code = Native(rules_of(cardrules.load(ruleset, **settings)).bare)
        code.games(1, 1)
        return code

    try:
        code = first()
        load = each(lambda: cardrules.load(ruleset, **settings), 1)
        ready = each(first, 1) - load
        chosen = halfway(rules_of(cardrules.load(ruleset, **settings)), deals)
        spent = 0.0
        for position in chosen:
            code.go_on_from(position)
            spent += each(lambda: code.games(1, code.most), 1)
    except (ImportError, Refused):
        return {"native_ms": None, "played_on": None}
    return {"native_ms": round(ready * 1e3, 1), "played_on": round(len(chosen) * code.most / spent)}


def of(ruleset: str, settings: dict[str, Any], deals: int) -> dict[str, Any]:
    """Return the figures of one game; the arguments are those of `natively`."""
    cardrules.load(ruleset, **settings)
    load = each(lambda: cardrules.load(ruleset, **settings), 1)
    bare = each(lambda: rules_of(cardrules.load(ruleset, **settings)).bare, 1) - load
    game = cardrules.load(ruleset, **settings)
    size = memory(rules_of(game))
    position = positions(rules_of(game), 1)[0]
    return {
        "bytes": round(size),
        "million_gb": round(size / 1e3, 2),
        "copy_us": round(each(position.clone, 5000) * 1e6, 2),
        "load_ms": round(load * 1e3, 1),
        "bare_ms": round(bare * 1e3, 1),
        **natively(ruleset, settings, deals),
    }
