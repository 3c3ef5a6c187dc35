"""Conditions on players seat by seat: the code that is written, and that it means the same.

Kind of mistake: an optimisation that is no longer made, which no result shows; or one that is made
where it means something else.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest

from cardrules.interpreter.core import nodes
from cardrules.interpreter.core.build import constant, rebuilt
from cardrules.interpreter.core.nodes import Node
from cardrules.interpreter.core.passes.seat_loops import by_seat, searched
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.core.reading import statements_of
from cardrules.interpreter.runtime.primitives import each_of, first, minus
from cardrules.interpreter.runtime.seats import from_among, present

SEATS = 3
ALL = "(0, 1, 2)"
MADE = [
    (f"len([p for p in {ALL} if s.h[p]]) > 0", "s.h[0] or s.h[1] or s.h[2]"),
    (f"len([p for p in {ALL} if s.h[p]]) > 2", "s.h[0] and s.h[1] and s.h[2]"),
    (
        f"len([p for p in {ALL} if s.h[p]]) > 1",
        "(1 if s.h[0] else 0) + (1 if s.h[1] else 0) + (1 if s.h[2] else 0) > 1",
    ),
    ("len([p for p in (1,) if s.h[p]]) > 0", "s.h[1]"),
    (f"len([p for p in {ALL} if s.h[p] > s.d])", "(s.h[0] > s.d) + (s.h[1] > s.d) + (s.h[2] > s.d)"),
    (f"sum([s.v[p] for p in {ALL}])", "s.v[0] + s.v[1] + s.v[2]"),
    (f"not [p for p in {ALL} if s.h[p]]", "not (s.h[0] or s.h[1] or s.h[2])"),
    ("not [p for p in (1,) if s.h[p]]", "not s.h[1]"),
    (f"_first([p for p in {ALL} if s.h[p]], -1)", "0 if s.h[0] else 1 if s.h[1] else 2 if s.h[2] else -1"),
    ("_first((2, 0), -1)", "2"),
    (
        f"_from([p for p in {ALL} if s.h[p]], s.a, 1, {SEATS})",
        "next((seat for seat in ROUND[s.a] if s.h[seat]), -1)",
    ),
    (
        f"_from([p for p in {ALL} if s.h[p]], s.a, s.step, {SEATS})",
        "next((seat for seat in (ROUND if s.step > 0 else ROUND_BACK)[s.a] if s.h[seat]), -1)",
    ),
    ("not [p for p in PRESENT[s.away] if s.h[p]]", None),
    (
        "len([p for p in PRESENT[s.away] if s.h[p]]) > 0",
        "not s.away & 1 and s.h[0] or (not s.away & 2 and s.h[1]) or (not s.away & 4 and s.h[2])",
    ),
    (
        f"not [p for p in _minus({ALL}, s.out) if s.h[p]]",
        "not (0 not in s.out and s.h[0] or (1 not in s.out and s.h[1]) or (2 not in s.out and s.h[2]))",
    ),
    (
        f"_first([p for p in _minus({ALL}, _each_of(s.d)) if s.h[p]], -1)",
        "0 if 0 != s.d and s.h[0] else 1 if 1 != s.d and s.h[1] else 2 if 2 != s.d and s.h[2] else -1",
    ),
    (
        f"len([q for q in [p for p in {ALL} if s.h[p]] if s.v[q]]) > 0",
        "s.h[0] and s.v[0] or (s.h[1] and s.v[1]) or (s.h[2] and s.v[2])",
    ),
    (f"len([p for p in {ALL} if not not s.h[p] if s.h[p]]) > 2", "s.h[0] and s.h[1] and s.h[2]"),
    ("not not s.a > s.d", "s.a > s.d"),
    # What may change something is asked of every seat.
    ("len([p for p in (0, 1) if f(p)]) > 0", "(1 if f(0) else 0) + (1 if f(1) else 0) > 0"),
    ("len([p for p in (0, 1) if f(p)]) > 1", "(1 if f(0) else 0) + (1 if f(1) else 0) > 1"),
    ("len([p for p in (0, 1) if s.h[p] > 0 and s.a > 1])", None),
]
"""Code, and what is written for it; None where that is long."""

LEFT = [
    "not not s.d",
    "_first((), -1)",
    "len([p for p in (0, 1, 2, 0, 1) if s.h[p]])",
    "len([p for p in s.out if s.h[p]])",
    "not [p for p in (0, 1) if f(p)]",
    "_first([p for p in (0, 1) if f(p)], -1)",
    f"_from([p for p in (0, 1) if s.h[p]], s.a, 1, {SEATS})",
    f"_from([p for p in {ALL} if f(p)], s.a, 1, {SEATS})",
    "len([s.v[p] for p in (0, 1) if s.h[p]])",
    "sum([s.v[p] for p in (0, 1) if s.h[p]])",
    "sum([p for p in (0, 1, 2, 0, 1)])",
    f"len([f for p in {ALL} if s.h[p]]) > 0",
    f"len([q for q in [s.v[p] for p in {ALL}] if s.h[q]])",
    "len([p for p in _minus(s.out, s.out) if s.h[p]])",
]
"""Code that stays: with more than four seats, other lists, and what may fail or change something."""


def fixed(node: Node) -> Node:
    """Return code with a constant in the place of a tuple of numbers, as the compiler makes it."""
    return constant(literal_eval(text_of(node))) if isinstance(node, nodes.Tuple) else rebuilt(node, fixed)


def parsed(text: str) -> list[nodes.Statement]:
    return [cast("nodes.Statement", fixed(each)) for each in statements_of(f"x = {text}")]


def written(body: Iterable[nodes.Statement]) -> str:
    return "\n".join(map(text_of, body))


def values(code: str) -> list[object]:
    """Return what code gives in many positions."""
    found: list[object] = []
    names = {"_first": first, "_minus": minus, "_each_of": each_of, "_from": from_among, "f": bool}
    rounds = [tuple((seat + at) % SEATS for at in range(SEATS)) for seat in range(SEATS)]
    back = [tuple((seat - at) % SEATS for at in range(SEATS)) for seat in range(SEATS)]
    tables = {"ROUND": rounds, "ROUND_BACK": back, "PRESENT": [present(SEATS, away) for away in range(1 << SEATS)]}
    for held, at, step, away in product(product((0, 1), repeat=SEATS), range(SEATS), (1, -1), (0, 1, 6)):
        out = tuple(seat for seat in range(SEATS) if away >> seat & 1)
        position = SimpleNamespace(h=held, v=(2, 0, 1), a=at, d=1, step=step, away=away, out=out)
        scope = {**names, **tables, "s": position}
        exec(code, scope)
        found.append(scope["x"])
    return found


@pytest.mark.parametrize(("text", "expected"), MADE)
def test_what_is_written_for_a_condition(text: str, expected: str | None) -> None:
    before, after = parsed(text), by_seat(parsed(text), SEATS)
    assert written(after) != written(before)
    assert expected is None or written(after) == f"x = {expected}"
    asked = [bool(each) if "not" in text or ">" in text else each for each in values(written(before))]
    assert [bool(each) if "not" in text or ">" in text else each for each in values(written(after))] == asked


@pytest.mark.parametrize("text", LEFT)
def test_what_stays(text: str) -> None:
    code = written(by_seat(parsed(text), SEATS))
    assert "for" not in text or "for" in code or "map" in code
    assert values(code) == values(written(parsed(text)))


@pytest.mark.parametrize(
    ("text", "looked_for"),
    [
        ("next((p for p in ROUND[s.a] if s.h[p]), -1)", True),
        ("_first([p for p in ROUND[s.a] if s.h[p]], -1)", True),
        ("next((p for p in ROUND[s.a] if f(p)), -1)", False),
        ("next((p for p in ROUND[s.a]), -1)", False),
        ("next((p for p in ROUND[s.a] if s.h[p] if p), -1)", False),
    ],
)
def test_the_next_player_is_looked_for_by_a_loop(text: str, looked_for: bool) -> None:
    """Also inside of conditions."""
    for code in (f"x = {text}", f"x = 0\nif s.d:\n    x = {text}\nelse:\n    x = -{text}"):
        before = statements_of(code)
        after = searched(before)
        assert ("break" in written(after)) == looked_for
        assert values(written(after)) == values(code)
