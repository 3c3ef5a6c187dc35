"""Tests that bundled games are played as they were: a change inside changes no row of a simulation."""

from __future__ import annotations

import json

import pytest

from cardrules.rulesets import bundled

from . import rows

KEPT: dict[str, str] = json.loads(rows.FILE.read_text("utf-8"))


def test_each_bundled_game_has_its_rows() -> None:
    assert KEPT.keys() == {*bundled()}


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", sorted(bundled()))
def test_games_are_played_as_they_were(name: str) -> None:
    """Where the rules of a game are meant to be others, `python -m tests.native.rows` writes the hashes anew."""
    assert rows.hashes(name) == KEPT[name]
