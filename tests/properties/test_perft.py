"""Perft: the numbers of action sequences from fixed positions are those that were recorded.

`perft.json` was counted before the compiler was taught to write fast code. A count that changes
means that a rule, the deal of a seed or the list of legal actions has changed; if that is meant,
UPDATE_EXPECTED=1 writes the counts anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.position import Position

from ..native.playing import stepping
from ..perft import opening, perft

FILE = Path(__file__).with_name("perft.json")
EXAMPLES = Path(__file__).parents[2] / "examples"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))


_loaded: dict[str, cardrules.Game] = {}


def _load(case: dict[str, Any]) -> cardrules.Game:
    label = json.dumps(case)
    if label not in _loaded:
        _loaded[label] = _fresh(case)
    return _loaded[label]


def _fresh(case: dict[str, Any]) -> cardrules.Game:
    name: str = case["game"]
    return cardrules.load(
        EXAMPLES / name if name.endswith(".yaml") else name,
        players=case.get("players"),
        options=case.get("options"),
        variant=case.get("variant"),
    )


def _counts(case: dict[str, Any], depths: range, *, record: bool = False) -> list[int]:
    game = _load(case)
    machine = rules_of(game).machine if record else rules_of(game).bare
    position = opening(game, machine, case["seed"], case["played"])
    return [perft(machine, position, depth) for depth in depths]


def _counted(code: Native, position: Position, depth: int) -> int:
    """Count by the lists and steps of native code."""
    actions = code.legal(position) if position.pc >= 0 else []
    assert actions is not None
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = code.step(position, action)
        assert after is not None
        count += _counted(code, after, depth - 1)
    return count


def _label(case: dict[str, Any]) -> str:
    return f"{case['game']}-{case['seed']}-{case['played']}"


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", CASES, ids=_label)
def test_as_many_sequences_as_were_recorded(case: dict[str, Any]) -> None:
    # The last of the counts is for the soak test.
    expected = case["counts"][:-1]
    found = _counts(case, range(1, len(expected) + 1))
    if os.environ.get("UPDATE_EXPECTED"):
        case["counts"] = [*found, *_counts(case, range(len(found) + 1, len(found) + 2))]
        lines = ",\n".join(f"  {json.dumps(each)}" for each in CASES)
        FILE.write_text(f"[\n{lines}\n]\n", "utf-8")
    assert case["counts"][:-1] == found


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", CASES, ids=_label)
def test_deeper_and_in_both_builds(case: dict[str, Any], request: pytest.FixtureRequest) -> None:
    expected: list[int] = case["counts"]
    soak = bool(request.config.getoption("--soak"))
    if soak:
        assert _counts(case, range(len(expected), len(expected) + 1)) == expected[-1:]
    depth = len(expected) - 1 if soak else max(len(expected) - 2, 1)
    assert _counts(case, range(depth, depth + 1), record=True) == [expected[depth - 1]]


@pytest.mark.sample(8)
@pytest.mark.parametrize("case", CASES, ids=_label)
def test_in_native_code(case: dict[str, Any], amount: Callable[[int, int], int]) -> None:
    pytest.importorskip("wasmtime")
    game, most = _load(case), amount(1_000, 20_000)
    code = stepping(game)
    position = opening(game, rules_of(game).bare, case["seed"], case["played"])
    for depth, expected in enumerate(case["counts"], 1):
        if depth == 1 or expected <= most:
            assert _counted(code, position, depth) == expected
