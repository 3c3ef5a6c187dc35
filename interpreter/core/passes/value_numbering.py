"""Value numbering: equal expressions of generated code have one number, with what is known of them.

What is known of an expression is found out once: how long it takes, what it reads and changes, and
whether it can be computed earlier, or once instead of twice (`common_subexpressions.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple, cast

from ...identity import ByIdentity
from .. import nodes
from ..build import inside, name, nodes_in, rebuilt, targets_of
from ..effects import CHANGED, is_safe_itself

READING = frozenset(
    "bit_count bit_length index count items get fits fit_somewhere matches find holding end_sizes"
    " parted parts_of value above deadwood against leaving melding laid_off".split()
)
"""Methods that change nothing."""

NOTHING = frozenset[str]()

EVERYTHING = "*"
"""Stands for all that a position holds, where it is not known what changes."""

OFTEN = 2.0
"""How often the body of a loop runs, as far as is known."""

LEAST = 3
"""The least cost of an expression that is worth keeping."""

Key = int
"""A number that equal expressions have in common."""


class Facts(NamedTuple):
    """What is known about a part of the code.

    Attributes:
        cost: how long it takes to compute, in times that it takes to read a local.
        reads: the slots of the position and the locals that it reads.
        changes: the slots and locals that it may change.
        safe: whether it cannot fail and changes nothing.
        missing: what may have no place that it reads, so that it has a value only where it is asked for: slots that
            may be empty.
        kept: the expression itself, if it can be kept.
    """

    cost: int
    reads: frozenset[str]
    changes: frozenset[str]
    safe: bool
    missing: frozenset[str]
    kept: nodes.Expression | None

    @property
    def sure(self) -> bool:
        """Whether it has a value also where it is not asked for."""
        return not self.missing


class ValueNumbering:
    """The numbers of the expressions in the functions of one machine.

    Attributes:
        facts: what is known about the expression with each number.
    """

    def __init__(
        self, functions: Container[str], body: Callable[[str], Sequence[nodes.Statement]], fixed: Container[str]
    ) -> None:
        """Number nothing yet.

        Args:
            functions: the names of all functions: calls of them change what the functions change.
            body: returns the code of a function by its name.
            fixed: the slots in which each constant place that code names is there, such as one for each seat.
        """
        self._functions = functions
        self._fixed = fixed
        self._body = body
        self._changed: dict[str, frozenset[str]] = {}
        self._keys: dict[object, Key] = {}
        self.facts: list[Facts] = []
        self._of_node = ByIdentity[nodes.Node, Key]()
        self._effects = ByIdentity[nodes.Node, frozenset[str]]()

    # -- equal expressions

    def key(self, node: nodes.Node) -> Key:
        """Return the number of an expression, which is the same for equal expressions."""
        return self._of_node.of(node, self._key)

    def _key(self, node: nodes.Node) -> Key:
        inner: list[Key] = []
        renamed = _renamed(node) if isinstance(node, nodes.ListComp) else node
        form = self._form(renamed, inner)
        key = self._keys.get(form)
        if key is None:
            found = self._found(renamed, [self.facts[each] for each in inner])
            key = self._keys[form] = len(self.facts)
            self.facts.append(found)
        return key

    def _form(self, node: nodes.Node, inner: list[Key]) -> tuple[object, ...]:
        """Return what equal expressions have in common, and note the keys of the parts."""
        form: list[object] = [node.__class__]
        for text in node.marks:
            mark: object = getattr(node, text)
            form += (
                mark.__class__,
                tuple(cast("list[object]", mark)) if mark.__class__ is list else mark,
            )  # 1 is not True
        for text in node.parts:
            part: Sequence[nodes.Node] | nodes.Node | None = getattr(node, text)
            if part.__class__ is list:
                items = [*map(self.key, cast("list[nodes.Node]", part))]
                inner += items
                form += len(items), *items
            elif part is None:
                form.append(None)
            else:
                key = self.key(cast(nodes.Node, part))
                inner.append(key)
                form.append(key)
        return tuple(form)

    def _found(self, node: nodes.Node, inner: list[Facts]) -> Facts:
        """Find the facts about a part of the code from those about the parts inside it."""
        cost, reads, changes, missing = 0, NOTHING, NOTHING, NOTHING
        once = False  # whether it is an iterator, which is used up by what reads it
        for part in inner:
            cost += part.cost
            if part.missing:
                missing = missing | part.missing
            if part.reads:
                reads = reads | part.reads if reads else part.reads
            if part.changes:
                changes = changes | part.changes if changes else part.changes
        kind = node.__class__
        if kind is nodes.Constant:
            return _PLAIN
        if kind not in _VALUES:
            return Facts(cost, reads, changes, safe=False, missing=missing, kept=None)
        match node:
            case nodes.Name(id=local):
                reads = frozenset({local}) if local != "s" and not local.isupper() else reads
            case nodes.Attribute(value=nodes.Name(id="s"), attr=slot):
                cost = 1
                reads = frozenset({f"s.{slot}"})
            case nodes.Subscript(value=value, slice=index):
                cost += 2
                missing |= self._missing(value, index)
            case nodes.Call():
                cost += 8
                changes |= self._of_call(node)
                # `_large(…) and value` is kept as a whole.
                once = isinstance(node.func, nodes.Name) and node.func.id in ("map", "_large")
                value = self._defined(node)
                if value is not None:
                    cost += value.cost
                    reads |= {each for each in value.reads if each.startswith("s.")}
                    safe = value.safe and all(part.safe for part in inner)
                    missing |= value.missing if _is_there(node.args[1]) else {EVERYTHING}
                    return Facts(cost, reads, changes, safe, missing, node if safe else None)
            case nodes.Compare() | nodes.BinOp():
                cost += 2
            case nodes.IfExp(test=nodes.Attribute(attr=slot)):
                cost += 1
                _, body, otherwise = inner
                missing = body.missing.difference({f"s.{slot}"}) | otherwise.missing
            case nodes.IfExp() | nodes.BoolOp() | nodes.UnaryOp():
                cost += 1
            case nodes.ListComp() | nodes.GeneratorExp():
                cost = 20 + int(OFTEN + 1) * cost
                own = own_names(node.generators)
                reads, changes = reads.difference(own), changes.difference(own)
            case nodes.Lambda():
                reads = reads.difference([argument.name for argument in node.parameters])
            case _:
                pass
        if kind in _AS_SAFE_AS_PARTS:
            safe = all(map(_SAFE, inner))
        else:
            safe = is_safe_itself(node, lambda part: self.facts[self.key(part)].safe)
        worth_it = safe and cost >= LEAST and kind in KINDS and not once
        kept = cast(nodes.Expression, node) if worth_it else None
        return Facts(cost, reads, changes, safe, missing, kept)

    def _missing(self, value: nodes.Expression, index: nodes.Expression) -> frozenset[str]:
        """Return what may have no place with a number; tables have one for nobody and nothing, too."""
        match value:
            case nodes.Name() | nodes.Constant():
                return NOTHING
            case nodes.Attribute(attr=slot) if _is_there(index):
                return NOTHING if slot in self._fixed else frozenset({f"s.{slot}"})
            case _:
                return frozenset({EVERYTHING})

    def _defined(self, node: nodes.Call) -> Facts | None:
        """Return what is known about the value of a rule that is called; None of others."""
        match node:
            case nodes.Call(func=nodes.Name(id=function), rule=True):
                match self._body(function):
                    case [nodes.Return(value=nodes.Expression() as value)]:
                        return self.facts[self.key(value)]
                    case _:
                        return None
            case _:
                return None

    def _of_call(self, node: nodes.Call) -> frozenset[str]:
        """Return what a call changes."""
        match node.func:
            case nodes.Name(id=function) if function in self._functions:
                return self._of_function(function)
            case nodes.Name(id=function) if function in CHANGED:
                return frozenset(_changed_in(node.args[place]) for place in CHANGED[function])
            case nodes.Attribute(value=value, attr=method) if method not in READING:
                return frozenset({_changed_in(value)})
            case _:
                return frozenset()

    # -- what code changes

    def effect(self, node: nodes.Node) -> frozenset[str]:
        """Return the slots and locals that code may change."""
        if isinstance(node, nodes.Expression):
            return self.facts[self.key(node)].changes
        return self._effects.of(node, self._effect)

    def _effect(self, node: nodes.Node) -> frozenset[str]:
        inner = [self.effect(part) for part in inside(node)]
        return NOTHING.union(*inner, filter(None, map(_given, targets_of(node))))

    def _of_function(self, function: str) -> frozenset[str]:
        """Return the slots that a function changes."""
        known = self._changed.get(function)
        if known is None:
            self._changed[function] = frozenset({EVERYTHING})  # if it calls itself
            every = {each for node in self._body(function) for each in self._changed_by(node)}
            known = frozenset(each for each in every if each == EVERYTHING or each[:2] == "s.")
            self._changed[function] = known
        return known

    def _changed_by(self, code: nodes.Statement) -> Iterator[str]:
        """Yield what code changes, without a look at what it asks for."""
        for node in nodes_in(code):
            if isinstance(node, nodes.Call):
                yield from self._of_call(node)
            elif isinstance(node, nodes.Statement):
                yield from (_changed_in(each) for each in targets_of(node) if not isinstance(each, nodes.Name))


def _renamed(node: nodes.ListComp) -> nodes.ListComp:
    """Return a comprehension with the name of its variable that all equal ones have."""
    match node:
        case nodes.ListComp(elt=elt, generators=[each]) if isinstance(each.target, nodes.Name):
            own = each.target.id
            depth = sum(isinstance(part, nodes.ListComp) for part in nodes_in(node))
            common = name(f"each_{depth}")  # which no comprehension inside of this one has

            def change(part: nodes.Node) -> nodes.Node:
                if isinstance(part, nodes.Name) and part.id == own:
                    return common
                return rebuilt(part, change)

            tests = [cast(nodes.Expression, change(test)) for test in each.ifs]
            target = nodes.Name(common.id)
            generator = nodes.Clause(target, each.iter, tests)
            return nodes.ListComp(cast(nodes.Expression, change(elt)), [generator])
        case _:
            return node


def own_names(generators: Sequence[nodes.Clause]) -> list[str]:
    """Return the names that have a value only inside a comprehension."""
    targets = [part for each in generators for part in nodes_in(each.target)]
    return [part.id for part in targets if isinstance(part, nodes.Name)]


_SAFE: Callable[[Facts], bool] = attrgetter("safe")

_PLAIN = Facts(0, NOTHING, NOTHING, safe=True, missing=NOTHING, kept=None)
"""What is known about a constant."""

LEAVES = frozenset({nodes.Name, nodes.Constant})
"""The kinds of expressions that have no parts."""

KINDS = frozenset({nodes.Call, nodes.Subscript, nodes.IfExp, nodes.BinOp, nodes.Compare, nodes.BoolOp, nodes.UnaryOp})
"""The kinds of expressions that take some time."""

BRANCHING = frozenset({nodes.ListComp, nodes.GeneratorExp, nodes.Lambda, nodes.IfExp, nodes.BoolOp})
"""The kinds of expressions with parts that run often, or not always."""

_AS_SAFE_AS_PARTS = frozenset({nodes.Subscript, nodes.Compare, nodes.BoolOp, nodes.UnaryOp, nodes.IfExp})
"""The kinds of expressions that are safe if their parts are, as `effects.py` says too."""

_VALUES = KINDS | LEAVES | BRANCHING | {nodes.Attribute}
"""The kinds of expressions about which more is known than about their parts."""


def _given(target: nodes.Expression) -> str | None:
    """Return the local or slot that changes where something is given a value."""
    match target:
        case nodes.Name(id=local):
            return local
        case nodes.Attribute(value=nodes.Name(id="s"), attr=slot):
            return f"s.{slot}"
        case nodes.Subscript(value=value):
            return _changed_in(value)
        case _:
            return None


def _changed_in(node: nodes.Expression) -> str:
    """Return what is changed if a part of a value is."""
    while isinstance(node, nodes.Subscript):
        node = node.value
    match node:
        case nodes.Attribute(value=nodes.Name(id="s"), attr=slot):
            return f"s.{slot}"
        case nodes.Name(id=local) if local.startswith("out"):
            return local
        case _:
            return EVERYTHING


def _is_there(index: nodes.Expression) -> bool:
    """Return whether there certainly is a place with a number where there is any."""
    match index:
        case nodes.Constant() | nodes.Name(id="actor"):
            return True
        case _:
            return False
