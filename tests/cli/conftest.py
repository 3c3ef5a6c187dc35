"""Calling the command line in a folder of its own: in this process, or as a shell does.

To start a process takes longer than what most tests try, so only those start one that need it: for
signals, terminals, pipes, and what several processes do to one another.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardrules.cli.main import main

START = "from cardrules.cli.main import main; main()"


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


Cardrules = Callable[..., Done]


@pytest.fixture
def cardrules(tmp_path: Path) -> Cardrules:
    """Run the command line in this process, in `tmp_path`: `cardrules("run", "x", stdin="1")`."""
    return caller(tmp_path)


def caller(folder: Path) -> Cardrules:
    def call(*arguments: str, stdin: str | bytes = "") -> Done:
        data = stdin.encode("utf-8") if isinstance(stdin, str) else stdin
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch:
            for name, value in environment(folder).items():
                patch.setenv(name, value)
            patch.chdir(folder)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            with pytest.raises(SystemExit) as ended:
                main(arguments)
        assert isinstance(ended.value.code, int)
        return checked(ended.value.code, *map(written, (out, err)))

    return call


def written(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream that `caller` has made."""
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8")


def environment(folder: Path) -> dict[str, str]:
    """Return what a command must not share with the user who runs the tests."""
    return {
        "PYTHONUTF8": "1",
        "XDG_STATE_HOME": str(folder / "state"),
        "GITHUB_ACTIONS": "",
    }


def checked(status: int, out: str, err: str) -> Done:
    """Return how a command ended; no traceback was printed, whatever happened."""
    assert "Traceback" not in out + err, err
    return Done(status, out, err)


def games(folder: Path) -> list[Path]:
    """Return the games that commands in a folder have saved without naming a file."""
    return sorted((folder / "state" / "cardrules" / "games").glob("*"))


@pytest.fixture(scope="session")
def command() -> list[str]:
    """Return what a shell starts for `cardrules`."""
    return [sys.executable, "-c", START]


@pytest.fixture
def process(command: list[str], tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Start the command line as a process of its own, in `tmp_path`."""

    def start(*arguments: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*command, *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, **environment(tmp_path)},
            encoding="utf-8",
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            start_new_session=True,
        )

    return start


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a saved game of Gin Slaughtre, one decision old."""
    folder = tmp_path_factory.mktemp("saved")
    caller(folder)("run", "gin_slaughtre", "--save", "game.json", stdin="1\n")
    return (folder / "game.json").read_text("utf-8")
