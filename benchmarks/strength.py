"""How strong a bot plays: duplicate tournaments against `random` and against heuristics.

    python benchmarks/strength.py --games 40 --bot rollout:100
    python benchmarks/strength.py holdem:fixed_limit

The heuristics are the players of `benchmarks/heuristics`, one page each. A game is a whole match,
as people play it; with `--deals` it is a single deal, except where a deal alone has no result.
Printed is a table in Markdown: the points of the bot as a share of all (a drawn game is half a
point), the 95 % interval, by how much a seat of the bot gets more than one of the other side, and
how long the bot takes for a decision. `GAME:VARIANT` is a game in one of its variants.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cardrules
from cardrules import CardrulesError

HEURISTICS = Path(__file__).parent / "heuristics"
MATCHES = ("cribbage", "oh_hell")
"""Games whose single deals have no result or consist of one card."""

GAMES = (
    "bridge",
    "cribbage",
    "durak",
    "euchre",
    "gin_rummy",
    "hearts",
    "oh_hell",
    "skat",
    "spades",
    "canasta",
    "french_tarot",
    "gin_slaughtre",
    "holdem",
    "holdem:fixed_limit",
    "loba_de_menos",
    "love_letter",
    "pinochle",
    "president",
    "scopa",
    "uno",
    "gin_rummy_three",
)


def tournament(game: str, bots: list[str], options: argparse.Namespace) -> dict[str, Any]:
    """Return the result of a tournament, as its JSON object."""
    ruleset, _, variant = game.partition(":")
    command = [str(Path(sys.executable).with_name("cardrules")), "tournament", ruleset, "--json"]
    command += ["--variant", variant] if variant else []
    command += ["--players", ",".join(bots), "--games", str(options.games)]
    command += ["--seed", str(options.seed)]
    command += ["--single-deal"] if options.deals and game not in MATCHES else []
    command += ["--jobs", str(options.jobs)] if options.jobs else []
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(done.returncode)  # the command has said why
    return json.loads(done.stdout)


def check(games: list[str], bots: list[str]) -> None:
    """Make sure that games and bots exist, before hours are spent on some of them.

    Raises:
        SystemExit: One does not, with a sentence.
    """
    try:
        for game in games:
            ruleset, _, variant = game.partition(":")
            cardrules.load(ruleset, variant=variant or None)
        for bot in bots:
            cardrules.make_bot(bot)
    except CardrulesError as error:
        sys.exit(str(error))


def row(game: str, pair: dict[str, Any], milliseconds: float) -> str:
    """Return a line of the table."""
    low, high = pair["share"]["interval"]
    other = Path(pair["players"][1].partition(":")[0]).stem if ".py" in pair["players"][1] else ""
    difference = pair["difference"] or {"value": 0.0, "interval": None}
    ends = difference["interval"]
    half = f" ± {(ends[1] - ends[0]) / 2:.2f}" if ends else ""
    cells = (
        game,
        f"heuristic {other}" if other else pair["players"][1],
        str(pair["won"] + pair["drawn"] + pair["lost"]),
        f"{pair['share']['value']:.0%}",
        f"{low:.0%} to {high:.0%}",
        f"{difference['value']:+.2f}{half}",
        f"{milliseconds:.0f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure the games named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rulesets", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=100, help="games against each of the others")
    parser.add_argument("--deals", action="store_true", help="single deals, not whole matches")
    parser.add_argument("--seed", type=int, default=900_000, help="of the first deal")
    parser.add_argument("--bot", action="append", help="by default rollout:200 and ismcts:200")
    parser.add_argument("--jobs", type=int, help="processes, by default one for each core")
    parser.add_argument("--against", action="append", help="instead of random and the heuristic")
    parser.add_argument("--json", type=Path, help="add the results to a file, one on each line")
    options = parser.parse_args()
    if options.games < 2:
        sys.exit("--games must be at least 2: a deal is played twice")
    bots: list[str] = options.bot or ["rollout:200", "ismcts:200"]
    check(options.rulesets, [*bots, *(options.against or ())])
    for bot in bots:
        print(f"\n`{bot}`\n\n| game | against | games | points | interval | difference | ms |")
        print("|---|---|--:|--:|---|--:|--:|", flush=True)
        for game in options.rulesets:
            own = HEURISTICS / f"{game}.py"
            against = options.against or ["random", *([f"{own}:Bot"] if own.exists() else [])]
            for other in against:
                result = tournament(game, [bot, other], options)
                time = result["results"][0]["milliseconds"]
                print(row(game, result["pairs"][0], time), flush=True)
                if options.json is not None:
                    with options.json.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
