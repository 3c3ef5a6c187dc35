"""Tests of what `make test` leaves out, in a small checkout.

Kinds of mistake: a test is left out although something that it reads has changed; everything runs again although
nothing has.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from . import kept

FILES = {
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = ['--import-mode=importlib']\n",
    "rulesets/whist.yaml": "name: Whist\n",
    "rulesets/sueca.yaml": "extends: whist\n",
    "rulesets/hearts.yaml": "name: Hearts\n",
    "interpreter/deal.py": "HANDS = 4\n",
    "cli/entry.py": "from ..interpreter import deal\n",
    "table/app.py": "PORT = 8000\n",
    "docs/guide.md": "# Guide\n",
    "tests/conftest.py": """
from .kept import Kept
def pytest_addoption(parser):
    parser.addoption("--changed", action="store_true")
    parser.addoption("--all", action="store_true")
def pytest_configure(config):
    config.pluginmanager.register(Kept(config), "kept")
""",
    "tests/helper.py": "LEAST = 1\n",
    "tests/play/golden.txt": "one\n",
    "tests/play/test_game.py": """
import pytest
from ..helper import LEAST
@pytest.mark.parametrize("game", ["whist", "sueca", "hearts"])
def test_game(game): assert LEAST
def test_all_games(): assert LEAST
""",
    "tests/command/test_cli.py": "def test_command(): assert 'cli'\n",
}
COMMAND = "test_command"
EACH = {"[whist]", "[sueca]", "[hearts]", "all_games", COMMAND}

Run = Callable[..., set[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the tests of the small checkout, all but those that are left out; return which ran."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    shutil.copy(kept.__file__ or "", tmp_path / "tests")

    def ran(*arguments: str, status: int = 0) -> set[str]:
        command = [sys.executable, "-m", "pytest", "-v", "-p", "no:randomly", "--changed", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        lines = [line for line in done.stdout.splitlines() if "PASSED" in line or "FAILED" in line]
        return {each for each in EACH if any(each in line for line in lines if line.startswith("tests"))}

    return ran


def test_what_passed_is_left_out_until_it_changes(run: Run, tmp_path: Path) -> None:
    assert run() == EACH
    assert run() == set()
    assert run("--all") == EACH
    for name, again in {
        "rulesets/whist.yaml": {"[whist]", "[sueca]", "all_games", COMMAND},
        "rulesets/sueca.yaml": {"[sueca]", "all_games", COMMAND},
        "cli/entry.py": {COMMAND},
        "docs/guide.md": set[str](),
        "table/app.py": set[str](),
        "tests/helper.py": EACH - {COMMAND},
        "tests/play/golden.txt": EACH - {COMMAND},
        "tests/conftest.py": EACH,
    }.items():
        path = tmp_path / name
        path.write_text(path.read_text() + "# changed\n")
        assert run() == again, name


def test_one_game_in_eight_is_played_after_a_change_of_the_program(run: Run, tmp_path: Path) -> None:
    run()
    of_one_game = 0
    for change in range(4):
        (tmp_path / "interpreter" / "deal.py").write_text(f"HANDS = {change}\n")
        again = run()
        assert {"all_games", COMMAND} <= again
        of_one_game += len(again) - 2
    assert of_one_game < 6  # of 12
    assert run("--all") == EACH


def test_what_failed_runs_again(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tests" / "helper.py").write_text("LEAST = 0\n")
    run(status=1)
    assert run(status=1) == EACH - {COMMAND}
    (tmp_path / "tests" / "helper.py").write_text("LEAST = 1\n")
    assert run() == EACH - {COMMAND}
    assert run() == set()
