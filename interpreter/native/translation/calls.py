"""Code for calls: of functions, of methods, and of what is written out where it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from types import MethodType
from typing import Any, Final, Protocol, cast

from ...core import nodes
from ...core.effects import may_stop
from ...program.trace import Trace
from ...runtime import budgets, effort, melds, pattern_tables, piles, primitives, seats, subsets
from ..code import encoding as wasm
from ..code import wide
from ..code.body import (
    ALLOW,
    BELOW,
    COUNTED,
    PUT,
    PUT_CARDS,
    PUT_ONE,
    PUT_ZEROS,
    ROLLED,
    SEED,
    SHUFFLED,
    TALLY,
    TURNED,
    UNKNOWN,
    WORKED,
    Body,
    Closure,
    Env,
    Value,
    coerced,
    number,
)
from ..code.kinds import (
    CACHE,
    DRAW,
    DRAWN,
    FUNCTION,
    NEVER,
    NOTHING,
    NUMBER,
    OBJECT,
    STATE,
    TRUTH,
    Kind,
    integer,
    join,
    sequence,
)
from ..dialect import Refused, admit_method
from ..library import library, looks, trials
from ..memory.memory_map import HEADER, MOST_CARDS
from . import builtins, remembering, sequences
from .comprehensions import Comprehensions
from .conditions import Conditions
from .declared import never_returns
from .unit import Callee, Unit

_ROUTINES: Final[Mapping[object, tuple[int, Kind]]] = {
    primitives.below: (BELOW, NUMBER),
    library.rolled: (ROLLED, NUMBER),
    library.counted: (COUNTED, NOTHING),
    effort.worked: (WORKED, NOTHING),
    library.put: (PUT, NOTHING),
    library.allow: (ALLOW, NOTHING),
    library.tally: (TALLY, NOTHING),
}
"""The routines that take the place of functions, with what they return; each takes a number."""

_UNITED: Final = frozenset((primitives.like, melds.set_of))
"""Functions that return a union: that of lists together is the union of those of each list."""


class Evaluator(builtins.Evaluator, Protocol):
    """What makes the code of expressions."""

    def item(self, base: Value, index: Value) -> Value:
        """Return a member of a sequence."""
        ...

    def table(self, value: object) -> Value:
        """Return a constant that lies in memory."""
        ...


class Calls:
    """The calls of one function."""

    def __init__(
        self,
        body: Body,
        unit: Unit,
        evaluator: Evaluator,
        conditions: Conditions,
        comprehensions: Comprehensions,
        run: Callable[[Sequence[nodes.Statement]], bytes],
    ) -> None:
        """Take the function.

        Args:
            body: the function.
            unit: what it knows about the module.
            evaluator: makes the code of expressions.
            conditions: the conditions of the function.
            comprehensions: its comprehensions.
            run: makes the code of statements, for functions that are written out where they are
                called.
        """
        self._body = body
        self._unit = unit
        self._evaluator = evaluator
        self._value = evaluator.value
        self._conditions = conditions
        self._run = run
        self._builtins = builtins.Builtins(body, evaluator, comprehensions, self.called)

    def call(self, node: nodes.Call) -> Value:
        """Return the code of a call."""
        function, arguments = node.func, node.args
        if isinstance(function, nodes.Attribute):
            return self._method(function.value, function.attr, arguments)
        found = self._value(function)
        if found.kind == DRAW:
            return Value(DRAWN, b"", known="draw")
        if found.kind != FUNCTION:
            raise Refused(f"a call of a {found.kind}")
        if isinstance(found.known, Closure):
            return self._applied(node, found.known, [self._value(each) for each in arguments])
        if isinstance(found.known, str):
            return self._builtins.called(found.known, node)
        if never_returns(found.known):
            return Value(NEVER, wasm.UNREACHABLE)
        if found.known in _UNITED:
            together = self._united(function, arguments)
            if together is not None:
                return self._value(together)
        values: list[Value] = []
        for each in arguments:
            if isinstance(each, nodes.Starred):
                values += self._spread(each, found.known, len(values))
            else:
                values.append(self._value(each))
        if node.keywords:
            raise Refused("arguments with names")
        return self.called(node, found.known, values)

    def _united(self, function: nodes.Expression, arguments: Sequence[nodes.Expression]) -> nodes.Expression | None:
        """Return the union of what a function returns for each of several lists.

        None if its first argument is not put together of lists.
        """
        match arguments:
            case [nodes.List(elts=[nodes.Starred(), *_] as lists), *further] if all(
                isinstance(each, nodes.Starred) for each in lists
            ):
                sets = [
                    nodes.Call(function, [each.value, *further], [])
                    for each in lists
                    if isinstance(each, nodes.Starred)
                ]
                return reduce(lambda one, other: nodes.BinOp(one, "|", other), sets)
            case _:
                return None

    def called(self, node: nodes.Node, function: Callee, values: Sequence[Value]) -> Value:
        """Return the call of a function that is generated, a primitive or of the library."""
        if function in (primitives.mix, primitives.shuffle):
            return self._shuffled(*values[1:])
        if function is piles.holder and values[0].kind.item == NUMBER:
            zone, card = values
            if zone.kind.size is not None and card.kind == NUMBER:
                return sequences.holder(self._body, zone, card)
        if function in _ROUTINES:
            routine, kind = _ROUTINES[function]
            return Value(kind, coerced(values[-1], NUMBER) + wasm.call(routine))
        if function is library.has_odd_seed:
            code = wasm.get_global(SEED) + wasm.I32_WRAP + wasm.i32(1) + wasm.I32_AND
            return Value(TRUTH, code)
        if isinstance(function, MethodType):
            return self._noted(function, values)
        if function is library.scattered:
            return wide.scattered(self._body, values[0])
        if function is library.square_root:
            root = coerced(values[0], NUMBER) + wasm.F64_CONVERT + wasm.F64_SQRT + wasm.I64_TRUNC
            return Value(NUMBER, root)
        if function in seats.REFUSING:
            return present(self._body, values[0])
        if function is budgets.searching:
            return number(0)  # the work of all searches is counted by a routine
        if function is budgets.searched or (function is budgets.charged and values[-1].kind == OBJECT):
            return values[-1]
        if function is melds.listed:
            return (
                values[0] if values[0].kind.item is not None else (self._unit.call(self._body, melds.cards_of, values))
            )
        if function is library.put_one or function is library.put_zeros:
            both = coerced(values[0], NUMBER) + coerced(values[1], NUMBER)
            return Value(NOTHING, both + wasm.call(PUT_ONE if function is library.put_one else PUT_ZEROS))
        if function is library.put_cards:
            cards = coerced(values[0], integer(self._body.words))
            return Value(NOTHING, cards + wasm.call(PUT_CARDS))
        if function is primitives.remember:
            return Value(NOTHING, remembering.kept(self._body, self._unit.constants, *values), known=None)
        if function is subsets.unlike:
            actions, start, kinds, faces = values
            firsts = self._evaluator.table(pattern_tables.firsts(self._unit.layout.faces))
            arguments = [actions, start, faces, firsts]
            return self._unit.call(self._body, looks.unlike(kinds.known), arguments)
        if function is library.list_shorten:
            return Value(NOTHING, self._shortened(values[0]))
        if any(isinstance(each.known, Closure | MethodType) for each in values):
            return self._inlined(node, function, values)
        short = self._unit.short(function)
        if short is not None and isinstance(node, nodes.Call) and not any(each.kind == NEVER for each in values):
            return self._written_out(node, short, values)
        return self._unit.call(self._body, function, values)

    def _noted(self, function: MethodType, values: Sequence[Value]) -> Value:
        """Return the call of a method of `Trace`: what it returns, and code that notes it."""
        point: int = values[0].known
        if function.__func__ is Trace[Any].ran:
            return trials.ran(point)
        value = values[1]
        if value.kind == NEVER:
            return value
        held = self._body.temporary(value.kind.held)
        again = replace(value, code=wasm.get(held, value.kind.words), address=None)
        found = trials.saw(point, again, self._conditions.true(replace(again, known=value.known)))
        return replace(found, code=value.code + wasm.put(held, value.kind.words) + found.code)

    def _shuffled(self, items: Value, top: Value | None = None) -> Value:
        if items.kind == NEVER:
            return items
        if items.kind.item not in (NUMBER, NEVER):
            raise Refused(f"a shuffle of a {items.kind}")
        every = top is None or top.kind == NOTHING
        code = items.code + coerced(number(MOST_CARDS) if top is None or every else top, NUMBER)
        return Value(NOTHING, code + wasm.call(SHUFFLED))

    def _popped(self, owner: Value) -> Value:
        """Return the last member of a sequence of numbers, which loses it."""
        held, count = self._body.temporary(wasm.I32), self._body.temporary(wasm.I32)
        code = owner.code + wasm.put(held) + wasm.get(held) + wasm.load32() + wasm.tee(count)
        code += wasm.I32_EQZ + wasm.TRAP
        code += wasm.get(held) + wasm.get(count) + wasm.i32(1) + wasm.I32_SUB + wasm.store32()
        place = wasm.get(held) + wasm.get(count) + wasm.i32(3) + wasm.I32_SHL + wasm.I32_ADD
        return Value(NUMBER, code + place + wasm.load64(HEADER - 8))

    def _shortened(self, value: Value) -> bytes:
        held = self._body.temporary(wasm.I32)
        code = value.code + wasm.put(held)
        code += wasm.get(held) + wasm.load32() + wasm.I32_EQZ + wasm.TRAP
        less = wasm.get(held) + wasm.load32() + wasm.i32(1) + wasm.I32_SUB
        return code + wasm.get(held) + less + wasm.store32()

    def _spread(self, argument: nodes.Starred, function: Callee, before: int) -> list[Value]:
        """Return the members of a sequence as arguments, so many others of which come before."""
        match argument.value:
            case nodes.Subscript(
                value=base, slice=nodes.Slice(lower=nodes.Constant(value=int() as first), upper=None)
            ):  # the rest of an action: as many as the function takes
                tree, _ = self._unit.source(function)
                whole = self._value(base)
                places = range(first, first + len(tree.parameters) - before)
            case node:
                whole, places = self._value(node), range(0)
        if whole.kind == NEVER:
            return [whole]
        if not places:
            if whole.kind.size is None:
                raise Refused("a sequence of any length as arguments")
            places = range(whole.kind.size)
        held = self._body.temporary(wasm.I32)
        base = replace(whole, code=wasm.get(held), address=None)
        members = [sequences.item(self._body, base, number(index)) for index in places]
        if members:
            members[0] = replace(members[0], code=whole.code + wasm.put(held) + members[0].code)
        return members

    def _applied(self, node: nodes.Node, closure: Closure, values: Sequence[Value]) -> Value:
        """Return the value of a lambda."""
        names = [each.name for each in closure.tree.parameters]
        prefix = f"{self._body.env.prefix}{id(node):x} "
        env = Env(closure.env.space, prefix, frozenset(names), outer=closure.env)
        code = b""
        with self._body.within(env):
            for name, value in zip(names, values, strict=True):
                code += self._body.assign(name, value)
            found = self._value(closure.tree.body)
        return replace(found, code=code + found.code, known=UNKNOWN, address=None) if code else found

    def _written_out(self, node: nodes.Call, tree: nodes.FunctionDef, values: Sequence[Value]) -> Value:
        """Return the call of a function that only returns an expression, which is written here."""
        body = self._body
        assert isinstance(tree.body[-1], nodes.Return)
        assert tree.body[-1].value is not None
        _, space = self._unit.source(tree)
        prefix = f"{body.env.prefix}{id(node):x} "
        given: dict[str, Value] = {}
        code = b""
        with body.within(Env(space, prefix)):
            for each, value in zip(tree.parameters, values, strict=True):
                if value.kind.held and value.known is UNKNOWN:
                    code += body.assign(each.name, value)
                else:
                    given[each.name] = value
        with body.within(Env(space, prefix, given=given)):
            found = self._value(tree.body[-1].value)
        if found.kind.held and any(map(may_stop, node.args)):  # they are evaluated, although the result is known
            found = replace(found, known=UNKNOWN, address=None)
        return replace(found, code=code + found.code) if code else found

    def _inlined(self, node: nodes.Node, function: Callee, values: Sequence[Value]) -> Value:
        """Return the call of a function that is written out here, with its result in a local."""
        body = self._body
        tree, space = self._unit.source(function)
        prefix = f"{body.env.prefix}{id(node):x} "
        given: dict[str, Value] = {}
        code = b""
        names = [each.name for each in tree.parameters]
        with body.within(Env(space, prefix)):
            for name, value in zip(names, values, strict=True):
                if value.kind.held and value.known is UNKNOWN:
                    code += body.assign(name, value)
                    body.borrow(name)
                else:
                    given[name] = value
        with body.within(Env(space, prefix, given=given)), body.nested(), body.inlining():
            inner = self._run(tree.body)
        code += wasm.block(inner + wasm.UNREACHABLE)
        with body.within(Env(space, prefix)):
            result = body.read("return")
        if result is None:
            return Value(NEVER, code + wasm.UNREACHABLE)
        return replace(result, code=code + result.code)

    def _method(self, base: nodes.Expression, name: str, arguments: Sequence[nodes.Expression]) -> Value:
        if isinstance(base, nodes.Name) and base.id == "dict" and name == "fromkeys":
            return self._unit.call(self._body, library.each_once, [self._value(arguments[0])])
        if name == "append" and isinstance(base, nodes.Name) and self._body.is_empty(base.id):
            member = self._value(arguments[0])
            if member.kind != NEVER:  # the list is read as one with such members
                kind = sequence(NUMBER if member.kind == TRUTH else member.kind)
                self._body.widen(base.id, Value(kind, b"", member.slots))
        owner = self._value(base)
        if owner.kind == NEVER:
            return owner
        if owner.kind != OBJECT:
            admit_method(owner.kind, name)
        if owner.kind == STATE:
            table = coerced(self._value(arguments[0]), NUMBER)
            return Value(NOTHING, table + wasm.call(TURNED))
        if owner.kind == OBJECT:
            passes: Mapping[str, int | None] = getattr(owner.known, "passes", {})
            if name in passes:
                only = passes[name]
                return Value(NOTHING, b"", known=None) if only is None else (self._value(arguments[only]))
            method: Any = getattr(cast("type[object]", type(owner.known)), name)
            values = [owner, *(self._value(each) for each in arguments)]
            return self.called(base, method, values)
        if owner.kind == CACHE:
            constants = self._unit.constants
            return remembering.found(self._body, constants, owner, self._value(arguments[0]))
        if owner.kind.name == "wide":
            return (wide.bit_count if name == "bit_count" else wide.bit_length)(self._body, owner)
        if owner.kind in (NUMBER, TRUTH):
            code = coerced(owner, NUMBER)
            if name == "bit_count":
                return Value(NUMBER, code + wasm.I64_POPCNT, small=True)
            return Value(NUMBER, wasm.i64(64) + code + wasm.I64_CLZ + wasm.I64_SUB)
        values = [self._value(each) for each in arguments]
        body = self._body
        match name, values:
            case "append", [value]:
                return Value(NOTHING, self._append(base, owner, value))
            case "clear", []:
                return Value(NOTHING, owner.code + wasm.i32(0) + wasm.store32())
            case "__getitem__", [index]:
                return self._evaluator.item(owner, index)
            case "pop", [] if owner.kind.item == NUMBER:
                return self._popped(owner)
            case "copy", []:
                return sequences.sliced(body, owner, None, None)
            case _:
                return self._unit.call(body, f"list_{name}", [owner, *values])

    def _append(self, base: nodes.Expression, owner: Value, value: Value) -> bytes:
        body = self._body
        assert owner.kind.item is not None
        if value.kind == NEVER:
            return value.code
        held = body.temporary(wasm.I32)
        kind = join(owner.kind.item, NUMBER if value.kind == TRUTH else value.kind)
        if kind.item is not None and owner.slots:
            return sequences.added(body, owner, value)
        if owner.slots:  # whose members have a kind by declaration
            kind = owner.kind.item
        code = owner.code + wasm.put(held)
        # A list that was passed on may not be replaced by a larger one.
        own = isinstance(base, nodes.Name) and not owner.slots and not body.is_borrowed(base.id)
        if not own and owner.kind.item.name in ("number", "wide"):
            kind = owner.kind.item
        if not own and not owner.slots and kind != owner.kind.item:
            raise Refused("an empty list that is passed to a function and filled there")
        code += sequences.push(body, held, value, kind, grows=own)
        if own:
            assert isinstance(base, nodes.Name)
            made = Value(sequence(kind), wasm.get(held), owner.slots | value.slots)
            code += body.assign(base.id, made)
        return code


def present(body: Body, seat: Value) -> Value:
    """Return a player, if that is not nobody; otherwise it traps."""
    if seat.kind != NUMBER:
        return seat
    held = body.temporary(wasm.I64)
    code = seat.code + wasm.tee(held) + wasm.i64(0) + wasm.I64_LT_S + wasm.TRAP + wasm.get(held)
    return replace(seat, code=code, known=UNKNOWN)
