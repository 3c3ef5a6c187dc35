"""Arithmetic."""

from __future__ import annotations

from ..types import NUMBER, UNKNOWN, Type, list_of
from .declaration import Operation, Word


def member(types: tuple[Type, ...]) -> Type:
    """Return the type of a member of the last operand."""
    return types[-1].of or UNKNOWN


NUMBERS: tuple[Word, ...] = (
    Operation(
        name="column",
        form="column {number} of {list}",
        result=member,
        bounded=True,
        code="_column(a, b)",
        shown="column c of points of p",
        help="one number of a variable with `columns`, counted from 1; without `column`, `points "
        "of p` is the list of all its numbers",
    ),
    Operation(name="with_column", result=list_of(NUMBER), code="_with_column(a, b, c)"),
    Operation(
        name="min",
        form="min({number}, {number}, …)",
        result=NUMBER,
        bounded=True,
        pure=True,
        code="min*",
        known=min,
        shown="min(a, b)",
        help="the smallest or the greatest of the numbers",
    ),
    Operation(
        name="max",
        form="max({number}, {number}, …)",
        result=NUMBER,
        bounded=True,
        pure=True,
        code="max*",
        known=max,
        shown="max(a, b, c)",
    ),
    Operation(
        name="add",
        form="{number} + {number}",
        result=NUMBER,
        code="a + b",
        pure=True,
        known=int.__add__,
        shown="a + b",
        help="arithmetic with whole numbers; `div` rounds down, `mod` is the remainder",
    ),
    Operation(
        name="sub",
        form="{number} - {number}",
        result=NUMBER,
        code="a - b",
        pure=True,
        known=int.__sub__,
        shown="a - b",
    ),
    Operation(
        name="mul",
        form="{number} * {number}",
        result=NUMBER,
        code="a * b",
        pure=True,
        known=int.__mul__,
        shown="a * b",
    ),
    Operation(
        name="div",
        form="{number} div {number}",
        result=NUMBER,
        bounded=True,
        code="a // b if b else 0",
        divided="a // b",
        pure=True,
        known=int.__floordiv__,
        shown="a div b",
    ),
    Operation(
        name="mod",
        form="{number} mod {number}",
        result=NUMBER,
        bounded=True,
        code="a % b if b else 0",
        divided="a % b",
        pure=True,
        known=int.__mod__,
        shown="a mod b",
    ),
    Operation(
        name="neg",
        form="-{number}",
        result=NUMBER,
        bounded=True,
        code="-a",
        pure=True,
        known=int.__neg__,
    ),
)
