"""How much faster a simulation is on several cores than on one.

    python benchmarks/cores.py [GAME] [--games 2000000] [--jobs 2] [--rounds 5]

Each round runs `cardrules simulate` once with one process and once with several, and then as many
commands at the same time as there are processes, each with its part of the games and one process.
These say nothing to each other: so much faster the machine is with several cores. Printed are the
seconds by the clock, the processor time of all processes, and how much faster than one process that
was, in each round and in the median of all rounds.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from statistics import median
from time import perf_counter

COMMAND = (sys.executable, "-m", "cardrules", "simulate")
Times = tuple[float, float]


def measured(commands: list[list[str]]) -> Times:
    """Run commands at the same time; return the seconds, and those of all processors."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    running = [subprocess.Popen(each, stdout=subprocess.DEVNULL) for each in commands]
    ended = [process.wait() for process in running]
    if any(ended):
        raise SystemExit(f"{' '.join(commands[0])} failed")
    seconds, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def simulate(game: str, first: int, games: int, jobs: int) -> list[str]:
    """Return a command that plays games, from a seed on."""
    return [*COMMAND, game, "--seed", str(first), "--games", str(games), "--jobs", str(jobs)]


def main() -> None:
    """Measure some rounds, and print each."""
    parser = argparse.ArgumentParser(description="How much faster several cores are than one.")
    parser.add_argument("game", nargs="?", default="hearts", help="a ruleset")
    parser.add_argument("--games", type=int, default=2_000_000, help="how many are played")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    options = parser.parse_args()
    game, games, jobs = options.game, options.games, options.jobs
    part = games // jobs
    ways = {
        "one process": [simulate(game, 0, games, 1)],
        f"--jobs {jobs}": [simulate(game, 0, games, jobs)],
        f"{jobs} commands": [simulate(game, part * each, part, 1) for each in range(jobs)],
    }
    found: dict[str, list[Times]] = {way: [] for way in ways}
    for _ in range(options.rounds):
        for way, commands in ways.items():
            found[way].append(measured(commands))
            _show(way, *found[way][-1], found["one process"][-1][0] / found[way][-1][0])
    print("median")
    for way, times in found.items():
        seconds, busy = (median(column) for column in zip(*times, strict=True))
        pairs = zip(found["one process"], times, strict=True)
        _show(way, seconds, busy, median(one[0] / each[0] for one, each in pairs))


def _show(way: str, seconds: float, busy: float, ratio: float) -> None:
    """Print a line of figures."""
    print(f"{way:14} {seconds:8.2f} s {busy:8.2f} s {ratio:6.2f} ×", flush=True)


if __name__ == "__main__":
    main()
