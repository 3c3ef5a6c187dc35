"""Runs modules with wasmtime; nothing else imports it.

A module is compiled first by wasmtime's baseline compiler (Winch), in some milliseconds. If it is
used much, the optimizing compiler (Cranelift) makes better code of it.

The module reaches nothing but its own memory, whose size is fixed. Machine code is made in this
process and never read from a file.
"""

from __future__ import annotations

import platform
import sys
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import finalize

from .code.encoding import I64
from .dialect import ERROR, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from ctypes import Array

_WINCH: Final = 2
"""The number of the baseline compiler: `WASMTIME_STRATEGY_WINCH` in the header `config.h`."""


def _is_limited() -> bool:
    """Return whether this process may use only so much address space (`ulimit -v`)."""
    try:
        import resource
    except ImportError:  # not on this system
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


class Loaded:
    """A module that has been compiled, with its memory.

    Attributes:
        store: what wasmtime keeps of it.
        exports: its functions, which take the store and their arguments.
        memory: the bytes of its memory, which cannot grow.
        wrong: the exceptions that end a call.
        baseline: whether the baseline compiler made it, whose code is slower.
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
            baseline: whether to use the baseline compiler, which takes a fifth of the time, where
                there is one.
            like: the same module with another memory, whose machine code both have then.

        Raises:
            Refused: the code is wrong, or the process may not use so much memory.
        """
        wasmtime = _library()
        self.wrong: Any = wasmtime.WasmtimeError, wasmtime.Trap
        if like is None:
            self._compile(code, largest, baseline=baseline)
        else:
            self.baseline, self._engine, self._compiled = like.baseline, like._engine, like._compiled
        self.store = wasmtime.Store(self._engine)
        self.store.set_limits(memory_size=largest, instances=1, memories=1, tables=0)
        # Also where Python ends before this is collected.
        owned = (self.store,) if like is not None else (self.store, self._compiled, self._engine)
        self._closing = [finalize(self, each.close) for each in owned]
        try:
            instance = wasmtime.Instance(self.store, self._compiled, [])
        except wasmtime.WasmtimeError as error:  # a limit of the process, as on the size of files
            reason = f"its memory cannot be allocated ({_cause(error)})"
            raise Refused(f"this, because {reason}") from error
        exported = instance.exports(self.store)
        self.exports: dict[str, Any] = {
            name: _called(exported[name], parameters) for name, parameters in exports.items()
        }
        buffer: Array[Any] = exported["memory"].get_buffer_ptr(self.store)
        self.memory = memoryview(buffer).cast("B")

    def _compile(self, code: bytes, largest: int, *, baseline: bool) -> None:
        """Make machine code of a module.

        Raises:
            Refused: the code is wrong.
        """
        wasmtime = _library()
        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        self.baseline = baseline and _use_winch(config)
        if _is_limited():
            # Without room in the address space around a memory, code checks each access to it.
            config.memory_reservation = largest
            config.memory_reservation_for_growth = 0
            config.memory_guard_size = 0
        self._engine = wasmtime.Engine(config)
        try:
            self._compiled = wasmtime.Module(self._engine, code)
        except wasmtime.WasmtimeError as error:
            raise Refused(f"{ERROR} ({_cause(error)})") from error

    def functions(self, error: Exception) -> list[int]:
        """Return the numbers of the functions that an error of `wrong` ended, innermost first."""
        return [frame.func_index for frame in getattr(error, "frames", ())]

    def close(self) -> None:
        """Free it."""
        self.memory.release()
        for each in self._closing:
            each()

    def leave(self) -> None:
        """Never free what a call may still use."""
        for each in self._closing:
            each.detach()


def _called(function: Any, parameters: bytes) -> Callable[..., None]:
    """Return a function of a module as one that is called directly.

    To call it, wasmtime's own object asks each time for its type, and makes a value of each argument. That takes ten
    times as long as this call, and longer than a short game.

    Args:
        function: the function, which returns nothing. One thread at a time calls it.
        parameters: the types of its parameters.
    """
    try:
        from ctypes import POINTER, byref

        from wasmtime import _ffi

        library, ffi = _library(), cast("Any", _ffi)
        place, invoke = byref(function._func), ffi.wasmtime_func_call
        given, nothing = (ffi.wasmtime_val_t * len(parameters))(), (ffi.wasmtime_val_t * 0)()
        for value, kind in zip(given, parameters, strict=True):
            value.kind = (ffi.WASMTIME_I64 if kind == I64[0] else ffi.WASMTIME_I32).value
        fields = ["i64" if kind == I64[0] else "i32" for kind in parameters]
        values, count, no_trap = [value.of for value in given], len(parameters), cast("Any", POINTER(ffi.wasm_trap_t))
        trapped, failed = library.Trap._from_ptr, library.WasmtimeError._from_ptr
    except (ImportError, AttributeError):  # another version
        return function

    def call(store: Any, *arguments: int) -> None:
        for value, field, argument in zip(values, fields, arguments, strict=True):
            setattr(value, field, argument)
        trap = no_trap()
        error = invoke(store._context(), place, given, count, nothing, 0, byref(trap))
        if error:
            raise failed(error)
        if trap:
            raise trapped(trap)

    return call


def _library() -> Any:
    """Return wasmtime.

    Raises:
        Refused: It cannot be loaded, for instance because it has no code for this machine.
    """
    try:
        import wasmtime
    except Exception as error:  # whatever a package of others raises
        reason = f"{type(error).__name__}: {_cause(error)}"
        raise Refused(f"without wasmtime, which cannot be loaded ({reason})") from error
    return wasmtime


def _cause(error: Exception) -> str:
    """Return the last of the causes that wasmtime names, each on a line of its own."""
    lines = str(error).strip().splitlines()
    return lines[-1].lstrip(" 0123456789:") if lines else "no reason is given"


def _use_winch(config: Any) -> bool:
    """Choose wasmtime's baseline compiler; return whether there is one for this machine."""
    if sys.platform == "win32" or platform.machine() not in ("x86_64", "AMD64"):
        return False
    try:
        from wasmtime import _ffi as ffi  # `Config.strategy` does not know the third strategy of C

        ffi.wasmtime_config_strategy_set(config.ptr(), _WINCH)
    except (ImportError, AttributeError):
        return False
    return True
