"""Decisions a second of environments: vectors, PettingZoo, OpenSpiel's games and RLCard.

    python benchmarks/environments.py [--seconds 2]

All are driven from Python by random legal actions. Vectors and PettingZoo also write what the
player knows, as learners need it. RLCard is in `.venv-peers` (`make peers`), and is left out if
that is not there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from pathlib import Path
from random import Random

import numpy as np
import pyspiel

from cardrules import environments

ROOT = Path(__file__).parents[1]
PEERS = ROOT / ".venv-peers" / "bin" / "python"
GAMES = (
    ("gin_rummy", "gin_rummy", "gin-rummy"),
    ("leduc_poker", "leduc_poker", "leduc-holdem"),
)
"""Rulesets, with the names of the games in OpenSpiel and RLCard."""
now = time.process_time


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
    seconds = parser.parse_args().seconds
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
