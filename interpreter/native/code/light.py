"""What may be computed in any case, without a branch: it costs little and cannot fail.

Which of two values is wanted, or whether a second condition is asked for, is often random, and no
processor foresees a branch on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...core import nodes
from ...core.build import form
from .body import UNKNOWN, Value
from .kinds import NUMBER, TRUTH

_MOST: Final = 24
"""The most nodes of such an expression."""

_OPERATIONS: Final = "&", "|", "^", "+", "-"
_COMPARISONS: Final = "==", "!=", "<", "<=", ">", ">="


class Light:
    """Tells which expressions of a function may be computed in any case."""

    def __init__(self, value: Callable[[nodes.Expression], Value]) -> None:
        """Take what makes the code of names, constants and slots."""
        self._value = value

    def __call__(self, *values: nodes.Expression, after: nodes.Expression | None = None) -> bool:
        """Return whether expressions may be computed in any case.

        Args:
            values: the expressions.
            after: what has certainly been computed before.
        """
        read = set[object]() if after is None else {form(each) for each in _operands(after)}
        left = _MOST
        waiting = [*values]
        while waiting:
            node = waiting.pop()
            left -= 1
            if left < 0:
                return False
            match node:
                case nodes.Name() | nodes.Constant() | nodes.Attribute(value=nodes.Name()):
                    if self._value(node).kind not in (NUMBER, TRUTH):
                        return False
                case nodes.Subscript(value=base, slice=index):
                    inside = self._inside(base, index)
                    if not inside and not (read and form(node) in read):
                        return False
                case nodes.BinOp(left=one, op=op, right=other) if op in _OPERATIONS:
                    waiting += one, other
                case nodes.Compare(left=one, ops=[op], comparators=[other]) if op in _COMPARISONS:
                    waiting += one, other
                case nodes.UnaryOp(operand=operand):
                    waiting.append(operand)
                case nodes.BoolOp(values=parts):
                    waiting += parts
                case nodes.IfExp(test=test, body=then, orelse=otherwise):
                    waiting += test, then, otherwise
                case nodes.Call(func=nodes.Attribute(value=owner, attr="bit_count"), args=[]):
                    waiting.append(owner)
                case _:
                    return False
        return True

    def _inside(self, base: nodes.Expression, index: nodes.Expression) -> bool:
        """Return whether a member of a sequence of numbers is certainly there."""
        match base, index:
            case nodes.Attribute(attr="frame"), _:  # where rules keep what is not a sequence
                return False
            case (
                nodes.Name() | nodes.Constant() | nodes.Attribute(value=nodes.Name()),
                nodes.Name() | nodes.Constant(),
            ):
                whole, place = self._value(base).kind, self._value(index)
            case _:
                return False
        if whole.item != NUMBER or whole.size is None or place.kind != NUMBER:
            return False
        low, high = place.span or ((place.known, place.known) if place.known is not UNKNOWN else (-1, whole.size))
        return low >= (-1 if whole.guarded else 0) and high < whole.size


def _operands(node: nodes.Expression) -> Iterator[nodes.Expression]:
    """Yield the operands of which an expression is put together, if they are always evaluated."""
    match node:
        case nodes.BinOp(left=left, right=right):
            yield from _operands(left)
            yield from _operands(right)
        case nodes.BoolOp(values=[first, *_]):
            yield from _operands(first)
        case _:
            yield node
