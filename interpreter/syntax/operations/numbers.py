"""Arithmetic."""

from __future__ import annotations

from ..types import HALVES, NUMBER, UNKNOWN, Type, in_halves
from .declaration import Operation, Word


def member(types: tuple[Type, ...]) -> Type:
    """Return the type of a member of the last operand."""
    return types[-1].of or UNKNOWN


def entries(types: tuple[Type, ...]) -> Type:
    """Return the type of the second operand."""
    return types[1]


def alike(types: tuple[Type, ...]) -> Type:
    """Return the type of the operands, which are in one unit."""
    return types[0]


def product(types: tuple[Type, ...]) -> Type:
    """Return the type of a product: in halves if a factor is."""
    return next((kind for kind in types if in_halves(kind)), types[0])


def doubled(number: int) -> int:
    """Return how many halves a whole number has."""
    return 2 * number


def rounded_down(halves: int) -> int:
    """Return the next whole number from some halves on downwards."""
    return halves // 2


def rounded_up(halves: int) -> int:
    """Return the next whole number from some halves on upwards."""
    return -(-halves // 2)


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
    Operation(name="with_column", result=entries, code="_with_column(a, b, c)", stops=True),
    Operation(name="with_entry", result=entries, code="_with_entry(a, b, c)", stops=True),
    Operation(name="ordinal", result=NUMBER, code="a + 1", pure=True, known=ordinal),
    Operation(
        name="min",
        form="min({a number}, {a number}, …)",
        result=alike,
        bounded=True,
        pure=True,
        call="min",
        known=min,
        shown="min(a, b)",
        help="the smallest or the greatest of the numbers",
    ),
    Operation(
        name="max",
        form="max({a number}, {a number}, …)",
        result=alike,
        bounded=True,
        pure=True,
        call="max",
        known=max,
        shown="max(a, b, c)",
    ),
    Operation(
        name="add",
        form="{a number} + {a number}",
        result=alike,
        code="a + b",
        pure=True,
        known=int.__add__,
        shown="a + b",
        help="arithmetic; `div` rounds down to a whole number, `mod` is the remainder",
    ),
    Operation(
        name="sub",
        form="{a number} - {a number}",
        result=alike,
        code="a - b",
        pure=True,
        known=int.__sub__,
        shown="a - b",
    ),
    Operation(
        name="mul",
        form="{a factor} * {a factor}",
        result=product,
        code="a * b",
        pure=True,
        known=int.__mul__,
        shown="a * b",
    ),
    Operation(
        name="div",
        form="{a number} div {a number}",
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
        form="{a number} mod {a number}",
        result=alike,
        bounded=True,
        code="a % b if b else 0",
        divided="a % b",
        pure=True,
        known=int.__mod__,
        shown="a mod b",
    ),
    Operation(
        name="neg",
        form="-{a number}",
        result=alike,
        bounded=True,
        code="-a",
        pure=True,
        known=int.__neg__,
    ),
    Operation(
        name="half",
        form="half of {number}",
        result=HALVES,
        bounded=True,
        code="a",
        pure=True,
        known=int,
        free=True,
        shown="half of pot",
        help="half of a whole number, which may be [a number in halves](expressions.md#half-points) such as 30½",
    ),
    Operation(
        name="rounded_down",
        form="rounded down {halves}",
        rule="rounded",
        result=NUMBER,
        bounded=True,
        code="a // 2",
        pure=True,
        known=rounded_down,
        shown="rounded down half of pot|rounded up half of pot",
        help="the whole number that is next to a number in halves",
    ),
    Operation(
        name="rounded_up",
        form="rounded up {halves}",
        rule="rounded",
        result=NUMBER,
        bounded=True,
        code="-(-a // 2)",
        pure=True,
        known=rounded_up,
    ),
    Operation(name="in_halves", result=HALVES, code="2 * a", pure=True, known=doubled),
)
