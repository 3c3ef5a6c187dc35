"""Conditions put together, simplified where a part of them is known before play, and empty values."""

from __future__ import annotations

from ..diagnostics import Span
from ..program import ir
from ..program.cards import NONE
from ..syntax import types as ty
from ..syntax.types import Type


def denied(test: ir.Expr, negated: bool) -> ir.Expr:
    """Return a condition or its negation."""
    if not negated:
        return test
    if isinstance(test, ir.Const) and test.type == ty.BOOLEAN:
        return ir.Const(not test.value, type=ty.BOOLEAN, span=test.span)
    if isinstance(test, ir.Op) and test.name == "not":
        return test.arguments[0]
    return ir.Op("not", (test,), type=ty.BOOLEAN, span=test.span)


def joined(conjunction: bool, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """Return two conditions joined by `and` or `or`."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ir.Const) and one.type == ty.BOOLEAN:
            return other if bool(one.value) == conjunction else one
    return ir.Logic(conjunction, left, right, type=ty.BOOLEAN, span=span)


def conditional(test: ir.Expr, then: ir.Expr, other: ir.Expr, span: Span) -> ir.Expr:
    """Return one of two values by a condition, or the only one that is possible."""
    if isinstance(test, ir.Const) and test.type == ty.BOOLEAN:
        return then if test.value else other
    if then == other:
        return then
    if isinstance(then, ir.Const) and then.type == ty.BOOLEAN:
        if then.value:
            return joined(False, test, other, span)
        return joined(True, denied(test, True), other, span)
    kind = other.type if then.type == ty.NOTHING else then.type
    return ir.Cond(test, then, other, type=kind, span=span)


def empty(kind: Type, span: Span) -> ir.Const:
    """Return the value of a type that means nothing: 0, false, none, or no members."""
    if kind in (ty.CARDS, ty.NUMBER, ty.UNKNOWN):
        return ir.Const(0, type=kind, span=span)
    if kind == ty.BOOLEAN:
        return ir.Const(False, type=kind, span=span)
    if kind.name in ty.COLLECTIONS:
        return ir.Const((), type=kind, span=span)
    return ir.Const(NONE, type=kind, span=span)
