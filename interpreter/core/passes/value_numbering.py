"""Value numbering: equal expressions of generated code have one number, with what is known of them.

What is known of an expression is found out once: how long it takes, what it reads and changes, and
whether it can be computed earlier, or once instead of twice (`common_subexpressions.py`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import NamedTuple, cast

from ...identity import ByIdentity
from ..build import INNER_FIELDS, Field, inside, name, nodes, rebuilt
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
        sure: whether it has a value also where it is not asked for: no place can be missing.
        kept: the expression itself, if it can be kept.
    """

    cost: int
    reads: frozenset[str]
    changes: frozenset[str]
    safe: bool
    sure: bool
    kept: ast.expr | None


class ValueNumbering:
    """The numbers of the expressions in the functions of one machine.

    Attributes:
        facts: what is known about the expression with each number.
    """

    def __init__(self, functions: Container[str], body: Callable[[str], list[ast.stmt]]) -> None:
        """Number nothing yet.

        Args:
            functions: the names of all functions: calls of them change what the functions change.
            body: returns the code of a function by its name.
        """
        self._functions = functions
        self._body = body
        self._changed: dict[str, frozenset[str]] = {}
        self._keys: dict[object, Key] = {}
        self.facts: list[Facts] = []
        self._of_node = ByIdentity[ast.AST, Key]()
        self._effects = ByIdentity[ast.AST, frozenset[str]]()

    # -- equal expressions

    def key(self, node: ast.AST) -> Key:
        """Return the number of an expression, which is the same for equal expressions."""
        return self._of_node.of(node, self._key)

    def _key(self, node: ast.AST) -> Key:
        inner: list[Key] = []
        renamed, kind, parts = node, node.__class__, node.__dict__
        form: tuple[object, ...]
        if kind is ast.Name:
            form = kind, parts["id"], parts["ctx"].__class__
        elif kind is ast.Constant:
            value = parts["value"]
            form = kind, value.__class__, value
        elif kind is ast.Attribute:
            inner.append(self.key(parts["value"]))
            form = kind, parts["attr"], parts["ctx"].__class__, inner[0]
        elif kind is ast.Subscript:
            inner += self.key(parts["value"]), self.key(parts["slice"])
            form = kind, parts["ctx"].__class__, *inner
        elif kind is ast.BinOp:
            inner += self.key(parts["left"]), self.key(parts["right"])
            form = kind, parts["op"].__class__, *inner
        else:
            renamed = _renamed(node) if isinstance(node, ast.ListComp) else node
            form = self._form(renamed, inner)
        key = self._keys.get(form)
        if key is None:
            found = self._found(renamed, [self.facts[each] for each in inner])
            key = self._keys[form] = len(self.facts)
            self.facts.append(found)
        return key

    def _form(self, node: ast.AST, inner: list[Key]) -> tuple[object, ...]:
        """Return what equal expressions have in common, and note the keys of the parts."""
        kind, parts = node.__class__, node.__dict__
        plain, further = _fields(kind)
        form: list[object] = [kind]
        for text in plain:
            part: Field = parts.get(text)
            form.append(_plain(part) if isinstance(part, (ast.AST, list)) else part)
        for text in further:
            part = parts.get(text)
            if isinstance(part, list):
                items = tuple(map(self.key, cast("list[ast.AST]", part)))
                inner += items
                form.append(items)
            elif isinstance(part, ast.AST):
                key = self.key(part)
                inner.append(key)
                form.append(key)
            else:
                form.append(part)
        return tuple(form)

    def _found(self, node: ast.AST, inner: list[Facts]) -> Facts:
        """Find the facts about a part of the code from those about the parts inside it."""
        cost, reads, changes, sure = 0, NOTHING, NOTHING, True
        once = False  # whether it is an iterator, which is used up by what reads it
        for part in inner:
            cost += part.cost
            sure = sure and part.sure
            if part.reads:
                reads = reads | part.reads if reads else part.reads
            if part.changes:
                changes = changes | part.changes if changes else part.changes
        kind = node.__class__
        if kind is ast.Constant:
            return _PLAIN
        if kind not in _VALUES:
            return Facts(cost, reads, changes, safe=False, sure=sure, kept=None)
        match node:
            case ast.Name(id=local, ctx=ast.Load()):
                reads = frozenset({local}) if local != "s" and not local.isupper() else reads
            case ast.Name(id=local):
                changes = frozenset({local})
            case ast.Attribute(value=ast.Name(id="s"), attr=slot, ctx=context):
                cost = 1
                if isinstance(context, ast.Load):
                    reads = frozenset({f"s.{slot}"})
                else:
                    changes = frozenset({f"s.{slot}"})
            case ast.Subscript(value=value, slice=index, ctx=context):
                cost += 2
                sure = sure and (isinstance(value, ast.Name) or _is_there(index))
                if not isinstance(context, ast.Load):
                    changes |= {_changed_in(value)}
            case ast.Call():
                cost += 8
                changes |= self._of_call(node)
                # `_large(…) and value` is kept as a whole.
                once = isinstance(node.func, ast.Name) and node.func.id in ("map", "_large")
                value = self._defined(node)
                if value is not None:
                    cost += value.cost
                    reads |= {each for each in value.reads if each.startswith("s.")}
                    safe = value.safe and all(part.safe for part in inner)
                    sure = sure and value.sure and _is_there(node.args[1])
                    return Facts(cost, reads, changes, safe, sure, node if safe else None)
            case ast.Compare() | ast.BinOp():
                cost += 2
            case ast.IfExp() | ast.BoolOp() | ast.UnaryOp():
                cost += 1
            case ast.ListComp() | ast.GeneratorExp():
                cost = 20 + int(OFTEN + 1) * cost
                own = own_names(node.generators)
                reads, changes = reads.difference(own), changes.difference(own)
            case ast.Lambda():
                reads = reads.difference([argument.arg for argument in node.args.args])
            case _:
                pass
        if kind in _AS_SAFE_AS_PARTS:
            safe = all(map(_SAFE, inner))
        else:
            safe = is_safe_itself(node, lambda part: self.facts[self.key(part)].safe)
        worth_it = safe and cost >= LEAST and kind in KINDS and not once
        kept = cast(ast.expr, node) if worth_it else None
        return Facts(cost, reads, changes, safe, sure, kept)

    def _defined(self, node: ast.Call) -> Facts | None:
        """Return what is known about the value of a definition that is called; None of others."""
        match node.func:
            case ast.Name(id=function) if function.startswith("d_"):
                match self._body(function):
                    case [ast.Return(value=ast.expr() as value)]:
                        return self.facts[self.key(value)]
                    case _:
                        return None
            case _:
                return None

    def _of_call(self, node: ast.Call) -> frozenset[str]:
        """Return what a call changes."""
        match node.func:
            case ast.Name(id=function) if function in self._functions:
                return self._of_function(function)
            case ast.Name(id=function) if function in CHANGED:
                return frozenset(_changed_in(node.args[place]) for place in CHANGED[function])
            case ast.Attribute(value=value, attr=method) if method not in READING:
                return frozenset({_changed_in(value)})
            case _:
                return frozenset()

    # -- what code changes

    def effect(self, node: ast.AST) -> frozenset[str]:
        """Return the slots and locals that code may change."""
        if isinstance(node, ast.expr):
            return self.facts[self.key(node)].changes
        return self._effects.of(node, self._effect)

    def _effect(self, node: ast.AST) -> frozenset[str]:
        return NOTHING.union(*[self.effect(part) for part in inside(node)])

    def _of_function(self, function: str) -> frozenset[str]:
        """Return the slots that a function changes."""
        known = self._changed.get(function)
        if known is None:
            self._changed[function] = frozenset({EVERYTHING})  # if it calls itself
            every = {each for node in self._body(function) for each in self._changed_by(node)}
            known = frozenset(each for each in every if each == EVERYTHING or each[:2] == "s.")
            self._changed[function] = known
        return known

    def _changed_by(self, code: ast.stmt) -> Iterator[str]:
        """Yield what code changes, without a look at what it asks for."""
        for node in nodes(code):
            kind = node.__class__
            if kind is ast.Call:
                yield from self._of_call(cast(ast.Call, node))
            elif kind in _STORED and node.__dict__["ctx"].__class__ is not ast.Load:
                yield _changed_in(cast(ast.expr, node))


