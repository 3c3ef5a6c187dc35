"""Code for statements of the core: the course of a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ...core import nodes
from ...core.build import names_given, nodes_in, same_code
from ...identity import ByIdentity
from ..code import encoding as wasm
from ..code.body import DICE, UNKNOWN, Body, Value, coerced, number
from ..code.kinds import DRAWN, NEVER, NOTHING, NUMBER, hull
from ..dialect import Refused
from .arithmetic import FACTOR
from .assignments import Assignments, unshared
from .effects import Effects
from .expressions import Expressions
from .unit import Unit

_FEW: Final = 3
"""So many numbers are stored, or what was there, without a branch."""

_LEAVING: Final = nodes.Return, nodes.Raise, nodes.Break, nodes.Continue, nodes.If
"""The statements after which nothing else in their block may be reached."""

_SHORT: Final = 40
"""The most nodes of the statements of a loop that are written out several times."""


class Statements:
    """The statements of one function."""

    def __init__(self, body: Body, unit: Unit) -> None:
        """Take the function, and what it knows about the module."""
        self._body = body
        self._unit = unit
        self._expressions = Expressions(body, unit, self.block)
        self._assignments = Assignments(body, unit, self._expressions, self._effects)
        self._value = self._expressions.value
        self._following: list[tuple[Sequence[nodes.Statement], int]] = []  # and from where on
        self._decided = ByIdentity[nodes.Expression, object]()  # whether conditions hold, or UNKNOWN

    def block(self, statements: Sequence[nodes.Statement]) -> bytes:
        """Return the code of statements."""
        code = b""
        for index, statement in enumerate(statements, 1):
            self._following.append((statements, index))
            code += self._statement(statement)
            self._following.pop()
            if isinstance(statement, _LEAVING) and self._leaves(statement):
                break  # what follows is not reached
        return code

    def _leaves(self, statement: nodes.Statement) -> bool:
        """Return whether a statement certainly leaves the block that it is in."""
        match statement:
            case nodes.Return() | nodes.Raise() | nodes.Break() | nodes.Continue():
                return True
            case nodes.If(test=test, body=then, orelse=otherwise):
                known = self._decided.get(test)
                if known is None or known is UNKNOWN:
                    return False
                taken = then if known else otherwise
                return bool(taken) and self._leaves(taken[-1])
            case _:
                return False

    def _effects(self) -> Effects:
        """Return what may happen to slots after the current statement, in this function."""
        found = Effects()
        for whole, first in reversed(self._following):
            statements = whole[first:]
            found |= self._unit.survey.of_statements(statements)
            if statements and isinstance(statements[-1], nodes.Return):
                break
        return found

    def _statement(self, node: nodes.Statement) -> bytes:
        match node:
            case nodes.Evaluate(value=nodes.Constant()) | nodes.Pass():  # a docstring
                return b""
            case nodes.Evaluate(value=value):
                return self._done(value)
            case nodes.Assign(targets=[target], value=value):
                return self._assignments.assigned(target, value)
            case nodes.Assign(targets=targets, value=value):
                return self._assignments.assigned_to_all(targets, value)
            case nodes.AnnAssign(target=nodes.Name() as target, value=nodes.Expression() as value):
                return self._assignments.declared(target, node.annotation, value)
            case nodes.AugAssign(target=target, op=op, value=value):
                return self._assignments.changed(target, op, value)
            case nodes.If(test=test, body=then, orelse=otherwise):
                return self._if(test, then, otherwise)
            case nodes.For(target=target, iter=members, body=body, orelse=otherwise):
                return self._for(target, members, body, otherwise)
            case nodes.While(test=test, body=body, orelse=[]):
                return self._while(test, body)
            case nodes.Return(value=value):
                return self._return(value)
            case nodes.Raise():
                return wasm.UNREACHABLE
            case nodes.Break():
                return self._body.leave()
            case nodes.Continue():
                return self._body.again()
            case nodes.Delete(targets=[nodes.Subscript(value=base, slice=index)]):
                return self._assignments.deleted(self._value(base), index)
            case _:
                raise Refused(f"this form of the statement {type(node).__name__}")

    def _done(self, node: nodes.Expression) -> bytes:
        value = self._value(node)
        if value.kind == DRAWN:  # there is one action
            return wasm.i64(1) + wasm.call(DICE) + wasm.DROP
        return value.code + wasm.DROP * len(value.kind.held)

    def _if(
        self, test: nodes.Expression, then: Sequence[nodes.Statement], otherwise: Sequence[nodes.Statement]
    ) -> bytes:
        condition = self._expressions.truth(test)
        self._decided.put(test, condition.known)
        if condition.known is not UNKNOWN:
            return self.block(then if condition.known else otherwise)
        if not otherwise:
            stored = self._stored_if(condition, then)
            if stored is not None:
                return stored
        with self._body.nested():
            one, other = self.block(then), self.block(otherwise)
        return condition.code + wasm.when(one, other)

    def _stored_if(self, condition: Value, statements: Sequence[nodes.Statement]) -> bytes | None:
        """Return code that stores a few numbers if a condition holds, or else what was there.

        There is no branch, because which of the two it is is often random. None if other things
        are done.
        """
        if len(statements) > _FEW:
            return None
        changes: list[tuple[int, bytes]] = []
        for statement in statements:
            match statement:
                case nodes.Assign(
                    targets=[nodes.Attribute(value=nodes.Name(), attr=name)],
                    value=nodes.Constant(value=int() as number),
                ):
                    adds = False
                case nodes.AugAssign(
                    target=nodes.Attribute(value=nodes.Name(), attr=name),
                    op="+",
                    value=nodes.Constant(value=int() as number),
                ):
                    adds = True
                case _:
                    return None
            slot = self._unit.layout.slot(name)
            if slot.shape.kind != NUMBER or abs(number) >= FACTOR:
                return None
            if slot.shape.span is not None and (adds or not slot.shape.includes((number, number))):
                return None
            new = wasm.i64(int(number))
            if adds:
                new += wasm.i32(0) + wasm.load64(slot.address) + wasm.I64_ADD
            self._body.mentioned.add(number)
            changes.append((slot.address, new))
        held = self._body.temporary(wasm.I32)
        code = condition.code + wasm.put(held)
        for address, new in changes:
            code += wasm.i32(0) + new + wasm.i32(0) + wasm.load64(address)
            code += wasm.get(held) + wasm.SELECT + wasm.store64(address)
        return code

    def _for(
        self,
        target: nodes.Expression,
        members: nodes.Expression,
        inner: Sequence[nodes.Statement],
        otherwise: Sequence[nodes.Statement],
    ) -> bytes:
        sought = self._sought(target, members, inner, otherwise)
        if sought is not None:
            return sought
        last: Callable[[], bytes] | None = (lambda: self.block(otherwise)) if otherwise else None

        def kept(value: Value) -> Value:
            if not value.slots:
                return value
            return unshared(self._body, value, self._unit.survey.of_statements(inner))

        repeated = lambda: self._repeated(inner)  # noqa: E731
        return self._expressions.loops.over(target, members, repeated, last, kept, lambda name: _is_short(inner, name))

    def _sought(
        self,
        target: nodes.Expression,
        members: nodes.Expression,
        inner: Sequence[nodes.Statement],
        otherwise: Sequence[nodes.Statement],
    ) -> bytes | None:
        """Return code that looks for the first of a few members for which a condition holds.

        It is written out for each member. None if a loop does other things.
        """
        match target, inner, otherwise:
            case (
                nodes.Name(id=name),
                [
                    nodes.If(
                        test=test,
                        orelse=[],
                        body=[nodes.Assign(targets=[into], value=nodes.Name(id=same)), nodes.Break()],
                    )
                ],
                [nodes.Assign(targets=[other], value=nothing)],
            ) if same == name and same_code(into, other):
                pass
            case _:
                return None
        expressions = self._expressions
        row = expressions.loops.row(members)
        if row is None:
            return None
        code, each = row
        found = self._body.temporary(wasm.I64)
        turns = b""
        for member in each:
            with expressions.loops.standing(name, member) as bound:
                if not expressions.light(test, nothing):
                    return None
                condition, chosen = expressions.truth(test).code, self._value(target).code
            turns += bound + chosen + wasm.put(found) + condition + wasm.branch_if(0)
        code += wasm.block(turns + coerced(self._value(nothing), NUMBER) + wasm.put(found))
        none = self._value(nothing)
        span = hull(each[-1].span, none.span if none.known is UNKNOWN else (none.known,) * 2)
        return code + self._assignments.stored(into, Value(NUMBER, wasm.get(found), span=span))

    def _repeated(self, inner: Sequence[nodes.Statement]) -> bytes:
        """Return the code of the statements of a loop: after each of them all may follow again."""
        self._following.append(([*inner, nodes.Pass()], 0))
        code = self.block(inner)
        self._following.pop()
        return code

    def _while(self, test: nodes.Expression, inner: Sequence[nodes.Statement]) -> bytes:
        body = self._body
        passed = self._passed(test, inner)
        if passed is not None:
            return passed
        # Outwards from the statements: the block of `continue`, the loop, the block of `break`.
        with body.nested(2):
            condition = self._expressions.truth(test)
        with body.nested(3), body.looping(leave=2):
            code = self._repeated(inner)
        if condition.known is not UNKNOWN and not condition.known:
            return b""
        over = b"" if condition.known is not UNKNOWN else (condition.code + wasm.I32_EQZ + wasm.branch_if(1))
        return wasm.block(wasm.loop(over + wasm.block(code) + wasm.branch(0)))

    def _passed(self, test: nodes.Expression, inner: Sequence[nodes.Statement]) -> bytes | None:
        """Return the code of a loop that passes over so many members of a set, the lowest first.

        Four are passed in one turn of the loop, and the rest without a branch, because how many
        there are is random.
        """
        match inner:
            case [
                nodes.AugAssign(
                    target=nodes.Name(id=members),
                    op="&",
                    value=nodes.BinOp(left=nodes.Name(id=again), op="-", right=nodes.Constant(value=1)),
                ),
                nodes.AugAssign(target=nodes.Name(id=left), op="-", value=nodes.Constant(value=1)),
            ] if members == again:
                pass
            case _:
                return None
        match test:
            case nodes.Compare(left=nodes.Name(id=name), ops=[">="], comparators=[nodes.Constant(value=1)]) if (
                name == left
            ):
                pass
            case _:
                return None
        body = self._body
        values = body.read(members), body.read(left)
        if any(each is None or each.kind != NUMBER or each.known is not UNKNOWN for each in values):
            return None
        found, count = body.temporary(wasm.I64), body.temporary(wasm.I64)
        code = b""
        for value, held in zip(values, (found, count), strict=True):
            assert value is not None
            code += value.code + wasm.put(held)

        def without(times: int) -> bytes:
            one = wasm.get(found) + wasm.i64(1) + wasm.I64_SUB + wasm.get(found) + wasm.I64_AND
            return (one + wasm.put(found)) * times

        few = wasm.get(count) + wasm.i64(4) + wasm.I64_LT_S + wasm.branch_if(1)
        less_by_four = wasm.get(count) + wasm.i64(4) + wasm.I64_SUB + wasm.put(count)
        code += wasm.block(wasm.loop(few + without(4) + less_by_four + wasm.branch(0)))
        kept = body.temporary(wasm.I64)
        for times in (2, 1):
            code += wasm.get(found) + wasm.put(kept) + without(times)
            code += wasm.get(found) + wasm.get(kept) + wasm.get(count) + wasm.i64(times)
            code += wasm.I64_AND + wasm.I32_WRAP + wasm.SELECT + wasm.put(found)
        code += body.assign(members, Value(NUMBER, wasm.get(found)))
        return code + body.assign(left, number(0))

    def _return(self, node: nodes.Expression | None) -> bytes:
        body = self._body
        value = Value(NOTHING, b"", known=None) if node is None else self._value(node)
        exit_ = body.exit()
        if exit_ is not None:
            if value.kind == NEVER:
                return value.code
            return body.assign("return", value) + exit_
        body.returns(value)
        if value.kind == NEVER:
            return value.code
        if not body.result.held:
            return value.code + body.end()
        return coerced(value, body.result) + body.end()


def _is_short(statements: Sequence[nodes.Statement], name: str) -> bool:
    """Return whether statements are few, and do not give a name another value."""
    if any(count > _SHORT for count, _ in enumerate(nodes_in(*statements))):
        return False
    return name not in names_given(*statements)
