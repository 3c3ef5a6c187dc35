"""Python syntax trees from templates, for the compiler: no text of a ruleset ever becomes code.

A template is Python text written in our own source; the names that are passed by keyword stand
for trees and are replaced by them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar, cast

from .types import type_of, typed

Node = TypeVar("Node", bound=ast.AST)
Trees = dict[str, ast.expr] | dict[str, ast.expr | list[ast.stmt]]
Field = list[ast.AST | None] | ast.AST | str | None
"""What is in a field in which there may be nodes."""
Maker = Callable[[Trees], Any]
"""Makes a new tree of a template, with trees in the places of names."""


@cache
def _expression(text: str) -> Maker:
    return maker(cast(ast.Expr, ast.parse(text).body[0]).value)


@cache
def _statements(text: str) -> Maker:
    return _list_maker(cast("list[object]", ast.parse(text).body))


def expression(text: str, **trees: ast.expr) -> ast.expr:
    """Return the tree of an expression template.

    >>> ast.unparse(expression("a.bit_count() >= n", a=name("hand"), n=constant(3)))
    'hand.bit_count() >= 3'
    """
    return cast(ast.expr, _expression(text)(trees))


def statements(text: str, **trees: ast.expr | list[ast.stmt]) -> list[ast.stmt]:
    """Return the trees of a template of statements.

    A statement that is nothing but a name passed as a list of statements is replaced by them.

    >>> code = statements("if t: body", t=name("done"), body=statements("pass"))
    >>> print(ast.unparse(code[0]))
    if done:
        pass
    """
    return cast("list[ast.stmt]", _statements(text)(trees))


def name(text: str) -> ast.Name:
    """Return the tree of a name that is read."""
    return ast.Name(text, ast.Load())


def constant(value: int | bool | str | tuple[int | str, ...] | None) -> ast.expr:
    """Return the tree of a constant."""
    return ast.Constant(cast("int | None", value))  # tuples are fine, but not in the annotations


def maker(node: object) -> Maker:
    """Return what makes copies of a part of a template; its parts are looked at only once."""
    if isinstance(node, ast.Name):
        return _name_maker(node.id, node.ctx)
    if isinstance(node, list):
        return _list_maker(cast("list[object]", node))
    if not isinstance(node, ast.AST) or not node._fields:
        return lambda trees: node
    kind: Callable[..., ast.AST] = type(node)
    fields: list[object] = [getattr(node, key) for key in node._fields]
    makers = [
        (place, maker(cast(object, field)))
        for place, field in enumerate(fields)
        if isinstance(field, list) or (isinstance(field, ast.AST) and field._fields)
    ]

    def make(trees: Trees) -> ast.AST:
        made = fields.copy()
        for place, part in makers:
            made[place] = part(trees)
        return kind(*made)

    return make


def _name_maker(identifier: str, context: ast.expr_context) -> Maker:
    def make(trees: Trees) -> ast.expr:
        found = trees.get(identifier)
        if found is None:
            return ast.Name(identifier, context)
        assert isinstance(found, ast.expr)
        return found if isinstance(context, ast.Load) else _as_target(found, context)

    return make


def _as_target(node: ast.expr, context: ast.expr_context) -> ast.expr:
    if isinstance(node, ast.Name):
        return ast.Name(node.id, context)
    if isinstance(node, ast.Attribute):
        return ast.Attribute(node.value, node.attr, context)
    if isinstance(node, ast.Subscript):
        return ast.Subscript(node.value, node.slice, context)
    raise AssertionError(f"{ast.dump(node)} is no target")


def _list_maker(nodes: list[object]) -> Maker:
    makers = [
        (maker(node), node.value.id)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name)
        else (maker(node), "")
        for node in nodes
    ]

    def make(trees: Trees) -> list[object]:
        result: list[object] = []
        for part, body in makers:
            found = trees.get(body)
            if isinstance(found, list):
                result += found
            else:
                result.append(part(trees))
        return result

    return make


def copied(node: Node) -> Node:
    """Return a copy of a tree, which can be changed without changing the tree."""
    return replaced(node, {key: _copied(value) for key, value in node.__dict__.items()})


def _copied(value: object) -> object:
    if isinstance(value, list):
        return [_copied(item) for item in cast("list[object]", value)]
    return copied(value) if isinstance(value, ast.AST) and value._fields else value


def replaced(node: Node, values: dict[str, object]) -> Node:
    """Return a node with other values in some of its fields; all else, with its place, is kept."""
    kind = node.__class__
    made = kind.__new__(kind)
    made.__dict__ = node.__dict__ | values
    return made


def in_place_of(node: ast.AST, made: Node) -> Node:
    """Return a tree that was made, with the line and the type of the one in whose place it is."""
    line = node.__dict__.get("lineno")
    if line is not None:
        made.__dict__["lineno"] = line
    return typed(made, type_of(node))


PLAIN = frozenset("ctx op ops id attr arg name names kwd_attrs is_async type_comment kind".split())
"""The fields of syntax trees in which there are never parts that have parts themselves."""


class _InnerFields(dict[type[ast.AST], tuple[str, ...]]):
    """For each kind of node, once it was asked for, the fields in which there may be nodes.

    >>> _InnerFields()[ast.Subscript]
    ('value', 'slice')
    """

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        inner = tuple(key for key in kind._fields if key not in PLAIN)
        self[kind] = () if kind is ast.Constant else inner
        return self[kind]


INNER_FIELDS = _InnerFields()
"""The fields of each kind of node in which there may be nodes."""


def inside(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly inside a node, without those that only say how it is used."""
    found: list[ast.AST] = []
    parts = node.__dict__
    for key in INNER_FIELDS[node.__class__]:
        value: Field = parts.get(key)
        if isinstance(value, list):
            found += filter(None, value)
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all nodes inside it, without those that only say how one is used."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        parts = node.__dict__
        for key in INNER_FIELDS[node.__class__]:  # as in `inside`, without a list of its own
            value: Field = parts.get(key)
            if isinstance(value, list):
                waiting += filter(None, value)
            elif isinstance(value, ast.AST):
                waiting.append(value)


