"""Vectors play the same games in native code and in Python."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import cardrules
from cardrules import environments, rulesets
from cardrules.environments import course
from cardrules.environments import engine as engines
from cardrules.environments.arrays import arrays
from cardrules.environments.batch import Batch, Vector
from cardrules.environments.episode import Episode
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.native import module
from cardrules.interpreter.native.code import encoding
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.stepping import stepping_module
from cardrules.interpreter.native.translation import assignments
from cardrules.interpreter.play.game import rules_of

from ..generated.rulesets import generate
from ..loading import loaded
from ..native.test_games import SMALL

wasmtime = pytest.importorskip("wasmtime")

Amount = Callable[[int, int], int]
SAMPLE = ("hanabi", "hearts")
"""What is tried without `--soak`: what players are told, and sealed choices in several steps."""

NO_DECISION = """
cardrules: 1
name: None
summary: Each player is dealt a card, and that is all.
players: 2
deck: {ranks: 0 1 2, suits: spades}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
deal:
  do: |
    shuffle stock
    deal 1 each to hand
    end deal
phases: {play: {players: in turn from eldest}}
actions: {pass: {phase: play}}
match: {deals: 1, winner: highest}
"""


SEEN = """
cardrules: 1
name: Seen in one action
players: 3
deck: {ranks: A 2 3 4, suits: clubs diamonds hearts}
zones:
  stock: {faces: hidden}
  table: {faces: shown}
  hand: {each: player, faces: owner}
deal: {do: "shuffle stock\\ndeal 3 each to hand"}
phases: {turn: {players: in turn, until: turn_number >= 90}}
actions:
  hint:
    phase: turn
    choose: {hue: a suit}
    do: tell left of actor which are (hand of actor) where suit is hue
  secret:
    phase: turn
    do: tell left of actor which are (hand of actor) where suit is suit of top of stock
  mix:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to stock
      shuffle stock
      reveal top of stock
      draw 1
  slide:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to stock
      move top of stock to table
      move top of table to stock
      draw 1
  give:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to hand of left of actor
      reveal hand of left of actor
      move first of hand of left of actor to hand
  bury:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to stock
      reveal top of stock to left of actor
      draw 1
      add 1 to score of actor
match: {winner: highest, start: 10, deals: 3}
"""
"""Actions that move cards several times, so that others see them, or might, and that tell others of cards."""


def choice(batch: Batch, chance: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each game."""
    weights: NDArray[np.float64] = chance.random(batch.mask.shape) * batch.mask
    return weights.argmax(axis=1)


def outcome(call: Callable[[], Batch]) -> Batch | str:
    """What a call returns, or the error that it ends in."""
    try:
        return call()
    except cardrules.CardrulesError as error:
        return str(error)


