"""Chance is drawn once for each time that a rule names it, and in the same order in every build.

The code of a statement may need a part of it several times, such as whose zone cards are taken
from, or may need the parts in another order than they are written. That makes no difference, unless
a part draws a number: then it becomes a `let` of its own before the statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import TypeVar

from ..check import ir
from ..check.program import Program
from ..diagnostics import Span
from .analysis import draws
from .tree_walk import Body, rebuilt_rules, walk


def ordered(program: Program) -> Program:
    """Return a program in which no statement draws a number where its code may do so twice."""
    return rebuilt_rules(program, _Ordering().block)


class _Ordering:
    """Puts `let`s before statements."""

    def __init__(self) -> None:
        self._count = count(1)

    def block(self, body: Body) -> Body:
        """Return statements with what they need before them."""
        return tuple(each for node in body for each in self._statement(node))

    def _statement(self, node: ir.Stmt) -> list[ir.Stmt]:
        lets = _Lets(node.span, self._count)
        match node:
            case ir.If():
                node = replace(node, then=self.block(node.then), other=self.block(node.other))
            case ir.ForEach() | ir.Repeat():
                node = replace(node, body=self.block(node.body))
            case ir.Move(cards=cards, target=target):
                node = replace(node, cards=lets.value(cards), target=lets.place(target))
            case ir.Lay(cards=cards):
                node = replace(node, cards=lets.value(cards))
            case ir.DealOut(count=number, players=players, source=source, target=target):
                node = replace(
                    node, count=lets.value(number),
                    players=None if players is None else lets.value(players),
                    source=lets.place(source), target=lets.place(target),
                )  # fmt: skip
            case ir.Draw(count=number, source=source, target=target):
                node = replace(
                    node, count=None if number is None else lets.value(number),
                    source=lets.place(source), target=lets.place(target),
                )  # fmt: skip
            case ir.Shuffle(zone=zone):
                node = replace(node, zone=lets.place(zone))
            case ir.Leave(players=players):
                node = replace(node, players=lets.value(players))
            case ir.Assign(
                target=target, value=ir.Op(name="add", arguments=(old, more)) as value
            ) if old == target:
                # `add more to target`: whose it is, is looked up once.
                place = lets.place(target)
                value = replace(value, arguments=(place, lets.value(more)))
                node = replace(node, target=place, value=value)
            case ir.Assign(target=target, value=value):
                value = lets.value(value) if _draws(target) else value
                node = replace(node, value=value, target=lets.place(target))
            case _:
                pass
        return [*lets.made, node]


Place = TypeVar("Place", ir.ZoneRef, ir.VarRef, ir.ZoneRef | ir.PileRef)


class _Lets:
    """Gives names to what draws numbers in one statement."""

    def __init__(self, span: Span, count: Iterator[int]) -> None:
        self.made: list[ir.Let] = []
        # It is no statement of the ruleset, and has no place of its own.
        self._span = Span(span.file, span.start, span.start)
        self._count = count

    def value(self, node: ir.Expr) -> ir.Expr:
        """Return an expression, or the name of what it was."""
        if not _draws(node):
            return node
        name = f"·{next(self._count)}"
        self.made.append(ir.Let(name, node, span=self._span))
        return ir.Local(name, type=node.type, span=node.span)

    def place(self, node: Place) -> Place:
        """Return a zone or variable with the name of the player whose it is."""
        if isinstance(node, ir.PileRef):
            return replace(node, pile=self.value(node.pile))
        return node if node.seat is None else replace(node, seat=self.value(node.seat))


def _draws(node: ir.Expr) -> bool:
    return any(map(draws, walk(node)))
