"""How long a game takes until native code has played it for the first time.

    python benchmarks/first_game.py [GAME ...] [--rounds 5] [--match]

A game is one deal, as in all figures here, or with `--match` a whole match. The processor time of
all cores, and how long one waits, in a process that has compiled games before, without the time to
read and check the ruleset: of several rounds the best, and all games are measured in each round.
"""

from __future__ import annotations

import argparse
import gc
from pathlib import Path
from time import perf_counter
from time import process_time as now

import cardrules
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.play.game import rules_of

CRAZY_EIGHTS = Path(__file__).resolve().parent / "rulesets" / "crazy_eights.yaml"
GAMES = (
    *"hanabi oh_hell hearts spades scopa holdem bridge cribbage euchre durak skat love_letter"
    " gin_slaughtre blackjack president uno pinochle gin_rummy gin_rummy_three"
    " gin_rummy_partnership loba_de_menos french_tarot canasta klondike".split(),
    str(CRAZY_EIGHTS),
)
Times = tuple[float, float, float]


def measured(ruleset: str, *, match: bool) -> tuple[Times, float]:
    """Return the seconds that it takes to compile the rules, to make native code, and to play.

    And how long one waits for all of this.
    """
    game = cardrules.load(ruleset, single_deal=not match)
    gc.collect()
    began, start = perf_counter(), now()
    machine = rules_of(game).bare
    compiled = now()
    code = Native(machine)
    made = now()
    code.games(1, 1)
    return (compiled - start, made - compiled, now() - made), perf_counter() - began


def main() -> None:
    """Measure the games, and print a table of milliseconds."""
    parser = argparse.ArgumentParser(description="How long the first game takes.")
    parser.add_argument("games", nargs="*", default=GAMES, help="rulesets; by default many")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    parser.add_argument("--match", action="store_true", help="a game is a whole match")
    options = parser.parse_args()
    best: dict[str, Times] = {}
    waits: dict[str, float] = {}
    for number in range(options.rounds + 1):  # the first one only warms up
        for game in options.games:
            times, wait = measured(game, match=options.match)
            if number:
                best[game] = min(best.get(game, times), times, key=sum)
                waits[game] = min(waits.get(game, wait), wait)
    print("| game | rules | native code | first game | all | wait |\n|---|--:|--:|--:|--:|--:|")
    for game, times in sorted(best.items(), key=lambda each: sum(each[1])):
        cells = " | ".join(f"{each * 1e3:.0f}" for each in (*times, sum(times), waits[game]))
        print(f"| {Path(game).stem} | {cells} |")


if __name__ == "__main__":
    main()
