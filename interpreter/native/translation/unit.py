"""What a function that is translated knows about the module that it is part of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ...core import nodes

if TYPE_CHECKING:
    from ..code.body import Body, Namespace, Value
    from ..memory.constants import Constants
    from ..memory.layout import Layout
    from .effects import Survey

Callee = Callable[..., Any] | nodes.FunctionDef | str
"""A function that generated code or a primitive calls, its tree, or the name of one of the library.
"""


class Unit(Protocol):
    """The module of a function: what is translated together, so that functions call each other."""

    layout: Layout
    constants: Constants
    survey: Survey

    def call(self, body: Body, function: Callee, arguments: Sequence[Value]) -> Value:
        """Return the call of a function, whose code is made if it is the first with such values."""
        ...

    def source(self, function: Callee) -> tuple[nodes.FunctionDef, Namespace]:
        """Return the definition of a function, and what the names in it stand for."""
        ...

    def short(self, function: Callee) -> nodes.FunctionDef | None:
        """Return the tree of a generated function that is so short that it is written out."""
        ...

    def stand_in(self, value: object) -> object:
        """Return the object whose methods are translated for those of another one."""
        ...
