"""Conditions on players are asked seat by seat, without lists of players.

A rule says `players where hand of it is not empty`, and asks how many they are, whether there are
any, or who is the next of them. In a game with few seats the condition is written out for each
seat. Who is next, or the first for whom something holds, is looked for in order, and the seats
behind that one are not asked. Only expressions that cannot fail and change nothing are left out in
this way.
"""

from __future__ import annotations

import ast
from functools import reduce
from typing import NamedTuple, cast

from ..build import constant, expression, in_place_of, is_slot, name, rebuilt, statements
from ..effects import is_safe
from ..types import type_of, typed
from .peephole import shorter

MOST_SEATS = 4
"""The largest number of seats for which conditions are written out."""

_LEAVES = frozenset({ast.Name, ast.Constant})
"""The kinds of expressions that have no parts."""

_REWRITTEN = frozenset({ast.Call, ast.UnaryOp, ast.ListComp})
"""The kinds of expressions in whose place there may be others, when their parts have changed."""


class _Members(NamedTuple):
    """Some of the seats: those for which all tests hold. The tests have a name for the seat."""

    variable: str
    seats: tuple[int, ...]
    tests: list[ast.expr]

    @property
    def test(self) -> ast.expr:
        """All tests as one."""
        return self.tests[0] if len(self.tests) == 1 else ast.BoolOp(ast.And(), self.tests)


def by_seat(body: list[ast.stmt], players: int) -> list[ast.stmt]:
    """Return statements in which lists of players are not made where they are not needed.

    Args:
        body: the statements, which are not changed.
        players: the number of seats.
    """
    rewriting = _Seats(players)
    return [cast(ast.stmt, rewriting.changed(node)) for node in body]


