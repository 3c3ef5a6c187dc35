"""The dialect of Python that is translated to native code: what may occur in it.

Generated functions and those of the runtime that they call are written in it. The translator asks
here for each node, each call of what Python has of its own, and each value. What is not listed is
refused by its name, and Python plays the game. What depends on several values at once, such as the
kinds of two operands, is refused where they are translated.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from ..syntax.types import Type


class Refused(Exception):
    """The rules need something that native code cannot do; the text says what."""


class _Kind(Protocol):
    """A kind (`kinds.py`)."""

    @property
    def name(self) -> str: ...


STATEMENTS: Final[frozenset[type[ast.stmt]]] = frozenset(
    (
        ast.AnnAssign,
        ast.Assign,
        ast.AugAssign,
        ast.Break,
        ast.Continue,
        ast.Delete,
        ast.Expr,
        ast.For,
        ast.If,
        ast.Pass,
        ast.Raise,
        ast.Return,
        ast.While,
    )
)
"""The classes of statements."""

EXPRESSIONS: Final[frozenset[type[ast.expr]]] = frozenset(
    (
        ast.Attribute,
        ast.BinOp,
        ast.BoolOp,
        ast.Call,
        ast.Compare,
        ast.Constant,
        ast.GeneratorExp,
        ast.IfExp,
        ast.Lambda,
        ast.List,
        ast.ListComp,
        ast.Name,
        ast.Subscript,
        ast.Tuple,
        ast.UnaryOp,
    )
)
"""The classes of expressions."""

OPERATORS: Final[frozenset[type[ast.operator]]] = frozenset(
    (
        ast.Add,
        ast.BitAnd,
        ast.BitOr,
        ast.BitXor,
        ast.FloorDiv,
        ast.LShift,
        ast.Mod,
        ast.Mult,
        ast.RShift,
        ast.Sub,
    )
)
"""The classes of operators between two values."""

FUNCTIONS: Final = frozenset("abs all any bool int iter len list map max min next range sorted sum tuple".split())
"""The functions that Python has of its own. `zip` and `enumerate` are part of loops."""

METHODS: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(("number", "truth", "wide"), frozenset(("bit_count", "bit_length"))),
    "sequence": frozenset("__getitem__ append clear copy count extend index insert pop remove".split()),
    "state": frozenset(("turn_to",)),
    "cache": frozenset(("get",)),
}
"""By the name of a kind, the methods of its values. Those of objects are translated themselves."""

_NUMBERS: Final = ("number", "wide", "nothing", "never")
"""The kinds that hold numbers. A cache that remembers nothing returns `nothing`."""

HOLDING: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys("number card cards rank suit colour player choice place seats nothing".split(), _NUMBERS),
    **dict.fromkeys(("pile", "players"), ("sequence", "never")),
    "list": ("sequence", "record", "never"),
    "iterator": ("iterator",),
    "record": ("sequence", "record", "never"),
    "boolean": ("truth", "number", "never"),
    "state": ("state",),
    "draw": ("draw",),
    "fraction": ("drawn",),
    "action": ("sequence", "record"),
    "text": ("text",),
    "function": ("function",),
    "object": ("object",),
    "table": ("cache", "clamped"),
}
"""By the name of a type that code carries, the names of the kinds that hold its values."""


def admit(node: ast.stmt | ast.expr | ast.operator) -> None:
    """Refuse a node whose class is not part of the dialect.

    >>> admit(ast.Name("l_card"))
    >>> admit(ast.Dict())
    Traceback (most recent call last):
    cardrules.interpreter.native.dialect.Refused: the expression Dict

    Raises:
        Refused: it is not.
    """
    kind = type(node)
    if kind in EXPRESSIONS or kind in STATEMENTS or kind in OPERATORS:
        return
    what = "statement" if isinstance(node, ast.stmt) else "expression" if isinstance(node, ast.expr) else "operation"
    raise Refused(f"the {what} {kind.__name__}")


def admit_method(owner: _Kind, name: str) -> None:
    """Refuse a method that values of a kind do not have here.

    Raises:
        Refused: they do not.
    """
    if name not in METHODS.get(owner.name, ()):
        raise Refused(f"the method {name} of a {owner}")


def admit_value(kind: _Kind, declared: Type | None) -> None:
    """Refuse a value of a kind that does not hold values of the type that its code carries.

    Args:
        kind: the kind.
        declared: the type; None if the code carries none.

    Raises:
        Refused: it holds no such values.
    """
    if declared is not None and kind.name not in HOLDING[declared.name]:
        raise Refused(f"{declared}, held as a {kind}")
