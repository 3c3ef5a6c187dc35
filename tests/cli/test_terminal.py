"""`cardrules run` at a terminal, seen through a pseudo-terminal of 80 columns."""

import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ..calling import environment as isolated
from .conftest import games

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")

SAVE = "gin_slaughtre.cardrules.json"
_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Terminal:
    """A program at a terminal, and what it has written there."""

    def __init__(self, folder: Path, command: list[str], **variables: str) -> None:
        import struct
        import termios

        self.raw = ""
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        ignored = ("NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR")
        environment = {key: value for key, value in os.environ.items() if key not in ignored}
        environment |= {**isolated(folder), "TERM": "xterm-256color", **variables}

        def control() -> None:  # so that Ctrl-C reaches the program
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment,
            preexec_fn=control,
        )
        os.close(slave)

    @property
    def text(self) -> str:
        """What was written, without control sequences."""
        return _SEQUENCE.sub("", self.raw)

    def wait_for(self, text: str, since: int = 0) -> str:
        """Read until a text appears and return what is new; fail after a while."""
        end = time.monotonic() + 60
        while text not in self.text[since:] and time.monotonic() < end:
            if not select.select([self.master], [], [], 0.2)[0]:
                continue
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # Linux: the other side is closed
                break
            if not piece:
                break
            self.raw += piece.decode("utf-8", "replace")
        assert text in self.text[since:], self.text
        return self.text[since:]

    def type(self, line: str, text: str = "\n> ") -> str:
        """Type a line and return what is written until a text appears, by default a prompt."""
        since = len(self.text)
        os.write(self.master, f"{line}\n".encode())
        return self.wait_for(text, since)

    def status(self) -> int:
        """Wait for the end and return the exit status."""
        return self.process.wait(60)


@pytest.fixture
def terminal(command: list[str], tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str, **variables: str) -> Terminal:
        opened.append(
            Terminal(tmp_path, [*command, "run", "gin_slaughtre", *arguments], **variables)
        )
        return opened[-1]

    yield start
    for each in opened:
        each.process.kill()
        each.process.wait()
        os.close(each.master)


def test_a_few_moves(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("--seed", "7", "--players", "human,random")
    table = screen.wait_for("\n> ")
    assert "♠" in table
    assert "▒▒" in table
    assert "\x1b[" in screen.raw
    assert "You: keep A♥ A♠ 4♦" in screen.type("1")
    assert "You: play 8♥" in screen.type("play 8h")
    assert "Turn" in screen.type("?")
    assert max(map(len, screen.text.splitlines())) <= 80


def test_no_color(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("--seed", "7", "--players", "human,random", NO_COLOR="1")
    screen.wait_for("\n> ")
    screen.type("1")
    colours = re.findall(r"\x1b\[[0-9;]*m", screen.raw)
    codes = {code for each in colours for code in each[2:-1].split(";")}
    assert codes <= {"", "0", "1", "2", "22"}  # bold and dim only


@pytest.mark.parametrize("how", ["\x03", signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_saves(
    terminal: Callable[..., Terminal], tmp_path: Path, how: str | signal.Signals
) -> None:
    screen = terminal("--seed", "7", "--players", "human,random")
    screen.wait_for("\n> ")
    screen.type("1")
    time.sleep(0.5)  # a signal between the prompt and the wait for keys waits for a key, too
    if isinstance(how, str):
        os.write(screen.master, how.encode())
    else:
        screen.process.send_signal(how)
    screen.wait_for("--resume")
    assert screen.status() == 130
    (kept,) = games(tmp_path)
    assert '"keep AH AS 4D"' in kept.read_text()


def test_the_end_of_input(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    screen = terminal("--seed", "7", "--players", "human,random")
    screen.wait_for("\n> ")
    os.write(screen.master, b"\x04")
    screen.wait_for("Saved as")
    assert screen.status() == 0
    assert [path.name for path in games(tmp_path)] == [SAVE]


def test_hands_are_hidden_until_their_owner_is_there(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("--seed", "7", "--players", "human,human")
    asked = screen.wait_for("press Enter")
    first = re.search(r"Pass the screen to (Anna|Ben)\.", asked)
    assert first is not None
    assert "hand" not in asked
    shown = screen.type("", "your move")
    assert "hand" in shown
    screen.wait_for("\n> ", screen.text.rindex("your move"))
    passed = screen.type("1", "press Enter")
    assert ("Ben" if first[1] == "Anna" else "Anna") in passed
    assert "\x1b[3J\x1b[2J" in screen.raw  # nothing is left to scroll back to
    assert "has chosen, unseen" in screen.type("", "your move")
