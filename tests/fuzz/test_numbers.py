"""Bundled rulesets in which one number is huge: mistakes are told, and play does not take long."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from cardrules import rulesets
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.errors import CardrulesError
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import Game

from .test_heavy import timed

FILES = sorted(Path(rulesets.__file__).parent.glob("*.yaml"))
LARGE = ("100", "100000", "1000000000")
DECISIONS = 25


@pytest.mark.sample(30)
@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_huge_number_takes_no_longer(file: Path, size: str, soak: bool) -> None:
    rules = file.read_text("utf-8").split("\nscenarios:")[0] + "\n"
    places = [*re.finditer(r"(?<![\w.])\d+(?![\w.])", rules)]
    for found in places if soak else Random(1).sample(places, 2):
        play(rules[: found.start()] + size + rules[found.end() :], file)


def play(text: str, file: Path) -> None:
    """Play some decisions of a game at random, if its rules are accepted."""
    loaded = timed("validate", lambda: load_text(text, str(file)))
    if loaded.program is None:
        return
    chance = Random(1)
    with suppress(CardrulesError):
        state = timed("to begin", lambda: Game(Rules(loaded, str(file))).new_initial_state(1))
        for _ in range(DECISIONS):
            if state.is_terminal():
                return
            raw = chance.choice(timed("listing", state.raw_legal_actions))
            timed("playing", lambda raw=raw: state.apply_raw(raw))


@pytest.fixture
def soak(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("--soak"))
