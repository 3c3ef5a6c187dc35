"""Our search against OpenSpiel's: `rollout` and the C++ `ISMCTSBot` at equal time for a decision.

    python benchmarks/openspiel_search.py euchre hearts --seconds 1 --deals 50

They play OpenSpiel's own game, which a state of cardrules follows with the adapters of
`tests/peers`: their players, legal actions and returns must agree all the time. Each deal is played
twice with the seats exchanged; in games for four every other seat is ours. OpenSpiel's bot is set
up as in its examples: random rollouts, one for each leaf, UCT with constant 2.
"""

# OpenSpiel has no complete types.
# pyright: basic

from __future__ import annotations

import argparse
import sys
from collections import deque
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

import pyspiel

from cardrules import View, make_bot

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.peers.replay import adapter, begin

GAMES = {
    "bridge": "bridge(use_double_dummy_result=false)",
    "euchre": "euchre",
    "gin_rummy": "gin_rummy",
    "hearts": "hearts(pass_cards=false)",
    "oh_hell": "oh_hell(players=4)",
}
"""The games that both know and for which OpenSpiel can sample what a player does not see.

In Hearts its bot crashes where cards are passed."""


def chances(game: Any, rng: Random) -> list[int]:
    """Return the outcomes of all chance nodes of a game, which do not depend on its actions."""
    state, found = game.new_initial_state(), list[int]()
    while not state.is_terminal():
        if state.is_chance_node():
            found.append(rng.choice(state.legal_actions()))
            state.apply_action(found[-1])
        else:
            state.apply_action(state.legal_actions()[0])
    return found


def play(name: str, bot: str, seconds: float, seed: int, first: int) -> tuple[float, list[float]]:
    """Play a deal; return by how much our seats got more, and the times for a decision.

    Args:
        name: the game.
        bot: the name of our bot.
        seconds: the time for each decision of both.
        seed: the seed of the deal.
        first: the first of our seats; every other seat is ours.

    Returns:
        Half of the difference between the mean returns of our seats and theirs, which are the
        points of a seat where a game is zero-sum; our mean time for a decision, and theirs.

    Raises:
        SystemExit: the two states disagree.
    """
    game = pyspiel.load_game(GAMES[name])
    outcomes = chances(game, Random(seed))
    state, texts = game.new_initial_state(), list[str]()
    for outcome in outcomes:
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        texts.append(state.action_to_string(state.current_player(), outcome))
        state.apply_action(outcome)
    seats = range(game.num_players())
    kind = adapter(name)(
        {
            "params": game.get_parameters(),
            "all_params": game.get_parameters(),
            "players": len(seats),
            "chance": texts,
        }
    )
    ours, state = begin(kind.start(), name), game.new_initial_state()
    mine = {seat: make_bot(bot, seed * 64 + seat, None, seconds) for seat in seats}
    theirs = pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed),
        uct_c=2.0,
        max_simulations=1 << 30,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        max_wall_clock_time=seconds,
    )
    left, planned = iter(outcomes), deque[str]()
    spent, asked = [0.0, 0.0], [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(left))
            continue
        seat = state.current_player()
        names = {state.action_to_string(seat, each): each for each in state.legal_actions()}
        moves = kind.moves(ours)
        if kind.player(ours) != seat or moves.keys() != names.keys():
            sys.exit(f"{name}, seed {seed}: seat {seat} may {[*names]}, not {[*moves]}")
        who, start = int(seat % 2 != first), perf_counter()
        if planned:
            chosen = planned.popleft()
        elif len(names) == 1:
            chosen = next(iter(names))
        elif who == 0:
            planned += kind.names(ours, mine[seat].choose(View(ours, seat)).text)
            chosen = planned.popleft()
        else:
            chosen = state.action_to_string(seat, theirs.step(state))
        if len(names) > 1:
            spent[who] += perf_counter() - start
            asked[who] += 1
        state.apply_action(names[chosen])
        for action in moves[chosen]:
            ours.apply_action(action)
        kind.played(ours, chosen)
    returns = state.returns()
    if [*kind.returns(ours)] != returns:
        sys.exit(f"{name}, seed {seed}: the returns are {returns}, not {kind.returns(ours)}")
    sides = [fmean(returns[seat] for seat in seats if seat % 2 == side) for side in (0, 1)]
    means = [time / max(n, 1) for time, n in zip(spent, asked, strict=True)]
    return (sides[first] - sides[1 - first]) / 2, means


def measure(name: str, options: argparse.Namespace) -> None:
    """Play a game, and print a line."""
    pairs: list[float] = []
    won, times = 0.0, list[list[float]]()
    for seed in range(options.seed, options.seed + options.deals):
        got: list[float] = []
        for first in (0, 1):
            points, time = play(name, options.bot, options.seconds, seed, first)
            got.append(points)
            times.append(time)
        pairs.append(fmean(got))
        won += sum((points > 0) + 0.5 * (points == 0) for points in got)
        half = 1.96 * stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else 0.0
        ours, theirs = (1000 * fmean(each) for each in zip(*times, strict=True))
        print(
            f"\r{name}: {2 * len(pairs)} games, won {won / 2 / len(pairs):.0%}, "
            f"points a game {fmean(pairs):+.3f} ± {half:.3f}, {ours:.0f} and {theirs:.0f} ms",
            end="", flush=True,
        )  # fmt: skip
    print()


def main() -> None:
    """Measure the games named on the command line."""
    parser = argparse.ArgumentParser(description="Measure our search against that of OpenSpiel.")
    parser.add_argument("games", nargs="*", default=GAMES, help=f"of {', '.join(GAMES)}")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each decision")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    parser.add_argument("--bot", default="rollout")
    options = parser.parse_args()
    for name in options.games:
        if name not in GAMES:
            parser.error(f"there is no game '{name}' here; there are {', '.join(GAMES)}")
        measure(name, options)


if __name__ == "__main__":
    main()
