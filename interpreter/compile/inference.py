"""Type inference of generated code: what the value of each expression in it is.

Expressions of the language carry the types that the checker found, and parameters their own
(`value_types.py`). The types of all else follow from these, from the declarations of zones and
variables, and from Python's operators, bottom up, as in any simply typed language. To compile needs
none of it: who reads generated code sees the types of its names, and tests compare the kinds that
native code finds for the same expressions.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import GenericAlias, MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from ..runtime.memory import Memory
from ..syntax.types import (
    BOOLEAN,
    CARD,
    CARDS,
    COLLECTIONS,
    NOTHING,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    Type,
    element,
    list_of,
)
from .quoting import nodes
from .value_types import (
    ACTION,
    DRAW,
    FRACTION,
    FUNCTION,
    ITERATOR,
    OBJECT,
    RECORD,
    SEATS,
    STATE,
    TABLE,
    TEXT,
    Record,
    type_of,
    typed,
)  # fmt: skip

if TYPE_CHECKING:
    from ..check.program import Program
    from .machine import Machine

SLOTS: Final[Mapping[str, Type]] = {
    "actor": PLAYER, "turn": PLAYER, "dealer": PLAYER, "away": SEATS, "gone": SEATS,
    "again": BOOLEAN, "declined": BOOLEAN, "deck": PILE, "queue": PLAYERS,
    "pending": list_of(ACTION), "frame": list_of(NUMBER),
    **dict.fromkeys(("events", "result", "origin", "log"), list_of(NUMBER)),
    **dict.fromkeys(("know", "spot", "traced"), list_of(SEATS)),
    **dict.fromkeys(
        "pc phase direction skip turns steps deal rng asked table".split(), NUMBER
    ),
    "seated": list_of(NUMBER), "tables": list_of(list_of(NUMBER)),
}  # fmt: skip
"""The types of the slots that every position has."""

_BUILTINS: Final[Mapping[str, Type]] = {
    **dict.fromkeys("len sum int abs bit_count bit_length index count".split(), NUMBER),
    **dict.fromkeys(("bool", "any", "all"), BOOLEAN),
}
"""The types of what Python's functions and methods return, unless that depends on their arguments.
"""
_EMPTY: Final = list_of(NOTHING)
_MEMBERS: Final = {CARDS: CARD, SEATS: PLAYER}
"""By the types of sets, those of their members, which are places of bits."""
_ALONE: Final = {member: kind for kind, member in _MEMBERS.items()}
_ITEM: Final = Type("item")
"""A member of the list that a function of the runtime is given."""
_SINGLE: Final = "boolean card cards choice colour place player rank seats suit".split()
"""The names of the types whose values are numbers in generated code."""


def joined(one: Type, other: Type) -> Type:
    """Return the type of a value that may be of one type or another.

    Nobody and an empty set are numbers in generated code, so that a card or a number is a card.

    >>> joined(NUMBER, CARD) == CARD, joined(CARD, PLAYER) == NUMBER, joined(_EMPTY, PILE) == PILE
    (True, True, True)
    """
    for mine, others in ((one, other), (other, one)):
        if mine in (others, NOTHING, _EMPTY) or (mine == NUMBER and others.name in _SINGLE):
            return others
        if _listed(others) and not _listed(mine):  # a player or several
            return others
    if _listed(one):
        return list_of(joined(_member(one), _member(other)))
    return NUMBER


def _listed(kind: Type) -> bool:
    return kind.name in COLLECTIONS and kind != CARDS


def _member(kind: Type) -> Type:
    return element(kind) or NUMBER


def type_of_value(value: object) -> Type:
    """Return the type of a constant of generated code.

    >>> str(type_of_value((3, 4)))
    'a list of numbers'
    """
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, int | float):
        return NUMBER
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return TEXT
    if callable(value):
        return FUNCTION
    if isinstance(value, Memory):
        return list_of(type_of_value(cast("Memory[int, object]", value)[0]))
    if isinstance(value, dict):
        return TABLE
    if isinstance(value, Sequence):
        members = map(type_of_value, cast("Sequence[object]", value))
        member = next((each for each in members if each != _EMPTY), NOTHING)
        return member if member in (TEXT, OBJECT) else list_of(member)
    return OBJECT


class Inference:
    """Finds the types of the expressions in the functions of a machine, and notes them there."""

    def __init__(self, machine: Machine, trees: Iterable[ast.FunctionDef]) -> None:
        """Take the machine, and the trees of its functions."""
        self._space = machine.functions
        self._trees = {tree.name: tree for tree in trees}
        self._slots = {**SLOTS, **_declared(machine.program)}
        self._frame = machine.frame
        self._results: dict[str, Type] = {}

    def run(self) -> Mapping[str, ast.FunctionDef]:
        """Note the types in all functions, and return these by name."""
        for name in self._trees:
            self.returned(name)
        return self._trees

    def returned(self, name: str) -> Type:
        """Return the type of what a function returns."""
        if name not in self._results:
            self._results[name] = NUMBER  # for a function that calls itself
            self._results[name] = _Function(self, self._trees[name]).result
        return self._results[name]

    def slot(self, name: str) -> Type:
        """Return the type of a slot of the position, or of a method of it."""
        return self._slots.get(name, FUNCTION)

    def kept(self, index: int) -> Type:
        """Return the type of a value that a rule keeps while it waits."""
        return self._frame[index] or NUMBER

    def constant(self, name: str) -> Type:
        """Return the type of what a name stands for that is no local."""
        return type_of_value(self._space[name]) if name in self._space else FUNCTION

    def call(self, name: str, item: Type) -> Type:
        """Return the type of what a function returns.

        Args:
            name: its name.
            item: the type of the members of the lists that it is given.
        """
        if name in self._trees:
            return self.returned(name)
        if name not in self._space:
            return _BUILTINS.get(name, OBJECT)
        found = _annotated(self._space[name])
        return item if found == _ITEM else list_of(item) if found.of == _ITEM else found

    def method(self, owner: str, name: str) -> Type:
        """Return the type of what a method of a constant returns."""
        if owner not in self._space:  # a class of Python's, such as `dict`
            return _EMPTY
        value = self._space[owner]
        return NUMBER if isinstance(value, dict) else _annotated(getattr(value, name))


def _declared(program: Program) -> dict[str, Type]:
    """Return the types of the slots of zones and variables."""
    found = {"v_score": list_of(NUMBER)}
    for zone in program.zones.values():
        kind = PILE if zone.ordered else CARDS
        several = zone.each or zone.piles
        found[f"z_{zone.name}"] = list_of(PILE if zone.piles else kind) if several else kind
        found[f"g_{zone.name}"] = list_of(list_of(NUMBER))
    for variable in program.variables.values():
        kind = list_of(variable.type) if variable.columns else variable.type
        found[f"v_{variable.name}"] = list_of(kind) if variable.each else kind
    return found


def _annotated(function: Any) -> Type:
    """Return the type that a function of the runtime is declared to return."""
    if isinstance(function, MethodType):
        function = function.__func__
    function = inspect.unwrap(function)
    text = getattr(function, "__annotations__", {}).get("return")
    names = getattr(function, "__globals__", {})
    return _read(ast.parse(text, mode="eval").body, names) if isinstance(text, str) else OBJECT


_NAMED: Final[Mapping[str, Type]] = {
    "int": NUMBER, "bool": BOOLEAN, "str": TEXT, "Card": CARD, "CardSet": CARDS, "Player": PLAYER,
    "range": list_of(NUMBER), "Item": _ITEM, "None": NOTHING, "NoReturn": NOTHING, "Any": NOTHING,
}  # fmt: skip
"""The types that names in annotations stand for."""


def _read(note: ast.expr, names: Mapping[str, object] = MappingProxyType({})) -> Type:
    """Return the type that an annotation stands for.

    Args:
        note: the annotation.
        names: what the names in it stand for.
    """
    match note:
        case ast.Name(id=name) if name in _NAMED:
            return _NAMED[name]
        case ast.Name(id=name) if isinstance(names.get(name), GenericAlias):
            return _read(ast.parse(str(names[name]), mode="eval").body)
        case ast.Constant(value=None):
            return NOTHING
        case ast.BinOp(left=left, op=ast.BitOr()):
            return _read(left, names)
        case ast.Subscript(value=ast.Name(id="dict")):
            return TABLE
        case ast.Subscript(
            value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[_, ast.expr() as second, *_] as each)
        ) if not isinstance(second, ast.Constant):
            return Record(RECORD.name, fields=tuple(_read(field, names) for field in each))
        case ast.Subscript(slice=ast.Tuple(elts=[first, *_]) | first):
            return list_of(_read(first, names))
        case _:
            return OBJECT


_RESULT: Final = "return"  # which is no name


class _Function:
    """The types in one function."""

    def __init__(self, functions: Inference, tree: ast.FunctionDef) -> None:
        self._functions = functions
        self._names: dict[str, Type] = {
            each.arg: type_of(each) or NUMBER for each in tree.args.args
        }
        for _ in range(2):  # a loop may read what it assigns further below
            self._block(tree.body)

    @property
    def result(self) -> Type:
        """The type of what it returns."""
        return self._names.get(_RESULT, NOTHING)

    # -- statements

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                kind = self._type(value)
                for target in targets:
                    self._assign(target, kind)
            case ast.AnnAssign(target=target, annotation=note, value=ast.expr() as value):
                self._type(value)
                self._assign(target, _read(note))
            case ast.AugAssign(target=target, op=op, value=value):
                one, other = self._type(target), self._type(value)
                self._assign(target, _operation(op, one, other))
            case ast.For(target=target, iter=items, body=body, orelse=rest):
                self._bind(target, items)
                self._block(body)
                self._block(rest)
            case (
                ast.While(test=test, body=body, orelse=rest)
                | ast.If(test=test, body=body, orelse=rest)
            ):
                self._type(test)
                self._block(body)
                self._block(rest)
            case ast.Return(value=value):
                if value is not None:
                    self._names[_RESULT] = joined(self.result, self._type(value))
            case ast.Expr(value=value):
                self._type(value)
            case _:
                for each in ast.iter_child_nodes(node):
                    if isinstance(each, ast.expr):
                        self._type(each)

    def _assign(self, target: ast.expr, kind: Type) -> None:
        """Note the type of what is assigned to."""
        match target:
            case ast.Tuple(elts=members):
                kinds = kind.fields if isinstance(kind, Record) else [_member(kind)] * len(members)
                for each, mine in zip(members, kinds, strict=True):
                    self._assign(each, mine)
                typed(target, kind)
            case ast.Name(id=name):
                known = self._names.get(name)
                self._names[name] = kind if known is None else joined(known, kind)
                typed(target, self._names[name])
            case ast.Starred(value=inner):
                self._assign(inner, kind)
            case _:
                self._type(target)

    def _bind(self, target: ast.expr, items: ast.expr) -> None:
        """Note the type of what goes through some items."""
        match target, items:
            case ast.Tuple(elts=members), ast.Call(func=ast.Name(id="zip"), args=lists):
                for each, single in zip(members, lists, strict=True):
                    self._assign(each, _member(self._type(single)))
                self._type(items)
                typed(target, list_of(NUMBER))
            case ast.Tuple(elts=[index, each]), ast.Call(func=ast.Name(id="enumerate"), args=args):
                self._assign(index, NUMBER)
                self._assign(each, _member(self._type(args[0])))
                self._type(items)
                typed(target, list_of(NUMBER))
            case _:
                self._assign(target, _member(self._type(items)))

    # -- expressions

    def _type(self, node: ast.expr) -> Type:
        """Return the type of an expression, and note it; what is inside is noted, too."""
        found = self._RULES[type(node)](self, node)
        known = type_of(node)
        if known is None:
            typed(node, found)
            return found
        return known

    def _constant(self, node: ast.Constant) -> Type:
        return type_of_value(node.value)

    def _name(self, node: ast.Name) -> Type:
        found = self._names.get(node.id)
        return self._functions.constant(node.id) if found is None else found

    def _attribute(self, node: ast.Attribute) -> Type:
        owner = self._type(node.value)
        return self._functions.slot(node.attr) if owner == STATE else FUNCTION

    def _subscript(self, node: ast.Subscript) -> Type:
        whole = self._type(node.value)
        self._type(node.slice)
        if isinstance(node.slice, ast.Slice):
            return whole
        match node:
            case ast.Subscript(
                value=ast.Attribute(attr="frame"), slice=ast.Constant(value=int(place))
            ):
                return self._functions.kept(place)
            case ast.Subscript(slice=ast.Constant(value=int(place))) if isinstance(whole, Record):
                return whole.fields[place]
            case _:
                return whole if whole in (TEXT, OBJECT) else _member(whole)

    def _slice(self, node: ast.Slice) -> Type:
        for each in (node.lower, node.upper, node.step):
            if each is not None:
                self._type(each)
        return NUMBER

    def _operation(self, node: ast.BinOp) -> Type:
        match node:
            case ast.BinOp(
                left=ast.Call(func=ast.Attribute(value=members, attr="bit_length")),
                op=ast.Sub(),
                right=ast.Constant(value=1),
            ) if self._type(members) in _MEMBERS:  # the highest
                self._type(node.left)
                self._type(node.right)
                return _MEMBERS[self._type(members)]
            case _:
                pass
        return _operation(node.op, self._type(node.left), self._type(node.right))

    def _unary(self, node: ast.UnaryOp) -> Type:
        inner = self._type(node.operand)
        return BOOLEAN if isinstance(node.op, ast.Not) else inner

    def _compare(self, node: ast.Compare) -> Type:
        for each in (node.left, *node.comparators):
            self._type(each)
        return BOOLEAN

    def _either(self, node: ast.BoolOp) -> Type:
        return _all(map(self._type, node.values))

    def _if(self, node: ast.IfExp) -> Type:
        self._type(node.test)
        return joined(self._type(node.body), self._type(node.orelse))

    def _display(self, node: ast.List | ast.Tuple) -> Type:
        return list_of(_all(map(self._type, node.elts)))

    def _starred(self, node: ast.Starred) -> Type:
        return _member(self._type(node.value))

    @contextmanager
    def _scope(self) -> Generator[None]:
        """Forget afterwards the names that are bound meanwhile."""
        before = dict(self._names)
        yield
        self._names.clear()
        self._names.update(before)

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Type:
        with self._scope():
            for each in node.generators:
                for name in nodes(each.target):
                    if isinstance(name, ast.Name):
                        self._names.pop(name.id, None)
                self._bind(each.target, each.iter)
                for test in each.ifs:
                    self._type(test)
            return list_of(self._type(node.elt))

    def _lambda(self, node: ast.Lambda) -> Type:
        self._called(node, ())
        return FUNCTION

    def _called(self, node: ast.Lambda, arguments: Sequence[Type]) -> Type:
        """Return the type of a lambda's value for some arguments."""
        with self._scope():
            for place, each in enumerate(node.args.args):
                kind = type_of(each) or (arguments[place] if place < len(arguments) else NUMBER)
                typed(each, kind)
                self._names[each.arg] = kind
            return self._type(node.body)

    def _call(self, node: ast.Call) -> Type:
        function, arguments = node.func, node.args
        kinds = [self._type(each) for each in arguments if not isinstance(each, ast.Lambda)]
        members = [element(each) for each in kinds if each.of or each.name in COLLECTIONS]
        item = _all(filter(None, members)) if members else _all(kinds)
        for each in (*arguments, *(keyword.value for keyword in node.keywords)):
            if isinstance(each, ast.Lambda):
                self._called(each, (item, item))
            self._type(each)
        if isinstance(function, ast.Lambda):
            typed(function, FUNCTION)
            return self._called(function, kinds)
        self._type(function)
        match function:
            case ast.Attribute(value=ast.Name(id=name)) if name not in self._names:
                return self._functions.method(name, function.attr)
            case ast.Attribute(value=owner, attr="pop"):
                return _member(self._type(owner))
            case ast.Attribute(value=ast.Name(id=name), attr="append"):
                self._names[name] = joined(self._names[name], list_of(kinds[0]))
                return NOTHING
            case ast.Attribute(attr=method):
                return _BUILTINS.get(method, NOTHING)
            case ast.Name(id=name):
                return self._named(name, kinds, item)
            case _:
                return OBJECT

    def _named(self, name: str, kinds: Sequence[Type], item: Type) -> Type:
        """Return the type of the call of a function by name.

        Args:
            name: its name.
            kinds: the types of its arguments but functions.
            item: the type of the members of those that are lists, or of all if none is.
        """
        match name:
            case "iter":
                return replace(ITERATOR, of=item)
            case "tuple" | "list" | "sorted":
                return kinds[0] if kinds else _EMPTY
            case "map" | "range" | "enumerate" | "zip":
                return list_of(NUMBER)
            case "max" | "min" | "next":
                return item
            case _ if self._names.get(name) == DRAW:
                return FRACTION
            case _:
                return self._functions.call(name, item)

    _RULES: ClassVar[Mapping[type[ast.expr], Callable[..., Type]]] = {
        ast.Constant: _constant, ast.Name: _name, ast.Attribute: _attribute,
        ast.Subscript: _subscript, ast.Slice: _slice, ast.BinOp: _operation, ast.UnaryOp: _unary,
        ast.Compare: _compare, ast.BoolOp: _either, ast.IfExp: _if, ast.Tuple: _display,
        ast.List: _display, ast.Starred: _starred, ast.ListComp: _comprehension,
        ast.GeneratorExp: _comprehension, ast.Lambda: _lambda, ast.Call: _call,
    }  # fmt: skip
    """The rule for each class of expressions."""


def _all(kinds: Iterable[Type]) -> Type:
    found = NOTHING
    for each in kinds:
        found = joined(found, each)
    return found


def _operation(op: ast.operator, one: Type, other: Type) -> Type:
    match op:
        case ast.LShift():
            return _ALONE.get(other, one)
        case ast.RShift():
            return NUMBER
        case _:
            return joined(one, other)
