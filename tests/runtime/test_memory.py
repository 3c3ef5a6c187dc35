"""Whatever a ruleset does, it ends, and takes less than 1 GB of memory."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import cardrules
from cardrules.interpreter.errors import RulesetError, StepBudgetError
from cardrules.interpreter.game import knowledge
from cardrules.interpreter.play import state as play_state

REGRESSIONS = sorted((Path(__file__).parents[1] / "regressions").glob("*.yaml"))
BUNDLED = [path.stem for path in sorted(Path(cardrules.__file__).parent.glob("rulesets/*.yaml"))]

LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
from cardrules.cli.main import main
main()
"""
SECONDS = 600

RULES = """
cardrules: 1
name: Endless
players: 2
deck: {ranks: A 2 3 4 5 6 7 8 9 T J Q K, suits: clubs diamonds hearts spades, packs: PACKS}
zones:
  stock: {faces: hidden}
  heap: {faces: shown}
  hand: {each: player, faces: owner}
deal: {do: "shuffle stock\\ndeal 10 each to hand"}
phases:
  turn: {players: in turn from eldest}
actions:
  pass:
    phase: turn
    do: |
      ACTION
      add 1 to score of actor
limits: {turns: 1000000000}
match: {winner: highest}
"""
MOVES = "move top of stock to heap\n      move top of heap to stock"
ENDLESS = {
    "short": RULES.replace("PACKS", "1").replace("ACTION", MOVES),
    "wide": RULES.replace("PACKS", "16").replace("ACTION", MOVES),
    "noisy": RULES.replace("PACKS", "2").replace(
        "ACTION", "repeat 100 times:\n        move stock to heap\n        move heap to stock"
    ),
}
"""Games that never end: with small positions, with large ones, and where much happens."""


@pytest.fixture(params=ENDLESS)
def endless(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "endless.yaml"
    file.write_text(ENDLESS[request.param], encoding="utf-8")
    return file


def test_what_a_state_keeps_is_not_more_than_is_counted(endless: Path) -> None:
    state = cardrules.load(endless).new_initial_state(seed=1)
    state.clone().apply_action("pass")
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(50):
            state.apply_action("pass")
            if state.last is not None and state.last.kept > 500_000:
                break
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert state.last is not None
    assert taken < state.last.kept * 1.1
    assert state.last.kept < taken * 3


def test_a_state_of_a_game_without_end_is_stopped(endless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_state, "MOST_KEPT", 1_000_000)
    state = cardrules.load(endless).new_initial_state(seed=1)
    while state.last is None or state.last.kept <= 1_000_000:
        state.apply_action("pass")
    with pytest.raises(StepBudgetError, match=r"endless\.yaml:12:3: the game is not over after "):
        state.apply_action("pass")


def test_a_rule_with_too_many_events_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "MOST_RECORDED", 1_000_000)
    file = tmp_path / "noisy.yaml"
    file.write_text(ENDLESS["noisy"].replace("100 times", "5000 times"), encoding="utf-8")
    state = cardrules.load(file).new_initial_state(seed=1)
    before = state.to_json()
    with pytest.raises(StepBudgetError, match=r"noisy\.yaml:\d+: more happens until the next"):
        state.apply_action("pass")
    assert state.to_json() == before


def seats(ruleset: str) -> str:
    """Return a random bot for each seat of a game."""
    try:
        players = cardrules.load(ruleset).players
    except RulesetError:
        players = 2
    return ",".join(["random"] * players)


@pytest.mark.soak
def test_commands_end_within_one_gigabyte(amount: Callable[[int, int], int], tmp_path: Path) -> None:
    pytest.importorskip("resource")
    for name, text in ENDLESS.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    known = [*map(str, REGRESSIONS), *BUNDLED]
    alone = ["simulate", "--jobs", "1", "--games"]
    asking = str(REGRESSIONS[0].with_name("asking_at_the_limit.yaml"))
    commands = [
        [*alone, "20", asking],
        ["check", "--games", "2", asking],
        *([*alone, "20", ruleset] for ruleset in known),
        *(["check", "--games", "2", ruleset] for ruleset in known),
        *(["test", ruleset] for ruleset in known),
        *(["run", "--players", seats(ruleset), ruleset] for ruleset in known),
        *([*alone, "2", f"{name}.yaml"] for name in ("short", "wide")),
        *([*alone, "1", "--players", "rollout,rollout", "--budget", "3", f"{name}.yaml"] for name in ENDLESS),
        *(["run", "--players", "random,random", f"{name}.yaml"] for name in ENDLESS),
    ]
    for command in commands[: amount(1, len(commands))]:
        done = subprocess.run(
            [sys.executable, "-c", LIMITED, *command],
            cwd=tmp_path,
            env={"PYTHONUTF8": "1", "XDG_STATE_HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode in (0, 1), (command, done.stderr)
        assert "MemoryError" not in done.stderr, command
