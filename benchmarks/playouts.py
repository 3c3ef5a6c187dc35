"""Random play of one ruleset, what copying and loading it cost, and a peer in the same run.

    python benchmarks/playouts.py gin_slaughtre --peer 'crazy_eights(players=2)'

Two ways of play are measured: *driven* asks for the list of legal actions, chooses one and applies
it, as any program would; *playout* is the loop that simulations use. With `--peer`, a game of
OpenSpiel is driven from Python in the same run, in the environment that `make peers` makes. Times
are seconds of processor time. `run.py` measures all games beside all their peers.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from costs import each, start_up
from games import Draw
from run import PEERS, Peer, Series, environment, timed

import cardrules
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import Game, rules_of


def driven(game: Rules) -> Callable[[Draw, int], int]:
    """Return a function that plays one game from the lists of legal actions."""
    machine = game.bare
    legal, play = machine.legal, machine.play

    def one(draw: Draw, seed: int) -> int:
        position = initial_position(game, machine, seed)
        machine.advance(position, START_OF_DEAL)
        decisions = 0
        while position.pc >= 0:
            actions = legal[position.pc](position)
            play(position, actions[int(draw() * len(actions))])
            decisions += 1
        return decisions

    return one


def playout(game: Rules) -> Callable[[Draw, int], int]:
    """Return a function that plays one game in the loop of simulations."""
    machine = game.bare
    return lambda draw, seed: machine.playout(initial_position(game, machine, seed), draw, START_OF_DEAL)


def speeds(game: Rules, peer: str | None, seconds: float, trials: int) -> dict[str, Series]:
    """Return the trials of each way of play, and of the peer; they alternate."""
    ways = {"driven": driven(game), "playout": playout(game)}
    other = Peer("openspiel") if peer is not None else None
    found = {name: Series() for name in (*ways, *([peer] if peer is not None else []))}
    for trial in range(trials + 1):
        for name, way in ways.items():
            done = timed(way, seconds if trial else seconds / 4, trial)
            if trial:
                found[name].add(*done)
        if other is not None and peer is not None:
            answer = other.play(peer, "python", seconds if trial else seconds / 4, trial)
            if trial:
                lengths = Counter({int(n): times for n, times in answer["lengths"].items()})
                found[peer].add(answer["games"], answer["seconds"], lengths)
    if other is not None:
        other.close()
    return found


def copies(game: Rules) -> dict[str, float]:
    """Return how long copies and loading take: microseconds and milliseconds."""
    state, chance = Game(game).new_initial_state(seed=1), random.Random(1)
    for _ in range(60):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    position = initial_position(game, game.bare, 1)
    game.bare.advance(position, START_OF_DEAL)
    return {
        "copy of a state in mid-game, with its history, µs": each(state.clone, 2000) * 1e6,
        "copy of a bare position, µs": each(position.clone, 2000) * 1e6,
    }


def main() -> None:
    """Measure the ruleset named on the command line and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="?", default="gin_slaughtre")
    parser.add_argument("--peer", help="a game of OpenSpiel to compare with, in the same run")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each trial")
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    options = parser.parse_args()
    if options.peer is not None and not PEERS.exists():
        sys.exit("the peer is not installed: run 'make peers'")
    about = environment()
    print(f"{options.ruleset}: {about['python']}, {about['machine']}, load {about['load'][0]}")
    game = cardrules.load(options.ruleset)
    found = speeds(rules_of(game), options.peer, options.seconds, options.trials)
    figures: dict[str, Any] = {}
    for name, series in found.items():
        rate = series.rate * (series.length or 0)
        figures[name] = series.figures()
        print(
            f"{name:32} {rate:>10,.0f} decisions/s {series.rate:>10,.1f} games/s"
            f"  spread {series.spread:.0%}, {series.length:.1f} decisions a game"
        )
    if options.peer is not None:
        theirs = found[options.peer]
        for name in ("driven", "playout"):
            ours = found[name]
            ratio = ours.rate * (ours.length or 0) / (theirs.rate * (theirs.length or 1))
            figures[f"{name} against the peer"] = round(ratio, 3)
            print(f"{name + ' against the peer':32} {ratio:>10.2f} x, in decisions/s")
    costs = copies(rules_of(game))
    costs["load and compile, warm, ms"] = each(lambda: rules_of(cardrules.load(options.ruleset)).machine, 1) * 1e3
    costs["the same with the bare build, ms"] = each(lambda: _both(options.ruleset), 1) * 1e3
    starts = start_up()
    costs["cardrules --version against importing click"] = starts["cardrules --version"] / starts["import click"]
    for name, value in costs.items():
        print(f"{name:52} {value:>8.2f}")
    if options.json is not None:
        data = {"environment": about, "speed": figures, "costs": costs}
        options.json.write_text(json.dumps(data, indent=2) + "\n", "utf-8")


def _both(ruleset: str) -> object:
    game = cardrules.load(ruleset)
    return rules_of(game).machine, rules_of(game).bare


if __name__ == "__main__":
    main()
