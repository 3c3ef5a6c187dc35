"""Tests of what reads Python as trees of the core, and of what prints them as Python."""

from __future__ import annotations

import ast
from dis import get_instructions
from pathlib import Path

import pytest

from cardrules.interpreter.core import nodes
from cardrules.interpreter.core.build import (
    constant,
    expression,
    form,
    names_given,
    nodes_in,
    rebuilt,
    same_code,
    statements,
    targets_of,
)
from cardrules.interpreter.core.nodes import Node
from cardrules.interpreter.core.python import compiled, text_of, value_of
from cardrules.interpreter.core.reading import SIGNS, UnreadableError, expression_of, function_of, read, statements_of

FOLDER = Path(__file__).parents[2] / "interpreter"
FILES = [*FOLDER.glob("runtime/*.py"), *FOLDER.glob("native/library/*.py")]

EXPRESSIONS = [
    "a[1:2]",
    "a[:b]",
    "a[::2]",
    "a[-1]",
    "f(*a, b, key=c)",
    "lambda a, b: a + b",
    "[x for x in a if x > 1 if x < 5]",
    "sum((x for x in a for y in x))",
    "a if b else c",
    "a and b or not c",
    "a <= b < c",
    "a is not None",
    "a not in (1, 2)",
    "(*a, 1)",
    "[*a, *b]",
    "~a & -b | c ^ d",
    "a << b >> c",
    "a // b % c * d",
    "s.z_hand[actor].bit_count()",
    "'text'",
    "0.5",
    "True",
]
STATEMENTS = [
    "a = b = c",
    "a, s.b, c[0] = d",
    "a, *b = c",
    "a += 1",
    "a[1] ^= 2",
    "a: CardSet = 0",
    "del a[0], b[1]",
    "for a, b in c:\n    break\nelse:\n    continue",
    "while a:\n    pass",
    "if a:\n    return\nelif b:\n    return c\nelse:\n    f(a)",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression_is_printed_as_it_was_read(text: str) -> None:
    assert text_of(expression_of(text)) == text


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_statement_is_printed_as_it_was_read(text: str) -> None:
    (found,) = statements_of(text)
    assert text_of(found) == ast.unparse(ast.parse(text))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_functions_of_the_runtime_are_printed_as_they_were_written(file: Path) -> None:
    """But for what they say, and the errors that they raise."""
    for tree in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(tree, ast.FunctionDef):
            continue
        try:
            found = read(tree)
        except UnreadableError:
            continue
        for each in ast.walk(tree):
            if isinstance(each, ast.Raise):
                each.exc = each.cause = None
        if ast.get_docstring(tree) is not None:
            tree.body[:1] = [] if len(tree.body) > 1 else [ast.Pass()]
        tree.decorator_list.clear()
        assert text_of(found) == ast.unparse(tree).replace("'", '"') or text_of(found) == ast.unparse(tree)


@pytest.mark.parametrize(
    "text",
    [
        "{1: 2}",
        "{1}",
        "{x for x in a}",
        "f'{a}'",
        "b'a'",
        "...",
        "a ** b",
        "a / b",
        "a @ b",
        "(yield)",
        "a := 1",
        "lambda a=1: a",
        "lambda *a: a",
        "[x async for x in a]",
    ],
)
def test_what_the_core_cannot_say(text: str) -> None:
    with pytest.raises(UnreadableError):
        expression_of(f"({text})")


@pytest.mark.parametrize(
    "text",
    [
        "import a",
        "with a: pass",
        "try:\n a\nfinally:\n b",
        "class A: pass",
        "def f(*, a): pass",
        "def f(**a): pass",
        "def f(a, /): pass",
        "assert a",
    ],
)
def test_statements_that_the_core_cannot_say(text: str) -> None:
    with pytest.raises(UnreadableError):
        statements_of(text)


def test_each_sign_is_printed_as_its_operator() -> None:
    for kind, sign in SIGNS.items():
        if issubclass(kind, ast.operator):
            assert text_of(expression_of(f"a {sign} b")) == f"a {sign} b"


def test_a_function_runs() -> None:
    code = compiled(function_of("def f(a, b=2, *rest):\n    c = a * b\n    return c + len(rest)"), "here.yaml")
    assert (code.co_name, code.co_filename, code.co_varnames) == ("f", "here.yaml", ("a", "b", "rest", "c"))
    assert value_of(expression("f(3) + n", n=constant(4)), {"f": abs}) == 7


def test_statements_have_the_lines_of_their_rules() -> None:
    """What has no line of its own has that of what it stands in."""
    function = function_of("def f(a):\n    if a:\n        b = a\n        c = a\n    d = a\n    e = a\n    return e")
    function.line = 7
    branch, _, assigned, _ = function.body
    assigned.line = 9
    (inner, _) = branch.body  # type: ignore[attr-defined]
    inner.line = 8
    code = compiled(function, "here.yaml")
    lines = {each.argval: each.positions.lineno for each in get_instructions(code) if each.opname == "STORE_FAST"}  # type: ignore[union-attr]
    assert lines == {"b": 8, "c": 7, "d": 7, "e": 9}


def test_a_template_is_filled_with_trees() -> None:
    code = statements("t = v\nif c: body", t=expression("s.x[0]"), v=constant(1), c=constant(True), body=[])
    assert [text_of(each) for each in code] == ["s.x[0] = 1", "if True:"]
    again = expression("a + a", a=expression("f(x)"))
    assert isinstance(again, nodes.BinOp)
    assert again.left is again.right  # trees share their parts
    assert expression("a + a", a=expression("f(x)")) is not again


def test_nodes_that_say_the_same() -> None:
    assert same_code(expression("a + 1"), expression("a + 1"))
    assert not same_code(expression("a + 1"), expression("a + True"))
    assert not same_code(expression("a + 1"), expression("a - 1"))
    assert not same_code(expression("a < b"), expression("a <= b"))
    assert not same_code(expression("f(a, b)"), expression("f([a, b])"))
    assert len({form(expression(text)) for text in EXPRESSIONS}) == len(EXPRESSIONS)


def test_what_code_gives_values_to() -> None:
    code = statements_of("a, *b = c\nfor d, e in f: s.g = 1\nh[i] += 1\ndel k[0]\nl = [m for m in n]")
    assert {*names_given(*code)} == {*"abdelm"}
    targets = [text_of(target) for node in nodes_in(*code) for target in targets_of(node)]
    assert sorted(targets) == ["a", "b", "d", "e", "h[i]", "k[0]", "l", "m", "s.g"]


def test_a_tree_is_rebuilt_only_where_something_changes() -> None:
    def other(node: Node) -> Node:
        return constant(2) if isinstance(node, nodes.Constant) and node.value == 1 else rebuilt(node, other)

    same = expression("f(a, [b, c])")
    assert rebuilt(same, other) is same
    changed = rebuilt(expression("f(a, [b, 1])"), other)
    assert text_of(changed) == "f(a, [b, 2])"
