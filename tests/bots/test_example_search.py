"""The example of a tree search plays a deal, with few simulations."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from cardrules import View, load

EXAMPLE = Path(__file__).parents[2] / "examples" / "search_hearts.py"


def test_a_deal_is_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    counts = "--worlds 1 --simulations 3 --playouts 1 --deals 1 --ruleset leduc_poker"
    monkeypatch.setattr(sys, "argv", [EXAMPLE.name, *counts.split()])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert capsys.readouterr().out.startswith("search ")


def test_the_queen_is_not_taken() -> None:
    """A player who may play above the queen of spades or below it plays below."""
    best_action = runpy.run_path(str(EXAMPLE))["best_action"]
    game = load("hearts", single_deal=True)
    state = game.state_from_position(
        {"leader": 3, "hand": ["KS 2S", "4D 5D", "6D 7D", "QS 3S"], "won": ["4C 5C 6C 7C"]}
    )
    state.apply_action("play QS")
    assert best_action(View(state, 0), 2, 20, 2) == "play 2S"
