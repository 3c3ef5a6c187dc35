"""Turns loops that list the forms of an action into loops that count them, or find one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from ...core import nodes
from ...core.build import integer, nodes_in, replaced, statements

_CHEAP: Final = frozenset(("range", "_numbers", "_crowded", "min", "max"))
"""What such loops may call if they are to run twice."""

One = Callable[[nodes.Tuple], list[nodes.Statement]]
"""Returns what is done with a form."""

Several = Callable[[nodes.Tuple, str, nodes.Expression, int], list[nodes.Statement]]
"""Returns what is done with the forms for all members of a tuple.

It gets the form, the local that stands for a member in it, the tuple, and its length.
"""


def may_run_twice(code: Sequence[nodes.Statement]) -> bool:
    """Return whether code only loops, compares and appends forms to `out`, at little cost."""
    for node in nodes_in(*code):
        match node:
            case nodes.Call(func=nodes.Name(id=function)) if function in _CHEAP:
                pass
            case nodes.Call(func=nodes.Attribute(value=nodes.Name(id="out"), attr="append")):
                pass
            case nodes.Call(func=nodes.Attribute(attr="bit_length"), args=[]):
                pass
            case nodes.Call() | nodes.ListComp() | nodes.GeneratorExp() | nodes.Lambda() | nodes.Return():
                return False
            case nodes.Assign(targets=targets):
                if not all(isinstance(target, nodes.Name) for target in targets):
                    return False
            case nodes.AugAssign(target=target):
                if not isinstance(target, nodes.Name) or target.id == "out":
                    return False
            case _:
                pass
    return True


class FormLoops:
    """Replaces what appends forms to `out`."""

    def __init__(
        self, one: One, several: Several, after: Sequence[nodes.Statement] = (), *, nested: bool = False
    ) -> None:
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

    def block(self, code: Sequence[nodes.Statement]) -> list[nodes.Statement]:
        """Return changed code; what is given stays as it is."""
        return [each for node in code for each in self._statement(node)]

    def _statement(self, node: nodes.Statement) -> list[nodes.Statement]:
        """Replace what appends a form, and the loops and branches around it."""
        match node:
            case nodes.Evaluate():
                form = _appended(node)
                return [node] if form is None else self._one(form)
            case nodes.If():
                return [replaced(node, {"body": self.block(node.body), "orelse": self.block(node.orelse)})]
            case nodes.For():
                return self._loop(node, self._at_once(node))
            case nodes.While():
                return self._loop(node, None)
            case _:
                return [node]

    def _loop(
        self, node: nodes.For | nodes.While, at_once: tuple[nodes.Expression, list[nodes.Statement]] | None
    ) -> list[nodes.Statement]:
        """Replace the body of a loop, and the loop where no condition needs it."""
        inner = FormLoops(self._one, self._several, self._after, nested=True)
        loop: nodes.Statement = replaced(node, {"body": inner.block(node.body), "orelse": inner.block(node.orelse)})
        if at_once is not None:
            loop = nodes.If(*at_once, [loop])
        return [loop, *(self._after if self._nested else ())]

    def _at_once(self, node: nodes.For) -> tuple[nodes.Expression, list[nodes.Statement]] | None:
        """Return when all members of a tuple are possible, and what is done then."""
        item, members = node.target, node.iter
        if not isinstance(item, nodes.Name) or not isinstance(members, nodes.Constant):
            return None
        match node.body[-1]:
            case nodes.If(test=nodes.BoolOp(op="or", values=tests), body=[leaf]):
                form = _appended(leaf)
            case _:
                return None
        free = [each for each in tests if not _names(each, item.id)]
        if form is None or not free or not isinstance(members.value, tuple):
            return None
        size = len(cast("tuple[int, ...]", members.value))
        match node.body[:-1]:
            case []:
                count: list[nodes.Statement] = []
            case [nodes.AugAssign(target=nodes.Name(id=room), op="-", value=work), flooded] if (
                each := integer(work)
            ) is not None:
                count = [*statements(f"{room} -= {size * each}"), flooded]
            case _:
                return None
        test = free[0] if len(free) == 1 else nodes.BoolOp("or", free)
        return test, [*count, *self._several(form, item.id, members, size)]


def _appended(node: nodes.Statement) -> nodes.Tuple | None:
    """Return the form that a statement appends to `out`, if it does."""
    match node:
        case nodes.Evaluate(value=nodes.Call(func=nodes.Attribute(attr="append"), args=[nodes.Tuple() as form])):
            return form
        case _:
            return None


def _names(node: nodes.Expression, item: str) -> bool:
    return any(isinstance(part, nodes.Name) and part.id == item for part in nodes_in(node))
