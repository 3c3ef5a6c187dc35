"""Code for expressions of the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, ClassVar, Final, cast

from ...core import nodes
from ...core.build import lambda_of, same_code
from ...core.effects import may_stop
from ...program.trace import Trace
from ...runtime import seats
from ...runtime.memory import Clamped, Memory
from ..code import encoding as wasm
from ..code import wide
from ..code.body import UNKNOWN, Body, Closure, Value, after, coerced, constant, number, truth
from ..code.kinds import (
    CACHE,
    CLAMPED,
    FUNCTION,
    NEVER,
    NOTHING,
    NUMBER,
    OBJECT,
    STATE,
    TEXT,
    any_size,
    join,
)
from ..code.light import Light
from ..dialect import FUNCTIONS, Refused, admit_value
from ..library.growing import Scratch
from ..memory.shapes import Slot
from . import sequences
from .arithmetic import operation, unary
from .calls import Calls, present
from .comprehensions import Comprehensions
from .conditions import Conditions
from .loops import Loops
from .unit import Unit

_ROOM: Final = 32


class Expressions:
    """The expressions of one function.

    Attributes:
        loops: its loops.
        light: tells which of them may be computed without a branch.
        comprehensions: its comprehensions.
    """

    def __init__(self, body: Body, unit: Unit, run: Callable[[Sequence[nodes.Statement]], bytes]) -> None:
        """Take the function.

        Args:
            body: the function.
            unit: what it knows about the module.
            run: makes the code of statements, for functions that are written out where they are
                called.
        """
        self._body = body
        self._unit = unit
        self.light = Light(self.value)
        self.loops = Loops(body, self.value, lambda place: unit.constants.members(place))
        self.comprehensions = Comprehensions(body, self.loops, self.light, self.value, self.truth)
        self._conditions = Conditions(body, unit, self.value, self.light, self.comprehensions)
        self._calls = Calls(body, unit, self, self._conditions, self.comprehensions, run)

    def truth(self, node: nodes.Expression) -> Value:
        """Return whether an expression holds, with 32 bits."""
        return self._conditions.truth(node)

    def _call(self, node: nodes.Call) -> Value:
        return self._calls.call(node)

    # -- values

    def value(self, node: nodes.Expression) -> Value:
        """Return an expression as code that pushes its value."""
        maker = self.MAKERS.get(type(node))
        if maker is None:
            raise Refused(f"the expression {type(node).__name__} in this place")
        made = maker(self, node)
        admit_value(made.kind, node.type)
        return made

    def _constant(self, node: nodes.Constant) -> Value:
        known: object = node.value  # also a tuple, which Python's parser never makes
        if isinstance(known, int):
            self._body.mentioned.add(known)
        elif isinstance(known, tuple):
            members = known
            if members and isinstance(members[0], str):
                return Value(TEXT, b"", known=members)
            self._body.mentioned.update(each for each in members if isinstance(each, int))
            return self.table(members)
        return _constant(known, self._body.words)

    def _local(self, node: nodes.Name) -> Value:
        found = self._body.read(node.id)
        return self._name(node.id) if found is None else found

    def _attribute(self, node: nodes.Attribute) -> Value:
        if node.attr == "__getitem__":
            return Value(FUNCTION, b"", known=Closure(_looked_up(node.value), self._body.env))
        return self._slot(node.value, node.attr)

    def _part(self, node: nodes.Subscript) -> Value:
        base, index = node.value, node.slice
        if isinstance(index, nodes.Slice):
            return self._slice(self.value(base), index)
        if isinstance(base, nodes.Attribute) and base.attr == "frame":
            return self.kept(index)
        whole = self.value(base)
        return self.item(whole, self.index(index) if whole.kind.item else self.value(index))

    def index(self, node: nodes.Expression) -> Value:
        """Return the number of a member of a sequence; it need not check that it is somebody."""
        seat = self._somebody(node)
        if seat is None:
            return self.value(node)
        value = self.value(seat)
        if value.known == -1:
            return Value(NEVER, wasm.UNREACHABLE)
        return replace(value, strict=True) if value.kind == NUMBER else value

    def _somebody(self, node: nodes.Expression) -> nodes.Expression | None:
        """Return the seat that an expression checks to be a player; None if it checks nothing."""
        match node:
            case nodes.IfExp(body=body, orelse=nodes.Call(func=nodes.Name() as function, args=[seat, _])):
                if body is not seat and not same_code(body, seat):
                    return None
            case nodes.Call(func=nodes.Name() as function, args=[seat, _]):
                pass
            case _:
                return None
        return seat if self.value(function).known in seats.REFUSING else None

    def _operation(self, node: nodes.BinOp) -> Value:
        match node:
            case nodes.BinOp(left=nodes.List(elts=[member]), op="*", right=times):
                one = sequences.literal(self._body, [self.value(member)])
                return _any_size(operation(self._body, node.op, one, self.value(times)))
            case nodes.BinOp(left=cards, op="&", right=nodes.UnaryOp(op="~", operand=others)):
                one, other = self.value(cards), self.value(others)
                if UNKNOWN is one.known is other.known and "wide" in (
                    one.kind.name,
                    other.kind.name,
                ):
                    return wide.without(self._body, one, other)
                return operation(self._body, node.op, one, self._changed_sign("~", other))
            case nodes.BinOp(
                left=nodes.BinOp(left=cards, op=">>", right=place),
                op="&",
                right=nodes.Constant(value=1),
            ):
                one, other = self.value(cards), self.value(place)
                if one.kind.name == "wide":
                    return wide.has(self._body, one, other)
                moved = operation(self._body, ">>", one, other)
                return operation(self._body, node.op, moved, number(1))
            case nodes.BinOp(op=op):
                if self._body.words > 1 and op in ("&", "-"):
                    found = self._lowest(node)
                    if found is not None:
                        return found
                one = self.value(node.left)
                return operation(self._body, node.op, one, self.value(node.right))

    def _lowest(self, node: nodes.BinOp) -> Value | None:
        """Return what depends on the lowest member of a wide set; None if the operation is another.

        This is the set of it, its number, or the set without it.
        """
        match node:
            case nodes.BinOp(
                left=nodes.Name(id=name) as cards,
                op="&",
                right=nodes.UnaryOp(op="-", operand=nodes.Name(id=same)),
            ):
                make = wide.lowest
            case nodes.BinOp(
                left=nodes.Name(id=name) as cards,
                op="&",
                right=nodes.BinOp(left=nodes.Name(id=same), op="-", right=nodes.Constant(value=1)),
            ):
                make = wide.without_lowest
            case nodes.BinOp(
                left=nodes.Call(
                    func=nodes.Attribute(
                        attr="bit_length",
                        value=nodes.BinOp(
                            left=nodes.Name(id=name) as cards,
                            op="&",
                            right=nodes.UnaryOp(op="-", operand=nodes.Name(id=same)),
                        ),
                    )
                ),
                op="-",
                right=nodes.Constant(value=1),
            ):
                make = wide.place_of_lowest
            case _:
                return None
        value = self.value(cards)
        known = value.kind.name != "wide" or value.known is not UNKNOWN or same != name
        return None if known else make(self._body, value)

    def _unary(self, node: nodes.UnaryOp) -> Value:
        if node.op == "not":
            return self.truth(node)
        return self._changed_sign(node.op, self.value(node.operand))

    def _changed_sign(self, op: str, operand: Value) -> Value:
        found = unary(self._body, op, operand)
        if isinstance(found.known, int):
            self._body.mentioned.add(found.known)
        return found

    def _sequence(self, node: nodes.Tuple | nodes.List) -> Value:
        return self._display(node.elts, fixed=isinstance(node, nodes.Tuple))

    def _comprehension(self, node: nodes.ListComp | nodes.GeneratorExp) -> Value:
        return self.comprehensions.listed(node, node.elt, node.generators)

    def _lambda(self, node: nodes.Lambda) -> Value:
        return Value(FUNCTION, b"", known=Closure(node, self._body.env))

    def frozen(self, node: nodes.Expression) -> Value:
        """Return an expression whose value is only read, so that it may be a constant."""
        match node:
            case nodes.List(elts=members):
                return self._display(members, fixed=True)
            case nodes.BinOp(left=nodes.List(elts=[member]), op="*", right=times):
                one, count = self.value(member), self.value(times)
                if UNKNOWN not in (one.known, count.known) and one.kind.name in ("number", "wide"):
                    return self.table((one.known,) * count.known)
                return self.value(node)
            case nodes.Subscript(value=base, slice=nodes.Slice(lower=None, upper=None, step=None)):
                return self.value(base)
            case _:
                return self.value(node)

    # -- names

    def _name(self, name: str) -> Value:
        """Return what a name stands for that is not the name of a local."""
        space = self._body.env.space
        if name not in space:
            if name in FUNCTIONS:
                return Value(FUNCTION, b"", known=name)
            raise Refused(f"the name {name}")
        return self._of(name, space[name])

    def _of(self, name: str, value: object) -> Value:
        """Return a constant by the name that the code has for it."""
        if isinstance(value, FunctionType | BuiltinFunctionType) or _is_note(value) or hasattr(value, "__wrapped__"):
            return Value(FUNCTION, b"", known=value)
        if isinstance(value, bool):
            return truth(value)
        if isinstance(value, int):
            return constant(value, self._body.words)
        if value is None:
            return Value(NOTHING, b"", known=None)
        if isinstance(value, Clamped):
            return Value(CLAMPED, b"", known=cast("Clamped[object]", value))
        if isinstance(value, Memory):
            return self.table(cast("object", value))
        if isinstance(value, dict):
            return Value(CACHE, b"", known=cast("object", value))
        if isinstance(value, Scratch):
            table = self._unit.constants.room(value, value.sets)
            return Value(table.kind, wasm.i32(table.address), address=table.address)
        if isinstance(value, tuple | list):
            first = next(iter(cast("Sequence[object]", value)), 0)
            if isinstance(first, str):
                return Value(TEXT, b"", known=name)
            if _is_own(first):
                members = map(self._unit.stand_in, cast("Sequence[object]", value))
                return Value(OBJECT, b"", known=[*members])
            return self.table(cast("object", value))
        if _is_own(value):
            return Value(OBJECT, b"", known=self._unit.stand_in(value))
        raise Refused(f"{name.rstrip('_0123456789')} ({type(value).__name__})")

    def table(self, value: object) -> Value:
        """Return a constant that lies in memory."""
        table = self._unit.constants.place(value)
        return Value(table.kind, wasm.i32(table.address), address=table.address)

    # -- slots

    def _slot(self, base: nodes.Expression, name: str) -> Value:
        owner = self.value(base)
        if owner.kind == OBJECT:
            return self._of(name, getattr(owner.known, name))
        if owner.kind != STATE:
            raise Refused(f"the attribute {name}")
        if name == "deck":  # a deck is given only where Python plays
            return self.table(())
        return _read(self._unit.layout.slot(name), name)

    def kept(self, index: nodes.Expression) -> Value:
        """Return a value that a rule keeps while it waits."""
        if not isinstance(index, nodes.Constant) or not isinstance(index.value, int):
            raise Refused("a place in the frame that is not a constant")
        layout = self._unit.layout
        self._body.frame[index.value] = layout.frame[index.value]
        if layout.frame[index.value] == NEVER:
            return Value(NEVER, wasm.UNREACHABLE)
        return _read(layout.frame_slot(index.value), "frame")

    # -- parts of sequences

    def item(self, base: Value, index: Value) -> Value:
        """Return a member of a sequence."""
        if base.kind == NEVER or index.kind == NEVER:
            return Value(NEVER, base.code + wasm.UNREACHABLE)
        if base.kind == TEXT:
            return Value(TEXT, b"", known="")
        if base.kind.name == "record" and index.known is not UNKNOWN:
            return sequences.field(self._body, base, index.known)
        if base.kind == OBJECT and index.known is not UNKNOWN:
            return Value(OBJECT, b"", known=base.known[index.known])
        if base.kind == CLAMPED:
            low, values = base.known.whole
            table = self.table(values)
            held = self._body.temporary(wasm.I64)
            code = coerced(index, NUMBER) + wasm.put(held)
            for bound, test in ((low, wasm.I64_LT_S), (low + len(values) - 1, wasm.I64_GT_S)):
                code += wasm.i64(bound) + wasm.get(held) + wasm.get(held) + wasm.i64(bound) + test
                code += wasm.SELECT + wasm.put(held)
            place = Value(NUMBER, code + wasm.get(held) + wasm.i64(low) + wasm.I64_SUB)
            return sequences.item(self._body, table, place)
        if base.kind.item is None:
            raise Refused(f"a member of a {base.kind}")
        return sequences.item(self._body, base, index)

    def _slice(self, base: Value, bounds: nodes.Slice) -> Value:
        if bounds.step is not None:
            raise Refused("a slice with a step")
        if base.kind == NEVER:
            return base
        if base.kind.item is None:
            raise Refused(f"a slice of a {base.kind}")
        low = self.value(bounds.lower) if bounds.lower is not None else None
        high = self.value(bounds.upper) if bounds.upper is not None else None
        return sequences.sliced(self._body, base, low, high)

    def _display(self, members: Sequence[nodes.Expression], *, fixed: bool) -> Value:
        if not any(isinstance(each, nodes.Starred) for each in members):
            values = [self.value(each) for each in members]
            known = [each.known for each in values]
            if fixed and UNKNOWN not in known and all(each.kind.held for each in values):
                return self.table(tuple(map(int, known)))
            made = sequences.literal(self._body, values)
            if not values and not fixed:  # a list that grows, also where it is passed on
                made = Value(made.kind, sequences.new_for(self._body, _ROOM))
            return made if fixed else _any_size(made)
        parts: list[Value] = []
        plain: list[Value] = []
        for each in members:
            if not isinstance(each, nodes.Starred):
                plain.append(self.value(each))
                continue
            if plain:
                parts.append(sequences.literal(self._body, plain))
                plain = []
            parts.append(self.value(each.value))
        if plain:
            parts.append(sequences.literal(self._body, plain))
        made = sequences.chained(self._body, parts)
        return made if fixed else _any_size(made)

    # -- choices

    def _choice(self, node: nodes.BoolOp) -> Value:
        return self._either(node.op == "or", node.values)

    def _either(self, any_: bool, values: Sequence[nodes.Expression]) -> Value:
        """Return `a or b` or `a and b`, whose value is one of the two."""
        first = self.value(values[0])
        if len(values) == 1:
            return first
        test = self._conditions.true(first)
        if test.known is not UNKNOWN:
            if bool(test.known) == any_:
                return first
            rest = self._either(any_, values[1:])
            return after(first, rest) if may_stop(values[0]) else rest
        if first.kind == NEVER:
            return first
        if any_ and first.kind == NUMBER and len(values) == 2 and self.light(values[1], after=values[0]):
            rest = self.value(values[1])
            if rest.kind == NUMBER:  # no branch: which of the two it is is often random
                held = self._body.temporary(wasm.I64)
                code = first.code + wasm.tee(held) + rest.code + wasm.get(held) + wasm.i64(0)
                return Value(NUMBER, code + wasm.I64_NE + wasm.SELECT)
        if first.holds and not any_:
            rest = self._either(any_, values[1:])
            return after(first, rest)
        held = self._body.temporary(first.kind.held)
        again = replace(first, code=wasm.get(held, first.kind.words), address=None)
        with self._body.nested():
            rest = self._either(any_, values[1:])
        test = self._conditions.true(again)
        condition = first.code + wasm.put(held, first.kind.words) + test.code
        then, otherwise = (again, rest) if any_ else (rest, again)
        return _chosen(condition, then, otherwise)

    def _if(self, node: nodes.IfExp) -> Value:
        then, otherwise = node.body, node.orelse
        seat = self._somebody(node)
        if seat is not None:
            return present(self._body, self.value(seat))
        condition = self.truth(node.test)
        if condition.known is not UNKNOWN:
            return self.value(then if condition.known else otherwise)
        with self._body.nested():
            one, other = self.value(then), self.value(otherwise)
        if one.kind == other.kind == NUMBER and self.light(then, otherwise):
            # No branch: which of the two it is is often random.
            return Value(NUMBER, one.code + other.code + condition.code + wasm.SELECT)
        return _chosen(condition.code, one, other)

    MAKERS: ClassVar[Mapping[type[nodes.Expression], Callable[..., Value]]] = {
        nodes.Constant: _constant,
        nodes.Name: _local,
        nodes.Attribute: _attribute,
        nodes.Subscript: _part,
        nodes.BinOp: _operation,
        nodes.UnaryOp: _unary,
        nodes.Compare: truth,
        nodes.BoolOp: _choice,
        nodes.IfExp: _if,
        nodes.Tuple: _sequence,
        nodes.List: _sequence,
        nodes.ListComp: _comprehension,
        nodes.GeneratorExp: _comprehension,
        nodes.Lambda: _lambda,
        nodes.Call: _call,
    }
    """What returns the value of an expression, by its class."""


def _any_size(made: Value) -> Value:
    """Return a list that may grow, also where a function is called with it."""
    if made.kind.name != "sequence":
        return made
    return Value(any_size(made.kind), made.code, made.slots, address=made.address)


def _looked_up(table: nodes.Expression) -> nodes.Lambda:
    """Return `table.__getitem__` as a function that is written out."""
    return lambda_of(["index"], nodes.Subscript(table, nodes.Name("index")))


def _is_note(value: object) -> bool:
    """Return whether a value is what generated code calls to count rules or conditions."""
    return isinstance(value, MethodType) and isinstance(value.__self__, Trace)


def _is_own(value: object) -> bool:
    """Return whether a value is an object of this package, such as a finder of melds."""
    return type(value).__module__.partition(".")[0] == __name__.partition(".")[0]


def _constant(value: Any, words: int) -> Value:
    match value:
        case bool():
            return truth(value)
        case int():
            return constant(value, words)
        case float() if value.is_integer():
            return number(int(value))
        case None:
            return Value(NOTHING, b"", known=None)
        case str():
            return Value(TEXT, b"", known=value)
        case _:
            raise Refused(f"a constant of the class {type(value).__name__}")


def _read(slot: Slot, name: str) -> Value:
    kind = slot.shape.kind
    if kind.item is None:
        places = range(slot.address, slot.address + kind.stride, 8)
        code = b"".join(wasm.i32(0) + wasm.load64(place) for place in places)
        return Value(kind, code, span=slot.shape.span)
    return Value(kind, wasm.i32(slot.address), frozenset({name}), address=slot.address)


def _chosen(condition: bytes, one: Value, other: Value) -> Value:
    """Return one of two values."""
    kind = join(one.kind, other.kind)
    if kind == NEVER:
        return Value(NEVER, condition + wasm.when(one.code, other.code) + wasm.UNREACHABLE)
    if not kind.held:
        raise Refused(f"a choice of a {kind}")
    code = condition + wasm.when(coerced(one, kind), coerced(other, kind), kind.block)
    return Value(kind, code, one.slots | other.slots)
