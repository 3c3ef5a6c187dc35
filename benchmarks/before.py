"""This checkout beside another one: whether native code plays the same games, and how fast both builds are.

    python benchmarks/before.py CHECKOUT [GAME ...] [--games 2000] [--rounds 15]

Each checkout plays in a process of its own, by its own copy of this file. Their calls alternate; of several
the best counts. A figure is a ratio of speeds: above 1 this checkout is faster.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time as now

HERE = Path(__file__).resolve().parents[1]
GAMES = "hearts oh_hell spades euchre cribbage holdem gin_rummy canasta skat french_tarot".split()
LONG_ENOUGH = 0.04
"""The seconds that a call must take to be measured."""
MOST = 4_000
"""The most games of a call."""


def served(name: str) -> dict[str, Callable[[int], object]]:
    """Return what can be asked of a game, each for a number of games."""
    import cardrules
    from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
    from cardrules.interpreter.native.engine import Native
    from cardrules.interpreter.native.playing.wanted import Wanted
    from cardrules.interpreter.play.game import rules_of

    rules = rules_of(cardrules.load(name, single_deal=True))
    machine, code = rules.bare, Native(rules.bare, Wanted(("deal", "turns", "result", "v_score")))
    code.optimize()

    def rows(count: int) -> str:
        return hashlib.sha256(code.games(1, count).rows.tobytes()).hexdigest()

    def native(count: int) -> float:
        start = now()
        code.games(1, count)
        return now() - start

    def python(count: int) -> float:
        draw = random.Random(1).random
        gc.collect()
        start = now()
        for seed in range(count):
            machine.playout(initial_position(rules, machine, seed), draw, START_OF_DEAL)
        return now() - start

    return {"rows": rows, "native": native, "python": python}


def serve() -> None:
    """Answer questions, one a line: a game, what is asked, and a number of games."""
    games: dict[str, dict[str, Callable[[int], object]]] = {}
    for line in sys.stdin:
        name, asked, count = line.split()
        if name not in games:
            games = {name: served(name)}
        print(games[name][asked](int(count)), flush=True)


class Checkout:
    """A process that plays the games of a checkout."""

    def __init__(self, root: Path, links: Path) -> None:
        """Start it, with a link to the package in a folder of its own."""
        folder = links / str(len([*links.iterdir()]))
        folder.mkdir()
        (folder / "cardrules").symlink_to(root.resolve())
        command = [sys.executable, str(root / "benchmarks" / "before.py"), "--serve"]
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, game: str, asked: str, count: int) -> str:
        """Return the answer to a question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(game, asked, count, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline().strip()
        if not answer:
            sys.exit(f"{game}: a process has ended")
        return answer


def ratio(one: Checkout, other: Checkout, game: str, asked: str, rounds: int) -> float:
    """Return how many times as fast as another checkout one does what is asked."""
    count = 10
    while float(other.ask(game, asked, count)) < LONG_ENOUGH and count < MOST:
        count = min(2 * count, MOST)
    best = [float("inf")] * 2
    for number in range(rounds):
        for place in (0, 1) if number % 2 else (1, 0):
            best[place] = min(best[place], float((one, other)[place].ask(game, asked, count)))
    return best[1] / best[0]


def main() -> None:
    """Compare the checkouts, and print a line for each game; fail if one plays other games."""
    parser = argparse.ArgumentParser(description="This checkout beside another one.")
    parser.add_argument("checkout", type=Path, help="the folder of the other one")
    parser.add_argument("names", nargs="*", default=GAMES, metavar="GAME", help="rulesets; by default some")
    parser.add_argument("--games", type=int, default=2_000, help="of how many games the rows are compared")
    parser.add_argument("--rounds", type=int, default=15, help="how often each is measured; 0 for never")
    options = parser.parse_args()
    different = False
    with TemporaryDirectory() as links:
        mine, theirs = (Checkout(root, Path(links)) for root in (HERE, options.checkout))
        for game in options.names:
            same = mine.ask(game, "rows", options.games) == theirs.ask(game, "rows", options.games)
            different |= not same
            ways = ("native", "python") if options.rounds else ()
            speeds = [f"{way} {ratio(mine, theirs, game, way, options.rounds):.2f}" for way in ways]
            print(f"{game:24}", "same rows" if same else "OTHER ROWS", *speeds, flush=True)
    sys.exit(different)


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else main()
