"""Conditions on players are asked seat by seat, without lists of players.

A rule says `players where hand of it is not empty`, and asks how many they are, whether there are
any, or who is the next of them. In a game with few seats the condition is written out for each
seat. Who is next, or the first for whom something holds, is looked for in order, and the seats
after that one are not asked. Only expressions that cannot fail and change nothing are left out in
this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple, cast

from .. import nodes
from ..build import constant, expression, form, in_place_of, is_slot, name, rebuilt, statements
from ..effects import is_safe
from .peephole import shorter

MOST_SEATS = 4
"""The largest number of seats for which conditions are written out."""

_LEAVES = frozenset({nodes.Name, nodes.Constant})
"""The kinds of expressions that have no parts."""

_REWRITTEN = frozenset({nodes.Call, nodes.UnaryOp, nodes.ListComp})
"""The kinds of expressions in whose place there may be others, when their parts have changed."""


class _Members(NamedTuple):
    """Some of the seats: those for which all tests hold. The tests have a name for the seat."""

    variable: str
    seats: tuple[int, ...]
    tests: list[nodes.Expression]

    @property
    def test(self) -> nodes.Expression:
        """All tests as one."""
        return self.tests[0] if len(self.tests) == 1 else nodes.BoolOp("and", self.tests)


def by_seat(body: Sequence[nodes.Statement], players: int) -> list[nodes.Statement]:
    """Return statements in which lists of players are not made where they are not needed.

    Args:
        body: the statements, which are not changed.
        players: the number of seats.
    """
    rewriting = _Seats(players)
    return [cast(nodes.Statement, rewriting.changed(node)) for node in body]


def searched(body: Sequence[nodes.Statement]) -> list[nodes.Statement]:
    """Return statements in which the next player, or the first item, is looked for by a loop."""
    result: list[nodes.Statement] = []
    for node in body:
        match node:
            case nodes.If():
                then, other = searched(node.body), searched(node.orelse)
                same = then == node.body and other == node.orelse
                result.append(node if same else in_place_of(node, nodes.If(node.test, then, other)))
            case nodes.Assign(
                targets=[target],
                value=nodes.Call(
                    func=nodes.Name(id="next" | "_first"),
                    args=[
                        nodes.GeneratorExp(elt=nodes.Name() as seat, generators=[each])
                        | nodes.ListComp(elt=nodes.Name() as seat, generators=[each]),
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

    def changed(self, node: nodes.Node) -> nodes.Node:
        """Return a tree without needless lists of players."""
        if node.__class__ in _LEAVES:
            return node
        found = self._compared(node) if isinstance(node, nodes.Compare) else None
        if found is not None:
            return in_place_of(node, found)
        node = rebuilt(node, self.changed)
        if node.__class__ not in _REWRITTEN:
            return node
        match node:
            case nodes.Call(func=nodes.Name(id="len"), args=[nodes.ListComp() as listed]):
                found = self._number(listed)
            case nodes.Call(func=nodes.Name(id="sum"), args=[nodes.ListComp() as listed]):
                found = self._sum(listed)
            case nodes.Call(func=nodes.Name(id="_first"), args=[nodes.Constant() as fixed, _]):
                seats = cast(object, fixed.value)
                found = constant(cast(int, seats[0])) if isinstance(seats, tuple) and seats else None
            case nodes.Call(func=nodes.Name(id="_first"), args=[nodes.ListComp() as listed, nobody]):
                found = self._first(listed, nobody)
            case nodes.Call(func=nodes.Name(id="_from"), args=[listed, seat, step, _]):
                found = self._next(listed, seat, step)
            case nodes.UnaryOp(op="not", operand=nodes.ListComp() as listed):
                found = self._none(listed)
            case nodes.UnaryOp(op="not", operand=nodes.UnaryOp(op="not", operand=test)):
                found = test if _is_truth(test) else None
            case _:
                pass
        if found is None:
            found = shorter(node)
        return node if found is None else in_place_of(node, found)

    def _compared(self, node: nodes.Compare) -> nodes.Expression | None:
        """Return code for how many players there are in a list, if all or any are asked for."""
        match node:
            case nodes.Compare(
                left=nodes.Call(func=nodes.Name(id="len"), args=[nodes.ListComp() as listed]),
                ops=[">"],
                comparators=[nodes.Constant(value=int() as least)],
            ):
                tests = self._tests(cast(nodes.ListComp, self.changed(listed)))
            case _:
                return None
        if tests is None or least >= len(tests) or not all(is_safe(t) for _, t in tests):
            return None
        each = [test for _, test in tests]
        if least == len(each) - 1:
            return nodes.BoolOp("and", each) if least else each[0]
        return nodes.BoolOp("or", each) if least == 0 else None

    def _number(self, listed: nodes.ListComp) -> nodes.Expression | None:
        tests = self._tests(listed)
        if tests is None:
            return None
        counted = [
            each if _is_truth(each) and not isinstance(each, nodes.BoolOp) else expression("1 if t else 0", t=each)
            for _, each in tests
        ]
        return reduce(lambda a, b: expression("a + b", a=a, b=b), counted)

    def _sum(self, listed: nodes.ListComp) -> nodes.Expression | None:
        found = self._members(listed)
        if found is None or found.tests or not 0 < len(found.seats) <= MOST_SEATS:
            return None
        terms = [_at(listed.elt, found.variable, seat) for seat in found.seats]
        return reduce(lambda a, b: expression("a + b", a=a, b=b), terms)

    def _none(self, listed: nodes.ListComp) -> nodes.Expression | None:
        tests = self._tests(listed)
        if tests is None or not all(is_safe(each) for _, each in tests):
            return None
        some = [each for _, each in tests]
        return nodes.UnaryOp("not", nodes.BoolOp("or", some) if len(some) > 1 else some[0])

    def _first(self, listed: nodes.ListComp, nobody: nodes.Expression) -> nodes.Expression | None:
        tests = self._tests(listed)
        if tests is None or not all(is_safe(each) for _, each in tests):
            return None
        found = nobody
        for seat, test in reversed(tests):
            found = expression("a if t else b", a=constant(seat), t=test, b=found)
        return found

    def _next(
        self, listed: nodes.Expression, seat: nodes.Expression, step: nodes.Expression
    ) -> nodes.Expression | None:
        """Return code for the first of some players from a seat on."""
        variable = "seat"
        found = self._seats(listed, variable)
        if found is None or len(found.seats) < self._players or not found.tests:
            return None
        if not all(is_safe(each) for each in found.tests):
            return None
        order = "ROUND" if isinstance(step, nodes.Constant) else "(ROUND if d > 0 else ROUND_BACK)"
        order = expression(f"{order}[p]", d=step, p=seat)
        return expression("next((x for x in c if t), -1)", x=name(variable), c=order, t=found.test)

    def _tests(self, listed: nodes.ListComp) -> list[tuple[int, nodes.Expression]] | None:
        """Return the condition for each seat to be in a list of players."""
        found = self._members(listed)
        if found is None or not found.tests or not 0 < len(found.seats) <= MOST_SEATS:
            return None
        if not (isinstance(listed.elt, nodes.Name) and listed.elt.id == found.variable):
            return None
        return [(seat, _at(found.test, found.variable, seat)) for seat in found.seats]

    def _members(self, listed: nodes.ListComp) -> _Members | None:
        """Return the seats that a comprehension goes through."""
        match listed.generators:
            case [nodes.Clause(target=nodes.Name(id=variable), iter=collection, ifs=tests)]:
                found = self._seats(collection, variable)
                if found is None:
                    return None
                return _Members(variable, found.seats, _different([*found.tests, *tests]))
            case _:
                return None

    def _seats(self, collection: nodes.Expression, variable: str) -> _Members | None:
        """Return the members of a collection of players, if it is one of those known here."""
        match collection:
            case nodes.Constant():  # the players of a game from which nobody is away
                return _Members(variable, cast("tuple[int, ...]", collection.value), [])
            case nodes.Subscript(value=nodes.Name(id="PRESENT"), slice=nodes.Attribute()):
                test = expression("not s.away >> p & 1", p=name(variable))
                return _Members(variable, tuple(range(self._players)), [test])
            case nodes.Call(func=nodes.Name(id="_minus"), args=[whole, others]) if is_slot(others):
                found = self._seats(whole, variable)
                if found is None:
                    return None
                test = expression("p not in c", p=name(variable), c=others)
                return _Members(variable, found.seats, [*found.tests, test])
            case nodes.Call(
                func=nodes.Name(id="_minus"),
                args=[whole, nodes.Call(func=nodes.Name(id="_each_of"), args=[other])],
            ) if is_slot(other):
                found = self._seats(whole, variable)
                if found is None:
                    return None
                test = expression("p != c", p=name(variable), c=other)
                return _Members(variable, found.seats, [*found.tests, test])
            case nodes.ListComp(elt=nodes.Name(id=item)):
                found = self._members(collection)
                if found is None or item != found.variable:
                    return None
                tests = [_put(each, item, name(variable)) for each in found.tests]
                return _Members(variable, found.seats, tests)
            case _:
                return None


def _is_condition(node: nodes.Clause, item: str) -> bool:
    """Return whether a comprehension keeps those items for which a safe condition holds."""
    target = node.target
    return isinstance(target, nodes.Name) and target.id == item and len(node.ifs) == 1 and is_safe(node.ifs[0])


def _different(tests: list[nodes.Expression]) -> list[nodes.Expression]:
    return list({form(each): each for each in map(_as_test, tests)}.values())


def _as_test(node: nodes.Expression) -> nodes.Expression:
    """Return code that is true where some code is."""
    match node:
        case nodes.UnaryOp(op="not", operand=nodes.UnaryOp(op="not", operand=test)):
            return _as_test(test)
        case _:
            return node


def _is_truth(node: nodes.Expression) -> bool:
    """Whether the value of code is True or False."""
    match node:
        case nodes.Compare() | nodes.UnaryOp(op="not"):
            return True
        case nodes.BoolOp(values=values):
            return all(map(_is_truth, values))
        case _:
            return False


def _at(node: nodes.Expression, variable: str, seat: int) -> nodes.Expression:
    return _put(node, variable, constant(seat))


def _put(node: nodes.Expression, variable: str, value: nodes.Expression) -> nodes.Expression:
    """Return code with something in the place of a name."""

    def change(part: nodes.Node) -> nodes.Node:
        if isinstance(part, nodes.Name) and part.id == variable:
            return value
        part = rebuilt(part, change)
        return shorter(part) or part

    return cast(nodes.Expression, change(node))
