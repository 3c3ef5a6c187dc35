"""One declaration makes a word of effect text work: parsed, checked, played and explained."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_declaration_is_enough_for_a_word() -> None:
    command = [sys.executable, "-m", "tests.compile.new_words"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    # Seat 2 deals; seat 0 acts and holds 7H 6C 4H, and 3C lies on the pile.
    assert json.loads(done.stdout) == {
        "last_seat": 2,
        "across of dealer": 1,
        "beyond last_seat": 0,
        "neighbours of dealer": [0, 1],
        "first of neighbours of actor": 1,
        "third of players": 2,
        "middle 2 of players": [0, 1],
        "value of third of hand": 7,
        "value of third of pile": 0,
        "size of middle 2 of hand": 2,
        "variety of hand": 2,
        "variety of pile": 1,
        "mean value over hand": 5,
        "median of [size of hand, 8, 5, 1]": 3,
        "product(3, 3) + 1": 10,
        "size of hand is odd": True,
        "size of hand is not odd": False,
        "top of pile beats first of hand": False,
        "refused": [
            "the top card of the pile (3C) does not beat 4H",
            "the number of cards in the stock is not an odd number",
        ],
        "told": "If the number of cards in your hand is not an odd number, you score the median of the number "
        "of the deal and 3",
        "expected": "This text ends too early; expected a value.",
        "misspelt": ["There is no name 'od' here.", "Did you mean 'odd'?"],
    }
