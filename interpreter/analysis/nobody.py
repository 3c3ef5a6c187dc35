"""Finds the expressions for a player whose value can be nobody.

A zone or variable of nobody is an error at run time, and the test for it costs time. This analysis
finds before play where the test is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace

from ..program import ir
from ..program.program import Program
from ..program.tree_walk import parts, rules
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS

Unsure = Callable[[str], bool]
"""Returns whether a local name can stand for nobody."""


class Nobody:
    """Finds for one program which values can be nobody.

    Attributes:
        calls: how often definitions and procedures are used, of which it looks at each use.
    """

    def __init__(self, program: Program) -> None:
        """Find the operations that can come to nobody, and what definitions can be given."""
        self._program = program
        self._operations = {name for name, each in OPERATIONS.items() if each.nobody}
        self._never_empty = {"everybody"}
        if not any(isinstance(each, ir.Leave) for each in rules(program)):
            self._never_empty.add("players")
        else:  # all players can leave: then nobody sits beside a player
            self._operations |= {
                name for name, each in OPERATIONS.items() if each.departures and each.result == ty.PLAYER
            }
        self._parameters: dict[str, set[str]] = {name: set() for name in program.definitions}
        if self._may_lack_dealer():
            self._operations.add("dealer")
        self.calls = Counter[str]()
        self._find_parameters()

    def parameters(self, definition: str) -> AbstractSet[str]:
        """Return the parameters of a definition that can be nobody."""
        return self._parameters[definition]

    def possible(self, node: ir.Expr, unsure: Unsure) -> bool:
        """Return whether the value of an expression can be nobody."""
        match node:
            case ir.VarRef():
                return True
            case ir.Local(name=name):
                return unsure(name)
            case ir.Op(name=operation, arguments=(ir.Op(name=whole),)) if (
                OPERATIONS[operation].members and whole in self._never_empty
            ):
                return False  # one of them
            case ir.Op(name=operation, arguments=given):
                players = (each for each in given if each.type == ty.PLAYER)
                absent = operation in self._operations
                return absent or any(self.possible(each, unsure) for each in players)
            case ir.Cond(then=then, other=other):
                return self.possible(then, unsure) or self.possible(other, unsure)
            case ir.Const(value=value):
                return value == -1
            case ir.Use(definition=definition):
                value = self._program.definitions[definition].value
                own = self._parameters[definition]
                return value is not None and self.possible(value, own.__contains__)
            case _:
                return False

    def _may_lack_dealer(self) -> bool:
        """Whether rules can ask who deals when nobody does: before a match has its dealer."""
        program = self._program
        first = program.first_dealer
        early = [
            each.start
            for each in program.variables.values()
            if each.scope == "match" or (program.tables is not None and not each.own)
        ]
        self._operations.add("dealer")
        lacks = first is not None and self.possible(first, lambda _: True)
        self._operations.remove("dealer")
        return (
            lacks
            or any(node.name == "dealer" for node in parts(tuple(early), ir.Op))
            or any(parts(tuple(early), ir.Use))
        )

    def _find_parameters(self) -> None:
        """Find the parameters to which nobody can be given."""
        program = self._program
        # Names given by `let` are taken together for all rules that are not definitions.
        texts: dict[str, object] = {"": replace(program, definitions={}), **program.definitions}
        unsure = {"": set[str](), **self._parameters}
        lets: list[tuple[str, ir.Let]] = []
        given: list[tuple[str, str, str, ir.Expr]] = []
        for text, tree in texts.items():
            for node in parts(tree, ir.Let, ir.Use, ir.Perform):
                if isinstance(node, ir.Let):
                    lets += [(text, node)] if node.value.type == ty.PLAYER else []
                    continue
                self.calls[node.definition] += 1
                parameters = program.definitions[node.definition].parameters
                for (name, kind), value in zip(parameters, node.arguments, strict=True):
                    if kind == ty.PLAYER:
                        given.append((text, node.definition, name, value))
        before = -1
        while sum(map(len, unsure.values())) != before:
            before = sum(map(len, unsure.values()))
            for text, node in lets:
                if self.possible(node.value, unsure[text].__contains__):
                    unsure[text].add(node.name)
            for text, definition, name, value in given:
                if self.possible(value, unsure[text].__contains__):
                    unsure[definition].add(name)
