"""Code for loops over numbers and sequences, in statements and in comprehensions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ...core import nodes
from ...runtime.budgets import MAX_CHOICES
from ..code import encoding as wasm
from ..code.body import UNKNOWN, Body, Env, Value, coerced, fits, number
from ..code.kinds import NEVER, NUMBER, OBJECT
from ..dialect import Refused
from . import sequences

FEW: Final = 6
"""The code of a loop is written out for so many constants."""

Evaluate = Callable[[nodes.Expression], Value]
Inner = Callable[[], bytes]
Keep = Callable[[Value], Value]


def _same(value: Value) -> Value:
    return value


class Loops:
    """Loops in a function."""

    def __init__(self, body: Body, value: Evaluate, members: Callable[[int], Sequence[Any] | None]) -> None:
        """Take the function, and what makes its other code.

        Args:
            body: the function.
            value: makes the code of expressions.
            members: returns the members of the constant at an address.
        """
        self._body = body
        self._value = value
        self._members_of = members

    def over(
        self,
        target: nodes.Expression,
        members: nodes.Expression,
        inner: Inner,
        otherwise: Inner | None = None,
        kept: Keep = _same,
        short: Callable[[str], bool] = lambda _: True,
    ) -> bytes:
        """Return code that does something for each member.

        Args:
            target: the names that stand for a member.
            members: the members.
            inner: makes the code that is done for each.
            otherwise: makes the code that follows the last, unless the loop was left.
            kept: copies a sequence that would change meanwhile.
            short: returns whether the code may be written out for each of a few constants; what is
                done must not give the name another value.
        """

        def value(node: nodes.Expression) -> Value:
            return kept(self._value(node))

        match members:
            case nodes.Call(func=nodes.Name(id="range"), args=arguments):
                return self._range(target, [self._value(each) for each in arguments], inner, otherwise)
            case nodes.Call(func=nodes.Name(id="_numbers"), args=arguments):
                return self._numbers(target, [self._value(each) for each in arguments], inner, otherwise)
            case nodes.Call(func=nodes.Name(id="enumerate"), args=[sequence]):
                index, member = _pair(target)
                return self._members([(member, value(sequence))], index, inner, otherwise)
            case nodes.Call(func=nodes.Name(id="zip"), args=[one, other]):
                first, second = _pair(target)
                pairs = [(first, value(one)), (second, value(other))]
                return self._members(pairs, None, inner, otherwise)
            case nodes.Call(func=nodes.Name(id="reversed"), args=[sequence]):
                pairs = [(target, value(sequence))]
                return self._members(pairs, None, inner, otherwise, back=True)
            case nodes.Call(func=nodes.Name(id="_charged"), args=[state, work, place, counted]):
                found = value(counted)
                if found.kind in (OBJECT, NEVER) or found.address is not None:  # a constant is short
                    return self.over(target, counted, inner, otherwise, kept, short)
                held = nodes.Name(f"{id(members):x} members")
                code = self._body.assign(held.id, found)
                self._body.borrow(held.id)
                count = nodes.Call(nodes.Name("len"), [held], [])
                drawn = nodes.Call(nodes.Name("_large"), [state, nodes.BinOp(work, "*", count), place], [])
                code += self._value(drawn).code + wasm.DROP
                return code + self.over(target, held, inner, otherwise, kept, short)
            case _:
                found = value(members)
                if found.kind == OBJECT:
                    each = [Value(OBJECT, b"", known=member) for member in found.known]
                    return self._unrolled(target, each, inner, otherwise)
                few = self._few(found)
                if few is not None and isinstance(target, nodes.Name) and short(target.id):
                    return self._unrolled(target, [*map(number, few)], inner, otherwise)
                return self._members([(target, found)], None, inner, otherwise)

    def bind(self, target: nodes.Expression, value: Value) -> bytes:
        """Return code that gives names a value."""
        match target:
            case nodes.Name(id=name):
                return self._body.assign(name, value)
            case nodes.Tuple(elts=names) if value.kind.name == "record":
                if len(value.kind.fields) != len(names):
                    raise Refused(f"{len(names)} names for a record")
                held = self._body.temporary(wasm.I32)
                code = value.code + wasm.put(held)
                whole = Value(value.kind, wasm.get(held), value.slots)
                for index, name in enumerate(names):
                    code += self.bind(name, sequences.field(self._body, whole, index))
                return code
            case nodes.Tuple(elts=names):
                if value.kind.size not in (None, len(names)) or value.kind.item is None:
                    raise Refused(f"{len(names)} names for a {value.kind}")
                held = self._body.temporary(wasm.I32)
                code = value.code + wasm.put(held)
                whole = Value(value.kind, wasm.get(held), value.slots)
                for index, name in enumerate(names):
                    code += self.bind(name, sequences.item(self._body, whole, number(index)))
                return code
            case _:
                raise Refused(f"{type(target).__name__} as the target of a loop")

    def row(self, members: nodes.Expression) -> tuple[bytes, list[Value]] | None:
        """Return the members of a sequence that always has a few numbers, and code before them.

        Args:
            members: the sequence.
        """
        if not isinstance(members, nodes.Name | nodes.Constant | nodes.Attribute | nodes.Subscript):
            return None
        value = self._value(members)
        size = value.kind.size
        if value.kind.item != NUMBER or size is None or not 0 < size <= FEW:
            return None
        few = self._few(value)
        if few is not None:
            return b"", [*map(number, few)]
        held = self._body.temporary(wasm.I32)
        whole = Value(value.kind, wasm.get(held))
        each = [sequences.item(self._body, whole, number(index)) for index in range(size)]
        return value.code + wasm.put(held), each

    @contextmanager
    def standing(self, name: str, member: Value) -> Generator[bytes]:
        """What is written here has a name for a member, after the code that this yields."""
        body, outer = self._body, self._body.env
        if member.known is UNKNOWN:
            yield body.assign(name, member)
            return
        code = body.assign(name, member)  # it can be read after the loop
        with body.within(Env(outer.space, outer.prefix, frozenset(), {name: member}, outer)):
            yield code

    def _few(self, value: Value) -> Sequence[int] | None:
        """Return the members of a constant if they are a few numbers."""
        members = None if value.address is None else self._members_of(value.address)
        if members is None or len(members) > FEW:
            return None
        small = all(isinstance(each, int) and fits(each, 1) for each in members)
        return members if small else None

    def _unrolled(
        self, target: nodes.Expression, members: Sequence[Value], inner: Inner, otherwise: Inner | None
    ) -> bytes:
        """Return the code for each of some constants, one after the other."""
        if not isinstance(target, nodes.Name):
            raise Refused("a loop over objects that binds several names")
        body, outer = self._body, self._body.env
        code = b""
        for member in members:
            if member.kind == NUMBER:  # it can be read after the loop
                code += body.assign(target.id, member)
            env = Env(outer.space, outer.prefix, frozenset(), {target.id: member}, outer)
            with body.within(env), body.nested(2), body.looping(leave=1):
                code += wasm.block(inner())
        with body.nested(1):
            return wasm.block(code + (otherwise() if otherwise is not None else b""))

    def _turns(self, over: bytes, before: bytes, bound: Inner, after: bytes, otherwise: Inner | None) -> bytes:
        """Return a loop.

        Args:
            over: tells whether the loop is at its end.
            before: sets the names.
            bound: makes the code that is repeated.
            after: goes on to the next member.
            otherwise: as for `over`.
        """
        body = self._body
        # Outwards from the repeated code: the block that `continue` leaves, the loop, its block,
        # and, around that and `otherwise`, the block that `break` leaves.
        with body.nested(4), body.looping(leave=3):
            repeated = bound()
        with body.nested(1):
            end = otherwise() if otherwise is not None else b""
        turn = over + wasm.branch_if(1) + before + wasm.block(repeated) + after + wasm.branch(0)
        return wasm.block(wasm.block(wasm.loop(turn)) + end)

    def _numbers(
        self, target: nodes.Expression, bounds: Sequence[Value], inner: Inner, otherwise: Inner | None
    ) -> bytes:
        """Return a loop over what `primitives.numbers` returns, which is not listed."""
        body = self._body
        start, last, *further = bounds
        step = further[0] if further else number(1)
        if not isinstance(step.known, int) or step.known < 1:
            raise Refused("numbers whose step is not a positive constant")
        first, end = body.temporary(wasm.I64), body.temporary(wasm.I64)
        code = coerced(start, NUMBER) + wasm.put(first) + coerced(last, NUMBER) + wasm.put(end)
        code += wasm.get(end) + wasm.get(first) + wasm.I64_SUB + wasm.i64(MAX_CHOICES * step.known)
        code += wasm.I64_GE_S + wasm.TRAP
        after = Value(NUMBER, wasm.get(end) + wasm.i64(1) + wasm.I64_ADD)
        every = [Value(NUMBER, wasm.get(first)), after, step]
        return code + self._range(target, every, inner, otherwise)

    def _range(self, target: nodes.Expression, bounds: Sequence[Value], inner: Inner, otherwise: Inner | None) -> bytes:
        step = bounds[2].known if len(bounds) == 3 else 1
        if not isinstance(step, int) or not step:
            raise Refused("a range whose step is not a constant")
        start, end = (number(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        body = self._body
        at, last = body.temporary(wasm.I64), body.temporary(wasm.I64)
        code = coerced(start, NUMBER) + wasm.put(at) + coerced(end, NUMBER) + wasm.put(last)
        over = wasm.get(at) + wasm.get(last) + (wasm.I64_GE_S if step > 0 else wasm.I64_LE_S)
        before = self.bind(target, Value(NUMBER, wasm.get(at)))
        after = wasm.get(at) + wasm.i64(step) + wasm.I64_ADD + wasm.put(at)
        return code + self._turns(over, before, inner, after, otherwise)

    def _members(
        self,
        pairs: Sequence[tuple[nodes.Expression, Value]],
        index: nodes.Expression | None,
        inner: Inner,
        otherwise: Inner | None,
        *,
        back: bool = False,
    ) -> bytes:
        body = self._body
        if any(value.kind == NEVER for _, value in pairs):
            return b"".join(value.code for _, value in pairs) + wasm.UNREACHABLE
        at = body.temporary(wasm.I32)
        code, before, over = b"", b"", b""
        for target, value in pairs:
            if value.kind.item is None:
                raise Refused(f"a loop over a {value.kind}")
            held = body.temporary(wasm.I32)
            code += value.code + wasm.put(held)
            whole = Value(value.kind, wasm.get(held), value.slots)
            count = sequences.length(whole)
            test = wasm.get(at) + count + wasm.I32_GE_U
            over = over + test + wasm.I32_OR if over else test
            place = wasm.get(at)
            if back:
                place = count + wasm.i32(1) + wasm.I32_SUB + place + wasm.I32_SUB
            address = wasm.get(held) + place + sequences.scaled(value.kind.item) + wasm.I32_ADD
            before += self.bind(target, sequences.at(body, whole, address))
        if index is not None:
            before += self.bind(index, Value(NUMBER, wasm.get(at) + wasm.I64_EXTEND_U))
        code += wasm.i32(0) + wasm.put(at)
        after = wasm.get(at) + wasm.i32(1) + wasm.I32_ADD + wasm.put(at)
        return code + self._turns(over, before, inner, after, otherwise)


def _pair(target: nodes.Expression) -> tuple[nodes.Expression, nodes.Expression]:
    if not isinstance(target, nodes.Tuple) or len(target.elts) != 2:
        raise Refused("a loop over pairs that binds one name")
    return target.elts[0], target.elts[1]
