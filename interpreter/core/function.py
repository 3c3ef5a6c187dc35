"""Functions of the core."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property


class Function:
    """A generated function. Its code is generated when its tree is first asked for.

    Attributes:
        name: its name.
        file: the file that its rule is in.
    """

    def __init__(self, name: str, file: str, make: Callable[[], ast.FunctionDef]) -> None:
        """Note how the tree is made."""
        self.name = name
        self.file = file
        self._make = make

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """The syntax tree."""
        return self._make()
