"""Modules run in a box: they import nothing, and cannot leave their memory."""

from __future__ import annotations

import ast
import threading
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.native import encoding as wasm
from cardrules.interpreter.native import routines
from cardrules.interpreter.native.engine import ERROR, LARGEST_MEMORY, Native
from cardrules.interpreter.native.kinds import Refused
from cardrules.interpreter.native.module import translated
from cardrules.interpreter.native.statements import Statements

from ..loading import loaded

wasmtime = pytest.importorskip("wasmtime")


def test_a_module_imports_nothing() -> None:
    code = translated(loaded("oh_hell").bare, frozenset(), ("result",)).code
    module = wasmtime.Module(wasmtime.Engine(), code)
    assert not module.imports
    assert {each.name for each in module.exports} == {"memory", "playout", "games"}


@pytest.mark.parametrize(
    "address", [LARGEST_MEMORY, 2**31, 2**32 - 8], ids=["behind", "far away", "before"]
)
def test_a_bug_of_the_translator_cannot_reach_other_memory(
    monkeypatch: pytest.MonkeyPatch, address: int
) -> None:
    """The bug: each rule also writes somewhere else."""
    block = Statements.block
    wrong = wasm.i32(address - (1 << 32) if address >> 31 else address)
    wrong += wasm.i64(0x4141414141414141) + wasm.store64()
    monkeypatch.setattr(Statements, "block", lambda self, body: wrong + block(self, body))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    code = Native(loaded("oh_hell").bare, frozenset(), ("result",))
    assert code.last(1) is None
    played = code.games(1, 5)
    assert played.stopped
    assert not played.games


def test_a_signal_while_a_call_starts_leaves_its_memory_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The call runs on in its thread, so the module must not be used again."""

    class Interrupted(threading.Thread):
        def start(self) -> None:
            super().start()
            raise KeyboardInterrupt

    code = Native(loaded("oh_hell").bare, frozenset(), ("result",))
    with monkeypatch.context() as patched:
        patched.setattr(threading, "Thread", Interrupted)
        with pytest.raises(KeyboardInterrupt):
            code.games(1, 5)
    assert code.games(1, 5).stopped


def test_invalid_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routines, "_TRAP", wasm.I64_ADD)
    with pytest.raises(Refused, match=ERROR):
        Native(loaded("oh_hell").bare, frozenset(), ("result",))


def test_memory_has_a_fixed_size() -> None:
    code = translated(loaded("oh_hell").bare, frozenset(), ("result",)).code
    engine = wasmtime.Engine()
    (memory,) = (
        each.type for each in wasmtime.Module(engine, code).exports if each.name == "memory"
    )
    assert memory.limits.min == memory.limits.max
    assert memory.limits.max * wasm.PAGE < LARGEST_MEMORY


def test_wasmtime_is_imported_only_when_native_code_plays() -> None:
    root = Path(cardrules.__file__).parent
    found: list[str] = []
    for path in [*root.glob("interpreter/**/*.py"), *root.glob("cli/**/*.py")]:
        text = path.read_text("utf-8")
        if "import wasmtime" in text or "from wasmtime" in text:
            found.append(path.name)
            assert not [
                node
                for node in ast.parse(text).body
                if isinstance(node, ast.Import | ast.ImportFrom) and "wasmtime" in ast.unparse(node)
            ]
    assert found == ["engine.py"]
