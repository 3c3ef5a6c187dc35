"""Tests of what native code refuses: values that contradict the compiler, and other Python."""

from __future__ import annotations

import pytest

import cardrules
from cardrules.interpreter.compile.scope import Scope
from cardrules.interpreter.compile.values.expressions import Expressions
from cardrules.interpreter.core import nodes
from cardrules.interpreter.core import types as value_types
from cardrules.interpreter.core.nodes import Expression
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.core.reading import function_of
from cardrules.interpreter.native.dialect import FUNCTIONS, HOLDING, Refused
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.native.translation import expressions as native
from cardrules.interpreter.native.translation.builtins import Builtins
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.program import ir
from cardrules.interpreter.syntax import types as ty


def test_each_type_of_the_language_has_kinds() -> None:
    others = {"list", "choice", "place", "nothing", "seats"}
    low = {each.name for each in vars(value_types).values() if isinstance(each, ty.Type)}
    assert HOLDING.keys() == {each.name for each in ty.NAMED.values()} - {"list"} | others | low


@pytest.mark.parametrize(
    ("zone", "wrong", "message"),
    [
        ("z_hand", ty.PLAYERS, "players, held as a number"),
        ("z_stock", ty.CARD, "a card, held as a sequence of number"),
        ("v_trump", ty.BOOLEAN, None),  # which a number may hold
        ("v_trump", ty.PILE, "cards in order, held as a number"),
    ],
)
def test_what_contradicts_the_compiler_is_refused(
    monkeypatch: pytest.MonkeyPatch, zone: str, wrong: ty.Type, message: str | None
) -> None:
    """The bug: the compiler says something else of a slot than the translator finds."""
    value = Expressions.value

    def wrongly(self: Expressions, node: ir.Expr, sc: Scope) -> Expression:
        code = value(self, node, sc)
        return value_types.typed(code, wrong) if text_of(code)[2:].startswith(zone) else code

    monkeypatch.setattr(Expressions, "value", wrongly)
    machine = rules_of(cardrules.load("oh_hell", single_deal=True)).bare
    if message is None:
        assert Native(machine).last(1) is not None
    else:
        with pytest.raises(Refused, match=message):
            Native(machine)


def test_a_parameter_must_be_what_it_is_declared_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = rules_of(cardrules.load("oh_hell", single_deal=True)).bare
    random = machine.functions.tree("random_1")
    assert random is not None
    monkeypatch.setattr(random.parameters[-1], "type", ty.PILE)
    with pytest.raises(Refused, match="cards in order, held as a draw"):
        Native(machine)


def test_what_the_core_can_say_is_translated() -> None:
    """Slices and starred members are parts of other expressions."""
    every = {each for each in vars(nodes).values() if isinstance(each, type) and issubclass(each, Expression)}
    assert native.Expressions.MAKERS.keys() == every - {Expression, nodes.Slice, nodes.Starred}
    assert Builtins.MAKERS.keys() == FUNCTIONS


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        ("return s.turn.real()", "the method real of a number"),
        ("return s.z_stock.sort()", "the method sort of a sequence of number"),
        ("return open(s)", "the name open"),
    ],
)
def test_what_it_does_not_list_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch, code: str, refused: str) -> None:
    machine = rules_of(cardrules.load("oh_hell", single_deal=True)).bare
    planted = function_of(f"def random_1(s, draw):\n    {code}")
    for each, kind in zip(planted.parameters, (value_types.STATE, value_types.DRAW), strict=True):
        value_types.typed(each, kind)
    tree = machine.functions.tree

    def replaced(name: str) -> object:
        return planted if name == "random_1" else tree(name)

    monkeypatch.setattr(machine.functions, "tree", replaced)
    with pytest.raises(Refused, match=f"^{refused}$"):
        Native(machine)
