"""Inlining of definitions."""

from __future__ import annotations

from ...analysis.stopping import is_surely_evaluated
from ...identity import ByIdentity
from ...program import ir
from ...program.tree_walk import substitute, uses, walk
from ..context import Context

LARGEST = 40
"""The largest number of nodes that a definition has, with what is inlined in it, to be inlined."""


class Definitions:
    """Inlines the definitions of one program; one whose use is noted stays a call."""

    def __init__(self, context: Context) -> None:
        """Open the definitions of the context's program."""
        self._definitions = context.program.definitions
        self._draws = context.analysis.takes_chance
        self._may_stop = context.analysis.stopping.possible
        # By the identity of uses, which are held, so that no other has the same.
        self._expanded = ByIdentity[ir.Use, ir.Expr | None]()
        self._inlined = ByIdentity[ir.Use, ir.Expr | None]()
        self._lengths: dict[str, int] = {}

    def expand(self, node: ir.Use, *, always: bool = False) -> ir.Expr | None:
        """Return the definition's value with its arguments put in.

        It is None if chance decides an argument, or if one that may stop the game would perhaps not
        be evaluated then.

        Args:
            node: the use of a definition.
            always: whether it is also opened if its use is noted.
        """
        if self._definitions[node.definition].do and not always:
            return None
        return self._expanded.of(node, self._expanded_anew)

    def _expanded_anew(self, node: ir.Use) -> ir.Expr | None:
        definition = self._definitions[node.definition]
        if definition.value is None or any(map(self._draws, node.arguments)):
            return None
        names = [parameter for parameter, _ in definition.parameters]
        if any(
            not is_surely_evaluated(name, definition.value) and self._may_stop(argument)
            for name, argument in zip(names, node.arguments, strict=True)
        ):
            return None
        return substitute(definition.value, dict(zip(names, node.arguments, strict=True)))

    def inline(self, node: ir.Use) -> ir.Expr | None:
        """Return the definition's value with its arguments put in, if that costs nothing."""
        return self._inlined.of(node, self._inlined_anew)

    def _inlined_anew(self, node: ir.Use) -> ir.Expr | None:
        definition = self._definitions[node.definition]
        if definition.value is None:
            return None
        simple = all(
            _is_cheap(argument) or uses(definition.value, parameter) <= 1
            for (parameter, _), argument in zip(definition.parameters, node.arguments, strict=True)
        )
        short = simple and self._length(node.definition) <= LARGEST
        return self.expand(node) if short else None

    def _length(self, name: str) -> int:
        """Return how many nodes a definition's value has, with what is inlined in it."""
        if name not in self._lengths:
            value = self._definitions[name].value
            assert value is not None
            self._lengths[name] = sum(
                self._length(each.definition) if isinstance(each, ir.Use) and self.inline(each) is not None else 1
                for each in walk(value)
            )
        return self._lengths[name]

    def opened(self, node: ir.Expr) -> ir.Expr:
        """Return an expression with its definition expanded, if that would be inlined."""
        while isinstance(node, ir.Use):
            inlined = self.inline(node)
            if inlined is None:
                return node
            node = inlined
        return node


def _is_cheap(argument: ir.Expr) -> bool:
    """Return whether it costs little to compute an argument twice."""
    match argument:
        case ir.Local() | ir.Const() | ir.ZoneRef(seat=None) | ir.VarRef(seat=None):
            return True
        case ir.PileRef(pile=inner) | ir.ZoneRef(seat=inner) | ir.VarRef(seat=inner):
            return isinstance(inner, ir.Local | ir.Const)
        case _:
            return False
