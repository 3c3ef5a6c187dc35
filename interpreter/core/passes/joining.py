"""Inlining of blocks: where a function leads to a short block, the block's code is put there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from ...program.program import Program
from .. import nodes
from ..build import in_place_of, integer, nodes_in
from ..function import Function
from ..labels import DEAL, LIMIT, ONCE_A_DEAL, Label
from .common_subexpressions import CommonSubexpressions
from .seat_loops import by_seat, searched

JOINED = 350
"""The largest weight of a block that is inlined."""

_MOST = 4 * JOINED
"""The most nodes of all blocks that are inlined in one function."""

_FEWER_IN_BLOCKS, _FEWER = 50, 200
"""The same where code is to be short, in blocks and in other functions."""


class Joined:
    """The functions of a machine with short blocks inlined."""

    def __init__(self, functions: Mapping[str, Function], labels: Sequence[Label], program: Program) -> None:
        """Join nothing yet.

        Args:
            functions: all functions of a machine, by name.
            labels: the labels of its blocks; the first has the code -1.
            program: the program.
        """
        self._functions = functions
        self._players = program.players
        self._bodies: dict[str, Sequence[nodes.Statement]] = {}
        self._labels = labels
        self._among = {each.function for each in labels}
        self._once = {each.function for each in labels if each.kind in ONCE_A_DEAL}
        self._blocks: dict[int, _Block | None] = {}
        self._common = CommonSubexpressions(functions.keys(), self._body, _fixed(program))

    def _body(self, name: str) -> Sequence[nodes.Statement]:
        """Return the code of a function, with conditions on players asked seat by seat."""
        if name not in self._bodies:
            self._bodies[name] = by_seat(self._functions[name].tree.body, self._players)
        return self._bodies[name]

    def _block(self, number: int) -> _Block | None:
        """Return the block with a number if it is short enough."""
        if number not in self._blocks:
            inlined = -len(self._labels) <= number < 0 and number not in (DEAL, LIMIT)
            function = self._functions.get(self._labels[-number - 1].function) if inlined else None
            self._blocks[number] = None
            if function is not None:
                body = self._body(function.name)
                weight = _weight(body)
                if weight <= JOINED:
                    self._blocks[number] = _Block(body, weight)
        return self._blocks[number]

    def tree(self, name: str, short: bool = False) -> nodes.FunctionDef:
        """Return a function with the blocks that it leads to, optimised.

        Args:
            name: its name.
            short: whether short code is worth more than few calls, as in native code, which is made
                anew each time and whose calls cost little.
        """
        tree, body = self._functions[name].tree, self._body(name)
        if self._functions[name].leads:
            most = _MOST if not short else _FEWER_IN_BLOCKS if name in self._among else _FEWER
            body = _Joining(self._block, most).joined(body)
        if not (short and name in self._once):
            body = self._common.kept(body)
        return in_place_of(tree, nodes.FunctionDef(tree.name, tree.parameters, searched(body)))


def _fixed(program: Program) -> frozenset[str]:
    """Return the slots with a member for each seat, and that with a place for all that rules keep."""
    zones = (f"z_{each.name}" for each in program.zones.values() if each.each and not each.piles)
    variables = (f"v_{each.name}" for each in program.variables.values() if each.each)
    return frozenset({"frame", "v_score", *zones, *variables})


@dataclass(frozen=True, slots=True)
class _Block:
    """The code of a block, and how much that is."""

    body: Sequence[nodes.Statement]
    weight: int


class _Joining:
    """Replaces `return N` by the block of that number, again and again."""

    def __init__(self, block: Callable[[int], _Block | None], most: int) -> None:
        self._block = block
        self._left = most

    def joined(self, body: Sequence[nodes.Statement], within: frozenset[int] = frozenset()) -> list[nodes.Statement]:
        result: list[nodes.Statement] = []
        for node in body:
            result += self._statement(node, within)
            if isinstance(node, nodes.Return):
                break
        return result

    def _statement(self, node: nodes.Statement, within: frozenset[int]) -> list[nodes.Statement]:
        match node:
            case nodes.Return(value=nodes.Expression() as value):
                return self._return(node, value, within)
            case nodes.If():
                body = self.joined(node.body, within)
                other = self.joined(node.orelse, within)
                if body == node.body and other == node.orelse:
                    return [node]
                return [in_place_of(node, nodes.If(node.test, body, other))]
            case _:
                return [node]

    def _return(self, node: nodes.Return, value: nodes.Expression, within: frozenset[int]) -> list[nodes.Statement]:
        if isinstance(value, nodes.IfExp):
            first = in_place_of(node, nodes.Return(value.body))
            second = in_place_of(node, nodes.Return(value.orelse))
            then = self._return(first, value.body, within)
            other = self._return(second, value.orelse, within)
            return [in_place_of(node, nodes.If(value.test, then, [])), *other]
        number = integer(value)
        block = None if number is None or number in within else self._block(number)
        if number is None or block is None or block.weight > self._left:
            return [node]
        self._left -= block.weight
        return self.joined(block.body, within | {number})


def _weight(body: Sequence[nodes.Statement]) -> int:
    """Return the number of nodes of code, as far as it matters."""
    every = islice(nodes_in(*body), JOINED)
    found = 1
    for node in every:
        found += 2 if isinstance(node, _TWICE) else 1
        if isinstance(node, nodes.Compare):
            found += len(node.ops)
    return found


_TWICE = (
    *(nodes.Name, nodes.Attribute, nodes.Subscript, nodes.Starred, nodes.Tuple, nodes.List),
    *(nodes.BinOp, nodes.UnaryOp, nodes.BoolOp, nodes.AugAssign),
)
"""The classes of nodes that count twice: what they do is more than what their parts do."""
