"""`cardrules run` at a terminal, seen through a pseudo-terminal of 80 columns and 24 lines."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from ..calling import environment as isolated
from .conftest import Cardrules, games
from .test_run import STUCK

pty = pytest.importorskip("pty")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")
pyte = pytest.importorskip("pyte")

SAVE = "gin_slaughtre.cardrules.json"
READY = "arrows and Enter"  # stands after the prompt while nothing is typed
RIGHT, DOWN, ESCAPE = "\x1b[C", "\x1b[B", "\x1b"
_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Terminal:
    """A program at a terminal, what it has written there, and what is to be seen."""

    def __init__(self, folder: Path, command: list[str], **variables: str) -> None:
        self.raw = ""
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self.screen)
        self.master, slave = pty.openpty()
        self._set_size(slave, 24, 80)
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

    @staticmethod
    def _set_size(file: int, lines: int, columns: int) -> None:
        fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, lines: int, columns: int) -> None:
        """Change the size of the window."""
        self._set_size(self.master, lines, columns)
        self.screen.resize(lines, columns)

    @property
    def text(self) -> str:
        """What was written, without control sequences."""
        return _SEQUENCE.sub("", self.raw)

    @property
    def seen(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def _wait(self, reached: Callable[[], bool]) -> None:
        """Read until something is reached; fail after a while."""
        end = time.monotonic() + 60
        while not reached() and time.monotonic() < end:
            if self._read(0.2) is None:
                break
        assert reached(), self.text[-3000:]

    def _read(self, seconds: float) -> str | None:
        """Return what is written within some time; None at the end."""
        if not select.select([self.master], [], [], seconds)[0]:
            return ""
        try:
            piece = os.read(self.master, 65536).decode("utf-8", "replace")
        except OSError:  # Linux: the other side is closed
            return None
        self.raw += piece
        self._stream.feed(piece)
        return piece or None

    def wait_for(self, text: str) -> str:
        """Read until a text is on the screen, and return what is there."""
        self._wait(lambda: text in self.seen)
        return self.seen

    def press(self, keys: str) -> None:
        """Type keys, and do not wait."""
        os.write(self.master, keys.encode())

    def type(self, line: str) -> str:
        """Type a line, and return what is on the screen when the next one is asked for."""
        count = self.raw.count(READY)
        self.press(f"{line}\r")
        self._wait(lambda: self.raw.count(READY) > count)
        return self.wait_for(READY)

    def settle(self) -> None:
        """Read until something was written, and nothing more comes."""
        before = self.raw
        while True:
            count = len(self.raw)
            self._wait(lambda: self.raw != before)
            if not self._read(0.03) and len(self.raw) == count:
                return

    def status(self) -> int:
        """Wait for the end and return the exit status."""
        return self.process.wait(60)


Start = Callable[..., Terminal]


@pytest.fixture
def terminal(command: list[str], tmp_path: Path) -> Iterator[Start]:
    opened: list[Terminal] = []

    def start(*arguments: str, **variables: str) -> Terminal:
        opened.append(Terminal(tmp_path, [*command, "run", *arguments], **variables))
        return opened[-1]

    yield start
    for each in opened:
        each.process.kill()
        each.process.wait()
        os.close(each.master)


GIN = ("gin_slaughtre", "--seed", "7", "--players", "human,random")
HEARTS = ("hearts", "--seed", "7", "--players", "human,random,random,random")


def test_lines_and_keys(terminal: Start) -> None:
    screen = terminal(*GIN)
    table = screen.wait_for(READY)
    assert "♠" in table
    assert "▒▒" in table
    assert "\x1b[" in screen.raw
    assert "Arranging" in screen.type("?")
    assert "has no move 'foo'" in screen.type("foo")
    again = screen.type("bar")
    assert "has no move 'bar'" in again
    assert "'foo'" not in again  # only the last answer stands there
    screen.press(f"\t{ESCAPE}[21~\x00\x07")  # keys that mean nothing here
    assert "keep: choose 3 cards" in screen.type("table")
    screen.press(f"{RIGHT} ")
    assert "[A♥]" in screen.wait_for("choose 2 more")
    screen.press(f"{RIGHT} {RIGHT}\r")
    assert "[10♦]" in screen.wait_for("'done':")
    screen.press("\x7f")  # backspace puts the last one back
    assert "[10♦]" not in screen.wait_for("choose 1 more")
    screen.press("10d\r")
    assert "You: keep" not in screen.wait_for("'done':")
    assert "You: keep A♥ 10♦ 8♥" in screen.type("").replace("8♥ 10♦", "10♦ 8♥")
    assert max(map(len, screen.text.splitlines())) <= 80 * 3


def test_cards_are_passed_and_the_window_changes(terminal: Start) -> None:
    screen = terminal(*HEARTS)
    screen.wait_for("13  5♠")
    screen.press("3c\r")
    assert "[3♣]" in screen.wait_for("choose 2 more")
    screen.resize(24, 60)
    screen.wait_for("12  4♠")
    screen.press("1 1 3 4\r")  # the first puts 3♣ back
    assert "[10♦]" in screen.wait_for("'done':")
    screen.resize(24, 80)
    screen.press(f"done\r{RIGHT}{RIGHT}")  # `type` would take what is drawn anew for the answer
    screen.wait_for("your only move")
    seen = screen.wait_for(READY)
    assert "You: pass" in screen.text
    assert "your move" in seen.lower()
    assert "Played for you, your only move: play J♣" in screen.text
    assert screen.text.count("Hearts, to 100 points, trick") == 1  # the table was not drawn for that
    assert "^[" not in screen.raw  # keys that are typed while nobody reads are not shown
    assert "Traceback" not in screen.text


def test_no_color(terminal: Start) -> None:
    screen = terminal(*GIN, NO_COLOR="1")
    screen.wait_for(READY)
    screen.type("keep ah as 4d")
    colours = re.findall(r"\x1b\[[0-9;]*m", screen.raw)
    codes = {code for each in colours for code in each[2:-1].split(";")}
    assert codes <= {"", "0", "1", "2", "7", "22"}  # bold, dim and reverse only


def test_a_terminal_that_can_do_nothing_reads_lines(terminal: Start) -> None:
    screen = terminal(*GIN, TERM="dumb")
    screen.wait_for("keep: choose 3 cards")
    screen.press("keep ah as 4d\n")
    screen.wait_for("You: keep")


@pytest.mark.parametrize("how", ["\x03", "table\r\x03", signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_saves(terminal: Start, tmp_path: Path, how: str | signal.Signals) -> None:
    screen = terminal(*GIN)
    screen.wait_for(READY)
    screen.type("keep AH AS 4D")
    if isinstance(how, str):
        screen.press(how)
    else:
        screen.process.send_signal(how)
    screen.wait_for("--resume")
    assert screen.status() == 130
    (kept,) = games(tmp_path)
    assert '"keep AH AS 4D"' in kept.read_text()
    canonical = termios.tcgetattr(screen.master)[3] & termios.ICANON
    assert canonical  # the terminal is as it was


def test_a_game_whose_process_is_killed_is_saved(terminal: Start, tmp_path: Path) -> None:
    """Moves that are lost because nothing was told that the process ends."""
    screen = terminal(*GIN)
    screen.wait_for(READY)
    screen.type("keep AH AS 4D")
    screen.process.kill()
    screen.process.wait()
    (kept,) = games(tmp_path)
    saved = json.loads(kept.read_text())["state"]["actions"]
    assert saved[0] == "keep AH AS 4D"
    again, other = terminal("--resume"), terminal("--resume")
    for each in (again, other):  # two processes go on with one game: neither loses its moves
        each.wait_for(READY)
    for each in (again, other):
        each.type("play JC")
    for each in (again, other):
        each.process.kill()
        each.process.wait()
    found = [json.loads(path.read_text())["state"]["actions"] for path in games(tmp_path)]
    assert len(found) == 2
    assert all(len(each) > len(saved) for each in found)
    assert "another game was saved there meanwhile" in other.text.replace("\n", " ")


def test_a_person_is_asked_whether_to_go_on_under_other_rules(
    terminal: Start, tmp_path: Path, cardrules: Cardrules
) -> None:
    """Rules that change between two parts of a game, at a terminal."""
    rules = STUCK + "  pass: {phase: turn}\n"
    (tmp_path / "mine.yaml").write_text(rules, encoding="utf-8")
    cardrules("run", "mine.yaml", "--save", "s.json", stdin="quit\n")
    (tmp_path / "mine.yaml").write_text(rules.replace("turns: 20", "turns: 4"), encoding="utf-8")
    screen = terminal("--resume", "s.json")
    assert "(limits.turns)" in screen.wait_for("Go on under the rules as they are now? [y/N]")
    screen.press("\r")
    assert screen.status() == 130
    screen = terminal("--resume", "s.json")
    screen.wait_for("[y/N]")
    assert "continues after 0 moves" in screen.type("y")


def test_the_end_of_input(terminal: Start, tmp_path: Path) -> None:
    screen = terminal(*GIN)
    screen.wait_for(READY)
    screen.press("\x04")
    screen.wait_for("Saved as")
    assert screen.status() == 0
    assert [path.name for path in games(tmp_path)] == [SAVE]


def test_hands_are_hidden_until_their_owner_is_there(terminal: Start) -> None:
    screen = terminal("gin_slaughtre", "--seed", "7", "--players", "human,human")
    asked = screen.wait_for("press Enter")
    first = re.search(r"Pass the screen to (Anna|Ben)\.", asked)
    assert first is not None
    assert "A♥" not in asked
    shown = screen.type("")
    assert "your move" in shown
    screen.press("1 2 3\r")
    screen.wait_for("'done':")
    screen.press("\r")
    passed = screen.wait_for("press Enter")
    assert ("Ben" if first[1] == "Anna" else "Anna") in passed
    assert "\x1b[3J\x1b[2J" in screen.raw  # nothing is left to scroll back to
    assert "chosen in secret" in screen.type("")


def test_another_game_and_a_choice_of_saved_games(terminal: Start, tmp_path: Path) -> None:
    rules = STUCK.replace("turns: 20", "turns: 4") + "  pass: {phase: turn}\n"
    (tmp_path / "mine.yaml").write_text(rules, encoding="utf-8")
    screen = terminal("mine.yaml", "--seed", "1", "--players", "human,random")
    screen.wait_for(READY)
    screen.type("pass")
    screen.press("pass\r")
    assert "You have won" in screen.wait_for("plays again")
    screen.type("")
    screen.press("quit\r")
    screen.wait_for("Saved as")
    assert screen.status() == 0
    (kept,) = games(tmp_path)
    kept.with_name(f"other{'_' * 40}.cardrules.json").write_bytes(kept.read_bytes())
    again = terminal("--resume")
    listed = again.wait_for("Continue number [1]:")
    assert "other" in listed
    assert max(map(len, listed.splitlines())) < 80  # lines end between words
    assert "Your move" in again.type("2")


WHOLE = "hearts gin_slaughtre oh_hell loba_de_menos durak cribbage bridge klondike".split()


@pytest.mark.soak
@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_game_with_keys(terminal: Start, name: str, request: pytest.FixtureRequest) -> None:
    """A person who presses arrows and Enter comes to the end, and sees the options each time."""
    if not request.config.getoption("--soak"):
        pytest.skip("a whole game takes long")
    chance = Random(name)
    screen = terminal(name, "--seed", "3", "--budget", "1", "--think", "0.01")
    turns = 0
    while "plays again" not in screen.seen:
        last = "".join(screen.seen.splitlines()[-1:])
        if READY not in last and last.strip() != ">":  # `>` waits between two deals
            screen.settle()  # bots play
            continue
        if "'done':" in screen.seen or "Enter does it" in screen.seen:
            screen.press("\r")
        elif "type a number" in screen.seen:
            screen.press("3\r")
        else:
            screen.press(chance.choice((RIGHT, DOWN)) * chance.randrange(1, 9) + "\r")
        screen.settle()
        turns += 1
        assert turns < 5000
    assert re.search(r"^(You win|.* wins?\.|Nobody wins|A draw)", screen.seen, re.MULTILINE)
    screen.press("\r")  # another game
    screen.wait_for(READY)
    assert "Traceback" not in screen.text
