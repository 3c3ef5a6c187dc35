"""Which expressions for a player can have nobody as their value.

What belongs to nobody must be refused, and to test for that takes time. So it is found out before
play where a test is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from ..check import ir
from ..check.program import Definition, Program
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS
from .tree_walk import parts

Unsure = Callable[[str], bool]
"""Whether a local name can stand for nobody."""


Parameters = Mapping[str, AbstractSet[str]]
"""For each definition the parameters that can be nobody."""


def _missing(program: Program) -> frozenset[str]:
    """Operations that have a value in most games, and in this one may come to nobody.

    Where players can leave, all of them can: then nobody sits beside a player.
    """
    if not any(parts(program, ir.Leave)):
        return frozenset()
    return frozenset(
        name for name, operation in OPERATIONS.items()
        if operation.departures and operation.result == ty.PLAYER
    )  # fmt: skip


class Nobody:
    """Tells for one program what can be nobody."""

    def __init__(self, program: Program) -> None:
        """Find the parameters of definitions for which nobody can be given."""
        self._definitions = program.definitions
        self._missing = _missing(program)
        self._parameters = _unsure_parameters(program, self._missing)

    def parameters(self, definition: str) -> AbstractSet[str]:
        """Return the parameters of a definition that can be nobody."""
        return self._parameters[definition]

    def possible(self, node: ir.Expr, unsure: Unsure) -> bool:
        """Return whether the value of an expression can be nobody."""
        return _possible(node, unsure, self._definitions, self._parameters, self._missing)


def _possible(
    node: ir.Expr,
    unsure: Unsure,
    definitions: dict[str, Definition],
    parameters: Parameters,
    missing: AbstractSet[str],
) -> bool:
    def possible(node: ir.Expr, unsure: Unsure = unsure) -> bool:
        return _possible(node, unsure, definitions, parameters, missing)

    match node:
        case ir.VarRef():
            return True
        case ir.Local(name=name):
            return unsure(name)
        case ir.Op(name=operation, arguments=given):
            players = (each for each in given if each.type == ty.PLAYER)
            absent = OPERATIONS[operation].nobody or operation in missing
            return absent or any(map(possible, players))
        case ir.Cond(then=then, other=other):
            return possible(then) or possible(other)
        case ir.Const(value=value):
            return value == -1
        case ir.Use(definition=definition):
            value, own = definitions[definition].value, parameters[definition]
            return value is not None and possible(value, own.__contains__)
        case _:
            return False


def _unsure_parameters(program: Program, missing: AbstractSet[str]) -> Parameters:
    """The parameters to which nobody can be given, by definition."""
    # Names given by `let` are taken together for all rules that are no definition.
    texts: dict[str, object] = {"": replace(program, definitions={}), **program.definitions}
    unsure = {text: set[str]() for text in texts}
    lets: list[tuple[str, ir.Let]] = []
    given: list[tuple[str, str, str, ir.Expr]] = []
    for text, tree in texts.items():
        lets += [(text, node) for node in parts(tree, ir.Let) if node.value.type == ty.PLAYER]
        for node in parts(tree, ir.Use, ir.Perform):
            parameters = program.definitions[node.definition].parameters
            for (name, kind), value in zip(parameters, node.arguments, strict=True):
                if kind == ty.PLAYER:
                    given.append((text, node.definition, name, value))

    def possible(node: ir.Expr, text: str) -> bool:
        return _possible(node, unsure[text].__contains__, program.definitions, unsure, missing)

    before = -1
    while sum(map(len, unsure.values())) != before:
        before = sum(map(len, unsure.values()))
        for text, node in lets:
            if possible(node.value, text):
                unsure[text].add(node.name)
        for text, definition, name, value in given:
            if possible(value, text):
                unsure[definition].add(name)
    return unsure
