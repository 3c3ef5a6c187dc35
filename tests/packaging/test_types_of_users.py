"""Type checkers find the types of the package in a user's project, however it is installed.

`make types` runs these tests.
"""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.packaging.programs import run

PROJECT = """
import cardrules
from cardrules import Action, Game, Observation, State
from cardrules.environments import gymnasium, vector


def play(game: Game) -> list[int | float]:
    state: State = game.new_initial_state(seed=1)
    moves: list[Action] = []
    while not state.is_terminal():
        moves.append(state.legal_actions()[0])
        state.apply_action(moves[-1])
    return state.returns()


def highest(seen: Observation) -> str:
    piles: tuple[tuple[str, ...], ...] = seen.piles("melds", 0)
    return max(*seen.cards("hand"), *seen.cards("discards"), *seen.legal, str(seen.scores[0] + len(piles)))


def possible(seed: int) -> int:
    seen, _ = gymnasium("hearts").reset(seed=seed)
    seen["mask"]  # mistake
    return len(seen["action_mask"]) + len(seen["observation"])


returns: list[int | float] = play(cardrules.load("hearts"))
mistake: str = cardrules.load("hearts").new_initial_state().current_player()
card: int = cardrules.load("hearts").new_initial_state().observation(0).cards("hand")[0]  # mistake
cardrules.load("hearts").new_initial_state().observation(0).phase = "play"  # mistake
reveal_type(vector)
"""
WRONG = [number for number, line in enumerate(PROJECT.splitlines(), 1) if "mistake" in line]
LAST = PROJECT.count("\n")


@pytest.fixture(params=["wheel", "editable"])
def python(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A Python in whose environment the package is installed.

    The tests themselves run where it is installed as editable. The environment of the wheel has the
    libraries of that one, but not what its path files name.
    """
    if request.param == "editable":
        return Path(sys.executable)
    (wheel,) = request.getfixturevalue("distributions").glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv"))
    (place,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    (place / "libraries.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return tmp_path / "venv" / "bin" / "python"


def check(python: Path, folder: Path, *command: str) -> str:
    """Return what a type checker says of the project."""
    (folder / "project.py").write_text(PROJECT, "utf-8")
    checker = Path(sys.executable).with_name(command[0])
    environment = {**os.environ, "PYTHONPATH": ""}
    result = subprocess.run(
        (str(checker), *command[1:], str(python), "project.py"),
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout + result.stderr


def test_mypy_knows_the_package(python: Path, tmp_path: Path) -> None:
    lines = check(python, tmp_path, "mypy", "--strict", "--python-executable").splitlines()
    errors = [line.removeprefix("project.py:").split(" ", 2) for line in lines if ": error:" in line]
    assert [place for place, _, _ in errors] == [f"{number}:" for number in WRONG]
    (revealed,) = (line for line in lines if "Revealed" in line)
    assert "ruleset" in revealed
    assert "cardrules.environments.batch.Vector" in revealed


def test_basedpyright_knows_the_package(python: Path, tmp_path: Path) -> None:
    said = json.loads(check(python, tmp_path, "basedpyright", "--outputjson", "--pythonpath"))
    found: list[tuple[str, int]] = [
        (each["severity"], each["range"]["start"]["line"] + 1) for each in said["generalDiagnostics"]
    ]
    assert found == [*(("error", number) for number in WRONG), ("information", LAST)]