def rebuilt(node: Node, change: Callable[[ast.AST], ast.AST]) -> Node:
    """Return a tree with each part directly inside it changed: a new tree if anything has."""
    fields: dict[str, object] = {}
    parts = node.__dict__
    for key in INNER_FIELDS[node.__class__]:
        value: Field = parts.get(key)
        if isinstance(value, list):
            new = [each and change(each) for each in value]
            if new != value:  # nodes are equal only to themselves
                fields[key] = new
        elif isinstance(value, ast.AST):
            changed = change(value)
            if changed is not value:
                fields[key] = changed
    return replaced(node, fields) if fields else node


def located(tree: Node) -> Node:
    """Give all nodes a place: those without a line get the line of their parent."""
    waiting: list[tuple[ast.AST, int]] = [(tree, 1)]
    while waiting:
        node, line = waiting.pop()
        if node._attributes:
            attributes = vars(node)
            line = attributes.setdefault("lineno", line)
            attributes["col_offset"] = 0
        for inner in inside(node):
            waiting.append((inner, line))
    return tree


def lambda_of(arguments: list[str], body: ast.expr) -> ast.expr:
    """Return a function of some arguments."""
    return ast.Lambda(_parameters(arguments), body)


def function(text: str, arguments: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """Return the definition of a function."""
    return ast.FunctionDef(text, _parameters(arguments), body or [ast.Pass()], [])


def _parameters(arguments: list[str]) -> ast.arguments:
    return ast.arguments(posonlyargs=[], args=[*map(ast.arg, arguments)], kwonlyargs=[], kw_defaults=[], defaults=[])


def comprehension(template: str, variable: str, items: ast.expr, k: ast.expr) -> ast.expr:
    """Return a template's code with its variable `x`, what it runs over `c`, and its value `k`."""
    return expression(template, x=name(variable), c=items, k=k)


def is_slot(code: ast.expr) -> bool:
    """Return whether code is a slot of the state, so that it costs little to write it twice."""
    match code:
        case ast.Attribute(value=ast.Name()):
            return True
        case ast.Subscript(value=ast.Attribute(value=ast.Name()), slice=ast.Name() | ast.Constant()):
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
