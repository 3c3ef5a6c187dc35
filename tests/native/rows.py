"""Hashes of what native code makes of the first games of each bundled ruleset (`python -m tests.native.rows`).

Names of games (`python -m tests.native.rows hearts`) write these alone anew.

They are the same before and after a change inside, and differ where rules, the order of legal actions or the
generator of random numbers have changed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Final

import cardrules
from cardrules.rulesets import bundled

from .playing import native

FILE: Final = Path(__file__).with_name("rows.json")
GAMES: Final = 300


def hashes(name: str) -> str:
    """Return the hash of the rows of the first games: decisions, deals, turns, results and scores."""
    rows = native(cardrules.load(name, single_deal=True)).games(1, GAMES).rows
    return hashlib.sha256(rows.tobytes()).hexdigest()[:16]


if __name__ == "__main__":
    kept = json.loads(FILE.read_text("utf-8"))
    kept |= {name: hashes(name) for name in sys.argv[1:] or bundled()}
    FILE.write_text(json.dumps({name: kept[name] for name in bundled()}, indent=2) + "\n", "utf-8")
