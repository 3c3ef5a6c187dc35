"""Bots that search choose the same in native code, with the same figures."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from weakref import WeakKeyDictionary

import pytest

from cardrules.interpreter.bots import batches
from cardrules.interpreter.bots.batches import Batches, batches_of
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.play.rules import Rules

from ..loading import loaded

pytest.importorskip("wasmtime")

GAMES = (
    "oh_hell", "hearts", "spades", "gin_rummy", "uno", "french_tarot", "durak", "scopa", "skat",
    "bridge", "canasta", "loba_de_menos", "cribbage",
)  # fmt: skip


def chosen(name: str, budget: int, decisions: int) -> list[tuple[str, str]]:
    """Return what a bot chooses in the first decisions of a game, and what it found out."""
    state = loaded(name).new_initial_state(5)
    found: list[tuple[str, str]] = []
    while len(found) < decisions and (seat := state.current_player()) is not None:
        bot = make_bot("rollout", 3, budget)
        action = bot.choose(View(state, seat))
        found.append((str(action), repr(bot.assessment)))
        state.apply_action(action)
    return found


def test_bots_choose_the_same(
    amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in Random(0).sample(GAMES, amount(1, len(GAMES))):
        none: WeakKeyDictionary[Rules, Batches] = WeakKeyDictionary()
        monkeypatch.setattr(batches, "_BATCHES", none)
        found: list[list[tuple[str, str]]] = []
        for worthwhile in (1 << 60, 0):
            monkeypatch.setattr(batches, "WORTHWHILE", worthwhile)
            found.append(chosen(name, 30, amount(5, 20)))
        assert found[0] == found[1], name
        assert batches_of(loaded(name)).translated, name


def test_python_plays_on_where_native_code_traps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "WORTHWHILE", 0)
    known = chosen("oh_hell", 30, 4)
    monkeypatch.setattr("cardrules.interpreter.native.engine.Native.rollouts", failing)
    assert chosen("oh_hell", 30, 4) == known


def failing(native: object, worlds: list[object], jobs: list[object]) -> list[None]:
    """Return that Python must play."""
    return [None for _ in jobs]
