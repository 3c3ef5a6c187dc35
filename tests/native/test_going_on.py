"""Native code plays copies of a position to their ends, as Python does."""

from __future__ import annotations

from random import Random

import pytest

from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime import chance

from ..loading import loaded
from .playing import Counted, native

pytest.importorskip("wasmtime")


@pytest.mark.parametrize("name", ["oh_hell", "hearts"])
def test_copies_are_played_on(name: str) -> None:
    game = loaded(name)
    position = initial_position(rules_of(game), rules_of(game).bare, 3)
    rules_of(game).bare.playout(position, Random(3).random, START_OF_DEAL, 9)
    code = native(game)
    code.go_on_from(position)
    scores: set[tuple[int, ...]] = set()
    for seed in range(5):
        expected, drawn = position.clone(), Counted(seed)
        expected.rng = chance.seeded(seed)
        rules_of(game).bare.playout(expected, drawn)  # type: ignore[arg-type]
        found = code.last(seed)
        assert found is not None
        assert found.result == expected.result
        assert found.v_score == expected.v_score  # type: ignore[attr-defined]
        assert code.games(seed, 1).column(0)[0] == len(drawn.counts)
        scores.add(tuple(found.v_score))  # type: ignore[attr-defined]
    assert len(scores) > 1
