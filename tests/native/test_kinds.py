"""Tests that native code has the values that the compiler says."""

from __future__ import annotations

import ast

import pytest

import cardrules
from cardrules.interpreter.check import ir
from cardrules.interpreter.compile import value_types
from cardrules.interpreter.compile.expressions import Expressions
from cardrules.interpreter.compile.scope import Scope
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.native.kinds import HOLDING, Refused
from cardrules.interpreter.syntax import types as ty


def test_each_type_of_the_language_has_kinds() -> None:
    others = {"list", "choice", "place", "nothing"}
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

    def wrongly(self: Expressions, node: ir.Expr, sc: Scope) -> ast.expr:
        code = value(self, node, sc)
        return value_types.typed(code, wrong) if ast.unparse(code)[2:].startswith(zone) else code

    monkeypatch.setattr(Expressions, "value", wrongly)
    machine = cardrules.load("oh_hell", single_deal=True).bare
    if message is None:
        assert Native(machine, frozenset(), ()).last(1) is not None
    else:
        with pytest.raises(Refused, match=message):
            Native(machine, frozenset(), ())


def test_a_parameter_must_be_what_it_is_declared_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = cardrules.load("oh_hell", single_deal=True).bare
    random = machine.functions.tree("random_1")
    assert random is not None
    monkeypatch.setitem(random.args.args[-1].__dict__, "value_type", ty.PILE)
    with pytest.raises(Refused, match="cards in order, held as a draw"):
        Native(machine, frozenset(), ())
