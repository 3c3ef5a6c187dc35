"""Type inference of generated code: what the value of each expression in it is.

Expressions of the language carry the types that the checker found, and parameters their own
(`types.py`). The types of all else follow from these, from the declarations of zones and
variables, and from Python's operators, bottom up, as in any simply typed language. Native code is
made of trees with types, and the listing of `cardrules compile --show` names them; Python's own
compiler needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from ..runtime.memory import Memory
from ..runtime.teams import SEATS
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
from . import nodes
from .annotations import ITEM, evaluated, meaning, result_type
from .build import inside, nodes_in
from .pack_tables import table_type
from .types import (
    ACTION,
    DRAW,
    FRACTION,
    FUNCTION,
    ITERATOR,
    OBJECT,
    RECORD,
    STATE,
    TABLE,
    TEXT,
    Record,
    typed,
)

if TYPE_CHECKING:
    from ..program.program import Program
    from .machine import Machine

SLOTS: Final[Mapping[str, Type]] = {
    "actor": PLAYER,
    "turn": PLAYER,
    "dealer": PLAYER,
    "away": SEATS,
    "gone": SEATS,
    "again": BOOLEAN,
    "declined": BOOLEAN,
    "deck": PILE,
    "dealt": PILE,
    "queue": PLAYERS,
    "pending": list_of(ACTION),
    "frame": list_of(NUMBER),
    **dict.fromkeys(("events", "result", "origin", "homes", "log"), list_of(NUMBER)),
    **dict.fromkeys(("know", "spot", "traced", "traces"), list_of(SEATS)),
    "excluded": list_of(CARDS),
    **dict.fromkeys("pc phase direction skip turns work deal rng asked table".split(), NUMBER),
    "seated": list_of(NUMBER),
    "tables": list_of(list_of(NUMBER)),
}
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
_LEAVES: Final = (nodes.Constant, nodes.Name)
"""The classes of expressions inside of which there are none."""
_SINGLE: Final = "boolean card cards choice colour place player rank seats suit".split()
"""The names of the types whose values are numbers in generated code."""


def joined(one: Type, other: Type) -> Type:
    """Return the type of a value that may be of one type or another.

    Nobody and an empty set are numbers in generated code, so that a card or a number is a card.

    >>> joined(NUMBER, CARD) == CARD, joined(CARD, PLAYER) == NUMBER, joined(_EMPTY, PILE) == PILE
    (True, True, True)
    """
    if one is other:
        return one
    for mine, others in ((one, other), (other, one)):
        if mine in (others, NOTHING, _EMPTY) or (mine == NUMBER and others.name in _SINGLE):
            return others
        if _listed(others) and not _listed(mine):  # a player or several
            return others
    if isinstance(one, Record) and isinstance(other, Record):
        return replace(one, fields=tuple(map(joined, one.fields, other.fields)))
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

    def __init__(self, machine: Machine, source: Callable[[str], nodes.FunctionDef | None] | None = None) -> None:
        """Infer nothing yet.

        Args:
            machine: the machine.
            source: returns the tree of the function with a name, and None for another name. By
                default these are the short trees of the machine.
        """
        self._space = machine.functions
        self._source = machine.functions.tree if source is None else source
        self._trees: dict[str, nodes.FunctionDef | None] = {}
        self._slots = {**SLOTS, **_declared(machine.program)}
        self._frame = machine.frame
        self._results: dict[str, Type] = {}
        self._calls: dict[str, Type] = {}

    def tree(self, name: str) -> nodes.FunctionDef | None:
        """Return the tree of a function, whose expressions carry types; None if there is none."""
        if name not in self._trees:
            tree = self._trees[name] = self._source(name)
            if tree is not None:
                self._results[name] = NUMBER  # for a function that calls itself
                self._results[name] = _Function(self, tree).result
        return self._trees[name]

    def returned(self, name: str) -> Type | None:
        """Return the type of what a generated function returns; None if there is no such one."""
        return None if self.tree(name) is None else self._results[name]

    def slot(self, name: str) -> Type:
        """Return the type of a slot of the position, or of a method of it."""
        return self._slots.get(name, FUNCTION)

    def kept(self, index: int) -> Type:
        """Return the type of a value that a rule keeps while it waits."""
        return self._frame[index] or NUMBER

    def constant(self, name: str) -> Type:
        """Return the type of what a name stands for that is not a local."""
        if name not in self._space:
            return FUNCTION
        return table_type(name) or type_of_value(self._space[name])

    def call(self, name: str, item: Type) -> Type:
        """Return the type of what a function returns.

        Args:
            name: its name.
            item: the type of the members of the lists that it is given.
        """
        returned = self.returned(name)
        if returned is not None:
            return returned
        found = self._calls.get(name)
        if found is None:
            python = _BUILTINS.get(name, OBJECT)
            found = result_type(self._space[name]) if name in self._space else python
            self._calls[name] = found
        return item if found is ITEM else list_of(item) if found.of is ITEM else found

    def method(self, owner: str, name: str) -> Type:
        """Return the type of what a method of a constant returns."""
        if owner not in self._space:  # a class of Python's, such as `dict`
            return _EMPTY
        value = self._space[owner]
        if isinstance(value, dict):
            return NUMBER
        kind: type[Any] = type(cast("object", value))
        return result_type(getattr(kind, name))


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


_RESULT: Final = "return"  # which is not a name


class _Function:
    """The types in one function."""

    def __init__(self, functions: Inference, tree: nodes.FunctionDef) -> None:
        """Note the types of all expressions in a function.

        A name has one type, whatever is assigned to it. If something else turns out to be assigned
        to it after it was read, all is noted anew.
        """
        self._functions = functions
        self._names: dict[str, Type] = {each.name: each.type or NUMBER for each in tree.parameters}
        self._changed = set[str]()
        self._noted: list[nodes.Expression] = []  # the nodes that had no type
        self._block(tree.body)
        if self._changed:
            for node in self._noted:
                node.type = None
            self._block(tree.body)

    @property
    def result(self) -> Type:
        """The type of what it returns."""
        return self._names.get(_RESULT, NOTHING)

    # -- statements

    def _block(self, body: Sequence[nodes.Statement]) -> None:
        for node in body:
            self._STATEMENTS.get(node.__class__, _Function._others)(self, node)

    def _assignment(self, node: nodes.Assign) -> None:
        kind = self._type(node.value)
        for target in node.targets:
            self._assign(target, kind)

    def _declaration(self, node: nodes.AnnAssign) -> None:
        if node.value is not None:
            self._type(node.value)
            self._assign(node.target, meaning(evaluated(node.annotation)))

    def _augmented(self, node: nodes.AugAssign) -> None:
        one, other = self._type(node.target), self._type(node.value)
        self._assign(node.target, _operated(node.op, one, other))

    def _for(self, node: nodes.For) -> None:
        self._bind(node.target, node.iter)
        self._block(node.body)
        self._block(node.orelse)

    def _branch(self, node: nodes.While | nodes.If) -> None:
        self._type(node.test)
        self._block(node.body)
        self._block(node.orelse)

    def _return(self, node: nodes.Return) -> None:
        if node.value is not None:
            self._names[_RESULT] = joined(self.result, self._type(node.value))

    def _others(self, node: nodes.Statement | nodes.Expression) -> Type:
        for each in inside(node):
            if isinstance(each, nodes.Expression):
                self._type(each)
        return OBJECT

    def _assign(self, target: nodes.Expression, kind: Type) -> None:
        """Note the type of what is assigned to."""
        match target:
            case nodes.Name(id=name):
                self._note(target, self._widened(name, kind))
            case nodes.Tuple(elts=members):
                kinds = kind.fields if isinstance(kind, Record) else [_member(kind)] * len(members)
                for each, mine in zip(members, kinds, strict=True):
                    self._assign(each, mine)
                self._note(target, kind)
            case nodes.Starred(value=inner):
                self._assign(inner, kind)
            case _:
                self._type(target)

    def _widened(self, name: str, kind: Type) -> Type:
        """Return the type of a name to which something of a type is assigned, too."""
        known = self._names.get(name)
        found = kind if known is None else joined(known, kind)
        if found is not known and found != known:
            self._names[name] = found
            if known is not None:
                self._changed.add(name)
        return found

    def _bind(self, target: nodes.Expression, items: nodes.Expression) -> None:
        """Note the type of what goes through some items."""
        match target, items:
            case nodes.Tuple(elts=members), nodes.Call(func=nodes.Name(id="zip"), args=lists):
                kinds = [self._type(single) for single in lists]
            case nodes.Tuple(elts=members), nodes.Call(func=nodes.Name(id="enumerate"), args=[each]):
                kinds = [list_of(NUMBER), self._type(each)]
            case _:
                self._assign(target, _member(self._type(items)))
                return
        for each, kind in zip(members, kinds, strict=True):
            self._assign(each, _member(kind))
        self._type(items)
        self._note(target, list_of(NUMBER))

    # -- expressions

    def _type(self, node: nodes.Expression) -> Type:
        """Return the type of an expression, and note it; what is inside is noted, too."""
        known = node.type
        if known is not None and node.__class__ in _LEAVES:
            return known
        found = self._EXPRESSIONS.get(node.__class__, _Function._others)(self, node)
        if known is not None:
            return known
        node.type = found
        self._noted.append(node)
        return found

    def _note(self, node: nodes.Expression, kind: Type) -> None:
        """Note the type of a target, whatever was noted before."""
        if node.type is None:
            self._noted.append(node)
        node.type = kind

    def _constant(self, node: nodes.Constant) -> Type:
        return type_of_value(node.value)

    def _name(self, node: nodes.Name) -> Type:
        found = self._names.get(node.id)
        return self._functions.constant(node.id) if found is None else found

    def _attribute(self, node: nodes.Attribute) -> Type:
        return self._functions.slot(node.attr) if self._type(node.value) is STATE else FUNCTION

    def _subscript(self, node: nodes.Subscript) -> Type:
        whole, place = self._type(node.value), node.slice
        self._type(place)
        if isinstance(place, nodes.Slice):
            return whole
        if isinstance(place, nodes.Constant) and isinstance(place.value, int):
            if isinstance(node.value, nodes.Attribute) and node.value.attr == "frame":
                return self._functions.kept(place.value)
            if isinstance(whole, Record):
                return whole.fields[place.value]
        return whole if whole is TEXT or whole is OBJECT else _member(whole)

    def _slice(self, node: nodes.Slice) -> Type:
        for each in (node.lower, node.upper, node.step):
            if each is not None:
                self._type(each)
        return NUMBER

    def _operation(self, node: nodes.BinOp) -> Type:
        one, other = self._type(node.left), self._type(node.right)
        match node:
            case nodes.BinOp(
                left=nodes.Call(func=nodes.Attribute(value=members, attr="bit_length")),
                op="-",
                right=nodes.Constant(value=1),
            ) if self._type(members) in _MEMBERS:  # the highest
                return _MEMBERS[self._type(members)]
            case _:
                return _operated(node.op, one, other)

    def _unary(self, node: nodes.UnaryOp) -> Type:
        inner = self._type(node.operand)
        return BOOLEAN if node.op == "not" else inner

    def _compare(self, node: nodes.Compare) -> Type:
        self._type(node.left)
        for each in node.comparators:
            self._type(each)
        return BOOLEAN

    def _either(self, node: nodes.BoolOp) -> Type:
        return _all(map(self._type, node.values))

    def _if(self, node: nodes.IfExp) -> Type:
        self._type(node.test)
        return joined(self._type(node.body), self._type(node.orelse))

    def _display(self, node: nodes.List | nodes.Tuple) -> Type:
        kinds = tuple(map(self._type, node.elts))
        if isinstance(node, nodes.Tuple) and len({*map(_listed, kinds)}) > 1:
            return Record(RECORD.name, fields=kinds)
        return list_of(_all(kinds))

    def _starred(self, node: nodes.Starred) -> Type:
        return _member(self._type(node.value))

    @contextmanager
    def _scope(self) -> Generator[None]:
        """Forget afterwards the names that are bound meanwhile."""
        before = dict(self._names)
        yield
        self._names.clear()
        self._names.update(before)

    def _comprehension(self, node: nodes.ListComp | nodes.GeneratorExp) -> Type:
        with self._scope():
            for each in node.generators:
                for name in nodes_in(each.target):
                    if isinstance(name, nodes.Name):
                        self._names.pop(name.id, None)
                self._bind(each.target, each.iter)
                for test in each.ifs:
                    self._type(test)
            return list_of(self._type(node.elt))

    def _lambda(self, node: nodes.Lambda) -> Type:
        self._called(node, ())
        return FUNCTION

    def _called(self, node: nodes.Lambda, arguments: Sequence[Type]) -> Type:
        """Return the type of a lambda's value for some arguments."""
        with self._scope():
            for place, each in enumerate(node.parameters):
                kind = each.type or (arguments[place] if place < len(arguments) else NUMBER)
                typed(each, kind)
                self._names[each.name] = kind
            return self._type(node.body)

    def _call(self, node: nodes.Call) -> Type:
        function = node.func
        kinds: list[Type] = []
        lambdas: list[nodes.Lambda] = []
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(each, nodes.Lambda):
                lambdas.append(each)
            else:
                kinds.append(self._type(each))
        for each in lambdas:
            item = _item(kinds)
            self._called(each, (item, item))
            self._type(each)
        if isinstance(function, nodes.Lambda):
            self._note(function, FUNCTION)
            return self._called(function, kinds)
        self._type(function)
        if isinstance(function, nodes.Name):
            return self._named(function.id, kinds)
        if not isinstance(function, nodes.Attribute):
            return OBJECT
        owner = function.value
        if isinstance(owner, nodes.Name):
            if owner.id not in self._names:
                return self._functions.method(owner.id, function.attr)
            if function.attr == "append":
                self._widened(owner.id, list_of(kinds[0]))
                return NOTHING
        if function.attr == "pop":
            return _member(self._type(owner))
        return _BUILTINS.get(function.attr, NOTHING)

    def _named(self, name: str, kinds: Sequence[Type]) -> Type:
        """Return the type of the call of a function by name.

        Args:
            name: its name.
            kinds: the types of its arguments but functions.
        """
        if self._names.get(name) is DRAW:
            return FRACTION
        rule = _CALLS.get(name)
        return self._functions.call(name, _item(kinds)) if rule is None else rule(kinds)

    _STATEMENTS: ClassVar[Mapping[type[nodes.Statement], Callable[..., None]]] = {
        nodes.Assign: _assignment,
        nodes.AnnAssign: _declaration,
        nodes.AugAssign: _augmented,
        nodes.For: _for,
        nodes.While: _branch,
        nodes.If: _branch,
        nodes.Return: _return,
    }
    """The rule for each class of statements that is more than its expressions."""

    _EXPRESSIONS: ClassVar[Mapping[type[nodes.Expression], Callable[..., Type]]] = {
        nodes.Constant: _constant,
        nodes.Name: _name,
        nodes.Attribute: _attribute,
        nodes.Subscript: _subscript,
        nodes.Slice: _slice,
        nodes.BinOp: _operation,
        nodes.UnaryOp: _unary,
        nodes.Compare: _compare,
        nodes.BoolOp: _either,
        nodes.IfExp: _if,
        nodes.Tuple: _display,
        nodes.List: _display,
        nodes.Starred: _starred,
        nodes.ListComp: _comprehension,
        nodes.GeneratorExp: _comprehension,
        nodes.Lambda: _lambda,
        nodes.Call: _call,
    }
    """The rule for each class of expressions."""


