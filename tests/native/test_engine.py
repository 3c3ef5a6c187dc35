"""Modules run in a box: they import nothing, and cannot leave their memory."""

from __future__ import annotations

import _thread
import ast
import gc
import platform
import signal
import sys
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.core import garbage
from cardrules.interpreter.native import engine
from cardrules.interpreter.native import module as native_module
from cardrules.interpreter.native.code import encoding as wasm
from cardrules.interpreter.native.dialect import Refused
from cardrules.interpreter.native.engine import LARGEST_MEMORY, Native
from cardrules.interpreter.native.loading import ERROR
from cardrules.interpreter.native.module import LARGEST_MODULE
from cardrules.interpreter.native.playing.played import Played
from cardrules.interpreter.native.playing.playing_module import translated
from cardrules.interpreter.native.playing.policies import Policy
from cardrules.interpreter.native.playing.wanted import Wanted
from cardrules.interpreter.native.translation.statements import Statements
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.simulate import Simulation

from ..loading import loaded

wasmtime = pytest.importorskip("wasmtime")


def test_a_module_imports_nothing() -> None:
    code = translated(rules_of(loaded("oh_hell")).bare, Wanted(("result",))).code
    module = wasmtime.Module(wasmtime.Engine(), code)
    assert not module.imports
    assert {each.name for each in module.exports} == {"memory", "playout", "games"}


def test_a_module_exports_what_is_wanted() -> None:
    game = loaded("oh_hell")
    policy = Policy((False,) * game.players, 8, frozenset(), 20)
    for wanted, further in (
        (Wanted(), set[str]()),
        (Wanted(actions=True), {"legal", "apply"}),
        (Wanted(policy=policy, playouts=True), {"rollouts"}),
        (Wanted(policy=policy, playouts=True, actions=True), {"legal", "apply", "rollouts"}),
    ):
        code = translated(rules_of(game).bare, wanted).code
        exports = {each.name for each in wasmtime.Module(wasmtime.Engine(), code).exports}
        assert exports == {"memory", "playout", "games", *further}


@pytest.mark.parametrize("address", [LARGEST_MEMORY, 2**31, 2**32 - 8], ids=["behind", "far away", "before"])
@pytest.mark.parametrize("few", [engine.FEW, 0], ids=["baseline", "optimized"])
def test_a_bug_of_the_translator_cannot_reach_other_memory(
    monkeypatch: pytest.MonkeyPatch, address: int, few: int
) -> None:
    """The bug: each rule also writes somewhere else."""
    monkeypatch.setattr(engine, "FEW", few)
    block = Statements.block
    wrong = wasm.i32(address - (1 << 32) if address >> 31 else address)
    wrong += wasm.i64(0x4141414141414141) + wasm.store64()
    monkeypatch.setattr(Statements, "block", lambda self, body: wrong + block(self, body))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    code = Native(rules_of(loaded("oh_hell")).bare, Wanted(("result",)))
    assert code.last(1) is None
    played = code.games(1, 5)
    assert played.stopped
    assert not played.games


