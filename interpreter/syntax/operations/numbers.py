"""Arithmetic."""

from __future__ import annotations

from ..types import NUMBER, UNKNOWN, Type, list_of
from .declaration import Operation, Word


def member(types: tuple[Type, ...]) -> Type:
    """Return the type of a member of the last operand."""
    return types[-1].of or UNKNOWN


def entries(types: tuple[Type, ...]) -> Type:
    """Return the type of the second operand."""
    return types[1]


def ordinal(index: int) -> int:
    """Return the place of a suit, rank or choice in their order, from 1; 0 for none."""
    return index + 1


NUMBERS: tuple[Word, ...] = (
    Operation(
        name="column",
        form="column {number} of {list}",
        result=member,
        bounded=True,
        nobody=True,
        code="_column(a, b)",
        stops=True,
        shown="column c of points of p",
        help="one number of a variable with `columns`, counted from 1; without `column`, `points "
        "of p` is the list of all its numbers",
    ),
    Operation(name="with_column", result=list_of(NUMBER), code="_with_column(a, b, c)", stops=True),
    Operation(name="with_entry", result=entries, code="_with_entry(a, b, c)", stops=True),
    Operation(name="ordinal", result=NUMBER, code="a + 1", pure=True, known=ordinal),
    Operation(
        name="min",
        form="min({number}, {number}, …)",
        result=NUMBER,
        bounded=True,
        pure=True,
        call="min",
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
        call="max",
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