def _plain(part: Sequence[object] | ast.AST) -> object:
    """Return what equal nodes, or lists of nodes, have in common that have no parts themselves."""
    return type(part) if isinstance(part, ast.AST) else tuple(map(type, part))


def _renamed(node: ast.ListComp) -> ast.ListComp:
    """Return a comprehension with the name of its variable that all equal ones have."""
    match node:
        case ast.ListComp(elt=elt, generators=[each]) if isinstance(each.target, ast.Name):
            own = each.target.id
            depth = sum(isinstance(part, ast.ListComp) for part in nodes(node))
            common = name(f"each_{depth}")  # which no comprehension inside of this one has

            def change(part: ast.AST) -> ast.AST:
                if isinstance(part, ast.Name) and part.id == own:
                    return common
                return rebuilt(part, change)

            tests = [cast(ast.expr, change(test)) for test in each.ifs]
            target = ast.Name(common.id, ast.Store())
            generator = ast.comprehension(target, each.iter, tests, each.is_async)
            return ast.ListComp(cast(ast.expr, change(elt)), [generator])
        case _:
            return node


def own_names(generators: list[ast.comprehension]) -> list[str]:
    """Return the names that have a value only inside a comprehension."""
    targets = [part for each in generators for part in nodes(each.target)]
    return [part.id for part in targets if isinstance(part, ast.Name)]


