"""How long a match of each bundled game takes, for `minutes` in its `about`.

    python benchmarks/minutes.py [--matches 3] [--longest 120] [RULESET]...

Bots of the strength `easy` play matches with the usual number of players. In a match of people a decision takes some
seconds, a deal some more for its summary, and everything else goes by itself: that is the estimate. Its median is
printed beside what the ruleset says. A match that takes longer than `--longest` seconds here, or that was stopped by
the limit of its ruleset, is left out.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from cardrules.interpreter.authoring.catalogue import catalogue
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.play.game import load
from cardrules.rulesets import bundled

DECISION, DEAL = 4.0, 20.0  # seconds


def minutes(name: str, seed: int, longest: float) -> float | None:
    """Return how long a match of people takes; None if this one does not come to its end in some seconds."""
    game = load(name)
    state = game.new_initial_state(seed)
    bots = [make_bot("easy", seed + seat) for seat in range(game.players)]
    decisions, until = 0, time.monotonic() + longest
    while not state.is_terminal() and time.monotonic() < until:
        seat = state.current_player()
        assert seat is not None
        legal = state.legal_actions()
        if len(legal) == 1:
            state.apply_action(legal[0].text)
            continue
        decisions += 1
        state.apply_action(bots[seat].choose(View(state, seat)).text)
    if not state.is_terminal() or state.position.turns >= state.game.program.turn_limit:
        return None
    return (decisions * DECISION + state.position.deal * DEAL) / 60


def main() -> None:
    """Play, and print what was estimated."""
    parser = argparse.ArgumentParser(description="Estimate how long matches take.")
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--longest", type=float, default=120.0, help="seconds for a match")
    parser.add_argument("rulesets", nargs="*", default=bundled())
    given = parser.parse_args()
    for name in given.rulesets:
        each = [minutes(name, seed, given.longest) for seed in range(given.matches)]
        ended = [value for value in each if value is not None]
        estimate = f"{median(ended):.1f}" if ended else "unknown"
        head = next(catalogue([name])).head
        told = head.about.minutes if head is not None else 0
        print(f"{name}: {estimate}; in the file: {told or 'nothing'}", flush=True)


if __name__ == "__main__":
    main()
