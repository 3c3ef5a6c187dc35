"""Common subexpressions: values that a statement needs more than once are computed once before it.

A definition such as "the trick" or "the suit that was led" is inlined wherever a rule names it, so
one statement may compute it several times, or once for each item of a comprehension. Only
expressions that cannot fail and change nothing are moved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import cast

from .quoting import inside, name

SAFE = frozenset(
    "_hands _lead _union _piles _mask _cards _minus _as_players min max sum len"
    " _heaped _tops _bottoms _on_tops _united _selected _in_some _lying".split()
)
"""Functions that cannot fail and change nothing."""


def shared(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements in which common subexpressions are computed once."""
    result: list[ast.stmt] = []
    for node in body:
        match node:
            case ast.If():
                rest = ast.If(node.test, shared(node.body), shared(node.orelse))
                result += _statement(ast.copy_location(rest, node), "test")
            case ast.For():
                node.body = shared(node.body)
                result += _statement(node, "iter")
            case ast.Assign() | ast.AugAssign() | ast.Return() | ast.Expr():
                result += _statement(node, "value")
            case _:
                result.append(node)
    return result


def _statement(node: ast.stmt, part: str) -> list[ast.stmt]:
    value: ast.expr | None = getattr(node, part)
    if value is None:
        return [node]
    numbers = _Numbers()
    found = _Found(numbers)
    found.look(value, frozenset(), looped=False)
    several = [pair for pair in found.values.items() if pair[1][1] > 1]
    if not several:
        several = [pair for pair in found.calls.items() if pair[1][1] > 1]
    if not several:
        return [node]
    several.sort(key=lambda pair: len(ast.dump(pair[1][0])))  # a value may be part of a larger one
    replaced = {key: (name(f"t_{index}"), first) for index, (key, (first, _)) in enumerate(several)}
    setattr(node, part, _Replacing(numbers, replaced).visit(value))
    return [
        *(
            ast.copy_location(ast.Assign([ast.Name(local.id, ast.Store())], first), node)
            for local, first in replaced.values()
        ),
        node,
    ]


class _Numbers:
    """Numbers the expressions of a statement; equal expressions have the same number."""

    def __init__(self) -> None:
        self._of_parts: dict[tuple[object, ...], int] = {}
        self._of_node: dict[int, tuple[int, ast.AST]] = {}

    def of(self, node: ast.AST) -> int:
        """Return the number of an expression, which must not change afterwards."""
        known = self._of_node.get(id(node))
        if known is not None:
            return known[0]
        parts = (type(node), *(self._part(getattr(node, key, None)) for key in node._fields))
        number = self._of_parts.setdefault(parts, len(self._of_parts))
        self._of_node[id(node)] = number, node  # which keeps its id for the node
        return number

    def _part(self, value: object) -> object:
        if isinstance(value, ast.AST):
            return self.of(value)
        if isinstance(value, list):
            return tuple(map(self._part, cast("list[object]", value)))
        return type(value), value


class _Found:
    """The largest safe expressions that are costly, with their calls and number of uses."""

    def __init__(self, numbers: _Numbers) -> None:
        self._numbers = numbers
        self.values: dict[int, tuple[ast.expr, int]] = {}
        self.calls: dict[int, tuple[ast.expr, int]] = {}

    def look(self, node: ast.AST, bound: frozenset[str], *, looped: bool) -> None:
        if isinstance(node, ast.expr) and is_safe(node, bound):
            calls = list(_calls(node))
            if calls:
                self._count(self.values, node, 2 if looped else 1)
            for call in calls:
                self._count(self.calls, call, 1)
            return
        match node:
            case ast.ListComp() | ast.GeneratorExp():
                generator = node.generators[0]
                self.look(generator.iter, bound, looped=looped)
                names = [t.id for t in ast.walk(generator.target) if isinstance(t, ast.Name)]
                inner = bound | set(names)
                for part in (node.elt, *generator.ifs, *node.generators[1:]):
                    self.look(part, inner, looped=True)
            case ast.Lambda():
                inner = bound | {argument.arg for argument in node.args.args}
                self.look(node.body, inner, looped=True)
            case _:
                for part in inside(node):
                    self.look(part, bound, looped=looped)

    def _count(self, values: dict[int, tuple[ast.expr, int]], node: ast.expr, times: int) -> None:
        key = self._numbers.of(node)
        first, before = values.get(key, (node, 0))
        values[key] = first, before + times


def _calls(node: ast.AST) -> Iterator[ast.expr]:
    """Return the calls and other costly parts of an expression, except those done for each item."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.Lambda):
        return
    if isinstance(node, ast.IfExp) or (isinstance(node, ast.BinOp) and _is_long(node)):
        yield node
        return
    if isinstance(node, ast.Call):
        yield node
    for inner in inside(node):
        yield from _calls(inner)


def _is_long(node: ast.expr, least: int = 4) -> bool:
    """Return whether a value is a union of so many sets that it is worth keeping."""
    while least > 1 and isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        node, least = node.left, least - 1
    return least == 1


_COSTLY = (
    ast.Call, ast.Subscript, ast.IfExp, ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp
)  # fmt: skip
"""The kinds of expressions that are found: those that can contain a call or a condition."""


class _Replacing(ast.NodeTransformer):
    def __init__(self, numbers: _Numbers, replaced: dict[int, tuple[ast.Name, ast.expr]]) -> None:
        self._numbers = numbers
        self._replaced = replaced

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, _COSTLY):
            local = self._replaced.get(self._numbers.of(node))
            if local is not None:
                return local[0]
        return self.generic_visit(node)


def is_safe(node: ast.AST, bound: frozenset[str] = frozenset()) -> bool:
    """Return whether code cannot fail, changes nothing, and uses none of the names that are bound.

    Args:
        node: the code.
        bound: names that have a value only inside the code around it.
    """
    match node:
        case ast.Name(id=local):
            return local not in bound
        case ast.Call(func=ast.Attribute(value=value, attr="bit_length" | "bit_count"), args=[]):
            return is_safe(value, bound)
        case ast.BoolOp(values=values):
            return all(is_safe(each, bound) for each in values)
        case ast.UnaryOp(operand=operand):
            return is_safe(operand, bound)
        case ast.IfExp(test=test, body=body, orelse=other):
            return all(is_safe(each, bound) for each in (test, body, other))
        case ast.Call(func=ast.Name(id=function), args=arguments):
            return function in SAFE and all(is_safe(each, bound) for each in arguments)
        case ast.Attribute(value=ast.Name(id="s")):
            return True
        case ast.Subscript(value=value, slice=index):
            return is_safe(value, bound) and is_safe(index, bound)
        case ast.BinOp(
            left=left, right=right,
            op=ast.BitAnd() | ast.BitOr() | ast.Add() | ast.Sub() | ast.Mult(),
        ):  # fmt: skip
            return is_safe(left, bound) and is_safe(right, bound)
        case ast.BinOp(left=ast.Attribute(attr="away"), right=seat, op=ast.RShift()):
            return isinstance(seat, ast.Constant) or is_safe(seat, bound)
        case ast.Compare(left=left, comparators=others):
            return all(is_safe(each, bound) for each in (left, *others))
        case ast.GeneratorExp(elt=item, generators=[generator]):
            own = {t.id for t in ast.walk(generator.target) if isinstance(t, ast.Name)}
            parts = (generator.iter, item, *generator.ifs)
            return all(is_safe(each, bound - own) for each in parts)
        case ast.Constant():
            return True
        case _:
            return False
