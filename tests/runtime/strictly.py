"""A strict reading of annotated Python: where a set of cards or seats stands for a number, or the reverse.

Python holds both as integers. The reader follows the declared types through each function, and notes
each place at which they mix.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Sequence
from textwrap import dedent
from typing import Any

from cardrules.interpreter.core.annotations import ITEM, evaluated, meaning, result_type
from cardrules.interpreter.core.inference import type_of_value
from cardrules.interpreter.core.types import FUNCTION
from cardrules.interpreter.runtime.teams import SEATS
from cardrules.interpreter.syntax.types import BOOLEAN, CARD, CARDS, NOTHING, NUMBER, PLAYER, Type, element, list_of

MEMBERS = {CARDS: CARD, SEATS: PLAYER}
"""By the types of sets, those of their members."""
ALONE = {CARD: CARDS, PLAYER: SEATS}
ANY = NOTHING
"""The type of 0 and -1, which are also the empty set and the set of all, and of what is not read."""
OPEN = (ANY, ITEM, Type("object"), Type("table"))
PLAIN = {
    **dict.fromkeys(("len", "abs", "int", "comb", "bit_count", "bit_length", "count", "index", "below"), NUMBER),
    **dict.fromkeys(("any", "all", "bool", "isinstance"), BOOLEAN),
}
"""The types of what functions and methods of Python return."""
SAME = frozenset("list tuple sorted reversed set iter fromkeys compress copy".split())
"""Functions that return the members of their first argument."""


def mixes(one: Type, other: Type) -> bool:
    """Return whether one of two types is that of a set or has sets in it, and the other differs.

    >>> mixes(CARDS, CARD), mixes(list_of(CARDS), list_of(ANY)), mixes(CARDS, SEATS)
    (True, False, True)
    """
    if one in OPEN or other in OPEN or one == other:
        return False
    if one in MEMBERS or other in MEMBERS:
        return True
    inner, others = element(one), element(other)
    return inner is not None and others is not None and mixes(inner, others)


class Reader:
    """Reads one function.

    Attributes:
        mixed: the places at which sets and numbers mix, as code.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        """Read a function."""
        own: Any = inspect.unwrap(function)
        (tree,) = ast.parse(dedent(inspect.getsource(own))).body
        assert isinstance(tree, ast.FunctionDef)
        self.mixed: list[str] = []
        self._space: dict[str, Any] = own.__globals__
        self._names: dict[str, Type] = {}
        for each in (*tree.args.args, tree.args.vararg):
            if each is not None:
                kind = self._declared(each.annotation)
                self._names[each.arg] = list_of(kind) if each is tree.args.vararg else kind
        self._result = self._declared(tree.returns)
        for _ in range(2):  # what is assigned in a loop is read at its beginning
            self.mixed.clear()
            self._block(tree.body)

    def _declared(self, note: ast.expr | None) -> Type:
        try:
            return ANY if note is None else meaning(evaluated(ast.unparse(note), self._space["__name__"]))
        except NameError:  # a class that is imported for type checkers
            return ANY

    def _same(self, node: ast.AST, *kinds: Type) -> Type:
        """Return the type of what is of one of some types, and note where they mix."""
        found = ANY
        for kind in kinds:
            if mixes(found, kind):
                self.mixed.append(ast.unparse(node))
            if found in OPEN or kind in MEMBERS or (element(found) in OPEN and element(kind) is not None):
                found = kind
            elif kind not in (found, *OPEN) and element(kind) is None:
                found = NUMBER
        return found

    def _number(self, node: ast.AST, *kinds: Type) -> Type:
        return self._same(node, NUMBER, *kinds)

    # -- statements

    def _block(self, body: Iterable[ast.stmt]) -> None:
        for node in body:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                kind = self._type(value)
                for target in targets:
                    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                        for each, one in zip(target.elts, value.elts, strict=True):
                            self._assign(each, self._type(one))
                    else:
                        self._assign(target, kind)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=note, value=value):
                self._names[name] = self._declared(note)
                self._same(node, self._names[name], self._type(value))
            case ast.AugAssign(target=target, op=op, value=value):
                self._assign(target, self._type(ast.BinOp(_loaded(target), op, value)))
            case ast.For(target=target, iter=items, body=body, orelse=other):
                self._bind(target, items)
                self._block([*body, *other])
            case ast.While(test=test, body=body, orelse=other) | ast.If(test=test, body=body, orelse=other):
                self._type(test)
                self._block([*body, *other])
            case ast.Return(value=value):
                self._same(node, self._result, self._type(value))
            case ast.Expr(value=value):
                self._type(value)
            case _:
                pass

    def _assign(self, target: ast.expr, kind: Type) -> None:
        match target:
            case ast.Name(id=name):
                self._names[name] = self._same(target, self._names.get(name, ANY), kind)
            case ast.Tuple(elts=members):
                for each in members:
                    self._assign(each, element(kind) or ANY)
            case _:
                self._same(target, self._type(_loaded(target)), kind)

    def _bind(self, target: ast.expr, items: ast.expr) -> None:
        match target, items:
            case ast.Tuple(elts=members), ast.Call(func=ast.Name(id="zip"), args=lists):
                kinds = [self._type(each) for each in lists]
            case ast.Tuple(elts=members), ast.Call(func=ast.Name(id="enumerate"), args=[each, *_]):
                kinds = [list_of(NUMBER), self._type(each)]
            case _:
                members, kinds = [target], [self._type(items)]
        for each, kind in zip(members, kinds, strict=True):
            place = NUMBER if isinstance(items, ast.Call) and each is not members[-1] and len(members) > 1 else None
            self._forget(each)
            self._assign(each, element(kind) or place or ANY)

    def _forget(self, target: ast.expr) -> None:
        for each in ast.walk(target):
            if isinstance(each, ast.Name):
                self._names.pop(each.id, None)

    # -- expressions

    def _type(self, node: ast.expr | None) -> Type:
        match node:
            case ast.Constant(value=value):
                return ANY if value in (0, -1, None) and value is not False else type_of_value(value)
            case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=inner):
                return self._type(inner)
            case ast.UnaryOp(operand=inner):
                self._type(inner)
                return BOOLEAN
            case ast.Name(id=name):
                if name in self._names:
                    return self._names[name]
                return type_of_value(self._space[name]) if name in self._space else FUNCTION
            case ast.BinOp():
                return self._operation(node)
            case ast.Compare(left=left, ops=ops, comparators=others):
                kinds = [self._type(each) for each in (left, *others)]
                if isinstance(ops[0], ast.In | ast.NotIn):
                    kinds[1] = element(kinds[1]) or ANY
                self._same(node, *kinds)
                return BOOLEAN
            case ast.BoolOp(values=values):
                kinds = [self._type(each) for each in values]
                return kinds[-1] if isinstance(node.op, ast.And) or BOOLEAN in kinds else self._same(node, *kinds)
            case ast.IfExp(test=test, body=body, orelse=other):
                self._type(test)
                return self._same(node, self._type(body), self._type(other))
            case ast.NamedExpr(target=target, value=value):
                self._assign(target, self._type(value))
                return self._type(value)
            case ast.Subscript(value=whole, slice=ast.Slice()):
                return self._type(whole)
            case ast.Subscript(value=whole, slice=place):
                self._number(node, self._type(place))
                return element(self._type(whole)) or ANY
            case ast.List(elts=members) | ast.Tuple(elts=members) | ast.Set(elts=members):
                kinds = [self._type(each) for each in members]
                if isinstance(node, ast.Tuple) and len({*kinds}) > 1 and not any(map(_starred, members)):
                    return ANY  # a record
                return list_of(self._same(node, *kinds))
            case ast.Starred(value=inner):
                return element(self._type(inner)) or ANY
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                return self._comprehension(node)
            case ast.Call():
                return self._call(node)
            case _:
                return ANY

    def _operation(self, node: ast.BinOp) -> Type:
        left, right = self._type(node.left), self._type(node.right)
        match node:
            case ast.BinOp(
                left=ast.Call(func=ast.Attribute(value=cards, attr="bit_length")),
                op=ast.Sub(),
                right=ast.Constant(value=1),
            ):  # the highest
                return MEMBERS.get(self._type(cards), NUMBER)
            case ast.BinOp(op=ast.Sub(), right=ast.Constant(value=1)) if left in (*MEMBERS, ANY):
                return left  # all bits up to the lowest, and not that one
            case ast.BinOp(op=ast.LShift(), left=ast.Constant()):
                return ALONE.get(right, ANY)
            case ast.BinOp(op=ast.LShift()):
                return left
            case ast.BinOp(op=ast.RShift()):
                self._number(node, right)
                return ANY
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor()):
                return self._same(node, left, right)
            case ast.BinOp(op=ast.Mult()) if element(left) is not None and left not in MEMBERS:
                return left
            case _:
                if element(left) is not None and left not in MEMBERS:
                    return self._same(node, left, right)
                return self._number(node, left, right)

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> Type:
        before = dict(self._names)
        for each in node.generators:
            self._bind(each.target, each.iter)
            for test in each.ifs:
                self._type(test)
        found = list_of(self._type(node.elt))
        self._names = before
        return found

    def _call(self, node: ast.Call) -> Type:
        kinds = [self._type(each) for each in node.args]
        for each in node.keywords:
            self._type(each.value)
        match node.func:
            case ast.Attribute(value=owner, attr="append" | "remove" | "insert"):
                whole = self._type(owner)
                found = list_of(self._same(node, element(whole) or ANY, kinds[-1]))
                if isinstance(owner, ast.Name) and whole not in OPEN:
                    self._names[owner.id] = self._same(owner, whole, found)
                return ANY
            case ast.Attribute(value=owner, attr="pop"):
                return element(self._type(owner)) or ANY
            case ast.Attribute(value=owner, attr=name):
                whole = self._type(owner)
                return whole if name == "copy" else kinds[0] if name in SAME and kinds else PLAIN.get(name, ANY)
            case ast.Name(id="range"):
                return list_of(self._number(node, *kinds))
            case ast.Name(id="sum" | "next"):
                return element(kinds[0]) or ANY
            case ast.Name(id="min" | "max"):
                return self._same(node, *kinds) if len(kinds) > 1 else element(kinds[0]) or ANY
            case ast.Name(id=name) if name in PLAIN:
                return PLAIN[name]
            case ast.Name(id=name) if name in SAME:
                return kinds[0] if kinds else list_of(ANY)
            case ast.Name(id=name) if inspect.isfunction(inspect.unwrap(self._space.get(name, len))):
                return self._called(node, self._space[name], kinds)
            case _:
                return ANY

    def _called(self, node: ast.Call, function: Any, kinds: Sequence[Type]) -> Type:
        """Return what an annotated function returns for arguments of some types."""
        own: Any = inspect.unwrap(function)
        item = ANY
        for (name, parameter), kind in zip(inspect.signature(own).parameters.items(), kinds, strict=False):
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                break
            try:
                wanted = meaning(evaluated(own.__annotations__[name], own.__module__))
            except NameError:
                continue
            self._same(node, wanted, kind)
            if ITEM in (wanted, wanted.of):
                item = self._same(node, item, kind if wanted is ITEM else element(kind) or ANY)
        result = result_type(own)
        return item if result is ITEM else list_of(item) if result.of is ITEM else result


def _starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)


def _loaded(target: ast.expr) -> ast.expr:
    """Return a target as an expression; its context does not matter to the reader."""
    return target
