"""A copy of a position shares no list with it that play changes."""

from __future__ import annotations

from typing import cast

import pytest

from cardrules.interpreter.play.game import rules_of

from ..loading import loaded

SET_LATER = ["know", "spot", "excluded", "frame", "traced"]
"""The slots that are lists in some positions."""


@pytest.mark.parametrize("name", ["gin_rummy", "canasta", "oh_hell", "president", "klondike", "cribbage"])
def test_a_copy_shares_no_list(name: str) -> None:
    rules = rules_of(loaded(name))
    position = rules.machine.blank.clone()
    for slot in SET_LATER:
        setattr(position, slot, [1, 2])
    lasting = {f"v_{each.name}" for each in rules.program.variables.values() if each.lasting}
    copy, lists = position.clone(), 0
    for slot in (*type(position).own, *type(position).__slots__):
        mine, theirs = getattr(position, slot, None), getattr(copy, slot, None)
        if isinstance(mine, list) and slot not in lasting:
            assert mine == theirs, slot
            assert mine is not theirs, slot
            pairs = zip(cast("list[object]", mine), cast("list[object]", theirs), strict=True)
            assert not any(isinstance(one, list) and one is other for one, other in pairs), slot
            lists += 1
    assert lists > len(SET_LATER)
