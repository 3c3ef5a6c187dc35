"""Random functions do the same before the passes and after them.

Kind of mistake: a value is kept over what changes it, computed where it was not asked for, or taken for another one;
a condition on players is written out where something else is meant. The functions are of the forms that the compiler
writes, with everything in them that the passes look at, in an order that no game may have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cardrules.interpreter.core import nodes
from cardrules.interpreter.core.build import nodes_in, rebuilt, replaced
from cardrules.interpreter.core.nodes import Node
from cardrules.interpreter.core.passes.common_subexpressions import CommonSubexpressions
from cardrules.interpreter.core.passes.seat_loops import by_seat, searched
from cardrules.interpreter.core.python import text_of
from cardrules.interpreter.core.reading import function_of
from cardrules.interpreter.runtime.primitives import first, minus
from cardrules.interpreter.runtime.seats import from_among

SEATS = 3
RULES = """\
def d_sum(s, actor):
    return sum([s.v[p] for p in (0, 1, 2)]) + s.a * 2

def d_best(s, actor):
    return max(map(TABLE.__getitem__, s.h), default=0) + s.v[actor] + s.b

def d_odd(s, actor):
    return s.v[actor] * 3 - s.a

def d_top(s, actor):
    return TABLE[s.h[-1]] + s.v[actor] * 2

def d_twice(s, actor):
    return d_odd(s, actor) + d_top(s, actor)

def raise_a(s):
    s.a += 1

def change_v(s, seat):
    s.v[seat] = s.v[seat] + s.b
    return seat

def change_both(s):
    raise_a(s)
    s.h.append(s.a & 3)
    return s.b

def change_other(s):
    other = s.h
    other.append(1)
