"""Reads Python text of our own as trees of the core: templates, and functions of the runtime."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final, cast

from . import nodes
from .nodes import Expression, Node, Statement

SIGNS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.USub: "-",
    ast.Invert: "~",
    ast.Not: "not",
    ast.And: "and",
    ast.Or: "or",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
"""The sign of each operator."""

_NAMES: Final = {"Expr": "Evaluate", "keyword": "Keyword"}
"""The classes of Python's trees that are called otherwise here."""


class UnreadableError(Exception):
    """Python's text has what the core cannot say; the text says what."""


def expression_of(text: str) -> Expression:
    """Return the tree of an expression."""
    return cast(Expression, read(ast.parse(text, mode="eval").body))


def statements_of(text: str) -> list[Statement]:
    """Return the trees of statements."""
    return [cast(Statement, read(each)) for each in ast.parse(text).body]


def functions_of(text: str) -> list[nodes.FunctionDef]:
    """Return the trees of functions.

    Args:
        text: their definitions, and nothing else.
    """
    found = statements_of(text)
    assert all(isinstance(each, nodes.FunctionDef) for each in found)
    return cast("list[nodes.FunctionDef]", found)


def function_of(text: str) -> nodes.FunctionDef:
    """Return the tree of one function."""
    (tree,) = functions_of(text)
    return tree


def read(tree: ast.AST) -> Node:
    """Return a tree of the core that says what a tree of Python says.

    Of functions, their docstrings and decorators are left out, and of `raise` which error it is.

    Raises:
        UnreadableError: the core has no such node.
    """
    special = _SPECIAL.get(type(tree))
    if special is not None:
        return special(tree)
    text = type(tree).__name__
    kind: type[Node] | None = getattr(nodes, _NAMES.get(text, text), None)
    if kind is None:
        raise UnreadableError(f"{text}, which the core does not have")
    return kind(*[_field(getattr(tree, key)) for key in kind.fields])


def _field(value: object) -> object:
    if isinstance(value, list):
        return [*map(_field, cast("list[object]", value))]
    if not isinstance(value, ast.AST):
        return value
    sign = SIGNS.get(type(value))
    return read(value) if sign is None else sign


def _constant(tree: ast.Constant) -> Node:
    if isinstance(tree.value, int | float | str | None):
        return nodes.Constant(tree.value)
    raise UnreadableError(f"the constant {tree.value!r}")


def _function(tree: ast.FunctionDef) -> Node:
    own = tree.args
    _check_plain(own)
    said = tree.body if ast.get_docstring(tree, clean=False) is None else tree.body[1:]
    body = [cast(Statement, read(each)) for each in said] or [nodes.Pass()]
    rest = None if own.vararg is None else _parameter(own.vararg)
    defaults = [cast(Expression, read(each)) for each in own.defaults]
    return nodes.FunctionDef(tree.name, [*map(_parameter, own.args)], body, defaults, rest, _text(tree.returns))


def _call(tree: ast.Call) -> Node:
    arguments = [cast(Expression, read(each)) for each in tree.args]
    keywords = [cast(nodes.Keyword, read(each)) for each in tree.keywords]
    return nodes.Call(cast(Expression, read(tree.func)), arguments, keywords)


def _check_plain(parameters: ast.arguments) -> None:
    if parameters.kwonlyargs or parameters.kwarg or parameters.posonlyargs:
        raise UnreadableError("parameters that are only named or never")


def _lambda(tree: ast.Lambda) -> Node:
    _check_plain(tree.args)
    if tree.args.vararg or tree.args.defaults:
        raise UnreadableError("a lambda with optional arguments")
    return nodes.Lambda([*map(_parameter, tree.args.args)], cast(Expression, read(tree.body)))


def _parameter(tree: ast.arg) -> nodes.Parameter:
    return nodes.Parameter(tree.arg, _text(tree.annotation))


def _clause(tree: ast.comprehension) -> Node:
    if tree.is_async:
        raise UnreadableError("a loop that waits")
    target, items, *tests = (cast(Expression, read(each)) for each in (tree.target, tree.iter, *tree.ifs))
    return nodes.Clause(target, items, tests)


def _declared(tree: ast.AnnAssign) -> Node:
    value = None if tree.value is None else cast(Expression, read(tree.value))
    return nodes.AnnAssign(cast(Expression, read(tree.target)), ast.unparse(tree.annotation), value)


def _text(annotation: ast.expr | None) -> str | None:
    return None if annotation is None else ast.unparse(annotation)


_SPECIAL: Final[dict[type[ast.AST], Callable[[Any], Node]]] = {
    ast.Constant: _constant,
    ast.FunctionDef: _function,
    ast.Lambda: _lambda,
    ast.comprehension: _clause,
    ast.Call: _call,
    ast.AnnAssign: _declared,
    ast.Raise: lambda tree: nodes.Raise(),
}
