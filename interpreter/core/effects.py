"""Which generated code cannot fail and changes nothing, so that it may run earlier or never.

And which may stop the game, so that it must run where the rules name it (`analysis/stopping.py`).
Functions say themselves what they may do (`runtime/effects.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from ..runtime.effects import effects_of
from ..runtime.primitives import NAMES
from . import nodes
from .build import nodes_in

DRAWING = frozenset(name for name, function in NAMES.items() if effects_of(function).draws)
"""Functions that draw on the budget of work, and stop the game where it is used up."""

SAFE = frozenset(("min", "max", "sum", "len", *(name for name, each in NAMES.items() if effects_of(each).pure)))
"""Functions that cannot fail and change nothing, if the budget of work is left out."""

STOPPING = frozenset(name for name, function in NAMES.items() if effects_of(function).stops)
"""Functions that stop the game if what they are asked for is not there, or too much."""

CHANGED = {name: effects_of(function).changes for name, function in NAMES.items() if effects_of(function).changes}
"""By function, the places of the lists that it changes, which may be parts of a position."""


def may_stop(code: nodes.Expression) -> bool:
    """Return whether code asks for what may not be there, and then stops the game.

    A definition that is called, or the question whether an action is possible, may do so.
    """
    for node in nodes_in(code):
        match node:
            case nodes.Name(id=function) if function in STOPPING:
                return True
            case nodes.Call(rule=True):
                return True
            case _:
                pass
    return False


def is_safe(node: nodes.Node) -> bool:
    """Return whether code cannot fail and changes nothing."""
    return is_safe_itself(node, is_safe)


def is_safe_itself(node: nodes.Node, is_safe: Callable[[nodes.Node], bool]) -> bool:
    """Return whether code cannot fail and changes nothing, from what is known about its parts.

    Args:
        node: the code.
        is_safe: whether this is so for a part.
    """
    match node:
        case nodes.Name() | nodes.Constant() | nodes.Attribute(value=nodes.Name(id="s")):
            return True
        case nodes.Subscript(value=value, slice=index):
            return is_safe(value) and is_safe(index)
        case nodes.Call(func=nodes.Attribute(value=value, attr="bit_length" | "bit_count"), args=[]):
            return is_safe(value)
        case nodes.Call(func=nodes.Name(id="map"), args=[nodes.Attribute(attr="__getitem__"), items]):
            return _is_safe_to_read(items, is_safe)
        case nodes.Call(func=nodes.Name(id=function), args=arguments):
            return function in SAFE and all(_is_safe_to_read(each, is_safe) for each in arguments)
        case nodes.BinOp(left=nodes.Attribute(attr="away"), right=seat, op=">>"):
            return is_safe(seat)
        case nodes.BinOp(left=left, right=right, op=operator):
            return operator in _OPERATORS and is_safe(left) and is_safe(right)
        case nodes.Compare(left=left, comparators=others):
            return is_safe(left) and all(map(is_safe, others))
        case nodes.BoolOp(values=values):
            return all(map(is_safe, values))
        case nodes.UnaryOp(operand=operand):
            return is_safe(operand)
        case nodes.IfExp(test=test, body=body, orelse=other):
            return is_safe(test) and is_safe(body) and is_safe(other)
        case _:
            return False


def _is_safe_to_read(node: nodes.Node, is_safe: Callable[[nodes.Node], bool]) -> bool:
    """Return whether a value is safe that is only read, so that it may also be a new list."""
    if not isinstance(node, nodes.ListComp):
        return is_safe(node)
    parts = [part for each in node.generators for part in (each.iter, *each.ifs)]
    return is_safe(node.elt) and all(map(is_safe, parts))


_OPERATORS = "&", "|", "+", "-", "*"
