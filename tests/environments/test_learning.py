"""The examples that learn: one beats a random player after few iterations, one writes a network that plays."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.tally import Tally
from cardrules.interpreter.simulation.tournament import Tournament, report

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


@pytest.mark.filterwarnings("ignore")  # of the libraries
def test_a_policy_is_learnt_and_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file says for which game it is, and plays in a tournament against itself, drawn and not."""
    for library in ("torch", "sb3_contrib", "onnx", "onnxscript", "onnxruntime"):
        if find_spec(library) is None:
            pytest.skip(f"{library} is not installed")
    example = runpy.run_path(str(EXAMPLE.with_name("learn_to_play.py")))
    game, file = cardrules.load("leduc_poker", players=2), str(tmp_path / "policy.onnx")
    found: list[tuple[int, list[float]]] = example["learn"](game, file, 1, 64, ["random"], ["random"], 1, 0)
    assert [steps for steps, _ in found] == [0, 1024]
    assert len(capsys.readouterr().out.splitlines()) == 3
    tournament = Tournament(rules_of(game), [f"onnx:{file}", f"onnx:{file}:sample"])
    tally = Tally()
    tournament.play_on(0, 1, tally)
    assert not report(tournament, tally)["failures"]
