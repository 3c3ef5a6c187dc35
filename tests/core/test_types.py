"""Tests of the types that nodes of generated code carry."""

from __future__ import annotations

import pytest

from cardrules.interpreter.core import nodes
from cardrules.interpreter.core.build import in_place_of, name, nodes_in
from cardrules.interpreter.core.machine import Machine
from cardrules.interpreter.core.passes.common_subexpressions import CommonSubexpressions
from cardrules.interpreter.core.passes.seat_loops import by_seat
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.core.reading import function_of, statements_of
from cardrules.interpreter.core.types import typed
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.syntax import types as ty
from cardrules.rulesets import bundled

from ..loading import loaded

GAMES = sorted(bundled())


def functions(machine: Machine) -> dict[str, nodes.FunctionDef]:
    """Return the trees of the functions of a build."""
    return {tree.name: tree for tree in machine.functions.trees()}


@pytest.mark.parametrize("game", GAMES)
def test_each_parameter_has_a_type(game: str) -> None:
    for function in functions(rules_of(loaded(game)).bare).values():
        for parameter in function.parameters:
            assert parameter.type is not None, f"{function.name}: {parameter.name}"


def test_a_choice_is_a_card_and_its_trick_cards() -> None:
    """The parameters of `play`, and the conditions of random play."""
    trees = functions(rules_of(loaded("oh_hell")).bare)
    act = trees["act_play"]
    assert [each.type for each in act.parameters[1:]] == [ty.PLAYER, ty.CARD]
    found = {
        text_of(node): kind
        for tree in trees.values()
        for node in nodes_in(tree)
        if isinstance(node, nodes.Expression) and (kind := node.type) is not None
    }
    assert found["s.v_trump"] == ty.SUIT
    assert found["s.v_leader"] == ty.PLAYER
    assert found["s.z_hand[actor]"] == ty.CARDS
    assert {"number", "boolean", "players"} <= {each.name for each in found.values()}


def test_what_takes_the_place_of_code_has_its_type() -> None:
    code = typed(name("l_hand"), ty.CARDS)
    assert in_place_of(code, name("kept_0")).type == ty.CARDS


def test_a_value_that_is_kept_has_its_type() -> None:
    text = "def f(a, b):\n    p = max(a) + min(b) + len(a)\n    q = max(a) + min(b) + len(a)"
    tree = function_of(text)
    for node in tree.body:
        assert isinstance(node, nodes.Assign)
        typed(node.value, ty.NUMBER)
    kept = CommonSubexpressions(["f"], lambda _: tree.body).kept(tree.body)
    assert len(kept) == 3
    for node in kept[1:]:
        assert isinstance(node, nodes.Assign)
        assert isinstance(node.value, nodes.Name)
        assert node.value.type == ty.NUMBER


def test_a_shorter_form_has_the_type_of_the_longer_one() -> None:
    text = "p = max(a, b)"
    (tree,) = statements_of(text)
    assert isinstance(tree, nodes.Assign)
    typed(tree.value, ty.NUMBER)
    (found,) = by_seat([tree], 2)
    assert isinstance(found, nodes.Assign)
    assert found.value is not tree.value
    assert found.value.type == ty.NUMBER
