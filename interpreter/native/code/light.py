"""What may be computed in any case, without a branch: it costs little and cannot fail.

Which of two values is wanted, or whether a second condition is asked for, is often random, and no
processor foresees a branch on it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

from .body import UNKNOWN, Value
from .kinds import NUMBER, TRUTH

_MOST: Final = 24
"""The most nodes of such an expression."""

_OPERATIONS: Final = ast.BitAnd, ast.BitOr, ast.BitXor, ast.Add, ast.Sub
_COMPARISONS: Final = ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE


class Light:
    """Tells which expressions of a function may be computed in any case."""

    def __init__(self, value: Callable[[ast.expr], Value]) -> None:
        """Take what makes the code of names, constants and slots."""
        self._value = value

    def __call__(self, *nodes: ast.expr, after: ast.expr | None = None) -> bool:
        """Return whether expressions may be computed in any case.

        Args:
            nodes: the expressions.
            after: what has certainly been computed before.
        """
        read = set[str]() if after is None else {ast.dump(each) for each in _operands(after)}
        left = _MOST
        waiting = [*nodes]
        while waiting:
            node = waiting.pop()
            left -= 1
            if left < 0:
                return False
            match node:
                case ast.Name() | ast.Constant() | ast.Attribute(value=ast.Name()):
                    if self._value(node).kind not in (NUMBER, TRUTH):
                        return False
                case ast.Subscript(value=base, slice=index):
                    inside = self._inside(base, index)
                    if not inside and not (read and ast.dump(node) in read):
                        return False
                case ast.BinOp(left=one, op=op, right=other) if isinstance(op, _OPERATIONS):
                    waiting += one, other
                case ast.Compare(left=one, ops=[op], comparators=[other]) if isinstance(op, _COMPARISONS):
                    waiting += one, other
                case ast.UnaryOp(operand=operand):
                    waiting.append(operand)
                case ast.BoolOp(values=values):
                    waiting += values
                case ast.IfExp(test=test, body=then, orelse=otherwise):
                    waiting += test, then, otherwise
                case ast.Call(func=ast.Attribute(value=owner, attr="bit_count"), args=[]):
                    waiting.append(owner)
                case _:
                    return False
        return True

    def _inside(self, base: ast.expr, index: ast.expr) -> bool:
        """Return whether a member of a sequence of numbers is certainly there."""
        match base, index:
            case ast.Attribute(attr="frame"), _:  # where rules keep what is not a sequence
                return False
            case (
                ast.Name() | ast.Constant() | ast.Attribute(value=ast.Name()),
                ast.Name() | ast.Constant(),
            ):
                whole, place = self._value(base).kind, self._value(index)
            case _:
                return False
        if whole.item != NUMBER or whole.size is None or place.kind != NUMBER:
            return False
        low, high = place.span or ((place.known, place.known) if place.known is not UNKNOWN else (-1, whole.size))
        return low >= (-1 if whole.guarded else 0) and high < whole.size


def _operands(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the operands of which an expression is put together, if they are always evaluated."""
    match node:
        case ast.BinOp(left=left, right=right):
            yield from _operands(left)
            yield from _operands(right)
        case ast.BoolOp(values=[first, *_]):
            yield from _operands(first)
        case _:
            yield node
