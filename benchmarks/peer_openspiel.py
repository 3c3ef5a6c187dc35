"""Random play in a game of OpenSpiel, driven from Python; prints decisions per second.

Run with the Python of an environment that has `open_spiel`: peer_openspiel.py GAME SECONDS SEED.
Chance nodes are sampled as fast as they can be: uniformly where they are uniform, else by their
weights. They do not count as decisions.
"""

from __future__ import annotations

import random
import sys
import time

import pyspiel


def has_uniform_chance(game: pyspiel.Game) -> bool:
    """Return whether in three games every chance node gave all its outcomes alike."""
    chance = random.Random(1)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                if max(weights) - min(weights) > 1e-9:
                    return False
                state.apply_action(chance.choice(outcomes))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
    return True


def main() -> None:
    """Play until the time is up."""
    name, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    game = pyspiel.load_game(name)
    uniform = has_uniform_chance(game)
    chance = random.Random(seed)
    choice = chance.choice
    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(choice(state.legal_actions()))
                decisions += 1
            elif uniform:
                state.apply_action(choice(state.legal_actions()))
            else:
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
    print(decisions / (time.perf_counter() - start))


if __name__ == "__main__":
    main()
