"""What a statement names is looked up once, from left to right, before it changes anything.

The code of a statement may need a part of it several times, such as whose zone cards are taken
from, may need the parts in another order than they are written, or only after the first cards have
moved. That makes no difference unless a part draws chance, or can have another value by then: then
it becomes a `let` of its own before the statement; before that, what is written further left is
looked up, if it can stop the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import TypeVar

from ..analysis.analysis import draws
from ..analysis.nobody import Nobody
from ..analysis.stopping import Stopping
from ..diagnostics import Span
from ..program import ir
from ..program.program import Program
from ..program.tree_walk import Body, rebuilt_rules, walk
from ..syntax import types as ty


def ordered(program: Program) -> Program:
    """Return a program whose statements have nothing in them that must be looked up before."""
    return rebuilt_rules(program, _Ordering(program).block)


class _Ordering:
    """Puts `let`s before statements."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._count = count(1)

    @cached_property
    def _stopping(self) -> Stopping:
        return Stopping(self._program, Nobody(self._program))

    def _can_stop(self, node: ir.Expr) -> bool:
        return self._stopping.possible(node)

    def block(self, body: Body) -> Body:
        """Return statements with what they need before them."""
        return tuple(each for node in body for each in self._statement(node))

    def _statement(self, node: ir.Stmt) -> list[ir.Stmt]:
        lets = _Lets(node.span, self._count, self._can_stop)
        match node:
            case ir.If():
                node = replace(node, then=self.block(node.then), other=self.block(node.other))
            case ir.ForEach() | ir.Repeat():
                node = replace(node, body=self.block(node.body))
            case ir.Move(cards=cards, target=target):
                node = replace(node, cards=lets.cards(cards), target=lets.place(target))
            case ir.Lay(cards=cards):
                node = replace(node, cards=lets.cards(cards))
            case ir.DealOut(count=number, source=source, players=players, target=target):
                node = replace(
                    node,
                    count=lets.value(number),
                    source=lets.place(source),
                    players=None if players is None else lets.lasting(players),
                    target=lets.place(target),
                )
            case ir.Draw(count=number, source=source, target=target):
                node = replace(
                    node,
                    count=None if number is None else lets.value(number),
                    source=lets.place(source),
                    target=lets.place(target),
                )
            case ir.Shuffle(zone=zone):
                node = replace(node, zone=lets.place(zone))
            case ir.Leave(players=players):
                node = replace(node, players=lets.value(players))
            case ir.Assign(target=target, value=value):
                node = replace(node, target=lets.place(target), value=value)
            case _:
                pass
        return [*lets.made, node]


Place = TypeVar("Place", ir.ZoneRef, ir.VarRef, ir.ZoneRef | ir.PileRef)
Part = TypeVar("Part", bound=ir.Expr)


class _Lets:
    """Gives names to what must be looked up before one statement."""

    def __init__(self, span: Span, count: Iterator[int], can_stop: Callable[[ir.Expr], bool]) -> None:
        self.made: list[ir.Stmt] = []
        self._left: list[ir.Expr] = []  # the parts so far that have no name
        self._can_stop = can_stop
        # It is not a statement of the ruleset, and has no place of its own.
        self._span = Span(span.file, span.start, span.start)
        self._count = count

    def value(self, node: ir.Expr) -> ir.Expr:
        """Return what is needed once, or a name for it if it draws chance."""
        return self._named(node) if _draws(node) else self._as_it_is(node)

    def lasting(self, node: ir.Expr) -> ir.Expr:
        """Return what is needed again and again, or a name for it if it draws or can change."""
        return self._named(node) if _draws(node) or can_change(node) else self._as_it_is(node)

    def place(self, node: Place) -> Place:
        """Return a zone, a pile or a variable with a name for whose or which it is."""
        if isinstance(node, ir.PileRef):
            return replace(node, pile=self.lasting(node.pile))
        if node.seat is None:
            return node
        changed = node.variable if isinstance(node, ir.VarRef) else None
        named = _draws(node.seat) or can_change(node.seat, changed)
        return self._as_it_is(replace(node, seat=self._named(node.seat)) if named else node)

    def cards(self, node: ir.Expr) -> ir.Expr:
        """Return cards that are moved."""
        return self.place(node) if isinstance(node, ir.ZoneRef) else self.value(node)

    def _as_it_is(self, node: Part) -> Part:
        self._left.append(node)
        return node

    def _named(self, node: ir.Expr) -> ir.Expr:
        for each in filter(self._can_stop, self._left):
            self._let(each)
        self._left.clear()
        return self._let(node)

    def _let(self, node: ir.Expr) -> ir.Expr:
        name = f"·{next(self._count)}"
        self.made.append(ir.Let(name, node, span=self._span))
        return ir.Local(name, type=node.type, span=node.span)


def _draws(node: ir.Expr) -> bool:
    return any(map(draws, walk(node)))


def can_change(node: ir.Expr, variable: str | None = None) -> bool:
    """Return whether an expression can have another value while its statement is done.

    Args:
        node: the expression.
        variable: the variable that the statement changes; None if it moves cards.
    """
    if isinstance(node, ir.Local | ir.Const):
        return False
    for inner in walk(node):
        if isinstance(inner, ir.Use | ir.Can):
            return True
        if variable is not None:
            if isinstance(inner, ir.VarRef) and inner.variable == variable:
                return True
        elif ty.holds_cards(inner.type) or (inner.type.of or inner.type).name == "place":
            return True
    return False
