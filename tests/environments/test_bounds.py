"""The bounds that OpenSpiel is told: exact in small games, else measured or given.

The kind of mistake: the same bounds for all games, of a billion and a million, tell nothing.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardrules import environments
from cardrules.environments.bounds import measured
from cardrules.environments.game_spaces import Spaces
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded

pyspiel: Any = pytest.importorskip("pyspiel")

KUHN = "tests/peers/rulesets/kuhn_poker.yaml"


def game(ruleset: str, **more: object) -> Any:
    environments.openspiel()
    return pyspiel.load_game("python_cardrules", {"ruleset": ruleset, **more})


def bounds(ruleset: str, **more: object) -> tuple[float, float, int]:
    found = game(ruleset, **more)
    return found.min_utility(), found.max_utility(), found.max_game_length()


def test_small_games_are_walked_through() -> None:
    assert bounds(KUHN, players=2) == (-2, 2, 3)
    assert bounds("leduc_poker") == (-156, 156, 8)


def test_bounds_that_are_given_hold() -> None:
    assert bounds(KUHN, players=2, max_length=9) == (-2, 2, 9)
    assert bounds(KUHN, players=2, min_utility=-5.0, max_utility=7.0) == (-5, 7, 3)
    assert bounds("canasta", min_utility=-1e5, max_utility=1e5, max_length=5000)[2] == 5000
    with pytest.raises(Exception, match="min_utility is at most max_utility"):
        game(KUHN, players=2, min_utility=3.0)


@pytest.mark.parametrize("name", ["oh_hell", "love_letter", "gin_slaughtre"])
def test_games_by_chance_lie_within_measured_bounds(name: str) -> None:
    spaces = Spaces(rules_of(loaded(name)))
    found = measured(spaces)
    assert found.how == "measured"
    assert found.length < 100_000
    assert found.high < 10_000
    state, chance, length = game(name).new_initial_state(), Random(3), 0
    while not state.is_terminal():
        length += not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    assert length <= found.length
    assert all(found.low <= value <= found.high for value in state.returns())


def test_without_scores_nobody_gets_more_than_one() -> None:
    found = measured(Spaces(rules_of(loaded("gin_slaughtre"))))
    assert (found.low, found.high) == (-1, 1)