"""
TABLE = (5, 1, 4, 2)


class Writer:
    """Writes one function at random."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._locals = ["p1", "p2"]
        self._seats = ["0", "1", "2"]
        self._earlier: list[str] = []
        self._inside = 0  # of what is evaluated for each member, where the compiler puts nothing that changes something
        self._count = 0

    def function(self) -> str:
        """Return the text of the function."""
        lines = [*self._block(1, 6), f"    return {self._number(2)}"]
        return "\n".join(["def f(s, p1, p2):", *lines]) + "\n"

    def _one(self, *choices: Callable[[], Any]) -> Any:
        return self._rng.choice(choices)()

    def _new(self) -> str:
        self._count += 1
        return f"l{self._count}"

    # -- statements

    def _block(self, depth: int, most: int, *, looping: bool = False) -> list[str]:
        before, seats = [*self._locals], [*self._seats]
        lines = [line for _ in range(self._rng.randint(1, most)) for line in self._statement(depth, looping)]
        self._locals, self._seats = before, seats
        return lines

    def _statement(self, depth: int, looping: bool) -> list[str]:
        space = "    " * depth
        rng = self._rng
        kind = rng.choice("local local local slot slot member call alias again if if for while leave".split())
        if kind == "local":
            value, name = self._number(3), self._new()
            self._locals.append(name)
            return [f"{space}{name} = {value}"]
        if kind == "again":
            return [f"{space}{rng.choice(self._locals)} {rng.choice(['=', '+=', '-='])} {self._number(2)}"]
        if kind == "slot":
            return [f"{space}s.{rng.choice('ab')} {rng.choice(['=', '+='])} {self._number(2)}"]
        if kind == "member":
            return [f"{space}s.v[{self._seat()}] {rng.choice(['=', '+='])} {self._number(2)}"]
        if kind == "call":
            calls = [
                "raise_a(s)",
                f"change_v(s, {self._seat()})",
                "change_both(s)",
                "change_other(s)",
                f"s.h.append({self._number(1)} & 3)",
            ]
            return [f"{space}{rng.choice(calls)}"]
        if kind == "alias":
            name = self._new()
            return [f"{space}{name} = s.h", f"{space}{name}.append({self._number(1)} & 3)"]
        if kind == "leave":
            if looping:
                leave = rng.choice(["break", "continue", f"return {self._number(2)}"])
                return [f"{space}if {self._test(2)}:", f"{space}    {leave}"]
            return [f"{space}if {self._test(2)}:", f"{space}    return {self._number(2)}"]
        if depth > 3:
            return [f"{space}pass"]
        if kind == "if":
            lines = [f"{space}if {self._test(2)}:", *self._block(depth + 1, 3, looping=looping)]
            if rng.random() < 0.6:
                lines += [f"{space}else:", *self._block(depth + 1, 3, looping=looping)]
            return lines
        name = self._new()
        if kind == "for":
            self._seats.append(name)
            inner = self._block(depth + 1, 3, looping=True)
            self._seats.remove(name)
            return [f"{space}for {name} in {rng.choice(['(0, 1, 2)', '(2, 0)', 'ROUND[s.b & 1]'])}:", *inner]
        inner = self._block(depth + 1, 3, looping=True)
        test = rng.choice(["", f" and {self._test(1)}"])
        return [f"{space}{name} = 0", f"{space}while {name} < 3{test}:", f"{space}    {name} += 1", *inner]

    # -- expressions

    def _seat(self) -> str:
        return self._rng.choice(self._seats)

    def _atom(self) -> str:
        every = ["s.a", "s.b", f"s.v[{self._seat()}]", "len(s.h)", "sum(s.h)", str(self._rng.randint(-1, 3))]
        return self._rng.choice([*every, *self._locals])

    def _number(self, depth: int) -> str:
        earlier = [each for each in self._earlier if self._may_stand_here(each)]
        if earlier and self._rng.random() < 0.4:
            return self._rng.choice(earlier)
        found = self._another(depth)
        self._earlier.append(found)
        return found

    def _may_stand_here(self, text: str) -> bool:
        """Return whether an expression has all its names here, and no name that means something else in it."""
        if self._inside and ("pop" in text or "change" in text):
            return False
        here = {*self._locals, *self._seats}
        own = {*re.findall(r"for (\w+) in", text)}
        return own.isdisjoint(here) and {*re.findall(r"\b[lq]\d+\b", text)} <= here | own

    def _another(self, depth: int) -> str:
        if depth <= 0:
            return self._atom()
        number, test, rng = lambda: self._number(depth - 1), lambda: self._test(depth - 1), self._rng
        q = f"q{depth}"  # no comprehension inside has the same name
        forms = [
            lambda: f"({number()} {rng.choice('+-*&|')} {number()})",
            lambda: f"({number()} {rng.choice('+-*&|')} {number()})",
            lambda: f"({number()} if {test()} else {number()})",
            lambda: f"{rng.choice(['min', 'max'])}({number()}, {number()})",
            lambda: f"{rng.choice(['d_sum', 'd_best', 'd_odd'])}(s, {self._seat()})",
            lambda: f"TABLE[{number()} & 3]",
            lambda: f"d_odd(s, {number()})",
            lambda: f"TABLE[s.h[{rng.choice(['0', '-1'])}]]",
            lambda: f"({self._where_there_are_members(depth - 1)} if s.h else {number()})",
            lambda: f"sum([{self._of(q, depth - 1)} for {q} in {self._list(q, depth - 1)}])",
            lambda: f"len([{q} for {q} in {self._list(q, depth - 1)}])",
            lambda: f"len([{q} for {q} in {self._players(q, depth - 1)}])",
            lambda: f"sum([TABLE[{q}] for {q} in {self._list(q, depth - 1)}])",
            lambda: f"max([TABLE[{q}] for {q} in {self._list(q, depth - 1)}], default={self._atom()})",
            lambda: f"_first([{q} for {q} in {self._players(q, depth - 1)}], -1)",
            lambda: f"_from([{q} for {q} in {self._players(q, depth - 1)}], {self._seat()}, 1, {SEATS})",
            lambda: f"({number()} {rng.choice(['//', '%'])} {number()})",
            self._atom,
            self._atom,
        ]
        changing = [lambda: f"s.v[change_v(s, {self._seat()})]", lambda: f"(s.h.pop() if s.h else {number()})"]
        return self._one(*forms, *([] if self._inside else changing))

    def _where_there_are_members(self, depth: int) -> str:
        ends = ["TABLE[s.h[0]]", "TABLE[s.h[-1]]"]
        self._locals += ends
        found = self._number(depth)
        del self._locals[-len(ends) :]
        return found

    def _of(self, variable: str, depth: int) -> str:
        """Return a number that may depend on a variable."""
        self._locals.append(variable)
        self._inside += 1
        found = self._number(depth)
        self._inside -= 1
        self._locals.remove(variable)
        return found

    def _test(self, depth: int) -> str:
        number, test = lambda: self._number(depth - 1), lambda: self._test(depth - 1)
        q = f"q{depth}"
        if depth <= 0:
            return self._one(self._atom, lambda: f"{self._atom()} > {self._atom()}")
        return self._one(
            *[lambda: f"{number()} {self._rng.choice(['==', '<', '>', '!=', '>='])} {number()}"] * 2,
            lambda: f"not {test()}",
            lambda: f"({test()} and {test()})",
            lambda: f"({test()} or {test()})",
            lambda: f"len([{q} for {q} in {self._players(q, depth - 1)}]) > {self._rng.randint(0, 2)}",
            lambda: f"not [{q} for {q} in {self._players(q, depth - 1)}]",
        )

    def _condition(self, variable: str, depth: int) -> str:
        self._locals.append(variable)
        self._inside += 1
        found = self._test(depth)
        self._inside -= 1
        self._locals.remove(variable)
        return found

    def _list(self, variable: str, depth: int) -> str:
        whole = self._rng.choice(["s.h", "(0, 1, 2)", "[3, 1]", "[r for r in s.h if r > s.b]"])
        return whole if depth <= 0 or self._rng.random() < 0.4 else f"{whole} if {self._condition(variable, depth - 1)}"

    def _players(self, variable: str, depth: int) -> str:
        whole = self._rng.choice(["(0, 1, 2)", "(1,)", "PRESENT[s.away]", "_minus((0, 1, 2), s.h)"])
        seats, self._seats = self._seats, [*self._seats, variable]
        found = f"{whole} if {self._condition(variable, depth)}"
        self._seats = seats
        return found


