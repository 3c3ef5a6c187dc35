"""Decisions a second of environments: vectors, PettingZoo, OpenSpiel's games and RLCard.

    python benchmarks/environments.py [--seconds 2]
    python benchmarks/environments.py --threads 2 [--seconds 2]

All are driven from Python by random legal actions. Vectors and PettingZoo also write what the
player knows, as learners need it. RLCard is in `.venv-peers` (`make peers`), and is left out if
that is not there.

With `--threads` vectors are stepped by one thread and by several in turn, in one process. The time is then that of a
clock, so the load of the machine is told.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from pathlib import Path
from random import Random
from statistics import median

import numpy as np

from cardrules import environments

ROOT = Path(__file__).parents[1]
PEERS = ROOT / ".venv-peers" / "bin" / "python"
GAMES = (
    ("gin_rummy", "gin_rummy", "gin-rummy"),
    ("leduc_poker", "leduc_poker", "leduc-holdem"),
)
"""Rulesets, with the names of the games in OpenSpiel and RLCard."""
THREADED = (
    ("leduc_poker", (64, 256, 1_024, 4_096, 16_384, 65_536)),
    ("kuhn_poker", (64, 256, 1_024, 4_096, 16_384, 65_536)),
    ("hearts", (16, 64, 256, 1_024, 16_384, 65_536)),
    ("gin_rummy", (16, 64, 256, 1_024, 16_384)),
)
"""Rulesets and numbers of games that are stepped by several threads."""
ROUNDS = 20
now = time.process_time


class Stepped:
    """Games of a vector that are stepped by random actions."""

    def __init__(self, ruleset: str, n: int, threads: int) -> None:
        """Deal the games."""
        self._games = environments.vector(ruleset, n, single_deal=True, engine="native", threads=threads)
        self._rng = np.random.default_rng(1)
        self._batch = self._games.reset(seed=1)
        self.paces: list[float] = []

    def step(self, seconds: float) -> None:
        """Step for some time, and note the decisions a second."""
        steps, start = 0, time.perf_counter()
        while not steps or time.perf_counter() - start < seconds:
            weights = self._rng.random(self._batch.mask.shape, np.float32) * self._batch.mask
            self._batch = self._games.step(weights.argmax(axis=1))
            steps += 1
        self.paces.append(steps * self._games.n / (time.perf_counter() - start))


def threads(several: int, seconds: float) -> None:
    """Print the decisions a second of one thread and of several: the median of rounds, and the best one."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(
        f"{'':<12}{'games':>8}{'1 thread':>12}{'best':>12}{f'{several} threads':>12}{'best':>12}{'ratio':>7}{'best':>6}"
    )
    for ruleset, sizes in THREADED:
        for n in sizes:
            both = [Stepped(ruleset, n, number) for number in (1, several)]
            for _ in range(ROUNDS):
                for each in both:
                    each.step(seconds / ROUNDS)
            (one, best), (other, most) = ((median(each.paces), max(each.paces)) for each in both)
            print(
                f"{ruleset:<12}{n:>8,}{one:>12,.0f}{best:>12,.0f}{other:>12,.0f}{most:>12,.0f}"
                f"{other / one:>7.2f}{most / best:>6.2f}",
                flush=True,
            )


def vector(ruleset: str, n: int, engine: str, seconds: float) -> float:
    """Return the decisions a second of a vector of n games, with observations."""
    games = environments.vector(ruleset, n, players=2, single_deal=True, engine=engine)
    rng = np.random.default_rng(1)
    batch = games.reset()
    done, start = 0, now()
    while now() - start < seconds:
        weights = rng.random(batch.mask.shape, np.float32) * batch.mask
        batch = games.step(weights.argmax(axis=1))
        done += n
    return done / (now() - start)


def pettingzoo(ruleset: str, engine: str, seconds: float) -> float:
    """Return the decisions a second of an AEC environment."""
    table = environments.pettingzoo(ruleset, 2, single_deal=True, engine=engine)
    rng = np.random.default_rng(1)
    done, start, seed = 0, now(), 0
    while now() - start < seconds:
        seed += 1
        table.reset(seed=seed)
        for _ in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            legal = np.flatnonzero(seen["action_mask"])
            table.step(None if over or cut else int(rng.choice(legal)))
            done += not (over or cut)
    return done / (now() - start)


def gymnasium(ruleset: str, engine: str, seconds: float) -> float:
    """Return the decisions a second of one seat against players at random; only its own count."""
    seat = environments.gymnasium(ruleset, 2, single_deal=True, engine=engine)
    rng = np.random.default_rng(1)
    done, start, seed = 0, now(), 0
    while now() - start < seconds:
        seed += 1
        (seen, _), over = seat.reset(seed=seed), False
        while not over:
            seen, _, over, _, _ = seat.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1
    return done / (now() - start)


def openspiel(name: str, seconds: float) -> float:
    """Return the decisions a second of OpenSpiel's own game, with its observation tensors."""
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)
    done, start = 0, now()
    while now() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.information_state_tensor() if name == "leduc_poker" else (
                    state.observation_tensor(state.current_player())
                )
                done += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return done / (now() - start)


def rlcard(name: str, seconds: float) -> float | None:
    """Return the decisions a second of RLCard; None if it is not installed."""
    if not PEERS.is_file():
        return None
    asked = json.dumps({"game": name, "mode": "run", "seconds": seconds, "seed": 1})
    done = subprocess.run(
        [PEERS, str(ROOT / "benchmarks" / "peer_rlcard.py")],
        input=f"{asked}\n",
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    decisions = sum(int(length) * count for length, count in found["lengths"].items())
    return decisions / found["seconds"]


def classic(seconds: float) -> float | None:
    """Return the decisions a second of PettingZoo's own Leduc Hold'em; None without the peers."""
    if not PEERS.is_file():
        return None
    script = str(ROOT / "benchmarks" / "peer_pettingzoo.py")
    done = subprocess.run([PEERS, script, str(seconds)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Measure environments beside peers.")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure")
    parser.add_argument("--threads", type=int, help="compare so many threads with one")
    arguments = parser.parse_args()
    seconds = arguments.seconds
    if arguments.threads:
        threads(arguments.threads, seconds)
        return
    print(f"{'decisions a second':<28}{'gin rummy':>12}{'Leduc poker':>14}")
    rulesets = [ruleset for ruleset, _, _ in GAMES]
    rows: list[tuple[str, list[float | None]]] = [
        (
            f"{engine} vector, {n:,} game{'' if n == 1 else 's'}",
            [vector(each, n, engine, seconds) for each in rulesets],
        )
        for engine in ("python", "native")
        for n in (1, 64, 4096)
    ]
    rows += (
        (f"{engine} {make.__name__}", [make(each, engine, seconds) for each in rulesets])
        for make in (pettingzoo, gymnasium)
        for engine in ("python", "native")
    )
    rows.append(("PettingZoo's own", [None, classic(seconds)]))
    rows.append(("OpenSpiel's own", [openspiel(name, seconds) for _, name, _ in GAMES]))
    rows.append(("RLCard", [rlcard(name, seconds) for _, _, name in GAMES]))
    for label, figures in rows:
        cells = [f"{figure:,.0f}" if figure is not None else "-" for figure in figures]
        print(f"{label:<28}{cells[0]:>12}{cells[1]:>14}")


if __name__ == "__main__":
    main()
