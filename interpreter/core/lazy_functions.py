"""Functions that are generated, optimised and compiled when they are first called.

A game, a scenario or a simulation calls some of the functions of its machine and never the others,
such as those of random play. A function is one object before and after its first call, so that
callers need not know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from threading import RLock
from types import CodeType, FunctionType
from typing import Any

from . import nodes
from .lines import Lines
from .python import compiled


class LazyFunctions:
    """The functions of a machine, in the namespace that is their globals.

    Attributes:
        lock: is held while a function is generated, for functions are generated from common parts.
    """

    def __init__(
        self,
        space: dict[str, Any],
        tables: Mapping[str, object],
        constants: Mapping[str, Callable[[], object]],
        lines: Lines,
    ) -> None:
        """Begin without functions.

        Args:
            space: the namespace.
            tables: the values that functions mention; more are added as functions are generated.
            constants: by name, how to make the constants that are only made if they are needed.
            lines: the lines of the ruleset, which errors name.
        """
        self._space = space
        self._tables = tables
        self._constants = constants
        self._file = lines.file
        self._trees: dict[str, Callable[[], nodes.FunctionDef]] = {}
        self._short: dict[str, Callable[[], nodes.FunctionDef]] = {}
        self._waiting: set[str] = set()
        self.lock = RLock()
        space["_compiled"] = self._compiled
        space["_located"] = lines.place

    def add(
        self,
        name: str,
        tree: Callable[[], nodes.FunctionDef],
        short: Callable[[], nodes.FunctionDef] | None = None,
    ) -> None:
        """Add a function, unless it is there.

        Args:
            name: its name.
            tree: makes its tree.
            short: makes a shorter tree, whose code does the same but is slower in Python.
        """
        if name in self._trees:
            return
        function = FunctionType(_first_call.__code__, self._space, name)
        function.__kwdefaults__ = {"function": name}
        self._space[name] = function
        self._trees[name] = tree
        self._short[name] = tree if short is None else short
        self._waiting.add(name)

    def __getitem__(self, name: str) -> Any:
        """Return a function, a constant or a table."""
        with self.lock:
            if name not in self._space:
                made = self._constants.get(name)
                self._space[name] = self._tables[name] if made is None else made()
            return self._space[name]

    def get(self, name: str) -> Any:
        """Return a function; None if there is none with that name."""
        return self._space.get(name)

    def __contains__(self, name: str) -> bool:
        """Return whether there is a function or a constant with a name."""
        return name in self._space or name in self._constants or name in self._tables

    def tree(self, name: str) -> nodes.FunctionDef | None:
        """Return the short tree of a function; None if there is none with that name."""
        with self.lock:
            return self._short[name]() if name in self._short else None

    def trees(self) -> tuple[nodes.FunctionDef, ...]:
        """Return the trees of all functions."""
        with self.lock:
            return tuple(tree() for tree in self._trees.values())

    def _compiled(self, name: str) -> FunctionType:
        """Return a function, with its own code in place of the code that asks for it."""
        with self.lock:
            function: FunctionType = self._space[name]
            if name in self._waiting:
                code = compiled(self._trees[name](), self._file)
                for mentioned in set(_names(code)):
                    if mentioned in self._constants or mentioned in self._tables:
                        self.__getitem__(mentioned)
                function.__code__, function.__kwdefaults__ = code, None
                self._waiting.remove(name)
            return function


def _first_call(*arguments: object, function: str) -> object:
    """The code of a function until it is compiled; its globals are the namespace."""
    return _compiled(function)(*arguments)  # type: ignore[name-defined]  # noqa: F821


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names that compiled code looks up, including those of inner functions."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
