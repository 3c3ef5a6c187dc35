"""Tests of which code may run earlier or never: code is only as safe as each of its parts."""

from __future__ import annotations

from typing import cast

import pytest

from cardrules.interpreter.core import nodes
from cardrules.interpreter.core.build import rebuilt, replaced, same_code
from cardrules.interpreter.core.effects import is_safe, may_stop
from cardrules.interpreter.core.nodes import Expression, Node
from cardrules.interpreter.core.reading import expression_of

SAFE = [
    "a + b",
    "a & b",
    "a * b",
    "-a",
    "not a",
    "a < b",
    "a < b <= c",
    "a and b and c",
    "a or b",
    "a if b else c",
    "TABLE[a]",
    "s.v_x[a]",
    "a.bit_count()",
    "min(a, b)",
    "max(a, b)",
    "len([x for x in a])",
    "len([x for x in a if b if c])",
    "sum([b for x in a])",
    "sum([y for x in a if b for y in c if d])",
    "sum(map(TABLE.__getitem__, a))",
    "sum(map(TABLE.__getitem__, [x for x in a if b]))",
    "s.away >> a & 1",
    "_first([x for x in a if b], c)",
]
"""Code whose parts are `a` to `d`, besides what it reads."""

UNSAFE = ["a // b", "a % b", "a >> b", "a << b", "f(a)", "a.pop()", "[a, b]", "[x for x in a]", "lambda: a", "(a, b)"]


def with_call(code: Expression, place: str) -> Expression:
    """Return code with a call, which may do anything, in the place of a name."""

    def change(node: Node) -> Node:
        if isinstance(node, nodes.Name) and node.id == place:
            return expression_of("f(s)")
        return rebuilt(node, change)

    return cast(Expression, change(code))


PARTS = [
    (text, place)
    for text in SAFE
    for place in "abcd"
    if not same_code(with_call(expression_of(text), place), expression_of(text))
]


@pytest.mark.parametrize("text", SAFE)
def test_code_is_safe_if_its_parts_are(text: str) -> None:
    assert is_safe(expression_of(text))


@pytest.mark.parametrize(("text", "place"), PARTS)
def test_code_is_only_as_safe_as_each_part(text: str, place: str) -> None:
    assert not is_safe(with_call(expression_of(text), place))


@pytest.mark.parametrize("text", UNSAFE)
def test_what_may_fail_or_make_something_is_not_safe(text: str) -> None:
    assert not is_safe(expression_of(text))


@pytest.mark.parametrize(("text", "place"), PARTS)
def test_what_a_part_may_stop_may_stop(text: str, place: str) -> None:
    """A definition that is called may stop the game."""

    def as_rule(node: Node) -> Node:
        node = rebuilt(node, as_rule)
        called = isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and node.func.id == "f"
        return replaced(node, {"rule": True}) if called else node

    code = with_call(expression_of(text), place)
    assert not may_stop(code)
    assert may_stop(cast(Expression, as_rule(code)))
