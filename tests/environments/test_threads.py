"""Vectors lead to the same games whatever the number of threads, which end when nobody needs them."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

import cardrules
from cardrules import environments
from cardrules.environments import engine as engines
from cardrules.environments import stepped
from cardrules.environments.batch import Batch, Vector
from cardrules.environments.part import Part
from cardrules.environments.threads import Threads
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.native.code import encoding
from cardrules.interpreter.native.translation import assignments
from cardrules.interpreter.play.game import rules_of

pytest.importorskip("wasmtime")


def vector(name: str, n: int, threads: int | None, engine: str = "native", seat: int | None = None) -> Vector:
    game = rules_of(cardrules.load(name, single_deal=True))
    return Vector(game, n, 3, engine, seat=seat, threads=threads)


def equal(one: Batch, other: Batch) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def play_all(vectors: list[Vector], steps: int) -> int:
    """Play vectors with the same actions, compare all that they return, and close them; return how many games end."""
    chance, ended = np.random.default_rng(1), 0
    seen = [each.reset() for each in vectors]
    for _ in range(steps):
        first = seen[0]
        assert all(equal(first, each) for each in seen)
        weights = chance.random(first.mask.shape) * first.mask
        seen = [each.step(weights.argmax(axis=1)) for each in vectors]
        ended += int(seen[0].over.sum())
    assert all(equal(seen[0], each) for each in seen)
    for each in vectors:
        each.close()
    return ended


def parts(games: Vector) -> list[Part]:
    """Return the parts into which native code has divided the games."""
    native = games._engine.native  # pyright: ignore[reportPrivateUsage]
    assert native is not None
    return native._parts  # pyright: ignore[reportPrivateUsage]


def helping() -> int:
    """Return how many threads of vectors there are."""
    return sum(thread.name == "cardrules" for thread in threading.enumerate())


@pytest.fixture(autouse=True)
def few_rows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Arrays have room for few games, so that a part is stepped in several calls; afterwards no thread is left."""
    monkeypatch.setattr(stepped, "MOST_BYTES", 1_000)
    yield
    gc.collect()
    for thread in threading.enumerate():  # one whose vector is gone ends soon
        if thread.name == "cardrules":
            thread.join(10)
    assert not helping()


@pytest.fixture
def alarm() -> Iterator[Callable[[], object]]:
    """Lets a signal come soon, which raises what Ctrl-C raises."""
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield partial(signal.setitimer, signal.ITIMER_REAL, 0.05)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, previous)


@pytest.mark.parametrize(("name", "n", "steps"), [("leduc_poker", 11, 60), ("kuhn_poker", 2, 40), ("oh_hell", 5, 140)])
def test_the_number_of_threads_changes_nothing(name: str, n: int, steps: int) -> None:
    vectors = [vector(name, n, threads) for threads in (1, 2, 3)]
    assert [each.threads for each in vectors] == [1, 2, min(3, n)]
    assert play_all(vectors, steps) > n


@pytest.mark.parametrize("seat", [0, 1])
def test_nor_where_the_others_choose_at_random(seat: int) -> None:
    """The seat 1 has no decision in many games of Leduc poker, whose seeds are left out."""
    vectors = [vector("leduc_poker", 7, threads, seat=seat) for threads in (1, 2, 3)]
    assert play_all([*vectors, vector("leduc_poker", 7, None, "python", seat)], 40) > 20


def test_nor_where_native_code_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignments, "LARGEST", 20)
    game = rules_of(cardrules.load("oh_hell"))
    vectors = [Vector(game, 7, 5, "native", threads=threads) for threads in (1, 3)]
    play_all([*vectors, Vector(game, 7, 5, "python")], 60)
    assert all(each._episodes == {} for each in vectors)  # pyright: ignore[reportPrivateUsage]


def test_a_masked_action_is_refused_by_the_number_of_its_game() -> None:
    games, other = vector("leduc_poker", 5, 2), vector("leduc_poker", 5, 1)
    seen = games.reset()
    other.reset()
    actions = seen.mask.argmax(axis=1)
    wrong = actions.copy()
    wrong[3] = seen.mask[3].argmin()
    with pytest.raises(cardrules.IllegalActionError, match="game 3: "):
        games.step(wrong)
    assert equal(games.step(actions), other.step(actions))


def test_saved_games_go_to_other_parts() -> None:
    one, other = vector("leduc_poker", 6, 3), vector("leduc_poker", 6, 1)
    for games in (one, other):
        games.reset()
        games.step(games.sample(np.random.default_rng(1)))
    indices = [5, 4, 5, 0, 1, 2]
    saved = one.save(), other.save()
    assert equal(one.load(saved[0], indices), other.load(saved[1], indices))
    for seed in range(9):
        actions = one.sample(np.random.default_rng(seed))
        assert equal(one.step(actions), other.step(actions))
    state = cardrules.load("leduc_poker", single_deal=True).new_initial_state(seed=5)
    states = [state.clone() for _ in range(6)]
    assert equal(one.begin(states), other.begin(states))


