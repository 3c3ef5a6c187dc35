"""The example that learns: after few iterations it beats a random player."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_leduc.py"

Amount = Callable[[int, int], int]


def of_two_ranks(folder: Path) -> Path:
    """Leduc Poker with four cards in place of six, which is learnt in a tenth of the time."""
    text = (EXAMPLE.parents[1] / "rulesets" / "leduc_poker.yaml").read_text("utf-8")
    file = folder / "leduc_poker.yaml"
    file.write_text(text.replace("without: {", "without: {2: size of players <= 2, "), "utf-8")
    return file


@pytest.mark.soak
def test_leduc_poker_is_learnt_from_its_ruleset(amount: Amount, tmp_path: Path) -> None:
    """What is learnt wins from random play, and the best opponent wins less and less from it.

    With 100 iterations that is below 0.05 chips a hand.
    """
    learn = runpy.run_path(str(EXAMPLE))["learn"]
    iterations = amount(2, 100)
    if iterations < 100:
        learn.__globals__["RULESET"] = str(of_two_ranks(tmp_path))
    found: list[tuple[int, float, float]] = learn(iterations, iterations)
    (_, untrained, _), (_, worst, wins) = found[0], found[-1]
    assert wins > 0.3
    assert worst < untrained
    assert worst < 0.05 or iterations < 100


def test_a_picture_needs_matplotlib(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["learn_leduc.py", "--picture", "x.svg", "--iterations", "1"])

    def nowhere(name: str) -> None:
        return None

    monkeypatch.setattr("importlib.util.find_spec", nowhere)
    with pytest.raises(SystemExit):
        runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "--picture needs matplotlib: pip install matplotlib" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--iterations", "--every"])
def test_counts_are_numbers_from_1_on(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["learn_leduc.py", option, "0"])
    with pytest.raises(SystemExit):
        runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "--iterations and --every are numbers from 1 on" in capsys.readouterr().err
