"""Turns loops that list the forms of an action into loops that count them, or find one of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Final, cast

from ...core.build import integer, nodes, statements

_CHEAP: Final = frozenset(("range", "_numbers", "_crowded", "min", "max"))
"""What such loops may call if they are to run twice."""

One = Callable[[ast.Tuple], list[ast.stmt]]
"""Returns what is done with a form."""

Several = Callable[[ast.Tuple, str, ast.expr, int], list[ast.stmt]]
"""Returns what is done with the forms for all members of a tuple.

It gets the form, the local that stands for a member in it, the tuple, and its length.
"""


def may_run_twice(code: Sequence[ast.stmt]) -> bool:
    """Return whether code only loops, compares and appends forms to `out`, at little cost."""
    for node in nodes(ast.Module([*code], [])):
        match node:
            case ast.Call(func=ast.Name(id=function)) if function in _CHEAP:
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name(id="out"), attr="append")):
                pass
            case ast.Call(func=ast.Attribute(attr="bit_length"), args=[]):
                pass
            case ast.Call() | ast.ListComp() | ast.GeneratorExp() | ast.Lambda() | ast.Return():
                return False
            case ast.Assign(targets=targets):
                if not all(isinstance(target, ast.Name) for target in targets):
                    return False
            case ast.AugAssign(target=target):
                if not isinstance(target, ast.Name) or target.id == "out":
                    return False
            case _:
                pass
    return True


class FormLoops(ast.NodeTransformer):
    """Replaces what appends forms to `out`."""

    def __init__(self, one: One, several: Several, after: Sequence[ast.stmt] = (), *, nested: bool = False) -> None:
        """Take what takes its place.

        Args:
            one: for a form.
            several: for the forms of an innermost loop, where all members of a tuple are possible.
            after: what follows each loop within another one.
            nested: whether the code lies within a loop.
        """
        self._one = one
        self._several = several
        self._after = after
        self._nested = nested

    def block(self, code: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return changed code; what is given stays as it is."""
        return self.visit(ast.Module(deepcopy([*code]), [])).body

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        """Replace what appends a form."""
        form = _appended(node)
        return [node] if form is None else self._one(form)

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        """Replace the body of a loop, and the loop where no condition needs it."""
        return self._loop(node, self._at_once(node))

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        """Replace the body of a loop."""
        return self._loop(node, None)

    def _loop(self, node: ast.For | ast.While, at_once: tuple[ast.expr, list[ast.stmt]] | None) -> list[ast.stmt]:
        FormLoops(self._one, self._several, self._after, nested=True).generic_visit(node)
        loop: ast.stmt = node if at_once is None else ast.If(*at_once, [node])
        return [loop, *(deepcopy([*self._after]) if self._nested else ())]

    def _at_once(self, node: ast.For) -> tuple[ast.expr, list[ast.stmt]] | None:
        """Return when all members of a tuple are possible, and what is done then."""
        item, members = node.target, node.iter
        if not isinstance(item, ast.Name) or not isinstance(members, ast.Constant):
            return None
        match node.body[-1]:
            case ast.If(test=ast.BoolOp(op=ast.Or(), values=tests), body=[leaf]):
                form = _appended(leaf)
            case _:
                return None
        free = [each for each in tests if not _names(each, item.id)]
        if form is None or not free or not isinstance(members.value, tuple):
            return None
        size = len(cast("tuple[int, ...]", members.value))
        match node.body[:-1]:
            case []:
                count: list[ast.stmt] = []
            case [ast.AugAssign(target=ast.Name(id=room), op=ast.Sub(), value=work), flooded] if (
                each := integer(work)
            ) is not None:
                count = [*statements(f"{room} -= {size * each}"), deepcopy(flooded)]
            case _:
                return None
        test = free[0] if len(free) == 1 else ast.BoolOp(ast.Or(), free)
        return deepcopy(test), [*count, *self._several(deepcopy(form), item.id, members, size)]


def _appended(node: ast.stmt) -> ast.Tuple | None:
    """Return the form that a statement appends to `out`, if it does."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append"), args=[ast.Tuple() as form])):
            return form
        case _:
            return None


def _names(node: ast.expr, item: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == item for part in nodes(node))
