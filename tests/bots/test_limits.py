"""The limits of a search: few simulations, little time, threads, and calls that make no sense."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest

import cardrules
from cardrules.interpreter.bots import batches
from cardrules.interpreter.bots.batches import Batches, Trial
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.search import clock
from cardrules.interpreter.bots.search.clock import Clock
from cardrules.interpreter.bots.search.ismcts import IsmctsBot
from cardrules.interpreter.bots.search.rollout import RolloutBot
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.errors import SetupError
from cardrules.interpreter.native.availability import missing
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.engine import Native, PlayedOn
from cardrules.interpreter.play.state import State
from cardrules.interpreter.runtime import effort
from cardrules.interpreter.runtime.position import Position

from ..loading import loaded

STEAL = """
cardrules: 1
name: Steal
players: 2
deck: {ranks: A 2 3 4 5 6, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  hand: {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 8 each to hand
phases: {turn: {players: in turn}}
actions:
  steal:
    phase: turn
    choose: {card: a card from hand of opponent}
    do: |
      add 1 to score of actor
      move card to hand
effects:
  out: {on: steal, when: hand of opponent is empty, do: end game}
match: {winner: highest}
limits: {turns: 8, result: nobody wins}
"""
"""Which actions are legal depends on cards that the player does not see."""

HOARD = """
cardrules: 1
name: Hoard
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9 T J Q K A, suits: clubs diamonds hearts spades}
melds:
  set: {same: rank, size: 3 or more, wild: 2 3 4 5 6 7}
  two_sets: {parts: set set}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 16 each to hand
phases: {turn: {players: in turn from eldest}}
actions:
  lay: {phase: turn, choose: {cards: a two_sets from hand}, do: actor wins}
  throw: {phase: turn, choose: {card: a card from hand}, do: move card to pile}
"""
"""A hand with many wild cards, which nobody holds, contains too many melds to search for."""


def seen(state: State) -> View:
    """Return the view of the seat that acts."""
    seat = state.current_player()
    assert seat is not None
    return View(state, seat)


@pytest.mark.parametrize("bot", [RolloutBot, IsmctsBot])
@pytest.mark.parametrize("budget", [1, 2, 5, 10, 16])
def test_a_small_budget_is_used_and_kept(bot: Callable[..., RolloutBot | IsmctsBot], budget: int) -> None:
    made = bot(1, budget)
    made.choose(seen(loaded("hearts").new_initial_state(seed=1)))  # three cards to pass: 286 sets
    assert made.assessment is not None
    assert 1 <= made.assessment.simulations <= budget


def test_hands_that_the_rules_cannot_judge_do_not_stop_a_bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The bug: the game ended with an error about a hand that a bot had only imagined."""
    monkeypatch.setattr(effort, "MOST_WORK", 3000)
    path = tmp_path / "hoard.yaml"
    path.write_text(HOARD)
    hands = ["JC JD JH JS QC QD QH QS KC KD KH KS AC AD AH AS", "8C 8D 8H 8S 9C 9D 9H 9S"]
    state = cardrules.load(path).state_from_position({"hand": hands})
    state.apply_action("throw AS")
    assert make_bot("quick", 1).choose(seen(state)) in state.legal_actions()


def test_hands_that_a_bot_imagines_are_not_all_of_few_ranks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The bug: a hand of all twos and threes took seconds to search, at each decision."""

    def refused(what: str) -> None:
        raise AssertionError(what)

    monkeypatch.setattr(effort, "too_much", refused)
    path = tmp_path / "hoard.yaml"
    game = HOARD.replace("wild: 2 3 4 5 6 7", "wild: 2").replace("spades}", "spades, packs: 2}")
    path.write_text(game)
    state = cardrules.load(path).new_initial_state(seed=1)
    state.apply_action(state.legal_actions()[-1])
    assert make_bot("quick", 1).choose(seen(state)) in state.legal_actions()


@pytest.mark.skipif(missing() is not None, reason="native code is not installed")
def test_a_tree_of_worlds_with_other_actions_tells_of_the_legal_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The bug: an action that was legal in a sampled world only ended the search."""
    monkeypatch.setattr(batches, "WORTHWHILE", 0)
    path = tmp_path / "steal.yaml"
    path.write_text(STEAL)
    state = cardrules.load(path).new_initial_state(seed=3)
    bot = IsmctsBot(1, None, 0.1)
    for _ in range(3):
        view = seen(state)
        chosen = bot.choose(view)
        assert chosen in view.actions()
        state.apply_action(chosen)
    assert batches.batches_of(state.game).has_tree


@pytest.mark.skipif(missing() is not None, reason="native code is not installed")
def test_bots_of_threads_choose_as_they_do_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bug: they wrote into the same memory at the same time."""
    monkeypatch.setattr(batches, "WORTHWHILE", 0)
    game = cardrules.load("spades")

    def play(seed: int, told: dict[int, list[str]]) -> None:
        state = game.new_initial_state(seed=seed)
        told[seed] = []
        for _ in range(6):
            chosen = RolloutBot(seed, 100).choose(seen(state))
            told[seed].append(str(chosen))
            state.apply_action(chosen)

    alone: dict[int, list[str]] = {}
    together: dict[int, list[str]] = {}
    for seed in (1, 2):
        play(seed, alone)
    threads = [Thread(target=play, args=(seed, together)) for seed in (1, 2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert together == alone


@pytest.mark.skipif(missing() is not None, reason="native code is not installed")
def test_no_call_of_native_code_outlasts_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bug: a call played 8 worlds, four times for each action, whatever time was left."""
    monkeypatch.setattr(batches, "WORTHWHILE", 0)
    now = 0.0
    play_on = Batches.play_on

    def slow(self: Batches, worlds: Sequence[Position], trials: Sequence[Trial], horizon: int) -> list[PlayedOn | None]:
        nonlocal now
        now += 0.01 * len(trials)
        return play_on(self, worlds, trials, horizon)

    monkeypatch.setattr(clock, "monotonic", lambda: now)
    monkeypatch.setattr(Batches, "play_on", slow)
    bot = RolloutBot(1, None, 1.0)
    bot.choose(seen(loaded("oh_hell").new_initial_state(seed=1)))
    assert bot.assessment is not None
    assert 0.9 < now < 1.1


@pytest.mark.skipif(missing() is not None, reason="native code is not installed")
def test_the_clock_stands_still_while_native_code_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bug: a translation that fails used up the time of the decision."""
    monkeypatch.setattr(batches, "WORTHWHILE", 0)

    now = 0.0

    def look() -> float:
        nonlocal now
        now += 0.001
        return now

    def refuse(*_: object, **__: object) -> None:
        nonlocal now
        now += 2.0
        raise Refused("something")

    monkeypatch.setattr(clock, "monotonic", look)
    monkeypatch.setattr(Native, "__init__", refuse)
    bot = RolloutBot(1, None, 1.0)
    bot.choose(seen(cardrules.load("oh_hell").new_initial_state(seed=1)))
    assert bot.assessment is not None
    assert 2.9 < now < 3.1


def test_a_clock_that_stands_still_has_as_much_time_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(clock, "monotonic", lambda: now)
    made = Clock(10.0, None)
    now = 1.0
    with made.stopped():
        now = 6.0
    assert made.left == 9.0


@pytest.mark.parametrize("name", ["random", "quick", "rollout:5", "ismcts:5"])
def test_a_bot_has_nothing_to_choose_for_a_seat_that_is_not_to_act(name: str) -> None:
    state = loaded("oh_hell").new_initial_state(seed=7)
    idle = next(seat for seat in range(4) if seat != state.current_player())
    with pytest.raises(SetupError, match=f"seat {idle} is not to act"):
        make_bot(name).choose(View(state, idle))
    with pytest.raises(SetupError, match="a bot chooses by a View, not by"):
        make_bot(name).choose(cast("Any", state))


NOTHING: Any = None


def test_what_makes_no_sense_is_refused_in_a_sentence() -> None:
    state = loaded("oh_hell").new_initial_state(seed=7)
    view, text = View(state, 0), cast("int", "x")
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: View(NOTHING, 0), "a view is one of a state, not of None"),
        (lambda: View(state, 9), "there is no seat 9"),
        (lambda: view.rng(text), "the seed of a bot is a whole number, not 'x'"),
        (lambda: view.rng(NOTHING), "the seed of a bot is a whole number, not None"),
        (lambda: view.rng(1).below(0), "below(n) takes a whole number from 1, not 0"),
        (lambda: view.rng(1).below(-1), "below(n) takes a whole number from 1, not -1"),
        (lambda: view.rng(1).below(text), "below(n) takes a whole number from 1, not 'x'"),
        (lambda: view.rng(1).choice([]), "choice takes a list that is not empty"),
        (lambda: view.rng(1).choice(cast("Any", {1})), "choice takes a list, not {1}"),
        (lambda: view.rng(1).shuffle(cast("Any", text)), "shuffle takes a list, not 'x'"),
        (lambda: view.world(NOTHING), "worlds are sampled with"),
        (lambda: view.since(NOTHING), "an earlier View is needed, not None"),
        (lambda: view.world(view.rng(1)).value(9), "there is no seat 9"),
    ]
    for call, message in wrong:
        with pytest.raises(SetupError, match=re.escape(message)):
            call()


def test_random_numbers_are_the_same_with_and_without_checks() -> None:
    view = View(loaded("oh_hell").new_initial_state(seed=7), 0)
    checked, fast = view.rng(3), view.fast_rng(3)
    first, second = list(range(9)), list(range(9))
    checked.shuffle(first)
    fast.shuffle(second)
    assert first == second
    assert [checked.below(100) for _ in first] == [fast.below(100) for _ in first]
    assert checked.choice(first) == fast.choice(first)
