"""Our search against OpenSpiel's: `rollout` and the C++ `ISMCTSBot` at equal time for a decision.

    python benchmarks/openspiel_search.py euchre hearts --seconds 1 --deals 50

They play OpenSpiel's own game, which a state of cardrules follows with the adapters of
`tests/peers`: players and legal actions must agree all the time. Each deal is played
twice with the seats exchanged; in games for four every other seat is ours. OpenSpiel's bot is set
up as in its examples: random rollouts, one for each leaf, UCT with constant 2. In Oh Hell and
euchre it knows the cards that are not dealt; with `--shown` our bot sees them, too.
"""

# OpenSpiel has no complete types.
# pyright: basic

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

import pyspiel

import cardrules
from cardrules import SetupError, View, make_bot

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.peers.adapter import Adapter, Record, Start, interleaved
from tests.peers.replay import adapter, begin

LIMIT_HOLDEM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,firstPlayer=2 1 1 1,"
    "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
    "raiseSize=10 10 20 20,maxRaises=3 4 4 4)"
)
GAMES = {
    "bridge": "bridge(use_double_dummy_result=false)",
    "euchre": "euchre",
    "gin_rummy": "gin_rummy",
    "hearts": "hearts(pass_cards=false)",
    "holdem": LIMIT_HOLDEM,
    "oh_hell": "oh_hell(players=4,num_tricks_fixed=12)",
    "oh_hell_three": "oh_hell(players=3,num_tricks_fixed=17)",
}
"""The games that both know and for which OpenSpiel can sample what a player does not see.

In Hearts its bot crashes where cards are passed. In Oh Hell and euchre its samples deal the cards
that were dealt, so that it knows which three cards are in nobody's hand; in Oh Hell with smaller
hands it would be more. With three players and 17 cards each there are no such cards.
"""
SHOWN = ("euchre", "oh_hell")
"""The games in which its bot knows the cards that are not dealt, and `--shown` lets ours know."""


class GinRummy(Adapter):
    """Gin rummy up to the knock, which OpenSpiel announces before the discard.

    The melds and lay-offs after it are left to OpenSpiel's bot, for both sides.
    """

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.knocks = False

    def start(self) -> Start:
        deck = [card[-2:].upper() for card in self.chance]
        options = {"return_taken": True, "wall": "last_knock_allowed", "big_gin": False}
        deck[:20] = interleaved([deck[:10], deck[10:20]])
        ruleset = "../../../rulesets/gin_rummy"
        return Start(2, options, deck, dealer=1, single_deal=True, ruleset=ruleset)

    def name(self, state: cardrules.State, action: str) -> str:
        verb, _, card = action.partition(" ")
        words = {
            "take_upcard": "Draw upcard",
            "draw_discard": "Draw upcard",
            "draw_stock": "Draw stock",
            "pass": "Pass",
            "leave": "Pass",
            "knock": "Knock",
        }
        return f"Player: {self.player(state)} Action: {words.get(verb) or card[0] + card[1].lower()}"

    def moves(self, state: cardrules.State) -> Mapping[str, Sequence[str]]:
        if self.knocks:
            knocks = [text for text in map(str, state.legal_actions()) if text.startswith("knock")]
            return {self.names(state, text)[1]: [text] for text in knocks}
        return {name: () if name.endswith("Knock") else actions for name, actions in super().moves(state).items()}

    def names(self, state: cardrules.State, action: str) -> Sequence[str]:
        verb, _, card = action.partition(" ")
        name = self.name(state, action)
        return [name, self.name(state, f"discard {card}")] if verb == "knock" else [name]

    def played(self, state: cardrules.State, chosen: str) -> None:
        self.knocks = chosen.endswith("Knock")


class Holdem(adapter("holdem")):
    """Limit hold'em by the bundled rules, in which the pot goes to the score."""

    def start(self) -> Start:
        options = {"bets": "limit", "big_blind": 10, "chips": 1000, "burn": False}
        return replace(super().start(), options=options, ruleset="../../../rulesets/holdem")


ADAPTERS = {"gin_rummy": GinRummy, "holdem": Holdem}