def as_rules(node: Node) -> Node:
    """Return code in which calls of definitions are marked as such, and tuples are constants, as from the compiler."""
    node = rebuilt(node, as_rules)
    match node:
        case nodes.Call(func=nodes.Name(id=name)) if name.startswith("d_"):
            return replaced(node, {"rule": True})
        case nodes.Tuple(elts=[*parts]) if all(isinstance(each, nodes.Constant) for each in parts):
            return nodes.Constant(tuple(each.value for each in parts if isinstance(each, nodes.Constant)))
        case _:
            return node


def read(text: str) -> nodes.FunctionDef:
    """Return the tree of a function, as the compiler makes it."""
    tree = as_rules(function_of(text))
    assert isinstance(tree, nodes.FunctionDef)
    return tree


OTHERS = {tree.name: tree for tree in map(read, RULES.split("\n\n"))}


def passed(tree: nodes.FunctionDef) -> nodes.FunctionDef:
    """Return a function after the passes."""
    trees = {**OTHERS, tree.name: tree}
    bodies = {name: by_seat(each.body, SEATS) for name, each in trees.items()}
    kept = CommonSubexpressions(trees.keys(), bodies.__getitem__, {"v"}).kept(bodies[tree.name])
    return replaced(tree, {"body": searched(kept)})


def played(text: str, number: int) -> tuple[object, ...]:
    """Return what a function returns in a position, and what it makes of it; only that it fails, if it does."""
    rng = Random(number)
    position = SimpleNamespace(
        a=rng.randint(-1, 2),
        b=rng.randint(-1, 2),
        v=[rng.randint(-2, 3) for _ in range(SEATS)],
        h=[rng.randint(0, 3) for _ in range(rng.randint(0, 4))],
        away=rng.choice([0, 0, 1, 4, 6]),
    )
    names: dict[str, Any] = {
        "TABLE": TABLE,
        "ROUND": [(0, 1, 2), (1, 2, 0), (2, 0, 1)],
        "PRESENT": [tuple(seat for seat in range(SEATS) if not away >> seat & 1) for away in range(1 << SEATS)],
        "_first": first,
        "_minus": minus,
        "_from": from_among,
    }
    exec(f"{RULES}\n{text}", names)
    try:
        found = names["f"](position, rng.randint(-1, 3), rng.randint(-1, 3))
    except (ZeroDivisionError, IndexError, NameError) as error:
        return (type(error),)
    return found, sorted(vars(position).items())


