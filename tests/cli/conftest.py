"""Calling the command line as a shell does, in a folder of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Cardrules = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def command() -> list[str]:
    """Return what a shell starts for `cardrules`."""
    return [sys.executable, "-c", "from cardrules.cli.main import main; main()"]


@pytest.fixture
def cardrules(command: list[str], tmp_path: Path) -> Cardrules:
    """Run the command line in `tmp_path`, as in `cardrules("run", "gin_slaughtre", stdin="1")`."""
    return caller(command, tmp_path)


@pytest.fixture(scope="session")
def saved(command: list[str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a saved game of Gin Slaughtre, one decision old."""
    folder = tmp_path_factory.mktemp("saved")
    caller(command, folder)("run", "gin_slaughtre", stdin="1\n")
    return (folder / "gin_slaughtre.cardrules.json").read_text("utf-8")


def caller(command: list[str], folder: Path) -> Cardrules:
    def call(*arguments: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        environment = {
            **os.environ,
            "PYTHONUTF8": "1",
            "XDG_STATE_HOME": str(folder / "state"),
            "GITHUB_ACTIONS": "",
        }
        done = subprocess.run(
            [*command, *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            cwd=folder,
            env=environment,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stdout + done.stderr
        return done

    return call
