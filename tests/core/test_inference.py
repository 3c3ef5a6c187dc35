"""Tests of type inference: each expression of generated code gets a type, and the right one."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.core import nodes
from cardrules.interpreter.core.build import nodes_in
from cardrules.interpreter.core.inference import Inference
from cardrules.interpreter.core.listing import listing
from cardrules.interpreter.core.machine import Machine
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.core.reading import function_of
from cardrules.interpreter.core.types import ACTION, OBJECT, STATE, typed
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.teams import SEATS
from cardrules.interpreter.syntax import types as ty
from cardrules.rulesets import bundled

from ..compile.playing import game
from ..generated.rulesets import generate
from ..loading import loaded

SMALL = sorted((Path(__file__).parents[1] / "games").glob("*.yaml"))


def expressions(machine: Machine) -> Iterator[nodes.Expression]:
    """Yield all expressions of a build, with the types that are inferred."""
    trees = {tree.name: tree for tree in machine.functions.trees()}
    types = Inference(machine, trees.get)
    for name, tree in trees.items():
        types.tree(name)
        yield from (node for node in nodes_in(tree) if isinstance(node, nodes.Expression))


def untyped(machine: Machine) -> list[str]:
    """Return the expressions without a type, and those that are objects and no constants."""
    found: list[str] = []
    for node in expressions(machine):
        kind = node.type
        constant = isinstance(node, nodes.Name | nodes.Subscript)  # such as what arranges melds
        if kind is None or (kind == OBJECT and not constant):
            found.append(text_of(node))
    return found


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", sorted(bundled()))
def test_each_expression_has_a_type(name: str) -> None:
    played = loaded(name)
    for machine in (rules_of(played).bare, rules_of(played).machine):
        assert not untyped(machine)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_each_expression_of_small_games_has_a_type(path: Path) -> None:
    assert not untyped(rules_of(cardrules.load(path)).bare)


def test_each_expression_of_generated_games_has_a_type(amount: Callable[[int, int], int]) -> None:
    for number in range(amount(6, 1_000)):
        made = load_text(generate(number), f"{number}.yaml")
        if made.program is not None:
            assert not untyped(rules_of(cardrules.Game(Rules(made, f"{number}.yaml"))).bare)


@pytest.mark.parametrize(
    ("name", "code", "kind"),
    [
        ("oh_hell", "s.z_hand", ty.list_of(ty.CARDS)),
        ("oh_hell", "s.z_hand[actor]", ty.CARDS),
        ("oh_hell", "m.bit_count()", ty.NUMBER),
        ("oh_hell", "s.z_stock", ty.PILE),
        ("oh_hell", "s.v_leader", ty.PLAYER),
        ("oh_hell", "(x_card_m & -x_card_m).bit_length() - 1", ty.CARD),
        ("oh_hell", "actor == s.v_leader", ty.BOOLEAN),
        ("oh_hell", "s.queue", ty.PLAYERS),
        ("oh_hell", "s.v_score[l_p]", ty.NUMBER),
        ("oh_hell", "[a for a in actions if a[0] == 0]", ty.list_of(ACTION)),
        ("love_letter", "s.away", SEATS),
        ("canasta", "s.z_laid", ty.list_of(ty.PILE)),
        ("canasta", "s.z_stock.pop()", ty.CARD),
        ("canasta", "_mask(s.z_laid[l_m])", ty.CARDS),
        ("canasta", "_random(s, _cards(s.z_hand[seat]))", ty.CARD),
    ],
)
def test_what_an_expression_is(name: str, code: str, kind: ty.Type) -> None:
    assert types_by_code(name)[code] == {kind}


@cache
def types_by_code(name: str) -> dict[str, set[ty.Type | None]]:
    """The types of the expressions of a bare build, by their code without numbers."""
    found: dict[str, set[ty.Type | None]] = {}
    for each in expressions(rules_of(loaded(name)).bare):
        found.setdefault(re.sub(r"_\d+", "", text_of(each)), set()).add(each.type)
    return found


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("x = ()\n while s.pc:\n  y = x\n  x = s.z_stock\n return y", ty.PILE),
        ("m, out = s.z_hand[0], s.z_stock\n if s.pc: m, out = 0, ()\n return m", ty.CARDS),
        ("m, out = (s.z_hand[0], ()) if s.pc else (0, s.z_stock)\n return out", ty.PILE),
    ],
    ids=["assigned later", "parted", "parted by a condition"],
)
def test_a_name_has_the_type_of_all_that_is_assigned_to_it(body: str, kind: ty.Type) -> None:
    tree = function_of(f"def f(s):\n {body}\n")
    typed(tree.parameters[0], STATE)
    assert Inference(rules_of(loaded("oh_hell")).bare, {"f": tree}.get).returned("f") == kind
    value = tree.body[-1]
    names = (each for each in nodes_in(tree) if isinstance(each, nodes.Name))
    assert isinstance(value, nodes.Return)
    assert isinstance(value.value, nodes.Name)
    name = value.value.id
    assert {each.type for each in names if each.id == name} == {kind}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("return s.z_hand[0] >> 3", ty.NUMBER),
        ("return 1 << s.z_stock[0]", ty.CARDS),
        ("return 1 << s.turn", SEATS),
        ("return s.away >> 1 & 1", ty.NUMBER),
        ("return s.queue if s.pc else s.turn", ty.PLAYERS),
        ("return s.turn if s.pc else s.queue", ty.PLAYERS),
        ("return s.turn if s.pc else -1", ty.PLAYER),
        ("return [] if s.pc else s.z_stock", ty.PILE),
        ("return (s.pc, s.z_stock, s.turn)[1]", ty.PILE),
        ("y = [m for m in s.z_stock]\n m = s.pc\n return m", ty.NUMBER),
        ("y = sorted(s.z_stock, key=lambda m: m)\n m = s.pc\n return m", ty.NUMBER),
        ("m = s.z_stock[0]\n y = [m for m in s.queue]\n return m", ty.CARD),
        ("m = s.z_stock[0]\n return [m for m in s.queue]", ty.list_of(ty.PLAYER)),
        ("y = 0\n for n, m in enumerate(s.z_stock): y = m\n return y", ty.CARD),
        ("y = 0\n for n, m in enumerate(s.z_stock): y = n\n return y", ty.NUMBER),
        ("y = 0\n for n, m in zip(s.queue, s.z_stock): y = n\n return y", ty.PLAYER),
        ("return [m for n in s.z_hand for m in [n]]", ty.list_of(ty.CARDS)),
    ],
)
def test_what_a_function_returns(body: str, kind: ty.Type) -> None:
    tree = function_of(f"def f(s):\n {body}\n")
    typed(tree.parameters[0], STATE)
    assert Inference(rules_of(loaded("oh_hell")).bare, {"f": tree}.get).returned("f") == kind


LISTED = """\
def act_add(s: state, actor: player, l_card: card) -> number:
    m_4: cards = BIT[l_card]
"""


def test_a_listing_is_python_and_names_types() -> None:
    made = game(
        "phases: {turn: {players: in turn}}\n"
        "actions:\n"
        "  add:\n    phase: turn\n    choose: {card: a card from hand}\n"
        "    do: |\n      move card to pile\n      if hand is empty: actor wins\n"
    )
    for machine in (rules_of(made).machine, rules_of(made).bare):
        ast.parse(listing(machine))
    assert LISTED in listing(rules_of(made).bare)
    assert not any(each.annotation for each in rules_of(made).bare.functions.trees()[0].parameters)