_CALLS: Final[Mapping[str, Callable[[Sequence[Type]], Type]]] = {
    "iter": lambda kinds: replace(ITERATOR, of=_item(kinds)),
    **dict.fromkeys(("tuple", "list", "sorted"), lambda kinds: kinds[0] if kinds else _EMPTY),
    **dict.fromkeys("map range enumerate zip".split(), lambda kinds: list_of(NUMBER)),
    **dict.fromkeys(("max", "min", "next"), lambda kinds: _item(kinds)),
    **dict.fromkeys(("_charged", "_searched"), lambda kinds: kinds[-1]),
}
"""By functions of Python, and those that return an argument, what they return for some types."""


def _item(kinds: Sequence[Type]) -> Type:
    """Return the type of the members of those arguments that are lists, or of all if none is."""
    members = [element(each) for each in kinds if each.of or each.name in COLLECTIONS]
    return _all(filter(None, members)) if members else _all(kinds)


def _all(kinds: Iterable[Type]) -> Type:
    found = NOTHING
    for each in kinds:
        found = joined(found, each)
    return found


def _operated(op: str, one: Type, other: Type) -> Type:
    """Return the type of what an operator makes of two values."""
    match op:
        case "<<":
            return _ALONE.get(other, one)
        case ">>":
            return NUMBER
        case _:
            return joined(one, other)
