"""The printer: what it writes is read back as the same tree, without needless brackets."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings

from cardrules.interpreter.check.load import load_ruleset
from cardrules.interpreter.source.located import Scalar
from cardrules.interpreter.syntax import nodes as n
from cardrules.interpreter.syntax import ruleset_reader
from cardrules.interpreter.syntax.operations.table import FORMS
from cardrules.interpreter.syntax.printer import show
from cardrules.interpreter.syntax.syntax import Parsed, Start, parse, parse_scalar
from cardrules.rulesets import bundled

from .trees import TREES

STARTS: tuple[Start, ...] = ("expression", "block", "scheme", "choice", "size", "meld_part", "preference")


def read(text: str, start: Start) -> n.Node:
    result = parse(text, start)
    assert result.node is not None, (text, result.problems)
    return result.node


def size(amount: int) -> int:
    """Return the number of examples for a check that deserves more of them than most."""
    return amount * settings().max_examples


@pytest.mark.parametrize("start", STARTS)
def test_what_is_printed_is_read_as_the_same_tree(start: Start) -> None:
    @settings(max_examples=size(2))
    @given(TREES[start])
    def check(tree: n.Node) -> None:
        text = show(tree)
        assert read(text, start) == tree, text

    check()


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", bundled())
def test_texts_of_bundled_rulesets_round_trip(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[tuple[Start, Parsed]] = []

    def recording(scalar: Scalar, start: Start) -> Parsed:
        result = parse_scalar(scalar, start)
        texts.append((start, result))
        return result

    monkeypatch.setattr(ruleset_reader, "parse_scalar", recording)
    load_ruleset(name)
    assert len(texts) > 10
    for start, result in texts:
        assert result.node is not None
        text = show(result.node)
        assert read(text, start) == result.node, text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("(a1)", "a1"),
        ("((rank of (c)) is 9) or (not (done))", "rank of c is 9 or not done"),
        ("(x + y) + z - (u - v)", "x + y + z - (u - v)"),
        ("x * (y + z) div 2", "x * (y + z) div 2"),
        ("(hand where suit is led) otherwise hand", "hand where suit is led otherwise hand"),
        ("(hand where done) or stock is empty", "(hand where done) or stock is empty"),
        ("size of (hand where x is 5 and y)", "size of hand where x is 5 and y"),
        ("(size of hand) + 1", "size of hand + 1"),
        (
            "(players with lowest score) with highest size of hand of it",
            "players with lowest score with highest size of hand of it",
        ),
        ("first of (pile - (top 1 of pile))", "first of (pile - top 1 of pile)"),
        ("x is (not y)", "x is (not y)"),
        ("not (not x)", "not not x"),
        ("-(-(x))", "--x"),
        ("u if v else (w if x else y)", "u if v else w if x else y"),
        ("(u if v else w) if x else y", "(u if v else w) if x else y"),
        ("total (value of it) over hand", "total value of it over hand"),
        ("x < (y with highest z) by ace_high", "x < (y with highest z) by ace_high"),
        ("f((x), (y or z))", "f(x, y or z)"),
        ("30.5 + (½) * 2.0", "30½ + ½ * 2"),
        ("rounded  up (half of (pot)) + 1", "rounded up half of pot + 1"),
        ("rounded down (x - 0.50)", "rounded down (x - ½)"),
    ],
)
def test_expressions(written: str, shown: str) -> None:
    assert show(read(written, "expression")) == shown


def test_statements() -> None:
    written = (
        "if (done):\n        move (trick)   to pile  # a comment\n"
        "else if x is 1:\n   stop\n   # another\n"
        "else:\n   for each p in (players):\n     draw 1\n"
        "     p draws until (x) from stock to hand\n"
        "repeat (3) times:   play again\n"
        "(nobody) wins\nnobody wins"
    )
    shown = (
        "if done: move trick to pile\n"
        "else if x is 1: stop\n"
        "else:\n  for each p in players:\n    draw 1\n    p draws until x from stock to hand\n"
        "repeat 3 times: play again\n"
        "(nobody) wins\nnobody wins"
    )
    assert show(read(written, "block")) == shown


def test_statements_on_one_line() -> None:
    one = "if done: draw 1 then play again\nelse: stop\nlet then be 3 then add then to x"
    lines = "if done:\n  draw 1\n  play again\nelse: stop\nlet then be 3\nadd then to x"
    assert read(one, "block") == read(lines, "block")
    assert show(read(one, "block")) == lines


def test_a_long_line_is_a_block() -> None:
    name = "x" * 90
    text = show(read(f"if {name}: stop\nif {name}: shuffle {name}", "block"))
    assert text == f"if {name}: stop\nif {name}:\n  shuffle {name}"


def test_a_single_statement_can_be_shown() -> None:
    block = cast(n.Block, read("repeat until done:\n  draw 1\n  stop", "block"))
    assert show(block.statements[0]) == "repeat until done:\n  draw 1\n  stop"


def test_walks_meet_every_kind_of_node() -> None:
    # Guards the strategies: a node that the grammar gains must be added to them.
    nodes = {
        kind.__name__
        for kind in vars(n).values()
        if isinstance(kind, type) and issubclass(kind, n.Node)
        if kind not in (n.Node, n.Statement, *(form.node for form in FORMS))
        if kind not in (n.Section, n.Table, n.Row, n.Range, n.OpenRange)  # these do not stand in effect text
    }
    from inspect import getsource

    from . import trees

    source = getsource(trees)
    assert {kind for kind in nodes if f"n.{kind}" not in source} == set()