@cache
def _fields(kind: type[ast.AST]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields of a kind of node: those without nodes that have parts, and the others."""
    inner = INNER_FIELDS[kind]
    return tuple(text for text in kind._fields if text not in inner), inner


_SAFE: Callable[[Facts], bool] = attrgetter("safe")

_PLAIN = Facts(0, NOTHING, NOTHING, safe=True, sure=True, kept=None)
"""What is known about a constant."""

LEAVES = frozenset({ast.Name, ast.Constant})
"""The kinds of expressions that have no parts."""

KINDS = frozenset({ast.Call, ast.Subscript, ast.IfExp, ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp})
"""The kinds of expressions that take some time."""

BRANCHING = frozenset({ast.ListComp, ast.GeneratorExp, ast.Lambda, ast.IfExp, ast.BoolOp})
"""The kinds of expressions with parts that run often, or not always."""

_AS_SAFE_AS_PARTS = frozenset({ast.Subscript, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp})
"""The kinds of expressions that are safe if their parts are, as `effects.py` says too."""

_STORED = frozenset({ast.Attribute, ast.Subscript})
"""The kinds of expressions that can be assigned to, besides locals."""

_VALUES = KINDS | LEAVES | BRANCHING | {ast.Attribute}
"""The kinds of expressions about which more is known than about their parts."""


def _changed_in(node: ast.expr) -> str:
    """Return what is changed if a part of a value is."""
    while isinstance(node, ast.Subscript):
        node = node.value
    match node:
        case ast.Attribute(value=ast.Name(id="s"), attr=slot):
            return f"s.{slot}"
        case ast.Name(id=local) if local.startswith("out"):
            return local
        case _:
            return EVERYTHING


def _is_there(index: ast.expr) -> bool:
    """Return whether there certainly is a place with a number."""
    match index:
        case ast.Constant() | ast.Name(id="actor"):
            return True
        case _:
            return False