def equal(one: Batch | str, other: Batch | str) -> bool:
    """Whether two outcomes are the same, number by number."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def play_both(native: Vector, python: Vector, steps: int) -> None:
    """Step two vectors with the same actions, and compare all that they return."""
    chance = np.random.default_rng(1)
    one, other = outcome(native.reset), outcome(python.reset)
    for _ in range(steps):
        assert equal(one, other)
        if isinstance(other, str):
            return
        actions = choice(other, chance)
        one, other = (outcome(partial(each.step, actions)) for each in (native, python))
    assert equal(one, other)


def test_native_vectors_return_the_same(amount: Amount) -> None:
    for name in rulesets.bundled() if amount(0, 1) else SAMPLE:
        game = loaded(name)
        native, python = (Vector(rules_of(game), amount(3, 5), 5, each) for each in ("native", "python"))
        assert (native.engine, python.engine) == ("native", "python")
        play_both(native, python, amount(25, 1000))


def test_native_vectors_return_the_same_in_small_and_random_games(amount: Amount) -> None:
    """Where native code cannot play, it says so; errors of the rules are the same."""
    texts = [path.read_text("utf-8") for path in SMALL]
    texts += [generate(number) for number in range(amount(2, 500))]
    played = 0
    for number in Random(3).sample(range(len(texts)), amount(2, len(texts))):
        ruleset = load_text(texts[number], f"{number}.yaml")
        if ruleset.program is None:
            continue
        game = cardrules.Game(Rules(ruleset, f"{number}.yaml"))
        try:
            native = Vector(rules_of(game), 3, 3, "native")
        except cardrules.SetupError:
            continue
        played += 1
        play_both(native, Vector(rules_of(game), 3, 3, "python"), 30)
    assert played


def test_who_has_seen_the_cards_of_an_action() -> None:
    game = cardrules.Game(Rules(load_text(SEEN, "seen.yaml"), "seen.yaml"))
    native, python = (Vector(rules_of(game), 5, 5, engine) for engine in ("native", "python"))
    play_both(native, python, 200)


def test_who_has_seen_the_cards_of_piles() -> None:
    game = cardrules.load(next(path for path in SMALL if path.stem == "piles_of_several"))
    native, python = (Vector(rules_of(game), 3, 5, engine) for engine in ("native", "python"))
    play_both(native, python, 60)


def test_where_native_code_stops_python_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native code is made for numbers below 20 only; when a score is larger, Python takes over.

    The games beside it go on in native code, whichever of them they are.
    """
    monkeypatch.setattr(assignments, "LARGEST", 20)
    game = loaded("oh_hell")
    native, python = (Vector(rules_of(game), 7, 5, engine) for engine in ("native", "python"))
    patterns: set[str] = set()

    def step(actions: NDArray[np.int64]) -> Batch:
        patterns.add("".join("p" if at in native._episodes else "n" for at in range(7)))  # pyright: ignore[reportPrivateUsage]
        return Vector.step(native, actions)

    monkeypatch.setattr(native, "step", step)
    play_both(native, python, 60)
    assert any("npn" in each for each in patterns)
    assert any("pnp" in each for each in patterns)


def test_games_in_which_nobody_has_a_decision_are_skipped() -> None:
    game = cardrules.load("french_tarot", single_deal=True)
    native, python = (Vector(rules_of(game), 2, 52, engine) for engine in ("native", "python"))
    chance, seen = np.random.default_rng(1), python.reset()
    assert equal(native.reset(), seen)
    assert Episode(python.spaces, 52).player is None
    assert equal(seen, Vector(rules_of(game), 2, 53, "python").reset())
    for _ in range(250):
        actions = choice(seen, chance)
        seen = python.step(actions)
        assert seen.mask.any(axis=1).all()
        assert equal(native.step(actions), seen)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_game_without_decisions_is_refused(engine: str) -> None:
    game = cardrules.Game(Rules(load_text(NO_DECISION), "none.yaml"))
    games, table = Vector(rules_of(game), 2, 0, engine), environments.pettingzoo(game, engine=engine)
    for each in (games, table):
        with pytest.raises(SetupError, match="nobody has a decision in 200 games in succession"):
            each.reset()
    with pytest.raises(SetupError, match="no game has begun"):
        games.step([0, 0])
    seat = environments.gymnasium(game, seat=1, engine=engine)
    with pytest.raises(SetupError, match="seat 1 has no decision in 200 games in succession"):
        seat.reset(seed=1)


