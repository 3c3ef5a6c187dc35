"""Where positions lie in memory: those that are too large are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.memory import layout
from cardrules.interpreter.native.playing.rollouts import MOST_WORLDS

from ..loading import loaded
from .playing import native

pytest.importorskip("wasmtime")

ROOT = Path(__file__).parents[2]


SPARE = ", ".join(f"spare_{number}: {{faces: shown, piles: true}}" for number in range(12))
MORE_PILES = f"""\
cardrules: 1
name: More piles
extends: gin_rummy_partnership
add: {{zones: {{{SPARE}}}}}
"""


def test_what_waits_at_other_tables_belongs_to_the_position() -> None:
    """The table in place takes less than half of the room."""
    assert native(loaded("gin_rummy_partnership")).layout.of_table < layout.MOST_POSITION / 4
    with pytest.raises(Refused, match="a position of more than 1 MB"):
        native(cardrules.Game(Rules(load_text(MORE_PILES, "more.yaml"), "more.yaml")))


def test_what_rules_keep_while_they_wait_belongs_to_the_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = cardrules.load(str(ROOT / "tests/reference/rulesets/ask_after_leads_on.yaml"))
    size = native(game).layout.size
    monkeypatch.setattr(layout, "MOST_POSITION", size)
    native(game)
    monkeypatch.setattr(layout, "MOST_POSITION", size - 1)
    with pytest.raises(Refused, match="a position of more than 1 MB"):
        native(game)


def test_every_position_fits_among_those_that_are_played_on() -> None:
    assert layout.MOST_POSITION <= MOST_WORLDS
