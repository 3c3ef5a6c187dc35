"""Writes docs/measures.json and docs/measures.md: `make measures`, or `python -m tests.environments.measures`.

The file is a record of what `cardrules measure --json` prints for the bundled games. Only games whose rules have
changed since, so that their fingerprints differ, are measured again; names of games as arguments limit it to these.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cardrules
from cardrules.environments.sizes import measure
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import rules_of
from cardrules.rulesets import bundled

DOCS = Path(__file__).parents[2] / "docs"
RECORD = DOCS / "measures.json"
PAGE = DOCS / "measures.md"
GAMES = 20

HEAD = f"""\
# The bundled games as environments

How large the bundled games are for players who choose at random, with their usual options and numbers of players:
{GAMES} deals of each from seed 0 (`cardrules measure --single-deal`). [environments.md](environments.md#sizes)
explains the columns. [measures.json](measures.json) has the same figures with the options and the fingerprint of the
rules, as `cardrules measure --json` prints them (`schema/measures.schema.json`). `make measures` writes both, and
measures only the games whose rules have changed.

| game | players | actions | observation | steps | branching | widest | information states | met again |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
"""


def loaded(name: str) -> Rules:
    """Return one deal of a game."""
    return rules_of(cardrules.load(name, single_deal=True))


def measured(name: str) -> dict[str, Any]:
    """Return what `measure --json` prints for a game."""
    rules = loaded(name)
    return {**rules.settings(), **rules.origin, "seed": 0, **asdict(measure(rules, GAMES))}


def recorded() -> dict[str, dict[str, Any]]:
    """Return what was measured, by game."""
    return json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}


def page(record: dict[str, dict[str, Any]]) -> str:
    """Return the page of a record."""
    return HEAD + "".join(_row(name, found) for name, found in record.items())


def _row(name: str, found: dict[str, Any]) -> str:
    cells = (
        f"[`{name}`](games/{name}.md)",
        f"{found['players']}",
        f"{found['actions']:,}",
        f"{found['observation']:,}",
        f"{found['steps']:,.1f}",
        f"{found['branching']:.1f}",
        f"{found['widest']:,}",
        f"{found['information_states']:,}",
        f"{found['repeated']:.1%}",
    )
    return f"| {' | '.join(cells)} |\n"


def main(*names: str) -> None:
    """Measure the games whose rules have changed, and write the record and the page after each."""
    record = recorded()
    for name in bundled():
        known = record.get(name)
        if (names and name not in names) or (known and known["fingerprint"] == loaded(name).origin["fingerprint"]):
            continue
        record[name] = measured(name)
        _write(record)
        sys.stdout.write(_row(name, record[name]))
    _write(record)


def _write(record: dict[str, dict[str, Any]]) -> None:
    record = {name: record[name] for name in bundled() if name in record}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(found)}" for name, found in record.items())
    RECORD.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    PAGE.write_text(page(record), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
