"""Wrong calls of the scripts in `benchmarks`: each ends with a sentence."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize(
    ("script", "arguments", "words"),
    [
        ("strength", "nosuch", "There is no ruleset 'nosuch'"),
        ("strength", "holdem:nosuch", "There is no variant 'nosuch'"),
        ("strength", "hearts --bot nosuch", "there is no bot 'nosuch'"),
        ("strength", "hearts --against nosuch", "there is no bot 'nosuch'"),
        ("strength", "hearts --games 1", "--games must be at least 2"),
        ("exploitability", "hearts --bot random", "Hearts has more than 20,000 different deals"),
        ("exploitability", "kuhn_poker --bot nosuch", "there is no bot 'nosuch'"),
        ("openspiel_search", "hearts --bot nosuch", "there is no bot 'nosuch'"),
    ],
)
def test_wrong_calls(script: str, arguments: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if script == "openspiel_search":
        pytest.importorskip("pyspiel")
    monkeypatch.setattr(sys, "argv", [script, *arguments.split()])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPTS / f"{script}.py"), run_name="__main__")
    assert words in str(ended.value.code)


def test_a_tournament_that_fails_ends_the_benchmark(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", "strength hearts --bot random --against random".split())
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPTS / "strength.py"), run_name="__main__")
    assert ended.value.code == 2
    assert "name at least two different bots" in capfd.readouterr().err
