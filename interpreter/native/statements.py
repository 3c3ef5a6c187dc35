"""Code for statements of generated Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, get_args, get_origin

from ..compile.quoting import nodes
from ..runtime import primitives
from . import encoding as wasm
from . import library, sequences
from .arithmetic import FACTOR, operation
from .body import DICE, UNKNOWN, Body, Value, coerced, number, retyped
from .dialect import Refused, admit
from .effects import Effects
from .expressions import Expressions
from .kinds import (
    DRAWN,
    NEVER,
    NOTHING,
    NUMBER,
    TRUTH,
    Kind,
    Span,
    alike,
    hull,
    integer,
    join,
    sequence,
)
from .library import LARGEST
from .shapes import Shape
from .unit import Unit

_FEW: Final = 3
"""So many numbers are stored, or what was there, without a branch."""

_LEAVING: Final = ast.Return, ast.Raise, ast.Break, ast.Continue, ast.If
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
        self._value = self._expressions.value
        self._following: list[tuple[Sequence[ast.stmt], int]] = []  # and from where on
        self._decided: dict[int, object] = {}  # of conditions, whether they hold, or UNKNOWN

    def block(self, statements: Sequence[ast.stmt]) -> bytes:
        """Return the code of statements."""
        code = b""
        for index, statement in enumerate(statements, 1):
            self._following.append((statements, index))
            code += self._statement(statement)
            self._following.pop()
            if isinstance(statement, _LEAVING) and self._leaves(statement):
                break  # what follows is not reached
        return code

    def _leaves(self, statement: ast.stmt) -> bool:
        """Return whether a statement certainly leaves the block that it is in."""
        match statement:
            case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
                return True
            case ast.If(test=test, body=then, orelse=otherwise):
                known = self._decided.get(id(test), UNKNOWN)
                if known is UNKNOWN:
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
            if statements and isinstance(statements[-1], ast.Return):
                break
        return found

    def _statement(self, node: ast.stmt) -> bytes:
        admit(node)
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():  # a docstring
                return b""
            case ast.Expr(value=value):
                return self._done(value)
            case ast.Assign(targets=[target], value=value):
                return self._assigned(target, value)
            case ast.Assign(targets=targets, value=value):
                return self._assigned_to_all(targets, value)
            case ast.AnnAssign(target=ast.Name(id=name) as target, value=ast.expr() as value):
                declared = self._declared(name, node.annotation, value)
                if declared is None:
                    return self._assigned(target, value)
                return self._body.assign(name, declared)
            case ast.AugAssign(target=target, op=op, value=value):
                return self._changed(target, op, value)
            case ast.If(test=test, body=then, orelse=otherwise):
                return self._if(test, then, otherwise)
            case ast.For(target=target, iter=members, body=body, orelse=otherwise):
                return self._for(target, members, body, otherwise)
            case ast.While(test=test, body=body, orelse=[]):
                return self._while(test, body)
            case ast.Return(value=value):
                return self._return(value)
            case ast.Raise():
                return wasm.UNREACHABLE
            case ast.Break():
                return self._body.leave()
            case ast.Continue():
                return self._body.again()
            case ast.Delete(targets=[ast.Subscript(value=base, slice=index)]):
                return self._deleted(self._value(base), index)
            case _:
                raise Refused(f"this form of the statement {type(node).__name__}")

    def _declared(self, name: str, text: ast.expr, node: ast.expr) -> Value | None:
        """Return the first value of a local as one of the kind of its annotation.

        So it need not become another kind later. None if the annotation tells too little.
        """
        body = self._body
        kind = self._annotated(text)
        known = body.kind(name)
        if kind is None or (known is not None and not alike(kind, known)):
            return None
        match node:
            case ast.Constant(value=int()):
                return retyped(self._value(node), kind)
            case ast.List(elts=[]):
                return replace(self._value(node), kind=kind)
            case ast.List(elts=members) if kind.item is not None:
                if any(isinstance(each, ast.Starred) for each in members):
                    return None
                values = [retyped(self._value(each), kind.item) for each in members]
                return replace(sequences.literal(body, values), kind=kind)
            case _:
                return None

    def _annotated(self, text: ast.expr) -> Kind | None:
        """Return the kind that an annotation tells, if it does."""
        match text:
            case ast.Name(id="int"):
                return NUMBER
            case ast.Name(id="CardSet"):
                return integer(self._body.words)
            case ast.Subscript(value=ast.Name(id="list"), slice=inner):
                item = self._annotated(inner)
                return None if item is None else sequence(item)
            case ast.Name(id=name) if name in self._body.env.space and self._body.words > 1:
                alias = self._body.env.space[name]  # such as `Found`; in small packs often constant
                if get_origin(alias) is not tuple or ... in get_args(alias):
                    return None
                return sequence(integer(self._body.words), len(get_args(alias)))
            case _:
                return None

    def _done(self, node: ast.expr) -> bytes:
        value = self._value(node)
        if value.kind == DRAWN:  # there is one action
            return wasm.i64(1) + wasm.call(DICE) + wasm.DROP
        return value.code + wasm.DROP * len(value.kind.held)

    # -- assignments

    def _assigned(self, target: ast.expr, node: ast.expr) -> bytes:
        match target:
            case ast.Name(id=name):
                value = self._unshared(self._value(node))
                kind = self._body.kind(name)
                made = isinstance(node, ast.List | ast.ListComp | ast.BinOp)
                made = made and value.kind.item is not None
                if made and kind is not None and not alike(value.kind, kind):
                    code = sequences.converted(self._body, value, kind, fresh=True)
                    if code is not value.code:
                        value = replace(value, kind=kind, code=code, address=None)
                return self._body.assign(name, value)
            case ast.Tuple(elts=names) if isinstance(node, ast.Tuple):
                code, held = b"", list[Value]()
                for each in node.elts:
                    value = self._unshared(self._value(each))
                    kept, words = self._body.temporary(value.kind.held), value.kind.words
                    code += value.code + wasm.put(kept, words)
                    held.append(replace(value, code=wasm.get(kept, words), known=UNKNOWN))
                for name, value in zip(names, held, strict=True):
                    code += self._stored(name, value)
                return code
            case ast.Tuple():
                value = self._unshared(self._value(node))
                return value.code if value.kind == NEVER else (
                    self._expressions.loops.bind(target, value)
                )  # fmt: skip
            case _:
                changed = self._changed_member(target, _unpacked(node))
                if changed is not None:
                    return changed
                if _is_rest(target, node):
                    list_ = self._value(_loaded(target))
                    if list_.kind.item is not None and list_.kind.item.words == 1:
                        return sequences.shifted(self._body, list_)
                node = _unpacked(node) if isinstance(target, ast.Attribute) else node
                listed = self._listed(target, node)
                return (
                    listed
                    if listed is not None
                    else self._stored(target, self._expressions.frozen(node))
                )

    def _listed(self, target: ast.expr, node: ast.expr) -> bytes | None:
        """Return code that gives a slot the members of a comprehension of a few numbers.

        None if something else is stored.
        """
        if not isinstance(target, ast.Attribute) or not isinstance(node, ast.ListComp):
            return None
        shape = self._unit.layout.slot(target.attr).shape
        if shape.bounded or shape.kind.size is not None or shape.kind.item != NUMBER:
            return None
        slot = self._value(_loaded(target))
        return self._expressions.comprehensions.into(node, slot, shape.capacity)

    def _changed_member(self, target: ast.expr, node: ast.expr) -> bytes | None:
        """Return code that stores one member of a slot, if that is all in which its copy differs.

        None if something else is stored.
        """
        match node:
            case ast.Call(func=ast.Name() as function, args=[one, two, three], keywords=[]):
                known = self._value(function).known
            case _:
                return None
        if known is primitives.changed:
            values, index = one, two
        elif known in (primitives.with_entry, primitives.with_column):
            values, index = two, ast.BinOp(one, ast.Sub(), ast.Constant(1))
        else:
            return None
        if ast.unparse(values) != ast.unparse(target):
            return None
        whole, which, value = self._value(values), self._value(index), self._value(three)
        if NEVER in (whole.kind, which.kind, value.kind) or not whole.slots:
            return None
        if known is not primitives.changed:
            held = self._body.temporary(wasm.I64)
            code = coerced(which, NUMBER) + wasm.put(held)
            code += wasm.get(held) + wasm.i64(0) + wasm.I64_LT_S + wasm.TRAP + wasm.get(held)
            which = Value(NUMBER, code)
        return self._placed(values, whole, which, value)

    def _assigned_to_all(self, targets: Sequence[ast.expr], node: ast.expr) -> bytes:
        value = self._unshared(self._value(node))
        if value.kind == NEVER:
            return value.code
        if not value.kind.held:
            raise Refused(f"a {value.kind} that is assigned")
        held, words = self._body.temporary(value.kind.held), value.kind.words
        code = value.code + wasm.put(held, words)
        for target in targets:
            code += self._stored(target, replace(value, code=wasm.get(held, words), address=None))
        return code

    def _stored(self, target: ast.expr, value: Value) -> bytes:
        """Return code that stores a value."""
        if value.kind == NEVER:
            return value.code
        body, layout = self._body, self._unit.layout
        match target:
            case ast.Name(id=name):
                return body.assign(name, value)
            case ast.Attribute(attr=name):
                slot = layout.slot(name)
                if slot.shape.inner is None:
                    checked = self._bounded(slot.shape, value)
                    kind = slot.shape.kind
                    return sequences.store(body, kind, wasm.i32(0), slot.address, checked)
                return self._filled(slot.shape, self._value(_loaded(target)), value)
            case ast.Subscript(value=ast.Attribute(attr="frame"), slice=index):
                return self._keep(index, value)
            case ast.Subscript(value=base, slice=ast.Slice(lower=None, upper=None, step=None)):
                return sequences.filled(body, self._value(base), value)
            case ast.Subscript(
                value=base, slice=ast.Slice(lower=None, upper=ast.Constant(value=0), step=None)
            ):
                return self._unit.call(body, library.list_prepend, [self._value(base), value]).code
            case ast.Subscript(value=base, slice=index):
                return self._placed(base, self._value(base), self._expressions.index(index), value)
            case _:
                raise Refused(f"{type(target).__name__} as the target of an assignment")

    def _placed(self, base: ast.expr, owner: Value, which: Value, value: Value) -> bytes:
        """Return code that makes a value a member of a sequence.

        Args:
            base: the expression for the sequence.
            owner: the sequence.
            which: the index.
            value: the value.
        """
        body, layout = self._body, self._unit.layout
        if NEVER in (owner.kind, which.kind):
            return owner.code + wasm.UNREACHABLE
        if owner.kind.item is None:
            raise Refused(f"a member of a {owner.kind}")
        if owner.kind.item.item is not None and owner.slots:
            shape = layout.slot(base.attr).shape if isinstance(base, ast.Attribute) else (
                Shape(owner.kind)
            )  # fmt: skip
            return self._filled(shape, sequences.item(body, owner, which), value)
        if owner.kind.item.item is not None:
            return self._entered(base, owner, which, value)
        checked, root = value, base
        while isinstance(root, ast.Subscript):
            root = root.value
        if isinstance(root, ast.Attribute) and root.attr != "frame":
            checked = self._bounded(layout.slot(root.attr).shape, value)
        kind = self._member(base, owner, checked)
        held = body.temporary(kind.held)
        code = coerced(checked, kind) + wasm.put(held, kind.words)
        address, offset = sequences.place(body, owner, which)
        stored = Value(kind, wasm.get(held, kind.words))
        return code + sequences.store(body, kind, address, offset, stored)

    def _member(self, base: ast.expr, owner: Value, value: Value) -> Kind:
        """Return the kind of the members of a sequence, one of which becomes a number or a set."""
        kind = owner.kind.item
        assert kind is not None
        if value.kind.name == "wide" and kind == NUMBER and isinstance(base, ast.Name):
            # If this function has made the list, its members will be as wide in the next pass.
            self._body.widen(base.id, Value(sequence(value.kind), b"", owner.slots))
        return kind

    def _entered(self, base: ast.expr, owner: Value, which: Value, value: Value) -> bytes:
        """Return code that makes a sequence a member of a list that this function has made."""
        body = self._body
        if not isinstance(base, ast.Name) or value.kind.item is None:
            raise Refused("a sequence that becomes a member of another")
        held = body.temporary(wasm.I32)
        kind = join(owner.kind, Kind("sequence", value.kind))
        assert kind.item is not None
        code = sequences.converted(body, value, kind.item) + wasm.put(held)
        address, offset = sequences.place(body, owner, which)
        code += address + wasm.get(held) + wasm.store32(offset)
        body.widen(base.id, Value(kind, b"", owner.slots | value.slots))
        return code

    def _keep(self, index: ast.expr, value: Value) -> bytes:
        layout = self._unit.layout
        assert isinstance(index, ast.Constant)
        assert isinstance(index.value, int)
        place = index.value
        kind = join(layout.frame[place], NUMBER if value.kind == TRUTH else value.kind)
        if kind.item is not None:
            kind = Kind("sequence", kind.item)
        if kind != layout.frame[place]:
            layout.frame[place] = kind
            self._body.settled &= place not in self._body.frame
        self._body.frame[place] = kind
        slot = layout.frame_slot(place)
        if kind.item is None:
            return sequences.store(self._body, kind, wasm.i32(0), slot.address, value)
        return sequences.filled(self._body, self._expressions.kept(index), value)

    def _bounded(self, shape: Shape, value: Value) -> Value:
        """Return a number that rules keep; it traps where it is too large for native code."""
        if shape.span is not None:
            known = value.span
            if value.known is not UNKNOWN and value.kind == NUMBER:
                known = value.known, value.known
            if known is not None and _is_within(known, shape):
                return value
            low, high = shape.span
            held = self._body.temporary(wasm.I64)
            code = coerced(value, NUMBER) + wasm.tee(held) + wasm.i64(low) + wasm.I64_SUB
            code += wasm.i64(high - low) + wasm.I64_GT_U + wasm.TRAP + wasm.get(held)
            return Value(NUMBER, code)
        if not shape.bounded or (value.known is not UNKNOWN and abs(value.known) < LARGEST):
            return value
        if value.small or value.kind == TRUTH:
            return value
        held = self._body.temporary(wasm.I64)
        code = coerced(value, NUMBER) + wasm.put(held)
        code += wasm.get(held) + wasm.i64(LARGEST) + wasm.I64_ADD + wasm.i64(2 * LARGEST)
        return Value(NUMBER, code + wasm.I64_GE_U + wasm.TRAP + wasm.get(held))

    def _filled(self, shape: Shape, into: Value, value: Value) -> bytes:
        """Return code that gives a slot's sequence the members of another, if none is too large."""
        body = self._body
        code = sequences.filled(body, into, value)
        if not shape.bounded or value.address is not None:
            return code
        check = self._unit.call(
            body, library.all_small if into.kind.item == NUMBER else library.all_rows_small, [into]
        )
        return code + check.code

    def _unshared(self, value: Value) -> Value:
        """Return a value for a local; a copy, if the slot that holds it gets another one."""
        if not value.slots or value.kind.item is None:
            return value
        return unshared(self._body, value, self._effects())

    # -- changes

    def _changed(self, target: ast.expr, op: ast.operator, node: ast.expr) -> bytes:
        body = self._body
        if isinstance(target, ast.Name) and isinstance(op, ast.BitAnd):  # perhaps `x &= x - 1`
            together = ast.BinOp(ast.Name(target.id, ast.Load()), op, node)
            return self._stored(target, self._value(together))
        if isinstance(target, ast.Subscript):
            owner = self._value(target.value) if not _is_kept(target) else None
            kind = None if owner is None else owner.kind.item
            if owner is not None and kind is not None and kind != NEVER and kind.item is None:
                return self._changed_one(target, owner, op, node)
        before = self._value(_loaded(target))
        value = self._value(node)
        if before.kind.item is not None and value.kind.item is not None:
            if not isinstance(op, ast.Add):
                raise Refused(f"{type(op).__name__} of sequences")
            return self._extended(target, before, value, node)
        result = operation(body, op, before, value)
        if isinstance(target, ast.Attribute) and _little(op, value):
            slot = self._unit.layout.slot(target.attr)
            if slot.shape.span is None:
                kind = slot.shape.kind
                return sequences.store(body, kind, wasm.i32(0), slot.address, result)
        return self._stored(target, result)

    def _changed_one(
        self, target: ast.Subscript, owner: Value, op: ast.operator, node: ast.expr
    ) -> bytes:
        """Return code that changes a number or a set in a sequence."""
        body = self._body
        value, which = self._value(node), self._expressions.index(target.slice)
        if NEVER in (value.kind, which.kind):
            return which.code + value.code + wasm.UNREACHABLE
        # The place is found once, and before the value is computed, as in Python.
        address, offset = sequences.place(body, owner, which)
        held = body.temporary(wasm.I32)
        code = address + wasm.put(held)
        before = sequences.at(body, owner, wasm.get(held), offset)
        result = operation(body, op, before, value)
        if isinstance(target.value, ast.Attribute) and not _little(op, value):
            shape = self._unit.layout.slot(target.value.attr).shape
            result = self._bounded(shape, result)
        kind = self._member(target.value, owner, result)
        kept = body.temporary(kind.held)
        code += coerced(result, kind) + wasm.put(kept, kind.words)
        stored = Value(kind, wasm.get(kept, kind.words))
        return code + sequences.store(body, kind, wasm.get(held), offset, stored)

    def _extended(self, target: ast.expr, before: Value, value: Value, node: ast.expr) -> bytes:
        """Return code that adds the members of a sequence to another one.

        Args:
            target: what is extended.
            before: its value.
            value: the members.
            node: the expression for them.
        """
        body = self._body
        kind = before.kind.item
        assert kind is not None
        if isinstance(target, ast.Name):
            # In a list of a slot it would change that list.
            if before.slots or body.is_borrowed(target.id):
                raise Refused("a list that is kept and extended")
            if before.kind.size is None and value.kind.size is None:
                return self._stored(target, sequences.extended(body, before, value))
            return self._stored(target, sequences.chained(body, [before, value]))
        if kind.item is not None:
            if isinstance(node, ast.Tuple | ast.List):
                return b"".join(
                    sequences.added(body, before, self._value(each)) for each in node.elts
                )
            return sequences.filled(body, before, sequences.chained(body, [before, value]))
        extend = self._unit.call(body, library.list_extend, [before, value])
        return extend.code

    def _deleted(self, owner: Value, index: ast.expr) -> bytes:
        if owner.kind == NEVER:
            return owner.code
        match index:
            case ast.Slice(lower=lower, upper=None, step=None) if lower is not None:
                arguments = [owner, self._value(lower)]
                return self._unit.call(self._body, library.list_cut, arguments).code
            case ast.Slice():
                raise Refused("members that are deleted")
            case _:
                found = self._unit.call(self._body, library.list_pop, [owner, self._value(index)])
                return found.code + wasm.DROP * len(found.kind.held)

    # -- the course of statements

    def _if(self, test: ast.expr, then: Sequence[ast.stmt], otherwise: Sequence[ast.stmt]) -> bytes:
        condition = self._expressions.truth(test)
        self._decided[id(test)] = condition.known
        if condition.known is not UNKNOWN:
            return self.block(then if condition.known else otherwise)
        if not otherwise:
            stored = self._stored_if(condition, then)
            if stored is not None:
                return stored
        with self._body.nested():
            one, other = self.block(then), self.block(otherwise)
        return condition.code + wasm.when(one, other)

    def _stored_if(self, condition: Value, statements: Sequence[ast.stmt]) -> bytes | None:
        """Return code that stores a few numbers if a condition holds, or else what was there.

        There is no branch, because which of the two it is is often random. None if other things
        are done.
        """
        if len(statements) > _FEW:
            return None
        changes: list[tuple[int, bytes]] = []
        for statement in statements:
            match statement:
                case ast.Assign(
                    targets=[ast.Attribute(value=ast.Name(), attr=name)],
                    value=ast.Constant(value=int() as number),
                ):
                    adds = False
                case ast.AugAssign(
                    target=ast.Attribute(value=ast.Name(), attr=name), op=ast.Add(),
                    value=ast.Constant(value=int() as number),
                ):  # fmt: skip
                    adds = True
                case _:
                    return None
            slot = self._unit.layout.slot(name)
            if slot.shape.kind != NUMBER or abs(number) >= FACTOR:
                return None
            if slot.shape.span is not None and (
                adds or not _is_within((number, number), slot.shape)
            ):
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
        self, target: ast.expr, members: ast.expr, inner: Sequence[ast.stmt],
        otherwise: Sequence[ast.stmt],
    ) -> bytes:  # fmt: skip
        sought = self._sought(target, members, inner, otherwise)
        if sought is not None:
            return sought
        last: Callable[[], bytes] | None = (lambda: self.block(otherwise)) if otherwise else None

        def kept(value: Value) -> Value:
            if not value.slots:
                return value
            return unshared(self._body, value, self._unit.survey.of_statements(inner))

        repeated = lambda: self._repeated(inner)  # noqa: E731
        return self._expressions.loops.over(
            target, members, repeated, last, kept, lambda name: _is_short(inner, name)
        )

    def _sought(
        self, target: ast.expr, members: ast.expr, inner: Sequence[ast.stmt],
        otherwise: Sequence[ast.stmt],
    ) -> bytes | None:  # fmt: skip
        """Return code that looks for the first of a few members for which a condition holds.

        It is written out for each member. None if a loop does other things.
        """
        match target, inner, otherwise:
            case (
                ast.Name(id=name),
                [
                    ast.If(
                        test=test, orelse=[],
                        body=[ast.Assign(targets=[into], value=ast.Name(id=same)), ast.Break()],
                    )
                ],
                [ast.Assign(targets=[other], value=nothing)],
            ) if same == name and ast.dump(into) == ast.dump(other):  # fmt: skip
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
        return code + self._stored(into, Value(NUMBER, wasm.get(found), span=span))

    def _repeated(self, inner: Sequence[ast.stmt]) -> bytes:
        """Return the code of the statements of a loop: after each of them all may follow again."""
        self._following.append(([*inner, ast.Pass()], 0))
        code = self.block(inner)
        self._following.pop()
        return code

    def _while(self, test: ast.expr, inner: Sequence[ast.stmt]) -> bytes:
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
        over = b"" if condition.known is not UNKNOWN else (
            condition.code + wasm.I32_EQZ + wasm.branch_if(1)
        )  # fmt: skip
        return wasm.block(wasm.loop(over + wasm.block(code) + wasm.branch(0)))

    def _passed(self, test: ast.expr, inner: Sequence[ast.stmt]) -> bytes | None:
        """Return the code of a loop that passes over so many members of a set, the lowest first.

        Four are passed in one turn of the loop, and the rest without a branch, because how many
        there are is random.
        """
        match inner:
            case [
                ast.AugAssign(
                    target=ast.Name(id=members), op=ast.BitAnd(),
                    value=ast.BinOp(
                        left=ast.Name(id=again), op=ast.Sub(), right=ast.Constant(value=1)
                    ),
                ),
                ast.AugAssign(target=ast.Name(id=left), op=ast.Sub(), value=ast.Constant(value=1)),
            ] if members == again:  # fmt: skip
                pass
            case _:
                return None
        match test:
            case ast.Compare(
                left=ast.Name(id=name), ops=[ast.GtE()], comparators=[ast.Constant(value=1)]
            ) if name == left:
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

    def _return(self, node: ast.expr | None) -> bytes:
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


