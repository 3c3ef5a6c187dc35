"""Shorter forms of small pieces of code, which mean the same and take less time."""

from __future__ import annotations

from typing import cast

from .. import nodes
from ..build import constant, expression, form, is_slot, name, nodes_in, rebuilt
from ..effects import is_safe

FOLDS = ("sum", "max", "min")
"""Functions that go once through what they are given."""


def shorter(node: nodes.Node) -> nodes.Expression | None:
    """Return a shorter form of a piece of code, whose parts have theirs already; None if none."""
    match node:
        case nodes.IfExp(test=test, body=body, orelse=other) if _is_cheap(test):
            sure, never = _decided(body, test, holds=True), _decided(other, test, holds=False)
            return None if sure is body and never is other else nodes.IfExp(test, sure, never)
        case nodes.Call(func=nodes.Name(id="min" | "max" as function), args=[left, right], keywords=[]):
            return _of_two(function, left, right)
        case nodes.Call(func=nodes.Name(id=function) as called, args=[nodes.ListComp() as listed]) if function in FOLDS:
            entries = _entries(listed)
            return None if entries is None else nodes.Call(called, [entries], node.keywords)
        case nodes.ListComp():
            return _fused(node)
        case nodes.UnaryOp(
            op="not",
            operand=nodes.BinOp(
                left=nodes.BinOp(left=seats, op=">>", right=nodes.Constant(value=int() as seat)),
                op="&",
                right=nodes.Constant(value=1),
            ),
        ):
            return expression("not a & m", a=seats, m=constant(1 << seat))
        case _:
            return None


def with_locals(node: nodes.Node) -> nodes.Expression | None:
    """Return a shorter form of a piece of code in which values are kept in locals now."""
    match node:
        case nodes.Call(func=nodes.Name(id="_seat"), args=[nodes.Name() as player, _]):
            return expression("p if p >= 0 else s", p=player, s=node)
        case nodes.Call(func=nodes.Name(id="_all_alike"), args=[nodes.Name() as cards, like]):
            return expression("c != 0 and not c & ~t[c.bit_length() - 1]", c=cards, t=like)
        case _:
            return shorter(node)


def _decided(node: nodes.Expression, test: nodes.Expression, *, holds: bool) -> nodes.Expression:
    """Return code for a place where a test is known to hold, or not to hold."""

    def change(part: nodes.Node) -> nodes.Node:
        match part:
            case nodes.IfExp(test=same) if form(same) == wanted:
                return change(part.body if holds else part.orelse)
            case nodes.ListComp() | nodes.GeneratorExp() | nodes.Lambda():
                return part  # a name may mean something else there
            case _:
                return rebuilt(part, change)

    if not any(isinstance(part, nodes.IfExp) for part in nodes_in(node)):
        return node
    wanted = form(test)
    return cast(nodes.Expression, change(node))


def _of_two(function: str, left: nodes.Expression, right: nodes.Expression) -> nodes.Expression | None:
    """The lesser or greater of two numbers: a call would take longer than to compare them."""
    if not (_is_cheap(left) and _is_cheap(right)):
        return None
    template = "a if a <= b else b" if function == "min" else "a if a >= b else b"
    return expression(template, a=left, b=right)


def _entries(listed: nodes.ListComp) -> nodes.Expression | None:
    """The entries of a table for each item, without a comprehension."""
    match listed:
        case nodes.ListComp(
            elt=nodes.Subscript(value=table, slice=nodes.Name(id=item)),
            generators=[nodes.Clause(target=nodes.Name(id=same), iter=items, ifs=[])],
        ) if item == same and is_safe(table) and not _names(table, item):
            return expression("map(t.__getitem__, c)", t=table, c=items)
        case _:
            return None


def _fused(listed: nodes.ListComp) -> nodes.Expression | None:
    """One comprehension in place of one over another that only leaves members out."""
    match listed.generators:
        case [
            nodes.Clause(
                target=nodes.Name(id=outer) as target,
                iter=nodes.ListComp(
                    elt=nodes.Name(id=inner),
                    generators=[nodes.Clause(target=nodes.Name(id=same), ifs=tests) as each],
                ),
                ifs=others,
            )
        ] if inner == same and all(map(is_safe, tests)):
            tests = [_renamed(test, inner, outer) for test in tests]
            generator = nodes.Clause(target, each.iter, [*tests, *others])
            return nodes.ListComp(listed.elt, [generator])
        case _:
            return None


def _is_cheap(code: nodes.Expression) -> bool:
    """Return whether it costs little to write code twice."""
    return isinstance(code, nodes.Name | nodes.Constant) or is_slot(code)


def _names(code: nodes.Expression, local: str) -> bool:
    return any(isinstance(part, nodes.Name) and part.id == local for part in nodes_in(code))


def _renamed(code: nodes.Expression, old: str, new: str) -> nodes.Expression:
    def change(part: nodes.Node) -> nodes.Node:
        if isinstance(part, nodes.Name) and part.id == old:
            return name(new)
        return rebuilt(part, change)

    return cast(nodes.Expression, change(code))
