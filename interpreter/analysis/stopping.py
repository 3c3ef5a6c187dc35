"""Tells which expressions can stop the game: they ask for what nobody has, or what is not there.

What can stop a game is evaluated where the rules name it, even if its value makes no difference,
and nowhere else (docs/language/evaluation.md, "What is evaluated"). So code must not leave such an expression
out, nor evaluate it earlier than others that decide whether it is needed.
"""

from __future__ import annotations

from ..program import ir
from ..program.program import Program
from ..program.tree_walk import walk
from ..syntax.operations.table import OPERATIONS
from .nobody import Nobody


class Stopping:
    """Finds for one program which expressions can stop the game."""

    def __init__(self, program: Program, nobody: Nobody) -> None:
        """Take what is known about values that can be nobody."""
        self._program = program
        self._nobody = nobody
        self._definitions: dict[str, bool] = {}

    def possible(self, node: ir.Expr) -> bool:
        """Return whether an expression can stop the game; any local player may be nobody."""
        return any(map(self._by_itself, walk(node)))

    def _by_itself(self, node: ir.Expr) -> bool:
        match node:
            case ir.ZoneRef(seat=seat) | ir.VarRef(seat=seat) if seat is not None:
                return self._may_be_nobody(seat)
            case ir.Op(name="players_from", arguments=(seat,)):
                return self._may_be_nobody(seat)
            case ir.Op(name=name):
                operation = OPERATIONS[name]
                return operation.stops or (operation.nobody and node.type.name == "place")
            case ir.Use(definition=name):
                if name not in self._definitions:
                    value = self._program.definitions[name].value
                    self._definitions[name] = value is not None and self.possible(value)
                return self._definitions[name]
            case _:
                return isinstance(node, ir.Can)

    def _may_be_nobody(self, seat: ir.Expr) -> bool:
        return self._nobody.possible(seat, lambda _: True)


def is_surely_evaluated(name: str, node: ir.Expr) -> bool:
    """Return whether an expression always evaluates a local name in it."""
    match node:
        case ir.Local(name=found):
            return found == name
        case ir.Cond(test=test, then=then, other=other):
            return is_surely_evaluated(name, test) or all(is_surely_evaluated(name, each) for each in (then, other))
        case (
            ir.Logic(left=first)
            | ir.Op(name="otherwise", arguments=(first, _))
            | ir.Filter(collection=first)
            | ir.Best(collection=first)
            | ir.Fold(collection=first)
            | ir.AllSeats(players=first)
            | ir.PileRef(pile=first)
            | ir.IsMeld(cards=first)
            | ir.Noted(value=first)
        ):
            return is_surely_evaluated(name, first)
        case ir.ZoneRef(seat=seat) | ir.VarRef(seat=seat):
            return seat is not None and is_surely_evaluated(name, seat)
        case ir.Op(arguments=arguments) | ir.Use(arguments=arguments):
            return any(is_surely_evaluated(name, each) for each in arguments)
        case _:
            return False
