"""Measure everything, in one run with the peers: `make bench`.

    python benchmarks/run.py [--only gin,oh] [--seconds 1] [--trials 5] [--out DIR] [--readme]

Prints a table in Markdown while it runs, and writes `results.md` and `results.json`. Times are
seconds of processor time, of one core; trials of ours and of the peers alternate, so that a machine
that slows down slows both.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import costs
from games import CONTESTS, YARDSTICK, Contest, Draw

import cardrules
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.play.game import rules_of

HERE = Path(__file__).resolve().parent
PEERS = HERE.parent / ".venv-peers" / "bin" / "python"
now = time.process_time
NAMES = {
    "ours": "cardrules in Python",
    "native": "cardrules, native code",
    "by hand": "by hand, Python",
    "openspiel python": "OpenSpiel from Python",
    "openspiel bots": "OpenSpiel C++ bots",
    "openspiel rollouts": "OpenSpiel C++ rollouts",
    "openspiel compiled": "OpenSpiel C++ rollouts",
    "rlcard run": "RLCard `run`",
}
BEGIN, END = "<!-- figures: run.py --readme -->", "<!-- end of figures -->"


@dataclass
class Series:
    """The trials of one player of one game."""

    rates: list[float] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)

    def add(self, games: int, seconds: float, lengths: Counter[int]) -> None:
        self.rates.append(games / seconds)
        self.lengths += lengths

    @property
    def rate(self) -> float:
        """Games per second, the median."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """The greatest difference between trials, as a share of the median."""
        return (max(self.rates) - min(self.rates)) / self.rate

    @property
    def length(self) -> float | None:
        """Decisions of a game, the mean."""
        if not self.lengths:
            return None
        return sum(n * times for n, times in self.lengths.items()) / self.lengths.total()

    def figures(self) -> dict[str, Any]:
        """Return everything for JSON."""
        result = {
            "games_per_second": round(self.rate, 1),
            "spread": round(self.spread, 3),
            "trials": [round(rate, 1) for rate in self.rates],
        }
        if self.length is not None:
            every = list(self.lengths.elements())
            result["decisions_per_second"] = round(self.rate * self.length)
            result["decisions_per_game"] = round(self.length, 2)
            result["deviation"] = round(statistics.pstdev(every), 2)
            ordered = sorted(every)
            result["quantiles"] = [ordered[int((len(ordered) - 1) * q / 4)] for q in range(5)]
        return result


class Peer:
    """A process that plays when it is asked to."""

    def __init__(self, kind: str) -> None:
        script = HERE / f"peer_{kind}.py"
        self._process = subprocess.Popen(
            [str(PEERS), str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def play(self, game: str, mode: str, seconds: float, seed: int) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        request = {"game": game, "mode": mode, "seconds": seconds, "seed": seed}
        print(json.dumps(request), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"the peer has stopped while playing {game} ({mode})")
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def ours(contest: Contest) -> Callable[[Draw, int], int]:
    """Return a function that plays one game by chance, given a seed, and counts its decisions."""
    game = cardrules.load(contest.ruleset, **contest.settings)
    machine, deals = rules_of(game).bare, contest.deals

    def play(draw: Draw, seed: int) -> int:
        deal = 1 + int(draw() * deals) if deals > 1 else 1
        position = initial_position(rules_of(game), machine, seed, deal=deal)
        return machine.playout(position, draw, START_OF_DEAL)

    return play


def natively(contest: Contest) -> Callable[[int, float], tuple[int, float, Counter[int]]] | None:
    """Return a function that does as `timed` in native code; None if that cannot play the game."""
    game = cardrules.load(contest.ruleset, **contest.settings)
    try:
        code = Native(rules_of(game).bare)
    except (ImportError, Refused):
        return None

    def play(seed: int, seconds: float) -> tuple[int, float, Counter[int]]:
        lengths: Counter[int] = Counter()
        number, batch, spent = seed * 1_000_003, code.most, 0.0
        while spent < seconds:
            # Every deal as often as each other one, as in `ours`.
            for deal in range(1, contest.deals + 1):
                start = now()
                code.begin(deal)
                played = code.games(number, batch)
                spent += now() - start
                lengths.update(played.column(0))  # which rollouts of the peer do not count
                # A game that only Python can play to its end is left out.
                number += played.count + 1 if played.stopped else batch
        return lengths.total(), spent, lengths

    return play


def timed(play: Callable[[Draw, int], int], seconds: float, seed: int) -> tuple[int, float, Counter[int]]:
    """Play for so long; return the games, the time and how long they were."""
    draw = random.Random(seed).random
    lengths: Counter[int] = Counter()
    number = seed * 1_000_003
    start = now()
    while True:
        lengths[play(draw, number)] += 1
        number += 1
        spent = now() - start
        if spent >= seconds:
            return lengths.total(), spent, lengths


def measure(contest: Contest, peers: dict[str, Peer], seconds: float, trials: int) -> dict[str, Series]:
    """Play a contest, trial by trial."""
    players: dict[str, Callable[[int, float], tuple[int, float, Counter[int]]]] = {}
    play = ours(contest)
    players["ours"] = lambda seed, length: timed(play, length, seed)
    native = natively(contest)
    if native is not None:
        players["native"] = native
    by_hand = contest.by_hand
    if by_hand is not None:
        players["by hand"] = lambda seed, length: timed(lambda draw, _: by_hand(draw), length, seed)
    for (kind, mode), name in contest.peers.items():
        if kind in peers:
            players[f"{kind} {mode}"] = _asking(peers[kind], name, mode)
    result = {name: Series() for name in players}
    for trial in range(trials + 1):
        for name, player in players.items():
            warming = trial == 0
            done = player(trial + 1, seconds / 4 if warming else seconds)
            if not warming:
                result[name].add(*done)
    return result


def _asking(peer: Peer, game: str, mode: str) -> Callable[[int, float], tuple[int, float, Counter[int]]]:
    def play(seed: int, seconds: float) -> tuple[int, float, Counter[int]]:
        done = peer.play(game, mode, seconds, seed)
        lengths = Counter({int(n): times for n, times in done.get("lengths", {}).items()})
        return done["games"], done["seconds"], lengths

    return play


def environment() -> dict[str, Any]:
    """Return what the figures depend on."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [line for line in information.read_text().splitlines() if "model name" in line]
        model = names[0].partition(":")[2].strip() if names else model
    versions: dict[str, str] = {}
    if PEERS.exists():
        code = (
            "import importlib.metadata as m, json, sys\n"
            "print(json.dumps({p: m.version(p) for p in ('open_spiel', 'rlcard', 'numpy')}))"
        )
        done = subprocess.run([str(PEERS), "-c", code], capture_output=True, text=True)
        versions = json.loads(done.stdout) if done.returncode == 0 else {}
    commit = subprocess.run(["git", "-C", str(HERE), "describe", "--always", "--dirty"], capture_output=True, text=True)
    return {
        "date": time.strftime("%Y-%m-%d"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{model}, {os.cpu_count()} cores",
        "load": [round(load, 2) for load in os.getloadavg()],
        "commit": commit.stdout.strip(),
        "peers": versions,
    }


def compared(contest: Contest, mine: Series, theirs: Series) -> float:
    """Return how many times as fast ours is."""
    ratio = mine.rate / theirs.rate
    if contest.by_decisions and mine.length is not None and theirs.length is not None:
        ratio *= mine.length / theirs.length
    return ratio


def table(contest: Contest, series: dict[str, Series]) -> Iterator[str]:
    """Yield the lines of one game's table."""
    mine, native = series["ours"], series.get("native")
    yield f"### {contest.title}\n"
    more = ("", "") if native is None else (" native code is |", "--:|")
    yield "| | games/s | spread | decisions/s | decisions a game | ours is |" + more[0]
    yield "|---|--:|--:|--:|--:|--:|" + more[1]
    for name, each in series.items():
        length = each.length or mine.length or 0
        deviation = each.figures().get("deviation")
        shape = f"{length:.1f} ± {deviation}" if deviation is not None else "–"
        ratio = "" if name == "ours" else f"{compared(contest, mine, each):.2f} ×"
        yield (
            f"| {NAMES[name]} | {each.rate:,.0f} | {each.spread:.0%} | {each.rate * length:,.0f} "
            f"| {shape} | {ratio} |"
            + ("" if native is None else "  |" if each is native else f" {compared(contest, native, each):.2f} × |")
        )
    yield ""
    if contest.differs:
        yield contest.differs + "\n"


def verdicts(contests: list[Contest], series: dict[str, dict[str, Series]]) -> list[dict[str, Any]]:
    """Compare the results with the targets."""
    (kind, mode), title, usual = YARDSTICK
    scale = None
    yardstick = series.get(title, {}).get(f"{kind} {mode}")
    if yardstick is not None and yardstick.length is not None:
        scale = yardstick.rate * yardstick.length / usual
    found: list[dict[str, Any]] = []
    for contest in contests:
        mine = series[contest.title]["ours"]
        native = series[contest.title].get("native")
        asked = [(mine, "", goal) for goal in contest.goals]
        if native is not None:
            asked += [(native, "native code: ", goal) for goal in contest.native]
        for own, whose, goal in asked:
            theirs = series[contest.title].get(" ".join(goal.peer))
            if theirs is not None:
                ratio = compared(contest, own, theirs)
                text = f"{whose}{goal.times:g} × {NAMES[' '.join(goal.peer)]}"
                found.append(_verdict(contest, text, ratio, goal.times))
        if contest.floor and mine.length is not None:
            wanted = contest.floor * (scale or 1.0)
            ratio = mine.rate * mine.length / wanted
            scaled = f", scaled by {scale:.2f}" if scale is not None else ", not scaled"
            text = f"{contest.floor:,} decisions/s{scaled}"
            found.append(_verdict(contest, text, ratio, 1.0))
    return found


def _verdict(contest: Contest, asked: str, ratio: float, least: float) -> dict[str, Any]:
    return {
        "game": contest.title,
        "asked": asked,
        "ratio": round(ratio, 2),
        "met": ratio >= least,
    }


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="games whose titles begin so, with commas")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each trial")
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--readme", action="store_true", help="put the tables in README.md")
    parser.add_argument("--out", type=Path, default=HERE, help="where the results are written")
    options = parser.parse_args()
    wanted = tuple(word.lower() for word in options.only.split(",") if word)
    contests = [c for c in CONTESTS if not wanted or c.title.lower().startswith(wanted)]
    kinds = {kind for contest in contests for kind, _ in contest.peers}
    if kinds and not options.no_peers and not PEERS.exists():
        sys.exit("the peers are not installed: run 'make peers', or leave them out by --no-peers")
    peers = {} if options.no_peers else {kind: Peer(kind) for kind in sorted(kinds)}
    lines: list[str] = []

    def say(line: str) -> None:
        lines.append(line)
        print(line, flush=True)

    about = environment()
    say("## Random play\n")
    say(
        f"{about['date']}, commit {about['commit']}: {about['python']}, {about['machine']}, load "
        f"{about['load'][0]}; peers {about['peers'] or 'none'}. Medians of {options.trials} trials "
        f"of {options.seconds:g} s of processor time on one core.\n"
    )
    series: dict[str, dict[str, Series]] = {}
    for contest in contests:
        series[contest.title] = measure(contest, peers, options.seconds, options.trials)
        for line in table(contest, series[contest.title]):
            say(line)
    for peer in peers.values():
        peer.close()
    found = verdicts(contests, series)
    if found:
        say("### Targets\n")
        say("| game | target | measured | |")
        say("|---|---|--:|---|")
        for each in found:
            met = "met" if each["met"] else "**not met**"
            say(f"| {each['game']} | {each['asked']} | {each['ratio']:.2f} × | {met} |")
        say("")
    say("## Other costs\n")
    say(
        "| game | bytes a state | a million states | copy | load | compile (bare) "
        "| native: compile and first game | native: copies played on, a second |"
    )
    say("|---|--:|--:|--:|--:|--:|--:|--:|")
    measured: dict[str, Any] = {}
    for contest in contests:
        cost = measured[contest.title] = costs.of(contest.ruleset, contest.settings, contest.deals)
        say(
            f"| {contest.title} | {cost['bytes']:,} | {cost['million_gb']:.2f} GB "
            f"| {cost['copy_us']:.2f} µs | {cost['load_ms']:.0f} ms | {cost['bare_ms']:.0f} ms "
            + (
                "| – | – |"
                if cost["played_on"] is None
                else (f"| {cost['native_ms']:.0f} ms | {cost['played_on']:,} |")
            )
        )
    starts = costs.start_up()
    least = starts["import click"]
    say(
        "\nWhole processes, in processor time: "
        + ", ".join(f"`{name}` {spent:.0f} ms ({spent / least:.1f} ×)" for name, spent in starts.items())
        + "."
    )
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "results.md").write_text("\n".join(lines) + "\n", "utf-8")
    data = {
        "environment": about,
        "version": cardrules.__version__,
        "fingerprints": {each.title: cardrules.load(each.ruleset, **each.settings).fingerprint() for each in contests},
        "seconds": options.seconds,
        "trials": options.trials,
        "games": {title: {name: each.figures() for name, each in players.items()} for title, players in series.items()},
        "goals": found,
        "costs": measured,
        "start_up_ms": starts,
    }
    (options.out / "results.json").write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    if options.readme:
        readme = HERE / "README.md"
        before, begin, rest = readme.read_text("utf-8").partition(BEGIN)
        _, end, after = rest.partition(END)
        figures = "\n".join(lines)
        readme.write_text(f"{before}{begin}\n\n{figures}\n\n{end}{after}", "utf-8")


if __name__ == "__main__":
    main()
