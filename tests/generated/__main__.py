"""Compare the builds on random rulesets: `python -m tests.generated --help` says how."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from .compare import Failure, accepted, compare
from .mutants import mutant
from .players import Players
from .rulesets import generate
from .shrink import shrink

GAMES = 3
"""How many games of each ruleset are played."""


def failure(
    text: str, *, probed: bool = True, games: int = GAMES, first: int = 0
) -> Failure | None:
    """Return what goes wrong first in some games of a ruleset; None if nothing does."""
    loaded = accepted(text)
    if loaded is None:
        return None
    players = Players(loaded, probed=probed)
    for seed in (first, *(seed for seed in range(games) if seed != first)):
        found = compare(players, seed)
        if isinstance(found, Failure):
            return found
    return None


def smallest(text: str, found: Failure) -> str:
    """Return the smallest ruleset that fails in the same way, with the seed in a comment."""
    probed = "probed" in found.kind

    def fails(candidate: str) -> bool:
        again = failure(candidate, probed=probed, first=found.seed)
        return again is not None and again.kind == found.kind

    small = shrink(text, fails)
    again = failure(small, probed=probed, first=found.seed) or found
    lines = [again.kind, f"game seed {again.seed}", *again.detail.strip().splitlines()[-8:]]
    return "".join(f"# {line}\n" for line in lines) + small


def main() -> int:
    """Compare, and print what fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated", description=__doc__)
    parser.add_argument("first", type=int, nargs="?", default=0, help="the first ruleset's seed")
    parser.add_argument("count", type=int, nargs="?", default=100, help="how many rulesets")
    parser.add_argument("--mutants", action="store_true", help="change rulesets of people instead")
    parser.add_argument("--file", type=Path, help="instead, compare on this ruleset")
    parser.add_argument("--shrink", action="store_true", help="print the smallest that fails")
    parser.add_argument("--show", action="store_true", help="print the rulesets and play nothing")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    make = mutant if chosen.mutants else generate
    texts: Iterable[tuple[object, str | None]] = ((seed, make(seed)) for seed in seeds)
    if chosen.file:
        texts = [(chosen.file.name, chosen.file.read_text("utf-8"))]
    count = refused = failed = 0
    for name, text in texts:
        if text is None or accepted(text) is None:
            refused += 1
            continue
        count += 1
        if chosen.show:
            print(f"# {name}\n{text}")  # noqa: T201
            continue
        found = failure(text)
        if found is not None:
            failed += 1
            print(f"{name}: {found.kind} (game seed {found.seed})\n{found.detail}")  # noqa: T201
            if chosen.shrink:
                print(smallest(text, found), flush=True)  # noqa: T201
    print(f"{count} rulesets, {refused} refused by validate, {failed} fail")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
