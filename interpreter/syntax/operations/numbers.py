"""Arithmetic."""

from __future__ import annotations

from ..types import NUMBER
from .declaration import Operation, Word

NUMBERS: tuple[Word, ...] = (
    Operation(
        name="min",
        form="min({number}, {number}, …)",
        result=NUMBER,
        pure=True,
        code="min*",
        known=min,
        shown="min(a, b)",
        help="the smallest and the greatest number",
    ),
    Operation(
        name="max",
        form="max({number}, {number}, …)",
        result=NUMBER,
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
        help="arithmetic in whole numbers; `div` drops the rest",
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
        code="-a",
        pure=True,
        known=int.__neg__,
    ),
)
