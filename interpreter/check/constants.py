"""Values that must be known before play: they depend only on numbers, options and players."""

from __future__ import annotations

from ..program import ir
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.types import Type
from .context import Env
from .expressions import Expressions
from .reports import Reports


class Constants:
    """Computes texts of declarations, and reports those whose value is not known before play."""

    def __init__(self, expressions: Expressions, reports: Reports) -> None:
        """Work for one ruleset.

        Args:
            expressions: gives types to expressions.
            reports: takes the problems.
        """
        self._expressions = expressions
        self._reports = reports

    def value(self, node: n.Expr | None, want: Type) -> int | None:
        """Return the value of a text; None if it is missing or wrong."""
        if node is None:
            return None
        before = len(self._reports.problems)
        value = self._expressions.expr(node, Env(actor=False, static=True), want)
        if len(self._reports.problems) > before or value.type == ty.UNKNOWN:
            return None
        number = value.value if isinstance(value, ir.Const) and value.type != ty.NOTHING else None
        if isinstance(number, int):
            return int(number)
        message = "this must be known before play"
        some = "only options" if want.choices else "only numbers and options"
        self._reports.problem("CR424", message, node.span, f"{some} may stand here")
        return None

    def number(self, node: n.Expr | None, default: int, least: int, kind: Type = ty.NUMBER) -> int:
        """Return a number as it is stored, and report one that is out of range."""
        value = self.value(node, kind)
        if value is None:
            return default
        if value < least and node is not None:
            message = f"this is {ty.written(value, kind)}, but it must be {least} or more"
            match node:
                case n.Arithmetic("-", n.Number(first), n.Number(last)):
                    advice = f"write '{first} to {last}' for all from {first} to {last}"
                case _:
                    advice = f"write a number from {least} on"
            self._reports.problem("CR425", message, node.span, advice)
        return value

    def holds(self, node: n.Expr | None, *, default: bool) -> bool:
        """Return whether a condition holds; a default if it is missing."""
        return default if node is None else bool(self.value(node, ty.BOOLEAN))

    def word(self, node: n.Expr | None, words: tuple[str, ...], default: str) -> str:
        """Return one of some words; a default if it is missing or wrong."""
        index = self.value(node, Type("choice", choices=words))
        return default if index is None else words[index]
