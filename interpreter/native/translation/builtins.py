"""Code for calls of what Python has of its own: `len`, `sum`, `sorted` and others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Protocol

from ...core import nodes
from ...core.effects import may_stop
from ..code import encoding as wasm
from ..code.body import UNKNOWN, Body, Value, after, coerced, number, retyped, truth
from ..code.kinds import NEVER, NUMBER, TRUTH, Kind
from ..dialect import Refused
from ..memory.memory_map import HEADER
from . import sequences
from .comprehensions import Comprehensions, mapped


class Evaluator(Protocol):
    """What makes the code of expressions."""

    def value(self, node: nodes.Expression) -> Value:
        """Return an expression as code that pushes its value."""
        ...

    def truth(self, node: nodes.Expression) -> Value:
        """Return whether an expression holds, with 32 bits."""
        ...


class Builtins:
    """The calls in one function of what Python has of its own."""

    def __init__(
        self,
        body: Body,
        evaluator: Evaluator,
        comprehensions: Comprehensions,
        called: Callable[[nodes.Node, str, Sequence[Value]], Value],
    ) -> None:
        """Take the function.

        Args:
            body: the function.
            evaluator: makes the code of its other expressions.
            comprehensions: its comprehensions.
            called: makes the code of calls of functions of the library.
        """
        self._body = body
        self._called = called
        self._evaluator = evaluator
        self._comprehensions = comprehensions

    def called(self, name: str, node: nodes.Call) -> Value:
        """Return a call."""
        return self.MAKERS[name](self, node, node.args, node.keywords)

    def _len(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        argument = arguments[0]
        if isinstance(argument, nodes.ListComp):
            return self._comprehensions.summed(argument, nodes.Constant(1), argument.generators)
        value = self._evaluator.value(argument)
        if value.kind == NEVER:
            return value
        if value.kind.item is None:
            raise Refused(f"the length of a {value.kind}")
        if value.kind.size is not None:
            count = number(value.kind.size)
            return after(value, count) if may_stop(argument) else count  # although its length is known
        return Value(NUMBER, sequences.length(value) + wasm.I64_EXTEND_U, small=True)

    def _int(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        value = self._evaluator.value(arguments[0])
        return retyped(value, NUMBER) if value.kind == TRUTH else value

    def _bool(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        return self._evaluator.truth(arguments[0])

    def _abs(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        held = self._body.temporary(wasm.I64)
        code = coerced(self._evaluator.value(arguments[0]), NUMBER) + wasm.tee(held) + wasm.i64(0)
        code += wasm.I64_LT_S + wasm.when(wasm.i64(0) + wasm.get(held) + wasm.I64_SUB, wasm.get(held), wasm.I64)
        return Value(NUMBER, code)

    def _same(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        """A list or tuple of the members of another sequence."""
        if not arguments:
            return sequences.literal(self._body, [])
        value = self._evaluator.value(arguments[0])
        if value.kind == NEVER or isinstance(arguments[0], nodes.ListComp | nodes.GeneratorExp):
            return value
        return sequences.sliced(self._body, value, None, None)

    def _extreme(
        self, node: nodes.Call, arguments: Sequence[nodes.Expression], keywords: Sequence[nodes.Keyword]
    ) -> Value:
        assert isinstance(node.func, nodes.Name)
        name = node.func.id
        named = {each.arg: self._evaluator.value(each.value) for each in keywords}
        if len(arguments) > 1:
            held = self._body.temporary(wasm.I64)
            first = self._evaluator.value(arguments[0])
            code = coerced(first, NUMBER) + wasm.put(held)
            for each in arguments[1:]:
                other = self._body.temporary(wasm.I64)
                code += coerced(self._evaluator.value(each), NUMBER) + wasm.put(other)
                test = wasm.I64_LT_S if name == "min" else wasm.I64_GT_S
                code += wasm.get(other) + wasm.get(held)
                code += wasm.get(other) + wasm.get(held) + test + wasm.SELECT + wasm.put(held)
            return Value(NUMBER, code + wasm.get(held))
        match arguments[0]:
            case nodes.BoolOp(op="or", values=[items, nodes.Tuple(elts=[nothing])]):
                named["default"] = self._evaluator.value(nothing)
            case items:
                pass
        values = [self._evaluator.value(items)]
        library = {"min": "lowest_of", "max": "highest_of"}[name]
        if "key" in named:
            values.append(named["key"])
            library += "_by"
        if "default" in named:
            values.append(named["default"])
            library += "_or"
        return self._called(node, library, values)

    def _sum(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        match arguments[0]:
            case (
                nodes.ListComp(elt=member, generators=generators)
                | nodes.GeneratorExp(elt=member, generators=generators)
            ):
                return self._comprehensions.summed(arguments[0], member, generators)
            case nodes.Call(func=nodes.Name(id="map"), args=[function, members]):
                member, generators = mapped(function, members)
                return self._comprehensions.summed(arguments[0], member, generators)
            case members:
                generator = nodes.Clause(nodes.Name("each"), members, [])
                return self._comprehensions.summed(node, nodes.Name("each"), [generator])

    def _any(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        """Whether a condition holds for one member, or for all of them."""
        assert isinstance(node.func, nodes.Name)
        wanted = node.func.id == "any"
        match arguments[0]:
            case (
                nodes.ListComp(elt=member, generators=generators)
                | nodes.GeneratorExp(elt=member, generators=generators)
            ):
                pass
            case members:
                member = nodes.Name("each")
                generators = [nodes.Clause(nodes.Name("each"), members, [])]
        found = self._body.temporary(wasm.I32)

        def inner() -> bytes:
            test = self._evaluator.truth(member)
            code = test.code if wanted else test.code + wasm.I32_EQZ
            with self._body.nested():
                done = wasm.i32(wanted) + wasm.put(found) + self._body.leave()
            return code + wasm.when(done)

        if len(generators) > 1:
            raise Refused("a condition on members of members")
        loop = self._comprehensions.each(node, generators, inner)
        return Value(TRUTH, wasm.i32(not wanted) + wasm.put(found) + loop + wasm.get(found))

    def _map(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        member, generators = mapped(*arguments)
        return self._comprehensions.listed(node, member, generators)

    def _iter(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        """An iterator: a record of the sequence and the place of the next member."""
        whole = self._evaluator.value(arguments[0])
        made = sequences.record(self._body, [whole, number(0)])
        return replace(made, kind=Kind("iterator", fields=(whole.kind,)))

    def _next(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        body = self._body
        iterator = self._evaluator.value(arguments[0])
        if iterator.kind == NEVER:
            return iterator
        if iterator.kind.name != "iterator" or len(arguments) > 1:
            raise Refused("the function `next` on this value")
        held, place = body.temporary(wasm.I32), body.temporary(wasm.I64)
        code = iterator.code + wasm.put(held)
        code += wasm.get(held) + wasm.load64(HEADER + 8) + wasm.put(place)
        code += wasm.get(held) + wasm.get(place) + wasm.i64(1) + wasm.I64_ADD
        code += wasm.store64(HEADER + 8)
        whole = Value(iterator.kind.fields[0], wasm.get(held) + wasm.load32(HEADER), iterator.slots)
        found = sequences.item(body, whole, Value(NUMBER, wasm.get(place)))
        return replace(found, code=code + found.code)

    def _range(self, node: nodes.Call, arguments: Sequence[nodes.Expression], _: object) -> Value:
        each = nodes.Name("each")
        return self._comprehensions.listed(node, each, [nodes.Clause(nodes.Name("each"), node, [])])

    def _sorted(
        self, node: nodes.Call, arguments: Sequence[nodes.Expression], keywords: Sequence[nodes.Keyword]
    ) -> Value:
        named = {each.arg: self._evaluator.value(each.value) for each in keywords}
        values = [self._evaluator.value(arguments[0])]
        if named.keys() <= {"key", "reverse"} and "key" in named:
            back = named.get("reverse", truth(False))
            if back.known is UNKNOWN:
                raise Refused("an order that is not a constant")
            library = "sorted_down_by" if back.known else "sorted_by"
            return self._called(node, library, [*values, named["key"]])
        if named:
            raise Refused("the arguments of sorted")
        return self._called(node, "sorted_up", values)

    MAKERS: ClassVar[Mapping[str, Callable[..., Value]]] = {
        "len": _len,
        "int": _int,
        "bool": _bool,
        "abs": _abs,
        "list": _same,
        "tuple": _same,
        "min": _extreme,
        "max": _extreme,
        "sum": _sum,
        "any": _any,
        "all": _any,
        "sorted": _sorted,
        "map": _map,
        "iter": _iter,
        "next": _next,
        "range": _range,
    }
    """What returns a call, by the name of the function."""
