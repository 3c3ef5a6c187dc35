"""Fixtures that call the command line in a separate folder: in this process, or as a shell does.

To start a process takes longer than what most tests try, so only those start one that need it: for
signals, terminals, pipes, and what several processes do to one another.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from ..calling import Done, call, environment

START = "from cardrules.cli.entry import main; main()"


Cardrules = Callable[..., Done]


@pytest.fixture
def cardrules(tmp_path: Path) -> Cardrules:
    """Run the command line in this process, in `tmp_path`: `cardrules("run", "x", stdin="1")`."""

    def run(*arguments: str, stdin: str | bytes = "") -> Done:
        return call(arguments, tmp_path, stdin=stdin)

    return run


def games(folder: Path) -> list[Path]:
    """Return the games that commands in a folder have saved without naming a file."""
    return sorted((folder / "state" / "cardrules" / "games").glob("*"))


@pytest.fixture(scope="session")
def command() -> list[str]:
    """Return what a shell starts for `cardrules`."""
    return [sys.executable, "-c", START]


@pytest.fixture
def process(command: list[str], tmp_path: Path) -> Generator[Callable[..., subprocess.Popen[str]]]:
    """Start the command line as a process of its own, in `tmp_path`; it ends with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str, stdin: int = subprocess.DEVNULL, first: str = "pass") -> subprocess.Popen[str]:
        *python, code = command
        begun = subprocess.Popen(
            [*python, f"{first}; {code}", *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, **environment(tmp_path)},
            encoding="utf-8",
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            start_new_session=True,
        )
        started.append(begun)
        return begun

    yield start
    for each in started:
        if each.poll() is None:  # the test has failed
            os.killpg(each.pid, signal.SIGKILL)


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a saved game of Gin Slaughtre, one decision old."""
    folder = tmp_path_factory.mktemp("saved")
    call(["run", "gin_slaughtre", "--save", "game.json"], folder, stdin="1\n")
    return (folder / "game.json").read_text("utf-8")
