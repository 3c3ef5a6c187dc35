"""The types that nodes of generated code carry: what the value of an expression is.

An expression of the language leaves its type on its code, and a parameter of a function has one.
Passes that put other code in the place of code hand the type on. What a template puts around such
code gets its types from type inference (`inference.py`), once the function is complete.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from ..syntax.types import Type
from . import nodes

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


Typed = TypeVar("Typed", bound=nodes.Expression | nodes.Parameter)


def typed(node: Typed, kind: Type | None) -> Typed:
    """Return a node that carries a type from now on, if there is one.

    >>> from ..syntax.types import RANK
    >>> typed(nodes.Name("l_card"), RANK).type is RANK
    True
    """
    if kind is not None:
        node.type = kind
    return node
