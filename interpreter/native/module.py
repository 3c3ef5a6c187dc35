"""What all modules have in common: how they are put together, and with what memory begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .code import encoding as wasm
from .code.encoding import Function
from .dialect import Refused
from .library.routines import GLOBALS, leaps, routines
from .memory.memory_map import LEAPS

if TYPE_CHECKING:
    from ..runtime.position import Position
    from .translation.translator import Translator

LARGEST_MODULE = 1 << 22
"""The most bytes of a module."""


class Assembly:
    """A module in the making.

    Attributes:
        image: the address of the position with which games begin.
        end: the first address after it, which is free.
    """

    def __init__(self, translator: Translator, blank: Position) -> None:
        """Take what has been translated.

        Args:
            translator: has translated all functions that the others call.
            blank: a position before the first deal.
        """
        self._layout = layout = translator.layout
        self._functions = [*routines(layout), *translator.functions]
        self._exports: dict[str, int] = {}
        before = blank.clone()
        before.turn = -2  # the match has not begun
        address, content = translator.constants.data()
        self.image = address + len(content)
        content += layout.packed(before)
        self.end = address + len(content)
        self._data = [(address, content), (LEAPS, leaps())]

    def add(self, function: Function, name: str = "") -> int:
        """Add a function; return its number.

        Args:
            function: the function.
            name: the name under which it is exported, if it is.
        """
        self._functions.append(function)
        number = len(self._functions) - 1
        if name:
            self._exports[name] = number
        return number

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the generated functions that functions translate; empty for others."""
        return tuple(function.name for function in self._functions)

    @property
    def exports(self) -> dict[str, bytes]:
        """The value types of the parameters of the functions that are exported, by name."""
        return {name: self._functions[number].parameters for name, number in self._exports.items()}

    def hold(self, address: int, content: bytes) -> None:
        """Let memory hold some bytes at the start."""
        self._data.append((address, content))

    def code(self, end: int) -> bytes:
        """Return the bytes of the module.

        Args:
            end: the first address after all that memory holds.

        Raises:
            Refused: the module is too large.
        """
        pages = end // wasm.PAGE + 1
        words = self._layout.words
        several = wasm.I64 * words if words > 1 else b""
        code = wasm.module(self._functions, self._exports, pages, GLOBALS, self._data, several)
        if len(code) > LARGEST_MODULE:
            raise Refused(f"a module of {len(code)} bytes")
        return code
