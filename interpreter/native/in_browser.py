"""Runs modules with the WebAssembly of the browser in which this Python runs (Pyodide).

It has the attributes and methods of `in_wasmtime.py`. The browser makes better code by itself where code is used much.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from .code.encoding import I64
from .dialect import ERROR, Refused

_TRAPS: Final = ("RuntimeError", "RangeError")
"""How the browser names a trap, and a call that uses up the stack; any other error is a bug."""
_PLACE: Final = re.compile(r"wasm-function\[(\d+)\]")


class Trapped(Exception):
    """A call has ended with a trap; its argument is the stack of the browser."""


class Loaded:
    """A module that has been compiled, with its memory.

    Attributes:
        store: nothing; calls take it first, as those of wasmtime do.
        exports: its functions.
        memory: the bytes of its memory, which cannot grow.
        wrong: the exceptions that end a call.
        baseline: False: there is no better code to ask for.
    """

    def __init__(
        self,
        code: bytes,
        exports: Mapping[str, bytes],
        largest: int,
        *,
        baseline: bool = False,
        like: Loaded | None = None,
    ) -> None:
        """Compile a module.

        Args:
            code: its bytes.
            exports: the value types of the parameters of its functions, by name.
            largest: the most bytes of memory that it may have.
            baseline: as for wasmtime.
            like: as for wasmtime; the browser keeps machine code by itself.

        Raises:
            Refused: the code is wrong, or the browser has not so much memory.
        """
        self.store = None
        self.wrong: Any = Trapped
        self.baseline = False
        js, ffi = _browser()
        try:
            instance = js.WebAssembly.Instance.new(js.WebAssembly.Module.new(ffi.to_js(code)))
        except ffi.JsException as error:
            if error.name == "CompileError":
                raise Refused(f"{ERROR} ({error})") from error
            raise Refused(f"this, because its memory cannot be allocated ({error})") from error
        self.memory: Any = Memory(js.Uint8Array.new(instance.exports.memory.buffer))
        if len(self.memory) > largest:
            raise Refused("this, because its memory is too large")
        self.exports: Any = {
            name: _called(getattr(instance.exports, name), parameters) for name, parameters in exports.items()
        }

    def functions(self, error: Exception) -> list[int]:
        """Return the numbers of the functions that an error of `wrong` ended, innermost first."""
        return [int(number) for number in _PLACE.findall(str(error))]

    def close(self) -> None:
        """Free it."""
        self.exports = self.memory = None

    def leave(self) -> None:
        """Never free what a call may still use: nothing runs beside this call."""


class Memory:
    """The bytes of a module's memory, which are read and written in slices."""

    def __init__(self, array: Any) -> None:
        """Take the array of the browser."""
        self._bytes = array

    def __len__(self) -> int:
        """Return how many bytes they are."""
        return self._bytes.length

    def __getitem__(self, at: slice) -> bytes:
        """Return some bytes."""
        return self._bytes.subarray(at.start, at.stop).to_bytes()

    def __setitem__(self, at: slice, content: bytes) -> None:
        """Write some bytes."""
        self._bytes.subarray(at.start, at.stop).assign(content)


def _browser() -> tuple[Any, Any]:
    """Return what Pyodide shows of the browser, and how values get there."""
    return import_module("js"), import_module("pyodide.ffi")


def _called(function: Any, parameters: bytes) -> Callable[..., None]:
    """Return a function of a module as one that raises `Trapped`.

    Args:
        function: the function.
        parameters: the types of its parameters; the browser takes an i64 as a BigInt only.
    """
    ffi = _browser()[1]
    kinds = [ffi.JsBigInt if kind == I64[0] else int for kind in parameters]

    def call(_: None, *arguments: int) -> None:
        try:
            function(*(kind(each) for kind, each in zip(kinds, arguments, strict=True)))
        except ffi.JsException as error:
            if error.name in _TRAPS:
                raise Trapped(error.stack) from None
            raise

    return call
