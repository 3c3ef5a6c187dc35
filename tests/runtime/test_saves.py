"""States in other processes, and saves that were forged with care."""

from __future__ import annotations

import copy
import json
import pickle
import zlib
from collections.abc import Callable
from typing import Any

import pytest

import cardrules


@pytest.fixture(scope="module", params=["gin_slaughtre", "oh_hell"])
def state(request: pytest.FixtureRequest) -> cardrules.State:
    state = cardrules.load(request.param).new_initial_state(seed=3)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    return state


def test_a_state_can_be_copied_and_pickled(state: cardrules.State) -> None:
    copiers: list[Callable[[cardrules.State], cardrules.State]] = [
        copy.copy,
        copy.deepcopy,
        lambda state: pickle.loads(pickle.dumps(state)),
    ]
    for copier in copiers:
        again = copier(state)
        assert again == state
        again.apply_action(again.legal_actions()[0])
        assert again != state
    game: cardrules.Game = pickle.loads(pickle.dumps(state.game))
    assert game.key == state.game.key


WRONG: list[Any] = [None, -5, 10**9, "x", [], {}, [None], [[1, 2]], True, 1.5, [10**400]]


def test_a_forged_beginning_is_refused_or_can_be_played(state: cardrules.State) -> None:
    save: dict[str, Any] = json.loads(state.to_json())
    save["actions"] = []
    refused = 0
    for slot in save["start"]:
        for value in WRONG:
            forged = {key: part for key, part in save.items() if key != "check"}
            forged["start"] = forged["position"] = {**save["start"], slot: value}
            text = json.dumps(forged, sort_keys=True)
            forged["check"] = zlib.crc32(text.encode())
            try:
                again = state.game.state_from_json(json.dumps(forged))
                for seat in range(again.game.players):
                    str(again.observation(seat))
                for _ in range(3):
                    if not again.is_terminal():
                        again.apply_action(again.legal_actions()[0])
                assert len(again.returns()) == again.game.players
                assert repr(again)
            except cardrules.CardrulesError:
                refused += 1
    assert refused > len(save["start"]) * len(WRONG) // 2