def dealt(game: Any, rng: Random) -> tuple[dict[int, int], list[str]]:
    """Return a rank for each chance outcome, the lowest to happen first, and their texts in order.

    Chance is the deal and cards drawn later: so the pack has one order for all that is played.
    """
    state, texts = game.new_initial_state(), list[str]()
    ranks: dict[int, int] = {}
    while state.is_chance_node():
        outcomes = state.legal_actions()
        for outcome in rng.sample(outcomes, len(outcomes)):
            ranks.setdefault(outcome, len(ranks))
        outcomes.sort(key=ranks.__getitem__)
        texts.append(state.action_to_string(state.current_player(), outcomes[0]))
        rest = [state.action_to_string(state.current_player(), each) for each in outcomes[1:]]
        state.apply_action(outcomes[0])
    return ranks, texts + rest


def play(
    name: str, bot: str, seconds: float, seed: int, first: int, *, shown: bool = False
) -> tuple[float, list[float]]:
    """Play a deal; return by how much our seats got more, and the times for a decision.

    Args:
        name: the game.
        bot: the name of our bot.
        seconds: the time for each decision of both.
        seed: the seed of the deal.
        first: the first of our seats; every other seat is ours.
        shown: whether our bot sees the cards that are not dealt.

    Returns:
        Half of the difference between the mean returns of our seats and theirs, which are the
        points of a seat where a game is zero-sum; our mean time for a decision, and theirs.

    Raises:
        SystemExit: the two states disagree.
    """
    game = pyspiel.load_game(GAMES[name])
    ranks, texts = dealt(game, Random(seed))
    state, seats, params = (
        game.new_initial_state(),
        range(game.num_players()),
        game.get_parameters(),
    )
    record = {"params": params, "all_params": params, "players": len(seats), "chance": texts}
    known = name.removesuffix("_three")
    kind = (ADAPTERS.get(name) or adapter(known))(record)
    start = kind.start()
    if shown:
        start = replace(start, ruleset=f"../../../benchmarks/rulesets/{known}_shown")
    ours = begin(start, known)
    mine = {seat: make_bot(bot, seed * 64 + seat, None, seconds) for seat in seats}
    theirs = pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed),
        uct_c=2.0,
        max_simulations=1 << 30,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        max_wall_clock_time=seconds,
    )
    planned = deque[str]()
    spent, asked = [0.0, 0.0], [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(min(state.legal_actions(), key=ranks.__getitem__))
            continue
        if kind.over(ours):
            state.apply_action(theirs.step(state))
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
            points, time = play(name, options.bot, options.seconds, seed, first, shown=options.shown)
            got.append(points)
            times.append(time)
        pairs.append(fmean(got))
        won += sum((points > 0) + 0.5 * (points == 0) for points in got)
        half = 1.96 * stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else 0.0
        ours, theirs = (1000 * fmean(each) for each in zip(*times, strict=True))
        print(
            f"\r{name}: {2 * len(pairs)} games, won {won / 2 / len(pairs):.0%}, "
            f"points a game {fmean(pairs):+.3f} ± {half:.3f}, {ours:.0f} and {theirs:.0f} ms",
            end="",
            flush=True,
        )
    print()


def main() -> None:
    """Measure the games named on the command line."""
    parser = argparse.ArgumentParser(description="Measure our search against that of OpenSpiel.")
    parser.add_argument("games", nargs="*", default=GAMES, help=f"of {', '.join(GAMES)}")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each decision")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    parser.add_argument("--bot", default="rollout")
    parser.add_argument("--shown", action="store_true", help="show our bot the undealt cards")
    options = parser.parse_args()
    try:
        make_bot(options.bot)
    except SetupError as error:
        sys.exit(str(error))
    for name in options.games:
        if name not in GAMES:
            parser.error(f"there is no game '{name}' here; there are {', '.join(GAMES)}")
        if options.shown and name not in SHOWN:
            parser.error(f"--shown is for {' and '.join(SHOWN)}")
        measure(name, options)


if __name__ == "__main__":
    main()
