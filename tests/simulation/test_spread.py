"""Games spread over workers: the result does not depend on which workers play, die or stop."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import sleep
from typing import Any, ClassVar

import pytest

import cardrules
from cardrules.cli.simulation.checkpoint import Done
from cardrules.cli.simulation.executors import local
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.spread import Experiment, Here, Part, Pool, Row, spread
from cardrules.interpreter.simulation.tally import Tally


def gathered(experiment: Experiment, ranges: list[tuple[int, int]], pool: Pool, *, rows: bool = False) -> Done:
    """Play and put together."""
    done = Done()
    for part in spread(experiment, ranges, pool, rows=rows):
        done.add(part)
    return done


def forked(workers: int) -> Executor:
    """Return processes that know this file, whatever it is called as a module."""
    return ProcessPoolExecutor(workers, get_context("forkserver"))


@pytest.mark.parametrize(
    "pool",
    [
        Pool(Here, 1, seconds=0.001),
        Pool(lambda: ThreadPoolExecutor(3), 3, seconds=0.002),
        local(2),
    ],
    ids=["here", "threads", "processes"],
)
def test_the_result_is_the_same_wherever_it_is_played(emptying: Game, pool: Pool) -> None:
    simulation = Simulation(rules_of(emptying), ["random", "quick"], seed=3)
    whole, rows = Tally(), dict[int, Row]()
    for number in (*range(60), *range(90, 100)):
        rows[number] = []
        simulation.play(number, whole, rows[number])
    done = gathered(simulation, [(0, 60), (90, 100)], pool, rows=True)
    assert done.tally.data() == whole.data()
    assert done.ranges == [(0, 60), (90, 100)]
    assert done.rows == rows


class Counted:
    """An experiment that is played one by one, in Python."""

    games_each: ClassVar[int] = 1
    by_native = 0

    @property
    def stops(self) -> Counter[str]:
        """Native code plays nothing, and so it never stops."""
        return Counter()

    def written(self) -> bytes:
        """No decisions are written down."""
        return b""

    def play_on(self, first: int, last: int, tally: Tally, rows: list[Row] | None = None) -> int:
        """Play, and note the number."""
        self.play(first)
        tally.add({"number": first})
        return first + 1

    def play(self, number: int) -> None:
        """Play."""


class Fragile(Counted):
    """Notes each game; the worker dies in game 7, as often as a file has letters."""

    def __init__(self, lives: Path) -> None:
        self.lives = lives

    def play(self, number: int) -> None:
        """Play or die."""
        if number == 7:
            left = self.lives.read_text()
            if left:
                self.lives.write_text(left[1:])
                os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are made and killed differently")
def test_a_worker_that_dies_costs_no_game(tmp_path: Path) -> None:
    (tmp_path / "lives").write_text("xx")
    done = gathered(Fragile(tmp_path / "lives"), [(0, 20)], Pool(lambda: forked(2), 2))
    assert (tmp_path / "lives").read_text() == ""
    assert done.ranges == [(0, 20)]
    assert done.tally.of("number").total == sum(range(20))


@pytest.mark.skipif(sys.platform == "win32", reason="processes are made and killed differently")
def test_workers_that_always_die(tmp_path: Path) -> None:
    (tmp_path / "lives").write_text("x" * 99)
    with pytest.raises(cardrules.WorkersLostError, match="workers died 8 times in a row"):
        gathered(Fragile(tmp_path / "lives"), [(0, 20)], Pool(lambda: forked(2), 2))


class Refusing(Here):
    """An executor whose workers have died when it is given its next game after some."""

    def __init__(self, takes: int) -> None:
        self.takes = takes

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function, or refuse."""
        if not self.takes:
            raise BrokenExecutor
        self.takes -= 1
        return super().submit(fn, *args, **kwargs)


@pytest.mark.parametrize(
    ("takes", "workers"), [([0, 0, 99], 1), ([2, 0, 3, 99], 2), ([1] * 99, 2), ([0] * 7 + [99], 1)]
)
def test_workers_that_die_before_they_are_given_games(takes: list[int], workers: int) -> None:
    executors = map(Refusing, takes)
    done = gathered(Counted(), [(0, 30)], Pool(lambda: next(executors), workers, seconds=0))
    assert done.ranges == [(0, 30)]
    assert done.tally.of("number").total == sum(range(30))


def test_workers_that_never_take_a_game() -> None:
    with pytest.raises(cardrules.WorkersLostError, match="workers died 8 times in a row"):
        gathered(Counted(), [(0, 30)], Pool(lambda: Refusing(0), 2))


class Stuck(Counted):
    """Plays until the rules get stuck."""

    def play(self, number: int) -> None:
        """Play or fail."""
        if number == 5:
            raise cardrules.NobodyError("nobody is asked")


@pytest.mark.parametrize("pool", [Pool(Here, 1), Pool(lambda: ThreadPoolExecutor(2), 2)])
def test_an_error_of_the_rules_ends_it(pool: Pool) -> None:
    with pytest.raises(cardrules.NobodyError, match="nobody is asked"):
        gathered(Stuck(), [(0, 50)], pool)


class Slow(Counted):
    """Takes its time."""

    def play(self, number: int) -> None:
        """Wait."""
        sleep(0.01)


@pytest.mark.parametrize("start", [Here, lambda: ThreadPoolExecutor(2)])
def test_what_is_being_played_is_kept_when_it_stops(start: Callable[[], Executor]) -> None:
    done = Done()

    def stopping() -> bool:
        return done.games >= 20

    for part in spread(Slow(), [(0, 1000)], Pool(start, 2, seconds=0.05), stopping=stopping):
        done.add(part)
    assert 20 <= done.games < 60
    assert done.tally.of("number").count == done.games


def test_parts_that_overlap_are_refused() -> None:
    done = Done()
    done.add(Part(0, 5))
    with pytest.raises(ValueError, match="twice"):
        done.add(Part(4, 6))


def test_a_game_can_be_pickled() -> None:
    import pickle

    for name in ("gin_rummy", "loba_de_menos"):
        game = cardrules.load(name, single_deal=True)
        copy: Game = pickle.loads(pickle.dumps(game))
        assert rules_of(copy).key == rules_of(game).key
        assert copy.new_initial_state(3).to_json() == game.new_initial_state(3).to_json()
