"""Positions as bytes: what is packed is unpacked again, with its core in one call."""

from __future__ import annotations

import pytest

from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.memory.layout import Packed
from cardrules.interpreter.runtime.chance import Random
from cardrules.rulesets import bundled

from ..loading import loaded
from ..reference.builds import Build
from .playing import contents, native

pytest.importorskip("wasmtime")


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", sorted(bundled()))
def test_a_position_is_the_same_after_it_was_packed(name: str) -> None:
    build, dice = Build(loaded(name), 3, record=False), Random(3)
    machine, position = build.machine, build.position
    layout = native(build.game).layout
    first = Packed(position.clone(), layout.packed(position))
    for _ in range(40):
        if position.pc < 0:
            break
        for image in (layout.packed(position), layout.packed(position, first)):
            assert contents(layout.position(machine.blank, image)) == contents(position)
        machine.play(position, dice.choice(machine.legal[position.pc](position)))


def test_a_player_out_of_range_is_refused() -> None:
    build = Build(loaded("oh_hell"), 3, record=False)
    layout = native(build.game).layout
    build.position.actor = 9  # has no range of its own
    layout.packed(build.position)
    setattr(build.position, "v_leader", 9)  # noqa: B010 -- a slot of this game
    with pytest.raises(Refused, match="the value 9, which is out of range"):
        layout.packed(build.position)
