"""Code for comprehensions: loops that collect members, or add them up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core import nodes
from ...core.build import names_given
from ..code import encoding as wasm
from ..code.body import UNKNOWN, Body, Env, Value, coerced
from ..code.kinds import NEVER, NUMBER, TRUTH, Kind, alike, join, sequence
from ..code.light import Light
from ..dialect import Refused
from . import sequences
from .arithmetic import operation
from .loops import Evaluate, Loops


class Comprehensions:
    """The comprehensions of one function."""

    def __init__(self, body: Body, loops: Loops, light: Light, value: Evaluate, truth: Evaluate) -> None:
        """Take the function, its loops, and what makes the code of expressions and conditions."""
        self._body = body
        self._loops = loops
        self._value = value
        self._truth = truth
        self._light = light

    def each(self, node: nodes.Node, generators: Sequence[nodes.Clause], inner: Callable[[], bytes]) -> bytes:
        """Return code that does something for each member of a comprehension."""
        names = names_given(*generators)
        outer = self._body.env
        prefix = f"{outer.prefix}{id(node):x} "
        env = Env(outer.space, prefix, frozenset(names), outer=outer)
        with self._body.within(env):
            return self._nest(generators, inner)

    def _nest(self, generators: Sequence[nodes.Clause], inner: Callable[[], bytes]) -> bytes:
        generator, *further = generators

        def turn() -> bytes:
            code, levels = b"", 0
            conditions: list[bytes] = []
            for test in generator.ifs:
                with self._body.nested(levels):
                    found = self._truth(test)
                if found.known is not UNKNOWN:
                    if not found.known:
                        break
                    continue
                conditions.append(found.code)
                levels += 1
            else:
                with self._body.nested(levels):
                    code = self._nest(further, inner) if further else inner()
            for test in reversed(conditions):
                code = test + wasm.when(code)
            return code

        return self._loops.over(generator.target, generator.iter, turn)

    def listed(self, node: nodes.Node, member: nodes.Expression, generators: Sequence[nodes.Clause]) -> Value:
        """Return a new list with the members of a comprehension."""
        body = self._body
        made = body.temporary(wasm.I32)
        chosen = self._chosen(node, member, generators)
        if chosen is not None:
            code = sequences.new_for(body, len(chosen)) + wasm.put(made)
            code += sequences.written(body, wasm.get(made), chosen)
            return Value(sequence(NUMBER), code + wasm.get(made))
        kind, slots = NEVER, frozenset[str]()

        def inner() -> bytes:
            nonlocal kind, slots
            value = self._value(member)
            if value.kind == NEVER:
                return value.code
            before, kind = kind, join(kind, NUMBER if value.kind == TRUTH else value.kind)
            if before != NEVER and not alike(sequence(before), sequence(kind)):
                raise Refused("a list of numbers and sets")
            slots |= value.slots
            return sequences.push(body, made, value, kind, grows=True)

        loop = self.each(node, generators, inner)
        code = sequences.new_for(body, 8) + wasm.put(made) + loop
        return Value(sequence(kind), code + wasm.get(made), slots)

    def into(self, node: nodes.ListComp, slot: Value, capacity: int) -> bytes | None:
        """Return code that gives a slot the members of a comprehension of a few numbers.

        None if the comprehension is not of that kind. The code does not read the slot.
        """
        chosen = self._chosen(node, node.elt, node.generators)
        if chosen is None or len(chosen) > capacity:
            return None
        return sequences.written(self._body, slot.code, chosen)

    def found(self, node: nodes.ListComp) -> Value:
        """Return whether a comprehension has a member."""
        chosen = self._chosen(node, nodes.Constant(1), node.generators)
        if chosen is not None:
            tests = wasm.i32(0)
            for before, _, test in chosen:
                tests = tests + before + test + wasm.I32_OR
            return Value(TRUTH, tests)
        any_ = self._body.temporary(wasm.I32)  # all are asked, as in Python: to ask costs steps
        done = wasm.i32(1) + wasm.put(any_)
        loop = self.each(node, node.generators, lambda: done)
        return Value(TRUTH, wasm.i32(0) + wasm.put(any_) + loop + wasm.get(any_))

    def _chosen(
        self, node: nodes.Node, member: nodes.Expression, generators: Sequence[nodes.Clause]
    ) -> list[sequences.Choice] | None:
        """Return the members of a comprehension of a few numbers, and whether each is in it.

        None if the comprehension is not of that kind.
        """
        generator, name = generators[0], generators[0].target
        if len(generators) > 1 or not isinstance(name, nodes.Name):
            return None
        outer = self._body.env
        env = Env(outer.space, f"{outer.prefix}{id(node):x} ", frozenset({name.id}), outer=outer)
        chosen: list[sequences.Choice] = []
        with self._body.within(env):
            row = self._loops.row(generator.iter)
            if row is None:
                return None
            before, members = row
            for each in members:
                with self._loops.standing(name.id, each) as bound:
                    if not self._light(member, *generator.ifs):
                        return None
                    value = self._value(member)
                    test = b""
                    for condition in generator.ifs:
                        found = self._truth(condition).code
                        test = test + found + wasm.I32_AND if test else found
                chosen.append((before + bound, coerced(value, NUMBER), test or wasm.i32(1)))
                before = b""
        return chosen

    def summed(self, node: nodes.Node, member: nodes.Expression, generators: Sequence[nodes.Clause]) -> Value:
        """Return the sum of the members of a comprehension."""
        body = self._body
        kind, total = NUMBER, body.temporary(wasm.I64 * body.words)
        added: Kind | None = None

        def inner() -> bytes:
            nonlocal kind, added
            value = self._value(member)
            if value.kind == NEVER:
                return value.code
            kind = join(kind, value.kind)
            if added not in (None, kind):
                raise Refused("a sum of numbers and sets")
            added = kind
            so_far = Value(kind, wasm.get(total, kind.words))
            return operation(body, "+", so_far, value).code + wasm.put(total, kind.words)

        loop = self.each(node, generators, inner)
        start = (wasm.i64(0) * body.words) + wasm.put(total, body.words)
        return Value(kind, start + loop + wasm.get(total, kind.words))


def mapped(function: nodes.Expression, members: nodes.Expression) -> tuple[nodes.Expression, list[nodes.Clause]]:
    """Return `map(function, members)` as a comprehension."""
    member = nodes.Call(function, [nodes.Name("each")], [])
    return member, [nodes.Clause(nodes.Name("each"), members, [])]
