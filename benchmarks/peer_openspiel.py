"""Random play in OpenSpiel, for `run.py`: reads requests as lines of JSON, answers each with one.

A request is `{"game": …, "mode": …, "seconds": …, "seed": …}`, the answer
`{"games": …, "seconds": …, "lengths": {…}}` in seconds of processor time. Modes:

- `python`: driven from Python; chance nodes are sampled as fast as they can be, uniformly where
  they are uniform, else by their weights. Their outcomes are not decisions.
- `bots`: whole games with the deal in C++: `evaluate_bots` with uniformly random bots.
- `rollouts`: C++ rollouts of `RandomRolloutEvaluator`, reached through a search with one
  simulation, each from the first decision of one of some deals; the deal is not timed.
- `compiled`: the same for games that the search refuses, by `openspiel_rollouts.cc`.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pyspiel

now = time.process_time
_uniform: dict[str, bool] = {}


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


def from_python(game: pyspiel.Game, name: str, seconds: float, seed: int) -> dict[str, Any]:
    if name not in _uniform:
        _uniform[name] = has_uniform_chance(game)
    uniform = _uniform[name]
    chance = random.Random(seed)
    choice = chance.choice
    lengths: Counter[int] = Counter()
    start = now()
    while True:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(choice(state.legal_actions()))
                decisions += 1
            elif uniform:
                state.apply_action(choice(state.legal_actions()))
            else:
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
        state.returns()
        lengths[decisions] += 1
        spent = now() - start
        if spent >= seconds:
            return {"games": lengths.total(), "seconds": spent, "lengths": lengths}


def by_bots(game: pyspiel.Game, seconds: float, seed: int) -> dict[str, Any]:
    bots = [pyspiel.make_uniform_random_bot(p, seed + p) for p in range(game.num_players())]
    games, start = 0, now()
    while True:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed * 1_000_003 + games)
        games += 1
        spent = now() - start
        if spent >= seconds:
            return {"games": games, "seconds": spent}


def by_rollouts(game: pyspiel.Game, seconds: float, seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    states: list[Any] = []
    for _ in range(40):
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        states.append(state)

    def roll(times: int) -> float:
        spent = 0.0
        for state in states:
            evaluator = pyspiel.RandomRolloutEvaluator(times, chance.randrange(1 << 30))
            bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 5, False)
            start = now()
            bot.mcts_search(state)
            spent += now() - start
        return spent

    times = 1
    spent = roll(times)
    while spent < seconds / 2:
        times = max(times + 1, int(times * min(10, seconds / max(spent, 1e-4))))
        spent = roll(times)
    return {"games": times * len(states), "seconds": spent}


def by_compiled_rollouts(name: str, seconds: float, seed: int) -> dict[str, Any]:
    program = Path(sys.executable).parent / "openspiel-rollouts"
    command = [str(program), name, str(seconds), str(seed)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        game = pyspiel.load_game(asked["game"])
        seconds, seed = float(asked["seconds"]), int(asked["seed"])
        match asked["mode"]:
            case "python":
                answer = from_python(game, asked["game"], seconds, seed)
            case "bots":
                answer = by_bots(game, seconds, seed)
            case "compiled":
                answer = by_compiled_rollouts(asked["game"], seconds, seed)
            case _:
                answer = by_rollouts(game, seconds, seed)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
