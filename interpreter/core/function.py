"""Functions of the core."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from . import nodes


class Function:
    """A generated function. Its code is generated when its tree is first asked for.

    Attributes:
        name: its name.
        leads: whether it returns the code of what follows.
    """

    def __init__(self, name: str, make: Callable[[], nodes.FunctionDef], *, leads: bool) -> None:
        """Note how the tree is made."""
        self.name = name
        self.leads = leads
        self._make = make

    @cached_property
    def tree(self) -> nodes.FunctionDef:
        """The syntax tree."""
        return self._make()