def differing(seeds: Sequence[int], positions: int = 12) -> list[int]:
    """Return the seeds of the functions that the passes make others of."""
    found: list[int] = []
    for seed in seeds:
        tree = read(Writer(seed).function())
        before, after = text_of(tree), text_of(passed(tree))
        if any(played(before, number) != played(after, number) for number in range(positions)):
            found.append(seed)
    return found


ABSENT = [
    # of a seat that may be nobody or beyond the last
    "t = 0\n for q in s.h:\n  t += d_odd(s, p1) * 2\n return t",
    "t = 0\n for q in s.h:\n  t += s.v[p1] * 2 + s.a\n return t",
    "t = 0\n for q in s.h:\n  t += d_twice(s, p1) * 2\n return t",
    "t = 0\n while t < s.b:\n  t += 1 + abs(d_odd(s, p1) * 2)\n return t",
    "return sum([d_odd(s, p1) * 2 + q for q in s.h])",
    "return len([q for q in s.h if s.v[p1] * 2 > q])",
    "return sum([s.v[s.v[0]] * 2 + q for q in s.h])",
    # of a pile that may be empty
    "t = 0\n for q in s.h:\n  t += d_top(s, 1) * 2\n return t",
    "t = 0\n for q in s.h:\n  t += d_twice(s, 1) * 2\n return t",
    "return sum([d_top(s, 2) * 2 + q for q in s.h])",
    "return sum([TABLE[s.h[0]] * 2 + q for q in s.h])",
    "return len([q for q in (0, 1, 2) if s.h and TABLE[s.h[0]] + s.a > q])",
    # what is asked for in one of two branches, or after something that may leave
    "t = 0\n if s.a > 0:\n  t = s.v[p1] * 2 + s.b\n if s.a > 0:\n  t += s.v[p1] * 2 + s.b\n return t",
    "t = 0\n for q in s.h:\n  if q > s.b:\n   t += s.v[p1] * 2 + s.b\n return t",
    "t = 0\n for q in s.h:\n  t += (TABLE[s.h[0]] if s.h else s.v[p1]) * 2\n return t",
    f"return {' + '.join([f'(s.v[p1] * 2 + s.b if s.h else {number})' for number in range(6)])}",
    "return (s.h and s.v[p1] * 2 > s.b) or (s.h and s.v[p1] * 2 > s.b)",
]
"""The bodies of functions that ask for what may not be there only where it is."""


@pytest.mark.parametrize("body", ABSENT)
def test_what_may_not_be_there_is_not_asked_for_earlier(body: str) -> None:
    tree = read(f"def f(s, p1, p2):\n {body}\n")
    before, after = text_of(tree), text_of(passed(tree))
    assert [played(after, number) for number in range(60)] == [played(before, number) for number in range(60)]


def lines_in(body: Sequence[nodes.Statement]) -> Iterator[int]:
    """Yield the lines of statements, without those inside a loop that looks for something."""
    for node in body:
        yield node.line
        if isinstance(node, nodes.If | nodes.While) or (isinstance(node, nodes.For) and not node.orelse):
            yield from lines_in([*node.body, *node.orelse])


def test_statements_keep_their_lines() -> None:
    for seed in range(40):
        tree = read(Writer(seed).function())
        for number, node in enumerate(nodes_in(tree), 1):
            if isinstance(node, nodes.Statement):
                node.line = number
        before, after = [*lines_in(tree.body)], [*lines_in(passed(tree).body)]
        assert [*dict.fromkeys(after)] == before


def test_random_functions_do_the_same_after_the_passes(amount: Callable[[int, int], int]) -> None:
    assert not differing(range(amount(200, 20_000)))