def unshared(body: Body, value: Value, effects: Effects) -> Value:
    """Return a sequence for a local; a copy, if the slot that holds it will get another one."""
    shared = value.slots & effects.rebinds
    if not shared or value.kind.item is None:
        return value
    if shared & effects.mutates:
        raise Refused(f"{', '.join(sorted(shared))} is kept, changed and replaced in one rule")
    return sequences.copied(body, value)


def _is_within(span: Span, shape: Shape) -> bool:
    """Return whether numbers of a span may be in a slot."""
    return shape.span is not None and shape.span[0] <= span[0] <= span[1] <= shape.span[1]


def _is_short(statements: Sequence[ast.stmt], name: str) -> bool:
    """Return whether statements are few, and do not give a name another value."""
    for count, node in enumerate(nodes(ast.Module([*statements], []))):
        if count > _SHORT:
            return False
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
            return False
    return True


def _unpacked(node: ast.expr) -> ast.expr:
    """Return what is copied into a slot, without a call that makes a list or tuple of it."""
    match node:
        case ast.Call(func=ast.Name(id="tuple" | "list"), args=[inner]) if not isinstance(
            inner, ast.GeneratorExp
        ):
            return inner
        case _:
            return node


def _is_rest(target: ast.expr, node: ast.expr) -> bool:
    """Return whether a slot loses its first member: `s.x = s.x[1:]`."""
    match target, node:
        case (
            ast.Attribute(attr=name),
            ast.Subscript(
                value=ast.Attribute(attr=same),
                slice=ast.Slice(lower=ast.Constant(value=1), upper=None, step=None),
            ),
        ):
            return name == same
        case _:
            return False


def _loaded(target: ast.expr) -> ast.expr:
    """Return the target of an assignment as an expression."""
    match target:
        case ast.Name(id=name):
            return ast.Name(name, ast.Load())
        case ast.Attribute(value=base, attr=name):
            return ast.Attribute(base, name, ast.Load())
        case ast.Subscript(value=base, slice=index):
            return ast.Subscript(base, index, ast.Load())
        case _:
            raise Refused(f"{type(target).__name__} as the target of an assignment")


def _is_kept(target: ast.Subscript) -> bool:
    """Return whether a target is what a rule keeps while it waits."""
    return isinstance(target.value, ast.Attribute) and target.value.attr == "frame"


def _little(op: ast.operator, value: Value) -> bool:
    """Return whether a change is too small to exceed what native code can do."""
    return isinstance(op, ast.Add | ast.Sub) and value.known is not UNKNOWN and (
        abs(value.known) < 1 << 20
    )  # fmt: skip
