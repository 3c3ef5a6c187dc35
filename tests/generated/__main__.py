"""Compare the builds on random rulesets: `python -m tests.generated --help` says how."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .compare import Failure, accepted, failure
from .mutants import mutant
from .rulesets import generate
from .runner import SECONDS, Outcome, run
from .shrink import shrink


def smallest(text: str, found: Failure) -> str:
    """Return the smallest ruleset that fails in the same way, with the seed in a comment."""
    traced, native = "traced" in found.kind, "native" in found.kind

    def fails(candidate: str) -> bool:
        again = failure(candidate, traced=traced, native=native, first=found.seed)
        return again is not None and again.kind == found.kind

    small = shrink(text, fails)
    again = failure(small, traced=traced, native=native, first=found.seed) or found
    lines = [again.kind, f"game seed {again.seed}", *again.detail.strip().splitlines()[-8:]]
    return "".join(f"# {line}\n" for line in lines) + small


def _show(outcome: Outcome) -> None:
    if outcome.kind:
        print(f"{outcome.seed}: {outcome.kind}\n{outcome.detail}", flush=True)  # noqa: T201


def main() -> int:
    """Compare, and print what fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated", description=__doc__)
    parser.add_argument("first", type=int, nargs="?", default=0, help="the first ruleset's seed")
    parser.add_argument("count", type=int, nargs="?", default=100, help="how many rulesets")
    parser.add_argument("--mutants", action="store_true", help="change rulesets of people instead")
    parser.add_argument("--file", type=Path, help="instead, compare on this ruleset")
    parser.add_argument("--shrink", action="store_true", help="print the smallest that fails")
    parser.add_argument("--show", action="store_true", help="print the rulesets and play nothing")
    parser.add_argument("--resume", type=Path, help="keep outcomes in this file, and play only what it has not")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long a ruleset may take")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    make = mutant if chosen.mutants else generate
    if chosen.show:
        for seed in seeds:
            text = make(seed)
            if text is not None and accepted(text) is not None:
                print(f"# {seed}\n{text}")  # noqa: T201
        return 0
    if chosen.file or chosen.shrink:  # in this process, so that a debugger can look at it
        texts = [chosen.file.read_text("utf-8")] if chosen.file else map(make, seeds)
        failed = 0
        for text in texts:
            found = failure(text) if text is not None else None
            if text is not None and found is not None:
                failed += 1
                _show(Outcome(found.seed, found.kind, found.detail))
                if chosen.shrink:
                    print(smallest(text, found), flush=True)  # noqa: T201
    else:
        found = run(
            seeds,
            chosen.resume,
            _show,
            jobs=chosen.jobs,
            seconds=chosen.seconds,
            mutants=chosen.mutants,
        )
        failed = sum(bool(each.kind) for each in found)
        slowest = max(found, key=lambda each: each.seconds)
        print(f"the slowest is {slowest.seed}: {slowest.seconds:g} s")  # noqa: T201
    print(f"{failed} of {1 if chosen.file else len(seeds)} rulesets fail")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