def searched(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements in which the next player, or the first item, is looked for by a loop."""
    result: list[ast.stmt] = []
    for node in body:
        match node:
            case ast.If():
                then, other = searched(node.body), searched(node.orelse)
                same = then == node.body and other == node.orelse
                result.append(node if same else in_place_of(node, ast.If(node.test, then, other)))
            case ast.Assign(
                targets=[target],
                value=ast.Call(
                    func=ast.Name(id="next" | "_first"),
                    args=[
                        ast.GeneratorExp(elt=ast.Name() as seat, generators=[each])
                        | ast.ListComp(elt=ast.Name() as seat, generators=[each]),
                        nobody,
                    ],
                ),
            ) if _is_condition(each, seat.id):
                order, test = each.iter, each.ifs[0]
                loop = statements(
                    "for x in c:\n    if t:\n        y = x\n        break\nelse:\n    y = z",
                    x=seat,
                    c=order,
                    t=test,
                    z=nobody,
                    y=target,
                )
                result += [in_place_of(node, each) for each in loop]
            case _:
                result.append(node)
    return result


class _Seats:
    """Rewrites the code of a game with a number of seats."""

    def __init__(self, players: int) -> None:
        self._players = players

    def changed(self, node: ast.AST) -> ast.AST:
        """Return a tree without needless lists of players."""
        if node.__class__ in _LEAVES:
            return node
        found = self._compared(node) if isinstance(node, ast.Compare) else None
        if found is not None:
            return typed(found, type_of(node))
        node = rebuilt(node, self.changed)
        if node.__class__ not in _REWRITTEN:
            return node
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.ListComp() as listed]):
                found = self._number(listed)
            case ast.Call(func=ast.Name(id="sum"), args=[ast.ListComp() as listed]):
                found = self._sum(listed)
            case ast.Call(func=ast.Name(id="_first"), args=[ast.Constant() as fixed, _]):
                seats = cast(object, fixed.value)
                found = constant(cast(int, seats[0])) if isinstance(seats, tuple) and seats else None
            case ast.Call(func=ast.Name(id="_first"), args=[ast.ListComp() as listed, nobody]):
                found = self._first(listed, nobody)
            case ast.Call(func=ast.Name(id="_from"), args=[listed, seat, step, _]):
                found = self._next(listed, seat, step)
            case ast.UnaryOp(op=ast.Not(), operand=ast.ListComp() as listed):
                found = self._none(listed)
            case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=test)):
                found = test if _is_truth(test) else None
            case _:
                pass
        if found is None:
            found = shorter(node)
        return node if found is None else typed(found, type_of(node))

    def _compared(self, node: ast.Compare) -> ast.expr | None:
        """Return code for how many players there are in a list, if all or any are asked for."""
        match node:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="len"), args=[ast.ListComp() as listed]),
                ops=[ast.Gt()],
                comparators=[ast.Constant(value=int() as least)],
            ):
                tests = self._tests(cast(ast.ListComp, self.changed(listed)))
            case _:
                return None
        if tests is None or not 0 <= least < len(tests) or not all(is_safe(t) for _, t in tests):
            return None
        each = [test for _, test in tests]
        if least == len(each) - 1:
            return ast.BoolOp(ast.And(), each) if least else each[0]
        return ast.BoolOp(ast.Or(), each) if least == 0 else None

    def _number(self, listed: ast.ListComp) -> ast.expr | None:
        tests = self._tests(listed)
        if tests is None:
            return None
        counted = [
            each if _is_truth(each) and not isinstance(each, ast.BoolOp) else expression("1 if t else 0", t=each)
            for _, each in tests
        ]
        return reduce(lambda a, b: expression("a + b", a=a, b=b), counted)

    def _sum(self, listed: ast.ListComp) -> ast.expr | None:
        found = self._members(listed)
        if found is None or found.tests or not 0 < len(found.seats) <= MOST_SEATS:
            return None
        terms = [_at(listed.elt, found.variable, seat) for seat in found.seats]
        return reduce(lambda a, b: expression("a + b", a=a, b=b), terms)

    def _none(self, listed: ast.ListComp) -> ast.expr | None:
        tests = self._tests(listed)
        if tests is None or not all(is_safe(each) for _, each in tests):
            return None
        some = [each for _, each in tests]
        return ast.UnaryOp(ast.Not(), ast.BoolOp(ast.Or(), some) if len(some) > 1 else some[0])

    def _first(self, listed: ast.ListComp, nobody: ast.expr) -> ast.expr | None:
        tests = self._tests(listed)
        if tests is None or not all(is_safe(each) for _, each in tests):
            return None
        found = nobody
        for seat, test in reversed(tests):
            found = expression("a if t else b", a=constant(seat), t=test, b=found)
        return found

    def _next(self, listed: ast.expr, seat: ast.expr, step: ast.expr) -> ast.expr | None:
        """Return code for the first of some players from a seat on."""
        variable = "seat"
        found = self._seats(listed, variable)
        if found is None or len(found.seats) < self._players or not found.tests:
            return None
        if not all(is_safe(each) for each in found.tests):
            return None
        order = "ROUND" if isinstance(step, ast.Constant) else "(ROUND if d > 0 else ROUND_BACK)"
        order = expression(f"{order}[p]", d=step, p=seat)
        return expression("next((x for x in c if t), -1)", x=name(variable), c=order, t=found.test)

    def _tests(self, listed: ast.ListComp) -> list[tuple[int, ast.expr]] | None:
        """Return the condition for each seat to be in a list of players."""
        found = self._members(listed)
        if found is None or not found.tests or not 0 < len(found.seats) <= MOST_SEATS:
            return None
        if not (isinstance(listed.elt, ast.Name) and listed.elt.id == found.variable):
            return None
        return [(seat, _at(found.test, found.variable, seat)) for seat in found.seats]

    def _members(self, listed: ast.ListComp) -> _Members | None:
        """Return the seats that a comprehension goes through."""
        match listed.generators:
            case [ast.comprehension(target=ast.Name(id=variable), iter=collection, ifs=tests)]:
                found = self._seats(collection, variable)
                if found is None:
                    return None
                return _Members(variable, found.seats, _different([*found.tests, *tests]))
            case _:
                return None

    def _seats(self, collection: ast.expr, variable: str) -> _Members | None:
        """Return the members of a collection of players, if it is one of those known here."""
        match collection:
            case ast.Constant():  # the players of a game from which nobody is away
                return _Members(variable, cast("tuple[int, ...]", collection.value), [])
            case ast.Subscript(value=ast.Name(id="PRESENT"), slice=ast.Attribute()):
                test = expression("not s.away >> p & 1", p=name(variable))
                return _Members(variable, tuple(range(self._players)), [test])
            case ast.Call(func=ast.Name(id="_minus"), args=[whole, others]) if is_slot(others):
                found = self._seats(whole, variable)
                if found is None:
                    return None
                test = expression("p not in c", p=name(variable), c=others)
                return _Members(variable, found.seats, [*found.tests, test])
            case ast.Call(
                func=ast.Name(id="_minus"),
                args=[whole, ast.Call(func=ast.Name(id="_each_of"), args=[other])],
            ) if is_slot(other):
                found = self._seats(whole, variable)
                if found is None:
                    return None
                test = expression("p != c", p=name(variable), c=other)
                return _Members(variable, found.seats, [*found.tests, test])
            case ast.ListComp(elt=ast.Name(id=item)):
                found = self._members(collection)
                if found is None or item != found.variable:
                    return None
                tests = [_put(each, item, name(variable)) for each in found.tests]
                return _Members(variable, found.seats, tests)
            case _:
                return None


def _is_condition(node: ast.comprehension, item: str) -> bool:
    """Return whether a comprehension keeps those items for which a safe condition holds."""
    target = node.target
    return isinstance(target, ast.Name) and target.id == item and len(node.ifs) == 1 and is_safe(node.ifs[0])


def _different(tests: list[ast.expr]) -> list[ast.expr]:
    return list({ast.dump(each): each for each in map(_as_test, tests)}.values())


def _as_test(node: ast.expr) -> ast.expr:
    """Return code that is true where some code is."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=test)):
            return _as_test(test)
        case _:
            return node


def _is_truth(node: ast.expr) -> bool:
    """Whether the value of code is True or False."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(map(_is_truth, values))
        case _:
            return False


def _at(node: ast.expr, variable: str, seat: int) -> ast.expr:
    return _put(node, variable, constant(seat))


def _put(node: ast.expr, variable: str, value: ast.expr) -> ast.expr:
    """Return code with something in the place of a name."""

    def change(part: ast.AST) -> ast.AST:
        if isinstance(part, ast.Name) and part.id == variable:
            return value
        part = rebuilt(part, change)
        return shorter(part) or part

    return cast(ast.expr, change(node))
