"""How much better `rollout` plays than `random`: seeded games with one rollout bot at the table.

    python benchmarks/bots.py gin_slaughtre --games 200

The rollout bot changes seats from game to game; the others play at random. Games with scores are
single deals. Printed are the share of games that the rollout bot won (draws count half), with a
95 % interval, what it and the others got on average, and how long it took.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

import cardrules
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.clock import DEFAULT_BUDGET
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.simulation.estimates import wilson


def play(game: cardrules.Game, seed: int, budget: int, deal: int) -> tuple[float, list[int]]:
    """Play one game and return the rollout bot's share of the win and what each seat got."""
    ours = seed % game.players
    bots = [
        make_bot("rollout" if seat == ours else "random", seed * 64 + seat, budget)
        for seat in range(game.players)
    ]
    state = game.new_initial_state(seed=seed, deal=deal)
    while (seat := state.current_player()) is not None:
        state.apply_action(bots[seat].choose(View(state, seat)))
    got = state.returns()
    best = max(got)
    won = 0.0
    if got[ours] == best:
        won = 1.0 if got.count(best) == 1 else 0.5
    return won, [got[ours], *(value for seat, value in enumerate(got) if seat != ours)]


def measure(name: str, games: int, budget: int, variant: str | None, deal: int) -> dict[str, Any]:
    """Return the figures of one ruleset."""
    game = cardrules.load(name, variant=variant)
    if game.program.uses_scores:
        game = cardrules.load(name, variant=variant, single_deal=True)
    started = time.perf_counter()
    wins: list[float] = []
    ours: list[int] = []
    theirs: list[int] = []
    for seed in range(games):
        won, got = play(game, seed, budget, deal)
        wins.append(won)
        ours.append(got[0])
        theirs += got[1:]
    low, high = wilson(round(sum(wins)), games)
    return {
        "ruleset": name,
        "variant": variant,
        "deal": deal,
        "players": game.players,
        "games": games,
        "budget": budget,
        "won": round(sum(wins) / games, 3),
        "interval": [round(low, 3), round(high, 3)],
        "fair_share": round(1 / game.players, 3),
        "mean_return": round(statistics.mean(ours), 2),
        "mean_return_of_random": round(statistics.mean(theirs), 2),
        "seconds": round(time.perf_counter() - started, 1),
    }


def main() -> None:
    """Measure the rulesets named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rulesets", nargs="*", default=["gin_slaughtre"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="simulations a decision")
    parser.add_argument("--variant")
    parser.add_argument("--deal", type=int, default=1, help="which deal of the match is played")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    options = parser.parse_args()
    results: list[dict[str, Any]] = []
    for name in options.rulesets:
        results.append(measure(name, options.games, options.budget, options.variant, options.deal))
        print("  ".join(f"{key}: {value}" for key, value in results[-1].items()), flush=True)
    if options.json is not None:
        options.json.write_text(json.dumps(results, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
