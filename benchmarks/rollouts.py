"""Playouts of states from Python, beside OpenSpiel's, in one run.

    python benchmarks/rollouts.py [--seconds 0.5] [--trials 5]

All begin in the same kind of position: after so many choices by chance in a single deal. *One at a time* asks for one
playout of each of 20 states in turn, as a search in Python does at its leaves; *a batch* is a thousand playouts of a
state in one call, and *states* are one playout of each of 1,000 states in one call. OpenSpiel offers Python no call for
a playout, so it is *driven*: a loop over `legal_actions` and `apply_action` plays a clone. Its playouts in C++ are
reached through its search with one simulation (`MCTSBot`), one or a thousand in a call. Times are seconds of processor
time; figures are medians of trials that alternate.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel

import cardrules

now = time.process_time
GAMES = (
    ("hearts", {}, "hearts", 20),
    ("spades", {}, "spades", 20),
    ("leduc_poker", {}, "leduc_poker", 1),
    ("gin_rummy", {"players": 2}, "gin_rummy", 20),
)
"""Rulesets and their settings, OpenSpiel's games, and the choices before the playouts."""
BATCH = 1_000


def ours(game: cardrules.Game, choices: int) -> list[cardrules.State]:
    """Return states in mid-game."""
    rng = Random(1)
    found: list[cardrules.State] = []
    for seed in range(20):
        state = game.new_initial_state(seed)
        for _ in range(choices):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        found.append(state)
    return found


def theirs(name: str, choices: int) -> list[Any]:
    """Return states of OpenSpiel in mid-game."""
    game, rng = pyspiel.load_game(name), Random(1)
    found: list[Any] = []
    for _ in range(20):
        state, left = game.new_initial_state(), choices
        while not state.is_terminal() and (left or state.is_chance_node()):
            left -= not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        found.append(state)
    return found


def driven(state: Any, rng: Random) -> Any:
    """Play a copy of a state of OpenSpiel to its end, from Python."""
    copy = state.clone()
    while not copy.is_terminal():
        copy.apply_action(rng.choice(copy.legal_actions()))
    return copy.returns()


def searching(name: str, n: int) -> Callable[[Any], object]:
    """Return a function that makes so many playouts of a state of OpenSpiel in C++."""
    bot = pyspiel.MCTSBot(pyspiel.load_game(name), pyspiel.RandomRolloutEvaluator(n, 1), 1.0, 1, 100, False, 5, False)
    return bot.mcts_search


def rate(play: Callable[[int], object], each: int, seconds: float) -> float:
    """Return the playouts a second of a function that makes so many in a call."""
    calls, start = 0, now()
    while now() - start < seconds:
        play(calls)
        calls += 1
    return calls * each / (now() - start)


def measured(
    ruleset: str, settings: dict[str, Any], name: str, choices: int, seconds: float, trials: int
) -> dict[str, float]:
    """Return the playouts a second of each way in one game: medians of trials."""
    game = cardrules.load(ruleset, single_deal=True, **settings)
    mine, other, rng = ours(game, choices), theirs(name, choices), Random(2)
    many = [mine[at % len(mine)].clone() for at in range(BATCH)]
    one, batch = searching(name, 1), searching(name, BATCH)
    ways: dict[str, tuple[Callable[[int], object], int]] = {
        "one at a time": (lambda call: mine[call % 20].clone().playouts(seed=call), 1),
        "OpenSpiel, driven": (lambda call: driven(other[call % 20], rng), 1),
        "OpenSpiel, C++, one": (lambda call: one(other[call % 20]), 1),
        "states": (lambda call: game.rollouts(many, seed=call), BATCH),
        "a batch": (lambda call: mine[call % 20].playouts(BATCH, seed=call), BATCH),
        "OpenSpiel, C++, a batch": (lambda call: batch(other[call % 20]), BATCH),
    }
    for _ in range(3):  # so that native code has been made, and made well
        game.rollouts(many)
    found: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(trials):
        for way, (play, each) in ways.items():
            found[way].append(rate(play, each, seconds))
    return {way: statistics.median(rates) for way, rates in found.items()}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Measure playouts of states beside OpenSpiel.")
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time of each trial")
    parser.add_argument("--trials", type=int, default=5)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}; playouts a second, medians of {options.trials} trials")
    for ruleset, settings, name, choices in GAMES:
        found = measured(ruleset, settings, name, choices, options.seconds, options.trials)
        print(f"{ruleset}, after {choices} choices")
        for way, rates in found.items():
            print(f"  {way:26}{rates:>12,.0f}{rates / found['OpenSpiel, driven']:>9.2f} × driven")


if __name__ == "__main__":
    main()
