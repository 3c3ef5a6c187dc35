"""Python syntax trees from templates, for the compiler: no text of a ruleset ever becomes code.

A template is Python text written in our own source; the names that are passed by keyword stand
for trees and are replaced by them.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import cast


@cache
def _template(text: str) -> ast.Module:
    return ast.parse(text)


def expression(text: str, **trees: ast.expr) -> ast.expr:
    """Return the tree of an expression template.

    >>> ast.unparse(expression("a.bit_count() >= n", a=name("hand"), n=constant(3)))
    'hand.bit_count() >= 3'
    """
    statement = cast(ast.Expr, _template(text).body[0])
    return cast(ast.expr, _copy(statement.value, trees))


def statements(text: str, **trees: ast.expr | list[ast.stmt]) -> list[ast.stmt]:
    """Return the trees of a template of statements.

    A statement that is nothing but a name passed as a list of statements is replaced by them.

    >>> code = statements("if t: body", t=name("done"), body=statements("pass"))
    >>> print(ast.unparse(code[0]))
    if done:
        pass
    """
    return cast("list[ast.stmt]", _copy_list(_template(text).body, trees))


def name(text: str) -> ast.Name:
    """Return the tree of a name that is read."""
    return ast.Name(text, ast.Load())


def constant(value: int | bool | str | tuple[int | str, ...] | None) -> ast.expr:
    """Return the tree of a constant."""
    return ast.Constant(cast("int | None", value))  # tuples are fine, but not in the annotations


Trees = dict[str, ast.expr | list[ast.stmt]] | dict[str, ast.expr]


def _copy(node: object, trees: Trees) -> object:
    if isinstance(node, ast.Name):
        found = trees.get(node.id)
        if found is None:
            return ast.Name(node.id, node.ctx)
        assert isinstance(found, ast.expr)
        if isinstance(node.ctx, ast.Load):
            return found
        return _as_target(found, node.ctx)
    if isinstance(node, list):
        return _copy_list(cast("list[object]", node), trees)
    if isinstance(node, ast.AST) and node._fields:
        fields = [_copy(getattr(node, key), trees) for key in node._fields]
        return type(node)(*fields)  # type: ignore[arg-type]
    return node


def _as_target(node: ast.expr, context: ast.expr_context) -> ast.expr:
    if isinstance(node, ast.Name):
        return ast.Name(node.id, context)
    if isinstance(node, ast.Attribute):
        return ast.Attribute(node.value, node.attr, context)
    if isinstance(node, ast.Subscript):
        return ast.Subscript(node.value, node.slice, context)
    raise AssertionError(f"{ast.dump(node)} is no target")


def _copy_list(nodes: list[object] | list[ast.stmt], trees: Trees) -> list[object]:
    result: list[object] = []
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name):
            found = trees.get(node.value.id)
            if isinstance(found, list):
                result.extend(found)
                continue
        result.append(_copy(node, trees))
    return result


def lambda_of(arguments: list[str], body: ast.expr) -> ast.expr:
    """Return a function of some arguments."""
    return ast.Lambda(_parameters(arguments), body)


def function(text: str, arguments: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """Return the definition of a function."""
    return ast.FunctionDef(text, _parameters(arguments), body or [ast.Pass()], [])


def _parameters(arguments: list[str]) -> ast.arguments:
    return ast.arguments(posonlyargs=[], args=[*map(ast.arg, arguments)], kwonlyargs=[],
                         kw_defaults=[], defaults=[])  # fmt: skip


def comprehension(template: str, variable: str, items: ast.expr, k: ast.expr) -> ast.expr:
    """Return a template's code with its variable `x`, what it runs over `c`, and its value `k`."""
    return expression(template, x=name(variable), c=items, k=k)


def is_slot(code: ast.expr) -> bool:
    """Return whether code is a slot of the state, so that it costs little to write it twice."""
    match code:
        case ast.Attribute(value=ast.Name()):
            return True
        case ast.Subscript(
            value=ast.Attribute(value=ast.Name()), slice=ast.Name() | ast.Constant()
        ):
            return True
        case _:
            return False


def integer(value: ast.expr) -> int | None:
    """Return the integer that a tree is, None if it is none."""
    match value:
        case ast.Constant(value=int() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
        case _:
            return None
