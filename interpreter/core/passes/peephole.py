"""Shorter forms of small pieces of code, which mean the same and take less time."""

from __future__ import annotations

import ast
from typing import cast

from ..build import constant, expression, is_slot, name, nodes, rebuilt
from ..effects import is_safe

FOLDS = ("sum", "max", "min")
"""Functions that go once through what they are given."""


def shorter(node: ast.AST) -> ast.expr | None:
    """Return a shorter form of a piece of code, whose parts have theirs already; None if none."""
    match node:
        case ast.IfExp(test=test, body=body, orelse=other) if _is_cheap(test):
            sure, never = _decided(body, test, holds=True), _decided(other, test, holds=False)
            return None if sure is body and never is other else ast.IfExp(test, sure, never)
        case ast.Call(func=ast.Name(id="min" | "max" as function), args=[left, right], keywords=[]):
            return _of_two(function, left, right)
        case ast.Call(func=ast.Name(id=function) as called, args=[ast.ListComp() as listed]) if function in FOLDS:
            entries = _entries(listed)
            return None if entries is None else ast.Call(called, [entries], node.keywords)
        case ast.ListComp():
            return _fused(node)
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.BinOp(
                left=ast.BinOp(left=seats, op=ast.RShift(), right=ast.Constant(value=int() as seat)),
                op=ast.BitAnd(),
                right=ast.Constant(value=1),
            ),
        ):
            return expression("not a & m", a=seats, m=constant(1 << seat))
        case _:
            return None


def with_locals(node: ast.AST) -> ast.expr | None:
    """Return a shorter form of a piece of code in which values are kept in locals now."""
    match node:
        case ast.Call(func=ast.Name(id="_seat"), args=[ast.Name() as player, _]):
            return expression("p if p >= 0 else s", p=player, s=node)
        case ast.Call(func=ast.Name(id="_all_alike"), args=[ast.Name() as cards, like]):
            return expression("c != 0 and not c & ~t[c.bit_length() - 1]", c=cards, t=like)
        case _:
            return shorter(node)


def _decided(node: ast.expr, test: ast.expr, *, holds: bool) -> ast.expr:
    """Return code for a place where a test is known to hold, or not to hold."""

    def change(part: ast.AST) -> ast.AST:
        match part:
            case ast.IfExp(test=same) if ast.dump(same) == wanted:
                return change(part.body if holds else part.orelse)
            case ast.ListComp() | ast.GeneratorExp() | ast.Lambda():
                return part  # a name may mean something else there
            case _:
                return rebuilt(part, change)

    if not any(isinstance(part, ast.IfExp) for part in nodes(node)):
        return node
    wanted = ast.dump(test)
    return cast(ast.expr, change(node))


def _of_two(function: str, left: ast.expr, right: ast.expr) -> ast.expr | None:
    """The lesser or greater of two numbers: a call would take longer than to compare them."""
    if not (_is_cheap(left) and _is_cheap(right)):
        return None
    template = "a if a <= b else b" if function == "min" else "a if a >= b else b"
    return expression(template, a=left, b=right)


def _entries(listed: ast.ListComp) -> ast.expr | None:
    """The entries of a table for each item, without a comprehension."""
    match listed:
        case ast.ListComp(
            elt=ast.Subscript(value=table, slice=ast.Name(id=item)),
            generators=[ast.comprehension(target=ast.Name(id=same), iter=items, ifs=[])],
        ) if item == same and is_safe(table) and not _names(table, item):
            return expression("map(t.__getitem__, c)", t=table, c=items)
        case _:
            return None


def _fused(listed: ast.ListComp) -> ast.expr | None:
    """One comprehension in place of one over another that only leaves members out."""
    match listed.generators:
        case [
            ast.comprehension(
                target=ast.Name(id=outer) as target,
                iter=ast.ListComp(
                    elt=ast.Name(id=inner),
                    generators=[ast.comprehension(target=ast.Name(id=same), ifs=tests) as each],
                ),
                ifs=others,
            )
        ] if inner == same and all(map(is_safe, tests)):
            tests = [_renamed(test, inner, outer) for test in tests]
            generator = ast.comprehension(target, each.iter, [*tests, *others], 0)
            return ast.ListComp(listed.elt, [generator])
        case _:
            return None


def _is_cheap(code: ast.expr) -> bool:
    """Return whether it costs little to write code twice."""
    return isinstance(code, ast.Name | ast.Constant) or is_slot(code)


def _names(code: ast.expr, local: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == local for part in nodes(code))


def _renamed(code: ast.expr, old: str, new: str) -> ast.expr:
    def change(part: ast.AST) -> ast.AST:
        if isinstance(part, ast.Name) and part.id == old:
            return name(new)
        return rebuilt(part, change)

    return cast(ast.expr, change(code))
