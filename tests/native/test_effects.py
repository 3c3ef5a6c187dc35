"""Tests of what functions are known to do to the sequences of slots: none of it may be missed."""

from __future__ import annotations

import pytest

from cardrules.interpreter.core.reading import function_of, functions_of
from cardrules.interpreter.native.translation.effects import Effects, Survey
from cardrules.interpreter.play.game import rules_of

from ..loading import loaded

OTHERS = {
    tree.name: tree
    for tree in functions_of(
        "def draw_one(s): return s.z_stock.pop()\n"
        "def queued(s, seats):\n    s.queue = seats\n"
        "def both(s):\n    queued(s, [draw_one(s)])\n"
        "def again(s):\n    again(s)\n    del s.z_stock[3:]\n"
    )
}


@pytest.mark.parametrize(
    ("body", "rebinds", "mutates"),
    [
        ("x = s.queue", "", ""),
        ("s.queue = [1]", "queue", ""),
        ("if a:\n  s.queue = [1]", "queue", ""),
        ("for x in a:\n  while x:\n   s.queue = [1]", "queue", ""),
        ("s.turn += 1", "turn", ""),
        ("s.z_stock += [1]", "", "z_stock"),
        ("s.z_stock.append(1)", "", "z_stock"),
        ("x = s.z_stock.pop() + 1", "", "z_stock"),
        ("s.z_hand[0] = 3", "", "z_hand"),
        ("s.z_hand[0] |= 3", "", "z_hand"),
        ("s.z_hand[0][1] = 3", "", "z_hand"),
        ("del s.z_stock[0]", "", "z_stock"),
        ("_shuffle(s, s.z_stock)", "", "z_stock"),
        ("_deal(s.z_stock, s.z_hand, 2)", "", "z_stock z_hand"),
        ("draw_one(s)", "", "z_stock"),
        ("both(s)", "queue", "z_stock"),
        ("again(s)", "", "z_stock"),
        ("x = [draw_one(s) for y in a]", "", "z_stock"),
        ("x = [1]\n x.append(2)", "", ""),
        ("x = [y for y in a]\n x[0] = 2", "", ""),
    ],
)
def test_what_a_function_does_to_slots(body: str, rebinds: str, mutates: str) -> None:
    trees = {**OTHERS, "f": function_of(f"def f(s, a):\n {body}")}
    assert Survey(trees.get, rules_of(loaded("oh_hell")).bare.blank).of("f") == Effects(
        frozenset(rebinds.split()), frozenset(mutates.split())
    )


@pytest.mark.parametrize(
    "body",
    [
        "x = s.z_stock\n x.append(2)",
        "x = [1]\n x = s.z_stock\n x.append(2)",
        "x = [1]\n for x in a: x.append(2)",
        "x = s.z_hand\n x[0] = 2",
        "x = s.z_stock\n x += [2]",
        "x = s.z_stock\n del x[0]",
        "a.append(1)",
        "R.moved(a)",
    ],
)
def test_a_list_that_may_be_that_of_any_slot(body: str) -> None:
    survey = Survey({"f": function_of(f"def f(s, a):\n {body}")}.get, rules_of(loaded("oh_hell")).bare.blank)
    assert {"z_stock", "z_hand", "frame"} <= survey.of("f").mutates


def test_who_turns_to_another_table_has_other_sequences() -> None:
    blank = rules_of(loaded("gin_rummy_partnership")).bare.blank
    survey = Survey({"f": function_of("def f(s, a):\n s.turn_to(a)")}.get, blank)
    assert {"z_hand", "z_stock", "queue"} <= survey.of("f").rebinds
    assert "v_score" not in survey.of("f").rebinds