def test_games_that_do_not_fit_into_one_memory_have_several(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = vector("leduc_poker", 64, 1)
    (part,) = parts(whole)
    pages = len(part._stepper.memory) // encoding.PAGE  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(encoding, "MOST_PAGES", pages - 1)
    divided = vector("leduc_poker", 64, 1)
    assert len(parts(divided)) == 2
    play_all([whole, divided], 12)


def test_threads_that_pay_are_there_without_being_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepped, "cores", lambda: 3)
    monkeypatch.setattr(stepped, "FOR_A_THREAD", 775 * 4)  # four games of Leduc poker
    assert [vector("leduc_poker", n, None).threads for n in (7, 8, 40)] == [1, 2, 3]


def test_a_large_vector_begins_in_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BEFORE_NATIVE", 8)
    for n, engine in ((8, "python"), (9, "native")):
        games = environments.vector("kuhn_poker", n, single_deal=True)
        games.reset()
        assert games.engine == engine


def test_close_ends_the_threads_and_so_does_whoever_forgets_it() -> None:
    games = vector("kuhn_poker", 6, 3)
    assert not helping()
    games.reset()
    assert helping() == 2
    games.close()
    assert not helping()
    with pytest.raises(SetupError, match="no game has begun"):
        games.step([0] * 6)
    games.close()
    again = vector("kuhn_poker", 4, 2)
    again.reset()
    assert helping() == 1
    del again  # the fixture waits for the end of its thread


def test_the_environment_of_gymnasium_ends_its_threads() -> None:
    pytest.importorskip("gymnasium")
    games = environments.gymnasium_vector("leduc_poker", 6, single_deal=True, engine="native", threads=2)
    games.reset(seed=1)
    games.step(games.sample())
    assert helping() == 1
    games.close()
    assert not helping()


def test_a_signal_ends_a_step(alarm: Callable[[], object]) -> None:
    """No thread is at work after that, and new games may begin."""
    games, other = vector("kuhn_poker", 400, 2), vector("kuhn_poker", 400, 1)
    seen, chance = games.reset(), np.random.default_rng(1)

    def play(seen: Batch) -> None:
        alarm()
        while True:
            seen = games.step((chance.random(seen.mask.shape) * seen.mask).argmax(axis=1))

    with pytest.raises(KeyboardInterrupt):
        play(seen)
    assert equal(games.reset(7), other.reset(7))


def test_a_signal_ends_all_parts(alarm: Callable[[], object]) -> None:
    """The thread that waits for the others stops them, and they can work again."""

    def endless(begun: list[int]) -> Iterator[None]:
        while True:
            begun.append(1)
            time.sleep(0.001)
            yield

    threads = Threads(2)
    begun: tuple[list[int], list[int]] = ([], [])
    alarm()
    with pytest.raises(KeyboardInterrupt):
        threads.run([endless(each) for each in begun])
    done = [len(each) for each in begun]
    time.sleep(0.01)
    assert [len(each) for each in begun] == done
    found: list[int] = []
    threads.run([noting(found, 1), noting(found, 2)])
    assert sorted(found) == [1, 2]
    threads.close()


def noting(found: list[int], number: int) -> Iterator[None]:
    found.append(number)
    yield


def test_an_error_in_a_thread_is_raised_where_they_are_called() -> None:
    def wrong(waits: float) -> Iterator[None]:
        time.sleep(waits)
        yield
        raise ValueError("wrong")

    threads = Threads(2)
    with pytest.raises(ValueError, match="wrong"):
        threads.run([wrong(0.01), wrong(0.01)])
    threads.close()


def test_without_more_threads_one_does_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> None:
        raise RuntimeError("can't start new thread")

    games, other = vector("kuhn_poker", 5, 3), vector("kuhn_poker", 5, 1)
    monkeypatch.setattr(threading.Thread, "start", refused)
    play_all([games, other], 5)


def _go_on(games: Vector, actions: Any, answer: Any) -> None:
    answer.send(games.step(actions))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no copies of processes")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_copy_of_the_process_goes_on_with_threads_of_its_own() -> None:
    games = vector("leduc_poker", 6, 2)
    actions = games.reset().mask.argmax(axis=1)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_go_on, args=(games, actions, theirs))
    process.start()
    assert ours.poll(30)
    assert equal(Batch(*ours.recv()), games.step(actions))
    process.join(30)
    assert process.exitcode == 0


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "2", True])
def test_a_wrong_number_of_threads_is_refused(wrong: Any) -> None:
    with pytest.raises(SetupError, match="threads is a positive integer, not "):
        environments.vector("kuhn_poker", 2, threads=wrong)
