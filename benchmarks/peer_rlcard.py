"""Random play in RLCard, for `run.py`: reads requests as lines of JSON, answers each with one.

The same protocol as `peer_openspiel.py`. The only mode is `run`: RLCard's own driver,
`env.run(is_training=False)` with its random agents.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter

import numpy as np
import rlcard
from rlcard.agents import RandomAgent

now = time.process_time


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        seconds, seed = float(asked["seconds"]), int(asked["seed"])
        random.seed(seed)
        np.random.seed(seed)
        env = rlcard.make(asked["game"], config={"seed": seed})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
        lengths: Counter[int] = Counter()
        start = now()
        while True:
            trajectories, _ = env.run(is_training=False)
            # Each player's trajectory alternates states and actions, and ends with a state.
            lengths[sum(len(each) // 2 for each in trajectories)] += 1
            spent = now() - start
            if spent >= seconds:
                break
        print(json.dumps({"games": lengths.total(), "seconds": spent, "lengths": lengths}), flush=True)


if __name__ == "__main__":
    main()
