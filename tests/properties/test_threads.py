"""Everything public may be called from several threads at once, as soon as a process begins."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from inspect import stack
from pathlib import Path
from threading import Barrier, Event

import pytest

import cardrules
from cardrules.interpreter.core.garbage import collected_later
from cardrules.interpreter.diagnostics import Span
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.effort import MOST_WORK, Effort
from cardrules.interpreter.shared import Together, shared, shared_property
from cardrules.interpreter.source.located import Scalar
from cardrules.interpreter.syntax.syntax import Parsed, parse_scalar
from cardrules.table import lobby

from .together import THREADS, alone

ROOT = Path(__file__).parents[2]
GAMES = ("gin_slaughtre", "hearts", "canasta", "oh_hell")


def in_a_fresh_process(seed: int, names: tuple[str, ...]) -> dict[str, list[str]]:
    command = [sys.executable, "-m", "tests.properties.together", str(seed), *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.soak
def test_eight_threads_find_what_one_finds(amount: Callable[[int, int], int]) -> None:
    """Cold: each process loads and compiles the games while eight threads ask for everything."""
    for seed in range(amount(1, 12)):
        names = tuple(GAMES[(seed + place) % len(GAMES)] for place in range(amount(1, 3)))
        assert in_a_fresh_process(seed, names) == alone(list(names)), seed


def in_threads(function: Callable[[int], object]) -> list[object]:
    """Call a function in eight threads at once."""
    ready = Barrier(THREADS)

    def call(number: int) -> object:
        ready.wait()
        return function(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(call, range(THREADS)))


@pytest.fixture
def slow() -> Event:
    """An event that never happens: to wait for it lets other threads run."""
    return Event()


def test_a_value_is_made_once_while_others_wait(slow: Event) -> None:
    calls: list[int] = []

    @shared(most=2)
    def made(key: int) -> object:
        calls.append(key)
        slow.wait(0.01)
        return object()

    assert len(set(in_threads(lambda number: made(number % 2)))) == 2
    assert sorted(calls) == [0, 1]


def test_an_attribute_is_computed_once_while_others_wait(slow: Event) -> None:
    class Deck:
        @shared_property
        def cards(self) -> object:
            slow.wait(0.01)
            return object()

    deck = Deck()
    assert len(set(in_threads(lambda _: deck.cards))) == 1


def test_a_game_has_one_machine_for_all_threads() -> None:
    game = cardrules.load("oh_hell")
    assert len({id(each) for each in in_threads(lambda _: rules_of(game).machine)}) == 1


def test_a_failure_belongs_to_one_call() -> None:
    """It is not kept: whoever waited, or asks later, tries again."""
    calls: list[int] = []

    @shared()
    def made() -> str:
        calls.append(1)
        if len(calls) < 3:
            raise OSError
        return "made"

    def asked(_: int) -> object:
        try:
            return made()
        except OSError:
            return None

    assert sorted(map(str, in_threads(asked))) == ["None"] * 2 + ["made"] * (THREADS - 2)


def test_a_text_that_is_read_deep_in_the_stack_is_read_again() -> None:
    """The end of the stack is the caller's failure, so it must not stay with the text."""
    text = "size of hand of actor is 4 or (rank of it is 3 and not (suit of it is hearts))"
    scalar = Scalar(text, text, "plain", Span("", 0, len(text)))

    def parsed(depth: int) -> Parsed:
        return parsed(depth - 1) if depth > 0 else parse_scalar(scalar, "expression")

    refused = 0
    for room in range(10, 100, 3):
        try:
            refused += parsed(sys.getrecursionlimit() - len(stack()) - room).node is None
        except RecursionError:
            refused += 1
    assert refused > 0
    assert parse_scalar(scalar, "expression").node is not None


def test_the_lobby_shows_a_game_again_that_could_not_be_read(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text("cardrules: 1\n", "utf-8")
    assert [each.mistakes != () for each in lobby.entries((str(file),))] == [True]
    file.write_text("cardrules: 1\nextends: hearts\nname: House hearts\n", "utf-8")
    assert [each.title for each in lobby.entries((str(file),))] == ["House hearts"]


def test_the_work_of_a_search_is_counted_for_its_thread_alone(slow: Event) -> None:
    effort = Effort()

    def search(_: int) -> int:
        with effort:
            for _ in range(8):
                effort.add(MOST_WORK // 16)
                slow.wait(0.001)
            return effort.done

    assert in_threads(search) == [MOST_WORK // 16 * 8] * THREADS


def test_the_last_thread_ends_what_the_first_began(slow: Event) -> None:
    told: list[str] = []
    state = Together(lambda: told.append("begun"), lambda _: told.append("ended"))
    collects = gc.isenabled()
    gc.enable()

    def inside(number: int) -> bool:
        with state, collected_later():
            slow.wait(0.002 * number)
            return gc.isenabled()

    try:
        assert not any(in_threads(inside))
        assert gc.isenabled()
    finally:
        (gc.enable if collects else gc.disable)()
    assert told == ["begun", "ended"]
