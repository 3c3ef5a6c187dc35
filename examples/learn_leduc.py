"""Learns Leduc Poker from its ruleset by CFR+ of OpenSpiel, and plays against random players.

    pip install '.[openspiel]'
    python learn_leduc.py --iterations 100

Every few iterations it prints how much the best opponent could win from what was learnt so far
(exploitability), and how much it wins from a random player, in chips a hand. `--picture FILE.svg`
also draws both; that needs matplotlib.

CFR+: O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014).
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.policy import UniformRandomPolicy

from cardrules import environments

CHIP = 12  # what a chip counts in the ruleset, so that a pot can be divided
RULESET = "leduc_poker"


def learn(iterations: int, every: int) -> list[tuple[int, float, float]]:
    """Learn, and return what each check found: iteration, exploitability, win from random play."""
    environments.openspiel()
    game = pyspiel.load_game(
        "python_cardrules",
        {"ruleset": RULESET, "players": 2, "zero_sum": True},
    )
    solver = cfr.CFRPlusSolver(game)
    random_player = UniformRandomPolicy(game)
    found: list[tuple[int, float, float]] = []
    print("iteration  exploitability  wins from random")
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % every and iteration not in (1, iterations):
            continue
        policy = solver.average_policy()
        worst = exploitability.exploitability(game, policy) / CHIP
        start = game.new_initial_state()
        first = expected_game_score.policy_value(start, [policy, random_player])[0]
        second = expected_game_score.policy_value(start, [random_player, policy])[1]
        found.append((iteration, worst, (first + second) / 2 / CHIP))
        print(f"{iteration:>9}  {worst:>14.4f}  {found[-1][2]:>16.4f}", flush=True)
    return found


def draw(found: list[tuple[int, float, float]], file: str) -> None:
    """Draw what was found."""
    from matplotlib import pyplot

    iterations, worst, wins = zip(*found, strict=True)
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot(iterations, wins, label="wins from a random player")
    axes.plot(iterations, worst, label="loses to the best opponent (exploitability)")
    axes.set_xlabel("iterations of CFR+")
    axes.set_ylabel("chips a hand")
    axes.set_ylim(bottom=0)
    axes.legend()
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(file)


def main() -> None:
    """Read the options, and learn."""
    parser = argparse.ArgumentParser(description="Learn Leduc Poker from its ruleset.")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--every", type=int, default=10, help="iterations between two checks")
    parser.add_argument("--picture", metavar="FILE.svg", help="draw the result")
    given = parser.parse_args()
    if min(given.iterations, given.every) < 1:
        parser.error("--iterations and --every are numbers from 1 on")
    if given.picture and find_spec("matplotlib") is None:
        parser.error("--picture needs matplotlib: pip install matplotlib")
    found = learn(given.iterations, given.every)
    if given.picture:
        draw(found, given.picture)


if __name__ == "__main__":
    main()
