"""The types that nodes of generated code carry: what the value of an expression is.

An expression of the language leaves its type on its code, and a parameter of a function has one.
What a template puts around such code has none: it follows from Python's operators, and from what
primitives return. Passes that put other code in the place of code hand the type on.
"""

from __future__ import annotations

import ast
from typing import TypeVar

from ..syntax.types import Type

STATE = Type("state")
"""The position of a game."""
DRAW = Type("draw")
"""A function that returns a random number below another one."""
ACTION = Type("action")
"""An action with its choices."""

Node = TypeVar("Node", bound=ast.AST)


def typed(node: Node, kind: Type | None) -> Node:
    """Return a node that carries a type from now on, if there is one.

    >>> from ..syntax.types import RANK
    >>> type_of(typed(ast.Name("l_card"), RANK)) is RANK
    True
    """
    if kind is not None:
        node.__dict__["value_type"] = kind
    return node


def type_of(node: ast.AST) -> Type | None:
    """Return the type that a node carries; None if it has none."""
    return node.__dict__.get("value_type")