def counted(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return a list that gets the code of each module that wasmtime compiles."""
    compiled: list[bytes] = []
    make = wasmtime.Module.__init__

    def init(self: object, of: object, code: bytes) -> None:
        compiled.append(code)
        make(self, of, code)

    monkeypatch.setattr(wasmtime.Module, "__init__", init)
    return compiled


@pytest.mark.skipif(
    sys.platform == "win32" or platform.machine() not in ("x86_64", "AMD64"),
    reason="wasmtime has no baseline compiler for this machine",
)
def test_code_that_runs_long_is_compiled_better(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = counted(monkeypatch)
    code = Native(rules_of(loaded("oh_hell")).bare, Wanted(("result",)))
    few = code.games(1, engine.FEW)
    assert len(compiled) == 1
    many = code.games(1, engine.FEW + 1)
    assert compiled == [compiled[0]] * 2
    assert many.rows[: len(few.rows)] == few.rows
    code = Native(rules_of(loaded("oh_hell")).bare, Wanted(("result",)))
    monkeypatch.setattr(engine, "ENOUGH", 0.0)
    for _ in range(3):
        assert code.games(1, engine.FEW).rows == few.rows
    assert len(compiled) == 4


def test_better_code_goes_on_with_the_same_memory() -> None:
    game = loaded("oh_hell")
    code = Native(rules_of(game).bare, Wanted(("deal", "result")))
    code.begin(3)
    few = code.games(1, engine.FEW)
    assert code.games(1, engine.FEW + 1).rows[: len(few.rows)] == few.rows
    assert few.rows != Native(rules_of(game).bare, Wanted(("deal", "result"))).games(1, engine.FEW).rows


def test_without_a_baseline_compiler_all_code_is_compiled_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = counted(monkeypatch)
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    code = Native(rules_of(loaded("oh_hell")).bare, Wanted(("result",)))
    assert code.games(1, engine.FEW + 1).count == engine.FEW + 1
    assert len(compiled) == 1


def test_a_signal_while_a_call_starts_leaves_its_memory_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The call runs on in its thread, so the module must not be used again."""

    def interrupted(
        call: Callable[[], None],
        arguments: tuple[()],
        start: Callable[..., int] = _thread.start_new_thread,
    ) -> None:
        start(call, arguments)
        raise KeyboardInterrupt

    code = Native(rules_of(loaded("oh_hell")).bare, Wanted(("result",)))
    with monkeypatch.context() as patched:
        patched.setattr(_thread, "start_new_thread", interrupted)
        with pytest.raises(KeyboardInterrupt):
            code.games(1, 5)
    assert code.games(1, 5).stopped


def test_where_no_signal_is_handled_no_thread_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is in worker processes: waking a thread takes time from the other processes."""
    code = Native(rules_of(loaded("oh_hell")).bare, Wanted(("result",)))
    started: list[object] = []

    def start(call: Callable[[], None], arguments: tuple[()]) -> None:
        started.append(call)

    monkeypatch.setattr(_thread, "start_new_thread", start)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert code.games(1, 5).count == 5
    finally:
        signal.signal(signal.SIGINT, before)
    assert not started


def test_sums_of_squares_do_not_exceed_64_bits() -> None:
    """All bits of -2^31, as they are collected, are those of 2^31 - 1."""
    least, count = -(1 << 31), 2
    sums = array("q", [least * count, -(1 << 63), (1 << 31) - 1])
    played = Played(array("q", [least] * count), sums, 1, {}, False, lambda _rows, _at: [])
    assert played.moments(0) == (least * count, 1 << 63)


def test_invalid_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "TRAP", wasm.I64_ADD)
    with pytest.raises(Refused, match=ERROR):
        Native(rules_of(loaded("oh_hell")).bare, Wanted(("result",)))


def test_memory_has_a_fixed_size() -> None:
    code = translated(rules_of(loaded("oh_hell")).bare, Wanted(("result",))).code
    module = wasmtime.Module(wasmtime.Engine(), code)
    (memory,) = (each.type for each in module.exports if each.name == "memory")
    assert memory.limits.min == memory.limits.max
    assert memory.limits.max * wasm.PAGE < LARGEST_MEMORY


def test_a_large_module_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded("oh_hell")
    size = len(translated(rules_of(game).bare, Wanted(("result",))).code)
    monkeypatch.setattr(native_module, "LARGEST_MODULE", size)
    Native(rules_of(game).bare, Wanted(("result",)))
    monkeypatch.setattr(native_module, "LARGEST_MODULE", size - 1)
    with pytest.raises(Refused, match=f"a module of {size} bytes"):
        Native(rules_of(game).bare, Wanted(("result",)))
    simulation = Simulation(rules_of(game), ["random"] * game.players)
    assert simulation.engine_used(1000).startswith("python: native code cannot do a module of")


def test_no_bundled_game_comes_near_the_largest_module() -> None:
    """That of the largest is an eighth of it."""
    game = loaded("gin_rummy_partnership")
    assert len(translated(rules_of(game).bare, Wanted(("result",))).code) < LARGEST_MODULE / 8


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
    assert found == ["in_wasmtime.py"]


def test_frozen_objects_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To count them takes as long as there are many: in a large process nearly a second."""
    counted: list[int] = []
    count = gc.get_freeze_count
    monkeypatch.setattr(gc, "get_freeze_count", lambda: counted.append(count()) or counted[-1])
    garbage._keeps_frozen.cache_clear()  # pyright: ignore[reportPrivateUsage]
    for _ in range(2):
        machine = rules_of(cardrules.load("oh_hell", single_deal=True)).bare
        assert engine.Native(machine).last(1) is not None
    assert len(counted) == 1
