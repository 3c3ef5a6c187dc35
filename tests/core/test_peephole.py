"""Tests of shorter forms of code: each means the same."""

from itertools import product
from types import SimpleNamespace

import pytest

from cardrules.interpreter.core.passes.peephole import shorter, with_locals
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.core.reading import expression_of
from cardrules.interpreter.runtime.primitives import all_alike


def short(text: str) -> str | None:
    """Return the shorter form of an expression, if there is one."""
    found = shorter(expression_of(text))
    return None if found is None else text_of(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("min(a, b)", "a if a <= b else b"),
        ("max(s.v_score[a], 3)", "s.v_score[a] if s.v_score[a] >= 3 else 3"),
        ("max(a + 1, b)", None),
        ("max(s.v_score[a - 1], 3)", None),
        ("max(a, b, 3)", None),
        ("max(t, default=0)", None),
        ("max([t[x] for x in u], default=0)", "max(map(t.__getitem__, u), default=0)"),
        ("sum([t[x] for x in u])", "sum(map(t.__getitem__, u))"),
        ("len([t[x] for x in u])", None),
        ("sum([t[x] for x in u if x > a])", None),
        ("sum([w[x][x] for x in u])", None),
        ("[x + 1 for x in [y for y in u if y > a]]", "[x + 1 for x in u if x > a]"),
        ("[x for x in [y for y in u if y > a] if x < 3]", "[x for x in u if x > a if x < 3]"),
        ("[x for x in [y for y in u if t[y - 1] // a]]", None),
        ("[x for x in [y + 1 for y in u if y > a]]", None),
        ("not a >> 1 & 1", "not a & 2"),
        ("not a >> b & 1", None),
        ("a >> 1 & 1", None),
        ("(b if a else 3) + 1 if a else b", "b + 1 if a else b"),
        ("a if a else 3 if a else b", "a if a else b"),
        ("(t[a] if a else 3) if a else b", "t[a] if a else b"),
        ("[a if a else y for y in u] if a else b", None),
    ],
)
def test_shorter_forms_mean_the_same(text: str, expected: str | None) -> None:
    assert short(text) == expected
    for a, b in product((0, 1, 2), (0, 2)):
        names: dict[str, object] = {
            "a": a,
            "b": b,
            "t": (4, 2, 7),
            "u": [2, 0, 1],
            "w": ((1, 2, 3),) * 3,
            "s": SimpleNamespace(v_score=(3, 1, 5)),
        }
        if expected is not None:
            assert eval(text, names) == eval(expected, names)


def test_locals_make_more_forms_shorter() -> None:
    def shortened(text: str) -> str:
        found = with_locals(expression_of(text))
        return text if found is None else text_of(found)

    assert shortened("_seat(p, 'here')") == "p if p >= 0 else _seat(p, 'here')"
    assert shortened("_seat(s.turn, 'here')") == "_seat(s.turn, 'here')"
    like = (3, 3, 12, 12)
    for cards in range(16):
        alike = eval(shortened("_all_alike(c, t)"), {"c": cards, "t": like})
        assert alike is all_alike(cards, like) is (cards in (1, 2, 3, 4, 8, 12))
