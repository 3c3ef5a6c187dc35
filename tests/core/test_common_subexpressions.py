"""Tests of values that are kept: equal searches in lists are made once."""

import pytest

from cardrules.interpreter.core.build import replaced
from cardrules.interpreter.core.passes.common_subexpressions import CommonSubexpressions
from cardrules.interpreter.core.passes.seat_loops import searched
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.core.reading import function_of
from cardrules.interpreter.runtime.primitives import first


def compiled(text: str) -> str:
    """Return the code of a function in which values are kept."""
    tree = function_of(text)
    body = searched(CommonSubexpressions([tree.name], lambda _: tree.body).kept(tree.body))
    return text_of(replaced(tree, {"body": body}))


def run(text: str, a: list[int], b: list[int]) -> object:
    """Return what a function `f` returns for two lists."""
    names: dict[str, object] = {"_first": first}
    exec(compile(text, "<test>", "exec"), names)
    return names["f"](a, b)  # type: ignore[operator]


FIRST = "_first([{x} for {x} in a if {test}], -1)"
INNER = ("x", "len([y for y in b if y > x]) > 1")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("x", "x > 2"), ("y", "y > 2"), True),
        (("x", "x > 2"), ("y", "y > 3"), False),
        (("x", "x > c"), ("y", "y > c"), True),
        (("x", "x > c"), ("y", "c > y"), False),
        (INNER, ("y", "len([x for x in b if x > y]) > 1"), True),
        (INNER, ("x", "len([y for y in b if y > y]) > 1"), False),
        (INNER, ("x", "len([x for x in b if x > x]) > 1"), False),
    ],
)
def test_equal_searches_are_made_once(one: tuple[str, str], other: tuple[str, str], same: bool) -> None:
    earlier, later = (FIRST.format(x=x, test=test) for x, test in (one, other))
    text = f"def f(a, b, c=3):\n    p = {earlier}\n    q = {later}\n    return p, q"
    found = compiled(text)
    assert ("q = kept_0" in found) is same
    for a, b in [([1, 2, 3, 4, 5], [3, 4, 5]), ([], []), ([7, 3], [8, 8]), ([2, 2], [2, 3])]:
        assert run(found, a, b) == run(text, a, b)


def test_what_is_used_up_by_reading_is_not_kept() -> None:
    text = "def f(a, b):\n    p = sum(map(a.__getitem__, b))\n    q = max(map(a.__getitem__, b))\n    return p, q"
    assert run(compiled(text), [5, 6, 7], [0, 2]) == (12, 7)


def test_a_sum_over_lists_of_lists_is_made_once_before_a_loop() -> None:
    text = (
        "def f(a, b, c=3):\n"
        "    p = 10 - sum(map(a.__getitem__, [y for x in b for y in s.z_laid[x]]))\n"
        "    q = 0\n"
        "    while q < c:\n"
        "        q += 10 - sum(map(a.__getitem__, [y for x in b for y in s.z_laid[x]]))\n"
        "    return p, q"
    )
    found = compiled(text)
    assert found.count("z_laid") == 1


def test_what_depends_on_an_inner_variable_stays_inside() -> None:
    text = (
        "def f(a, b):\n"
        "    q = 0\n"
        "    while q < 9:\n"
        "        q += len([x for x in a for y in b if b[y] * 2 > 3])\n"
        "    return q"
    )
    assert run(compiled(text), [4, 5], [0, 1, 2]) == run(text, [4, 5], [0, 1, 2])


def test_the_first_that_fits_is_looked_for_by_a_loop() -> None:
    text = "def f(a, b):\n    p = _first([x for x in a if x not in b], -1)\n    return p"
    found = compiled(text)
    assert "_first" not in found
    for a in ([1, 2, 3], [1], []):
        assert run(found, a, [1]) == run(text, a, [1])
    may_fail = "def f(a, b):\n    p = _first([x for x in a if b.pop() == x], -1)\n    return p"
    assert "_first" in compiled(may_fail)


def test_a_truth_value_is_not_kept_for_a_number() -> None:
    text = "def f(a, b):\n    p = max(len(b), 1)\n    q = max(len(b), True)\n    r = max(len(b), 1)\n    return p, q, r"
    assert "kept_0" in compiled(text)
    assert repr(run(compiled(text), [], [])) == repr(run(text, [], [])) == "(1, True, 1)"


def test_many_branches_in_a_row() -> None:
    """A value is asked for after them; a rule may be as long as its author likes."""
    value = "max(a) + min(a) + sum(a) + len(a)"
    branch = f"    if {{0}} in b:\n        a[0] = {{0}}\n        b = [{value}]\n"
    branches = "".join(branch.format(number) for number in range(1200))
    text = f"def f(a, b):\n    b = [*b, {value}]\n{branches}    return b, {value}"
    assert run(compiled(text), [3, 4], [5, 6]) == run(text, [3, 4], [5, 6])