def test_native_code_that_stops_in_nearly_all_games_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python then plays all games, and what it plays does not gather in memory."""
    monkeypatch.setattr(assignments, "LARGEST", 2)
    monkeypatch.setattr(course, "_FORGET", 10)
    game = cardrules.load("oh_hell", single_deal=True)
    native, python = (Vector(rules_of(game), 3, 5, engine) for engine in ("native", "python"))
    assert native.engine == "native"
    chance, seen = np.random.default_rng(1), python.reset()
    native.reset()
    while native.engine == "native":
        stepper = native._engine.native  # pyright: ignore[reportPrivateUsage]
        assert stepper is not None
        assert len(stepper._course._past) <= 40  # pyright: ignore[reportPrivateUsage]
        actions = choice(seen, chance)
        seen = python.step(actions)
        assert equal(native.step(actions), seen)
    assert re.fullmatch(r"native code had to stop in \d\d of \d\d games", native.refusal)
    assert equal(native.step(seen.mask.argmax(axis=1)), python.step(seen.mask.argmax(axis=1)))


def test_native_code_takes_over_games_once_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BEFORE_NATIVE", 60)
    game = loaded("hanabi")
    native = Vector(rules_of(game), 4, 5)
    assert native.engine == "python"
    play_both(native, Vector(rules_of(game), 4, 5, "python"), 30)
    assert native.engine == "native"
    assert not native._episodes  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("engine", ["native", "python"])
def test_copies_are_independent(engine: str) -> None:
    chance = np.random.default_rng(1)
    games = Vector(rules_of(loaded("oh_hell")), 3, 2, engine)
    fresh = copy.deepcopy(games)
    with pytest.raises(SetupError, match="no game has begun"):
        fresh.step([0, 0, 0])
    seen = games.reset()
    assert equal(fresh.reset(), seen)
    for _ in range(50):
        seen = games.step(choice(seen, chance))
    copies = [copy.copy(games), copy.deepcopy(games), pickle.loads(pickle.dumps(games))]
    for _ in range(50):
        actions = choice(seen, chance)
        seen = games.step(actions)
        assert all(equal(each.step(actions), seen) for each in copies)


def test_a_masked_action_is_refused_as_in_python() -> None:
    """No game is stepped, and all can go on, also where the caller has changed the masks."""
    game = loaded("oh_hell")
    native, python = (Vector(rules_of(game), 3, 2, engine) for engine in ("native", "python"))
    seen, actions = python.reset(), native.reset().mask.argmax(axis=1)
    masks = seen.mask.copy()
    seen.mask[:] = 1
    messages: list[str] = []
    for games in (native, python):
        wrong = actions.copy()
        wrong[1] = masks[1].argmin()
        with pytest.raises(cardrules.IllegalActionError, match=r"game 1: .* is not legal") as refused:
            games.step(wrong)
        messages.append(str(refused.value))
    assert messages[0] == messages[1]
    again = Vector(rules_of(game), 3, 2, "python")
    again.reset()
    expected = again.step(actions)
    assert equal(native.step(actions), expected)
    assert equal(python.step(actions), expected)
    for number in (-1, 9_999):
        with pytest.raises(cardrules.IllegalActionError, match=f"game 0: there is no action {number}"):
            native.step(np.full(3, number))
    with pytest.raises(cardrules.IllegalActionError, match=r"an integer, not 0\.5"):
        native.step(np.full(3, 0.5))  # type: ignore[arg-type]


def test_an_engine_that_cannot_play_is_refused() -> None:
    with pytest.raises(cardrules.SetupError, match="engine is native or python, not 'fast'"):
        environments.vector("oh_hell", 1, engine="fast")


def test_a_memory_has_at_most_one_gibibyte(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a fixed size, which is known before there is any; the games of a larger vector have several."""
    with pytest.raises(SetupError, match=r"cannot play this: 5000000 games of \d+ bytes"):
        environments.vector("oh_hell", 5_000_000, engine="native")
    assert encoding.MOST_PAGES * encoding.PAGE == 1 << 30
    spaces = Vector(rules_of(loaded("oh_hell")), 64).spaces

    def limits() -> tuple[int, int | None, int]:
        made = stepping_module.stepped(spaces.game.machine, arrays(spaces), 64, 64)
        compiled = wasmtime.Module(wasmtime.Engine(), made.code)
        (memory,) = (each.type for each in compiled.exports if each.name == "memory")
        assert memory.limits.min * encoding.PAGE == made.size
        return memory.limits.min, memory.limits.max, made.games

    pages, most, games = limits()
    assert (pages, games) == (most, 64)
    monkeypatch.setattr(encoding, "MOST_PAGES", pages)
    assert limits() == (pages, pages, 64)
    monkeypatch.setattr(encoding, "MOST_PAGES", pages - 1)
    assert limits()[2] == 32
    monkeypatch.setattr(encoding, "MOST_PAGES", 2)
    with pytest.raises(Refused, match="64 games"):
        limits()


def test_a_large_module_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_MODULE", 1000)
    with pytest.raises(SetupError, match=r"native code cannot play this: a module of \d+ bytes"):
        environments.vector("oh_hell", 2, engine="native")
