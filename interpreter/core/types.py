"""The types that nodes of generated code carry: what the value of an expression is.

An expression of the language leaves its type on its code, and a parameter of a function has one.
Passes that put other code in the place of code hand the type on. What a template puts around such
code gets its types from type inference (`inference.py`), once the function is complete.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final, TypeVar

from ..syntax.types import Type

STATE = Type("state")
"""The position of a game."""
DRAW = Type("draw")
"""A function that returns a random number below another one."""
FRACTION = Type("fraction")
"""A random number from 0 to below 1."""
ACTION = Type("action")
"""An action with its choices."""
ITERATOR = Type("iterator")
"""What gives the members of a list one by one; `of` is what these are."""
RECORD = Type("record")
"""A tuple whose members differ in type; see `Record`."""
TEXT = Type("text")
"""One text or several, such as a place in a ruleset."""
FUNCTION = Type("function")
OBJECT = Type("object")
"""Something whose methods are called, such as what arranges melds, or several such things."""
TABLE = Type("table")
"""A constant that is asked for values by more than places from 0 on."""


@dataclass(frozen=True, slots=True)
class Record(Type):
    """The type of a tuple whose members differ in type.

    Attributes:
        fields: the types of its members.
    """

    fields: tuple[Type, ...] = ()


VALUE_TYPE: Final = "value_type"
"""The attribute of a node that holds its type."""

Node = TypeVar("Node", bound=ast.AST)


def typed(node: Node, kind: Type | None) -> Node:
    """Return a node that carries a type from now on, if there is one.

    >>> from ..syntax.types import RANK
    >>> type_of(typed(ast.Name("l_card"), RANK)) is RANK
    True
    """
    if kind is not None:
        node.__dict__[VALUE_TYPE] = kind
    return node


def type_of(node: ast.AST) -> Type | None:
    """Return the type that a node carries; None if it has none."""
    return node.__dict__.get(VALUE_TYPE)
