"""Decisions a second of PettingZoo's own Leduc Hold'em (it wraps RLCard), by random legal actions.

`environments.py` runs it in `.venv-peers` with the seconds of processor time as its argument.
PettingZoo 1.27 has no gin rummy any more.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from pettingzoo.classic import leduc_holdem_v4

now = time.process_time


def main() -> None:
    """Play, and print the number of decisions a second."""
    seconds = float(sys.argv[1])
    table, rng = leduc_holdem_v4.env(), np.random.default_rng(1)
    done, start, seed = 0, now(), 0
    while now() - start < seconds:
        seed += 1
        table.reset(seed=seed)
        for _ in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            legal = np.flatnonzero(seen["action_mask"])
            table.step(None if over or cut else int(rng.choice(legal)))
            done += not (over or cut)
    print(done / (now() - start))


if __name__ == "__main__":
    main()
