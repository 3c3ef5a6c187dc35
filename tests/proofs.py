"""Writes docs/proofs.md: `python -m tests.proofs`, or `make proofs`.

Each bundled game is played beside something that shares nothing with its ruleset: games that another engine recorded,
another engine itself, a solver, or a model by somebody who had read a published description only. The page counts
what was compared. The same comparisons are tests: a sample runs in `make test`, and more of it in `make soak`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import yaml

from cardrules.rulesets import bundled

from .models import test_patience, test_solver
from .models.pairs import PAIRS
from .models.side_by_side import differences
from .peers import replay

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "proofs.md"
PEERS = ROOT / "tests" / "peers"

HEAD = """\
# What each game was compared with

A ruleset that only its author has tried proves what its author believes. So each game is played beside something
that shares nothing with its ruleset:

- *recorded games*: OpenSpiel or RLCard played them; at each decision the same player is to act, with the same legal
  actions, and the returns are the same. Where the engine departs from the rules, a ruleset in `tests/peers/rulesets`
  extends the game and lists the changes;
- *pokerkit*: both play the same random matches; who acts, every amount, every pot and every chip are compared;
- *fc-solve*: what this solver finds is played to the win, and the legal moves of each position are compared with a
  model;
- *a model*: a short program in `tests/models`, written from a published description by somebody who had not seen the
  ruleset; random games have the same legal moves and scores.

`make proofs` plays all this, stops at the first difference, and writes this page. `make test` plays a sample, and
`make soak` hundreds of games each.

| game | beside | games | decisions | differences |
|---|---|---|---|---|
"""

NONE = """
Not compared with anything yet: {games}. Their rules are tested by examples, and by
[mutants](mutants.md).
"""


@dataclass(frozen=True, order=True)
class Line:
    """What was compared of a game.

    Attributes:
        game: the name of its ruleset.
        beside: with what.
        games: how many games or deals.
        decisions: how many decisions.
    """

    game: str
    beside: str
    games: int
    decisions: int


def parent(path: Path) -> str:
    """Return the bundled game or example that a ruleset extends at last, or else its own name."""
    extends = yaml.safe_load(path.read_text("utf-8")).get("extends")
    if extends is None or path.parent != PEERS / "rulesets":
        return path.stem
    return parent((path.parent / extends).resolve()) if extends.endswith(".yaml") else extends


def recorded() -> Iterator[Line]:
    """Replay all recorded games."""
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for path in sorted((PEERS / "recordings").glob("*.jsonl.gz")):
        for record in replay.recordings(path):
            name = replay.module_for(record)
            found = replay.replay(record, name)
            assert found.differences == [], (path, found.differences)
            file = PEERS / "rulesets" / f"{name}.yaml"
            engine = {"open_spiel": "OpenSpiel", "rlcard": "RLCard"}[record["engine"].split()[0]]
            counted = counts[parent(file), f"games recorded by {engine}"]
            counted[0] += 1
            counted[1] += found.decisions
    for (game, beside), (games, decisions) in counts.items():
        yield Line(game, beside, games, decisions)


def modelled() -> Iterator[Line]:
    """Play random deals beside the models."""
    for name, pair in PAIRS.items():
        game, _, how = name.partition(", ")
        decisions, found = differences(pair, 500)
        assert found == [], (name, found)
        yield Line(game, "a model" + f" ({how})" * bool(how), 500, decisions)
    for (game, options), _ in test_patience.GAMES.items():
        how = f" (`{options}`)" if options != "{}" else ""
        yield Line(game, f"a model{how}", 200, test_patience.compare(game, options, 200))


def solved() -> Iterator[Line]:
    """Play what the solver finds."""
    for game in test_solver.PRESETS if test_solver.SOLVER else ():
        games, decisions = test_solver.replay(game, 200)
        yield Line(game, "what fc-solve finds", games, decisions)


def staked() -> Iterator[Line]:
    """Play poker beside pokerkit."""
    poker = import_module("tests.rulesets.test_pokerkit")
    for name in poker.GAMES:
        game, _, how = name.partition(", ")
        games, decisions = poker.compare(name, 100)
        yield Line(game, "pokerkit" + f" ({how})" * bool(how), games, decisions)


COMPARISONS: tuple[Callable[[], Iterator[Line]], ...] = (recorded, modelled, solved, staked)


def page(lines: list[Line]) -> str:
    """Return the page."""
    rows = "".join(
        f"| {each.game} | {each.beside} | {each.games:,} | {each.decisions:,} | none |\n" for each in sorted(lines)
    )
    proven = {each.game for each in lines}
    without = [name for name in sorted(bundled()) if name not in proven]
    return HEAD + rows + (NONE.format(games=", ".join(without)) if without else "")


def main() -> None:
    """Compare everything, and write the page."""
    lines: list[Line] = []
    for compare in COMPARISONS:
        for line in compare():
            sys.stdout.write(f"{line.game}, {line.beside}: {line.games} games, {line.decisions} decisions\n")
            lines.append(line)
    PAGE.write_text(page(lines), "utf-8")


if __name__ == "__main__":
    main()
