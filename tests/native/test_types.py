"""Native code finds a kind for each expression that holds what type inference says it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.compile.inference import Inference
from cardrules.interpreter.compile.machine import Machine
from cardrules.interpreter.native.kinds import Refused
from cardrules.rulesets import bundled

from ..generated.rulesets import generate
from .playing import native, stepping

pytest.importorskip("wasmtime")


def infer(machine: Machine, patch: pytest.MonkeyPatch) -> None:
    """Note the types of all expressions in the trees that native code is made from."""
    found = (machine.functions.tree(tree.name) for _, tree in machine.functions.trees())
    trees = Inference(machine, [tree for tree in found if tree is not None]).run()
    patch.setattr(machine.functions, "tree", trees.get)


@pytest.mark.parametrize("name", sorted(bundled()))
def test_kinds_hold_the_types_that_are_inferred(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    game = cardrules.load(name)
    infer(game.bare, monkeypatch)
    native(game)  # is refused where a kind contradicts a type, and so is the other one
    stepping(game)


def test_generated_rulesets_are_refused_for_no_type(
    monkeypatch: pytest.MonkeyPatch, amount: Callable[[int, int], int]
) -> None:
    for number in range(amount(5, 300)):
        made = load_text(generate(number), f"{number}.yaml")
        if made.program is None:
            continue
        refusals: list[str | None] = []
        for typed in (False, True):
            game = cardrules.Game(made, f"{number}.yaml")
            if typed:
                infer(game.bare, monkeypatch)
            try:
                native(game)
                stepping(game)
            except Refused as refused:
                refusals.append(str(refused))
            else:
                refusals.append(None)
        assert refusals[0] == refusals[1]
