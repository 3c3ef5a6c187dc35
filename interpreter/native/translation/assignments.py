"""Code for assignments: what a local, a slot or a member of a sequence becomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...core import nodes
from ...core.build import same_code
from ...runtime import primitives
from ..code import encoding as wasm
from ..code.body import UNKNOWN, Body, Value, coerced, retyped
from ..code.kinds import NEVER, NUMBER, TRUTH, Kind, alike, join, sequence
from ..dialect import Refused
from ..library import library
from ..library.library import LARGEST
from ..memory.shapes import Shape
from . import sequences
from .arithmetic import operation
from .declared import declared
from .effects import Effects
from .expressions import Expressions
from .unit import Unit


class Assignments:
    """The assignments of one function."""

    def __init__(self, body: Body, unit: Unit, expressions: Expressions, following: Callable[[], Effects]) -> None:
        """Take the function, and what it knows about the module.

        Args:
            body: the function.
            unit: the module.
            expressions: the expressions of the function.
            following: returns what may happen to slots after the current statement.
        """
        self._body = body
        self._unit = unit
        self._expressions = expressions
        self._value = expressions.value
        self._effects = following

    def assigned(self, target: nodes.Expression, node: nodes.Expression) -> bytes:
        """Return code that gives a target the value of an expression."""
        match target:
            case nodes.Name(id=name):
                value = self._unshared(self._value(node))
                kind = self._body.kind(name)
                made = isinstance(node, nodes.List | nodes.ListComp | nodes.BinOp)
                made = made and value.kind.item is not None
                if made and kind is not None and not alike(value.kind, kind):
                    code = sequences.converted(self._body, value, kind, fresh=True)
                    if code is not value.code:
                        value = replace(value, kind=kind, code=code, address=None)
                return self._body.assign(name, value)
            case nodes.Tuple(elts=names) if isinstance(node, nodes.Tuple):
                code, held = b"", list[Value]()
                replaced = frozenset(each.attr for each in names if isinstance(each, nodes.Attribute))
                effects = self._effects() | Effects(replaced)
                for each in node.elts:
                    value = unshared(self._body, self._value(each), effects)
                    kept, words = self._body.temporary(value.kind.held), value.kind.words
                    code += value.code + wasm.put(kept, words)
                    held.append(replace(value, code=wasm.get(kept, words), known=UNKNOWN))
                for name, value in zip(names, held, strict=True):
                    code += self.stored(name, value)
                return code
            case nodes.Tuple():
                value = self._unshared(self._value(node))
                return value.code if value.kind == NEVER else (self._expressions.loops.bind(target, value))
            case _:
                changed = self._changed_member(target, _unpacked(node))
                if changed is not None:
                    return changed
                if _is_rest(target, node):
                    list_ = self._value(_loaded(target))
                    if list_.kind.item is not None and list_.kind.item.words == 1:
                        return sequences.shifted(self._body, list_)
                node = _unpacked(node) if isinstance(target, nodes.Attribute) else node
                listed = self._listed(target, node)
                return listed if listed is not None else self.stored(target, self._expressions.frozen(node))

    def declared(self, target: nodes.Name, annotation: str, node: nodes.Expression) -> bytes:
        """Return code that gives a local its first value, of the kind of its annotation."""
        value = self._as_declared(target.id, annotation, node)
        return self.assigned(target, node) if value is None else self._body.assign(target.id, value)

    def _as_declared(self, name: str, note: str, node: nodes.Expression) -> Value | None:
        """Return the first value of a local as one of the kind of its annotation.

        So it need not become another kind later. None if the annotation tells too little.
        """
        body = self._body
        kind = declared(note, body.env.space, body.words)
        known = body.kind(name)
        if kind is None or (known is not None and not alike(kind, known)):
            return None
        match node:
            case nodes.Constant(value=int()):
                return retyped(self._value(node), kind)
            case nodes.List(elts=[]):
                return replace(self._value(node), kind=kind)
            case nodes.List(elts=members) if kind.item is not None:
                if any(isinstance(each, nodes.Starred) for each in members):
                    return None
                values = [retyped(self._value(each), kind.item) for each in members]
                return replace(sequences.literal(body, values), kind=kind)
            case _:
                return None

    def _listed(self, target: nodes.Expression, node: nodes.Expression) -> bytes | None:
        """Return code that gives a slot the members of a comprehension of a few numbers.

        None if something else is stored.
        """
        if not isinstance(target, nodes.Attribute) or not isinstance(node, nodes.ListComp):
            return None
        shape = self._unit.layout.slot(target.attr).shape
        if shape.bounded or shape.kind.size is not None or shape.kind.item != NUMBER:
            return None
        slot = self._value(_loaded(target))
        return self._expressions.comprehensions.into(node, slot, shape.capacity)

    def _changed_member(self, target: nodes.Expression, node: nodes.Expression) -> bytes | None:
        """Return code that stores one member of a slot, if that is all in which its copy differs.

        None if something else is stored.
        """
        match node:
            case nodes.Call(func=nodes.Name() as function, args=[one, two, three], keywords=[]):
                known = self._value(function).known
            case _:
                return None
        if known is primitives.changed:
            values, index = one, two
        elif known in (primitives.with_entry, primitives.with_column):
            values, index = two, nodes.BinOp(one, "-", nodes.Constant(1))
        else:
            return None
        if not same_code(values, target):
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

    def assigned_to_all(self, targets: Sequence[nodes.Expression], node: nodes.Expression) -> bytes:
        """Return code that gives several targets the value of an expression."""
        value = self._unshared(self._value(node))
        if value.kind == NEVER:
            return value.code
        if not value.kind.held:
            raise Refused(f"a {value.kind} that is assigned")
        held, words = self._body.temporary(value.kind.held), value.kind.words
        code = value.code + wasm.put(held, words)
        for target in targets:
            code += self.stored(target, replace(value, code=wasm.get(held, words), address=None))
        return code

    def stored(self, target: nodes.Expression, value: Value) -> bytes:
        """Return code that stores a value."""
        body, layout = self._body, self._unit.layout
        if isinstance(target, nodes.Name):
            return body.assign(target.id, value)
        if value.kind == NEVER:
            return value.code
        match target:
            case nodes.Attribute(attr=name):
                slot = layout.slot(name)
                if slot.shape.inner is None:
                    checked = self._bounded(slot.shape, value)
                    kind = slot.shape.kind
                    return sequences.store(body, kind, wasm.i32(0), slot.address, checked)
                return self._filled(slot.shape, self._value(_loaded(target)), value)
            case nodes.Subscript(value=nodes.Attribute(attr="frame"), slice=index):
                return self._keep(index, value)
            case nodes.Subscript(value=base, slice=nodes.Slice(lower=None, upper=None, step=None)):
                return sequences.filled(body, self._value(base), value)
            case nodes.Subscript(value=base, slice=nodes.Slice(lower=None, upper=nodes.Constant(value=0), step=None)):
                return self._unit.call(body, library.list_prepend, [self._value(base), value]).code
            case nodes.Subscript(value=base, slice=index):
                return self._placed(base, self._value(base), self._expressions.index(index), value)
            case _:
                raise Refused(f"{type(target).__name__} as the target of an assignment")

    def _placed(self, base: nodes.Expression, owner: Value, which: Value, value: Value) -> bytes:
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
            shape = layout.slot(base.attr).shape if isinstance(base, nodes.Attribute) else (Shape(owner.kind))
            return self._filled(shape, sequences.item(body, owner, which), value)
        if owner.kind.item.item is not None:
            return self._entered(base, owner, which, value)
        checked, root = value, base
        while isinstance(root, nodes.Subscript):
            root = root.value
        if isinstance(root, nodes.Attribute) and root.attr != "frame":
            checked = self._bounded(layout.slot(root.attr).shape, value)
        kind = self._member(base, owner, checked)
        held = body.temporary(kind.held)
        code = coerced(checked, kind) + wasm.put(held, kind.words)
        address, offset = sequences.place(body, owner, which)
        stored = Value(kind, wasm.get(held, kind.words))
        return code + sequences.store(body, kind, address, offset, stored)

    def _member(self, base: nodes.Expression, owner: Value, value: Value) -> Kind:
        """Return the kind of the members of a sequence, one of which becomes a number or a set."""
        kind = owner.kind.item
        assert kind is not None
        if value.kind.name == "wide" and kind == NUMBER and isinstance(base, nodes.Name):
            # If this function has made the list, its members will be as wide in the next pass.
            self._body.widen(base.id, Value(sequence(value.kind), b"", owner.slots))
        return kind

    def _entered(self, base: nodes.Expression, owner: Value, which: Value, value: Value) -> bytes:
        """Return code that makes a sequence a member of a list that this function has made."""
        body = self._body
        if not isinstance(base, nodes.Name) or value.kind.item is None:
            raise Refused("a sequence that becomes a member of another")
        held = body.temporary(wasm.I32)
        kind = join(owner.kind, Kind("sequence", value.kind))
        assert kind.item is not None
        code = sequences.converted(body, value, kind.item) + wasm.put(held)
        address, offset = sequences.place(body, owner, which)
        code += address + wasm.get(held) + wasm.store32(offset)
        body.widen(base.id, Value(kind, b"", owner.slots | value.slots))
        return code

    def _keep(self, index: nodes.Expression, value: Value) -> bytes:
        layout = self._unit.layout
        assert isinstance(index, nodes.Constant)
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
            if known is not None and shape.includes(known):
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
        check = self._unit.call(body, library.all_small if into.kind.item == NUMBER else library.all_rows_small, [into])
        return code + check.code

    def _unshared(self, value: Value) -> Value:
        """Return a value for a local; a copy, if the slot that holds it gets another one."""
        if not value.slots or value.kind.item is None:
            return value
        return unshared(self._body, value, self._effects())

    # -- changes

    def changed(self, target: nodes.Expression, op: str, node: nodes.Expression) -> bytes:
        """Return code for `target op= node`."""
        body = self._body
        if isinstance(target, nodes.Name) and op == "&":  # perhaps `x &= x - 1`
            together = nodes.BinOp(nodes.Name(target.id), op, node)
            return self.stored(target, self._value(together))
        if isinstance(target, nodes.Subscript):
            owner = self._value(target.value) if not _is_kept(target) else None
            kind = None if owner is None else owner.kind.item
            if owner is not None and kind is not None and kind != NEVER and kind.item is None:
                return self._changed_one(target, owner, op, node)
        before = self._value(_loaded(target))
        value = self._value(node)
        if before.kind.item is not None and value.kind.item is not None:
            if op != "+":
                raise Refused(f"{op} of sequences")
            return self._extended(target, before, value, node)
        result = operation(body, op, before, value)
        if isinstance(target, nodes.Attribute) and _little(op, value):
            slot = self._unit.layout.slot(target.attr)
            if slot.shape.span is None:
                kind = slot.shape.kind
                return sequences.store(body, kind, wasm.i32(0), slot.address, result)
        return self.stored(target, result)

    def _changed_one(self, target: nodes.Subscript, owner: Value, op: str, node: nodes.Expression) -> bytes:
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
        if isinstance(target.value, nodes.Attribute) and not _little(op, value):
            shape = self._unit.layout.slot(target.value.attr).shape
            result = self._bounded(shape, result)
        kind = self._member(target.value, owner, result)
        kept = body.temporary(kind.held)
        code += coerced(result, kind) + wasm.put(kept, kind.words)
        stored = Value(kind, wasm.get(kept, kind.words))
        return code + sequences.store(body, kind, wasm.get(held), offset, stored)

    def _extended(self, target: nodes.Expression, before: Value, value: Value, node: nodes.Expression) -> bytes:
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
        if isinstance(target, nodes.Name):
            # In a list of a slot it would change that list.
            if before.slots or body.is_borrowed(target.id):
                raise Refused("a list that is kept and extended")
            if before.kind.size is None and value.kind.size is None:
                return self.stored(target, sequences.extended(body, before, value))
            return self.stored(target, sequences.chained(body, [before, value]))
        if kind.item is not None:
            if isinstance(node, nodes.Tuple | nodes.List):
                return b"".join(sequences.added(body, before, self._value(each)) for each in node.elts)
            return sequences.filled(body, before, sequences.chained(body, [before, value]))
        extend = self._unit.call(body, library.list_extend, [before, value])
        return extend.code

    def deleted(self, owner: Value, index: nodes.Expression) -> bytes:
        """Return code that removes members of a sequence."""
        if owner.kind == NEVER:
            return owner.code
        match index:
            case nodes.Slice(lower=lower, upper=None, step=None) if lower is not None:
                arguments = [owner, self._value(lower)]
                return self._unit.call(self._body, library.list_cut, arguments).code
            case nodes.Slice():
                raise Refused("members that are deleted")
            case _:
                found = self._unit.call(self._body, library.list_pop, [owner, self._value(index)])
                return found.code + wasm.DROP * len(found.kind.held)


def unshared(body: Body, value: Value, effects: Effects) -> Value:
    """Return a sequence for a local; a copy, if the slot that holds it will get another one."""
    shared = value.slots & effects.rebinds
    if not shared or value.kind.item is None:
        return value
    if shared & effects.mutates:
        raise Refused(f"{', '.join(sorted(shared))} is kept, changed and replaced in one rule")
    return sequences.copied(body, value)


def _unpacked(node: nodes.Expression) -> nodes.Expression:
    """Return what is copied into a slot, without a call that makes a list or tuple of it."""
    match node:
        case nodes.Call(func=nodes.Name(id="tuple" | "list"), args=[inner]) if not isinstance(
            inner, nodes.GeneratorExp
        ):
            return inner
        case _:
            return node


def _is_rest(target: nodes.Expression, node: nodes.Expression) -> bool:
    """Return whether a slot loses its first member: `s.x = s.x[1:]`."""
    match target, node:
        case (
            nodes.Attribute(attr=name),
            nodes.Subscript(
                value=nodes.Attribute(attr=same),
                slice=nodes.Slice(lower=nodes.Constant(value=1), upper=None, step=None),
            ),
        ):
            return name == same
        case _:
            return False


def _loaded(target: nodes.Expression) -> nodes.Expression:
    """Return the target of an assignment as an expression."""
    match target:
        case nodes.Name(id=name):
            return nodes.Name(name)
        case nodes.Attribute(value=base, attr=name):
            return nodes.Attribute(base, name)
        case nodes.Subscript(value=base, slice=index):
            return nodes.Subscript(base, index)
        case _:
            raise Refused(f"{type(target).__name__} as the target of an assignment")


def _is_kept(target: nodes.Subscript) -> bool:
    """Return whether a target is what a rule keeps while it waits."""
    return isinstance(target.value, nodes.Attribute) and target.value.attr == "frame"


def _little(op: str, value: Value) -> bool:
    """Return whether a change is too small to exceed what native code can do."""
    return op in ("+", "-") and value.known is not UNKNOWN and (abs(value.known) < 1 << 20)
