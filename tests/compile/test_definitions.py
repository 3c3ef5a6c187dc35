"""Inlining of definitions changes how fast a game is played, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import cardrules
from cardrules import rulesets
from cardrules.interpreter.compile.values import definitions
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded
from ..positions import in_both_builds

SAMPLE = ["hearts", "french_tarot"]


def played(game: cardrules.Game) -> tuple[int, dict[str, object]]:
    """Return how many decisions a random game has, and how it ends."""
    position = initial_position(rules_of(game), rules_of(game).bare, 1)
    decisions = rules_of(game).bare.playout(position, Random(1).random, START_OF_DEAL, 300)
    data = in_both_builds(position)
    del data["frame"]  # where a rule goes on has another number in each build
    return decisions, data


@pytest.mark.soak
def test_games_do_not_depend_on_what_is_inlined(
    amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = rulesets.bundled() if amount(0, 1) else SAMPLE
    usual = {name: played(loaded(name)) for name in names}
    monkeypatch.setattr(definitions, "LARGEST", 0)
    assert {name: played(cardrules.load(name)) for name in names} == usual
