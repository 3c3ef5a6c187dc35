"""Native code reads typed trees, and finds a kind for each expression that holds its type."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.core import nodes
from cardrules.interpreter.core.build import nodes_in
from cardrules.interpreter.core.machine import Machine
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.native.code.kinds import Refused
from cardrules.interpreter.native.memory.layout import Layout
from cardrules.interpreter.native.translation.translator import Translator
from cardrules.interpreter.play.game import rules_of
from cardrules.rulesets import bundled

from ..generated.rulesets import generate
from ..loading import loaded
from .playing import native, stepping

pytest.importorskip("wasmtime")


def translated(machine: Machine) -> Iterator[nodes.FunctionDef]:
    """Yield the functions from which native code is made."""
    translator = Translator(machine, Layout(machine.program, machine.blank, machine.frame))
    for tree in machine.functions.trees():
        yield translator.source(machine.functions[tree.name])[0]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", sorted(bundled()))
def test_each_expression_that_is_translated_carries_a_type(name: str) -> None:
    for tree in translated(rules_of(loaded(name)).bare):
        for node in nodes_in(tree):
            if isinstance(node, nodes.Expression):
                assert node.type is not None, text_of(node)


def test_generated_rulesets_are_refused_for_no_type(amount: Callable[[int, int], int]) -> None:
    for number in range(amount(5, 300)):
        made = load_text(generate(number), f"{number}.yaml")
        if made.program is None:
            continue
        game = cardrules.Game(Rules(made, f"{number}.yaml"))
        for make in (native, stepping):
            try:
                make(game)
            except Refused as refused:
                if "held as" in str(refused):
                    pytest.fail(f"ruleset {number}: {refused}")
