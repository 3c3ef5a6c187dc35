"""The environment of a command: full disks, narrow terminals, poor encodings, closed streams."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardrules.cli.main import COMMANDS, main

from ..calling import environment
from .conftest import Cardrules, games

COMMAND_LINES = (
    "--help",
    "list",
    "explain CR101",
    "run whist.yaml --players 4 --seed 3",
    "dev whist.yaml --players 4 --seed 3",
    "validate whist.yaml",
    "test whist.yaml",
    "check whist.yaml --games 1",
    "schema",
    "show whist.yaml",
    "diff durak gin_slaughtre",
    "fmt -",
    "simulate whist.yaml --games 3 --jobs 1",
    "compare whist.yaml durak --players 4  --games 3 --jobs 1",
    "compile whist.yaml --show",
    "rules whist.yaml",
    "stats",
    "tournament whist.yaml --players random,quick --games 2 --jobs 1",
    "measure whist.yaml --games 1",
    "decks whist.yaml",
    "hands hand.phh --save hand.json",
)
SERVES = "serve --port 0 --store tables.sqlite"  # without an error it does not end
HAND = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [20, 20]
actions = ["d dh p1 AcAd", "d dh p2 KcKd", "p2 f"]
"""
WHIST = (Path(__file__).parents[2] / "rulesets" / "whist.yaml").read_text("utf-8")


def ends(arguments: str) -> tuple[int, str]:
    """Run a command with the streams as they are now, and return what it says of errors."""
    errors = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", errors)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WHIST.encode()), "utf-8"))
        with pytest.raises(SystemExit) as ended:
            main(arguments.split())
        errors.flush()
    assert isinstance(errors.buffer, io.BytesIO)
    assert isinstance(ended.value.code, int)
    return ended.value.code, errors.buffer.getvalue().decode()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    return tmp_path


@pytest.fixture(autouse=True)
def whist(tmp_path: Path) -> None:
    """Put a ruleset and a hand of poker into the folder."""
    (tmp_path / "whist.yaml").write_text(WHIST, encoding="utf-8")
    (tmp_path / "hand.phh").write_text(HAND, encoding="utf-8")


def test_every_command_is_tried() -> None:
    assert {line.split()[0] for line in COMMAND_LINES} >= {*COMMANDS} - {"new", "publish", "serve", "lsp"}


@pytest.mark.sample(2)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("line", [*COMMAND_LINES, SERVES])
def test_a_full_disk_behind_standard_output(line: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        status, err = ends(line)
    assert status == 74
    first, *rest = err.splitlines()
    assert "Error: No space left on device." in (first, *rest)
    assert len(rest) <= 1 or line.startswith(("simulate", "compare", "check", "tournament"))


@pytest.mark.sample(2)
@pytest.mark.parametrize("line", [*COMMAND_LINES, SERVES])
def test_a_closed_standard_output(line: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    status, err = ends(line)
    assert status == 74
    assert "Error: standard output is closed." in err


@pytest.mark.sample(2)
@pytest.mark.parametrize("line", COMMAND_LINES)
def test_standard_output_that_knows_only_ascii(line: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", out)
    status, err = ends(line)
    assert status in (0, 1), err
    out.flush()
    assert isinstance(out.buffer, io.BytesIO)
    if line == "fmt -":
        assert out.buffer.getvalue().decode("utf-8")  # a file stays what it was
    elif not line.startswith("show"):
        assert out.buffer.getvalue().isascii()


@pytest.mark.sample(2)
@pytest.mark.parametrize("line", [*COMMAND_LINES, *(f"{name} --help" for name in COMMANDS)])
def test_a_narrow_terminal(line: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    monkeypatch.setattr(out, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", out)
    status, err = ends(line)
    assert status in (0, 1), err


@pytest.mark.parametrize("line", ["run durak", "fmt -", "validate -", "run --resume -"])
def test_binary_standard_input(line: str, cardrules: Cardrules) -> None:
    done = cardrules(*line.split(), stdin=bytes(range(256)) * 5)
    assert done.returncode in (0, 1)
    assert done.stderr.count("\n") <= 3


@contextmanager
def small_files(most: int) -> Generator[None]:
    """Let no file grow beyond a size, as if the disk were full."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    written = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # half a file would be read by the next process
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        sys.dont_write_bytecode = written


def test_a_game_for_which_there_is_no_space(cardrules: Cardrules, tmp_path: Path) -> None:
    with small_files(100):
        done = cardrules("run", "durak", "--seed", "1", "--save", "mine", stdin="1\n")
    assert done.returncode == 74
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("Error: The game could not be saved: 'mine' cannot be written: ")
    assert games(tmp_path) == []
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"whist.yaml", "hand.phh"}
    (tmp_path / "mine").write_text(done.stdout.splitlines()[-1])
    again = cardrules("run", "--resume", "mine")
    assert "continues after" in again.stdout


def test_a_save_that_has_no_space_any_more_stays(cardrules: Cardrules, tmp_path: Path) -> None:
    cardrules("run", "durak", "--seed", "1", "--save", "mine", stdin="1\n")
    before = (tmp_path / "mine").read_text()
    with small_files(100):
        cardrules("run", "--resume", "mine", stdin="1\n")
    assert (tmp_path / "mine").read_text() == before


@pytest.mark.parametrize("command", ["fmt", "validate --fix", "test --update"])
def test_a_ruleset_that_has_no_space_any_more_stays(command: str, cardrules: Cardrules, tmp_path: Path) -> None:
    text = WHIST.replace("score: [", "score: [9", 1).replace("players: ", "players:    ", 1)
    text = text.replace("players:", "plyaers:", 1) if "--fix" in command else text
    (tmp_path / "whist.yaml").write_text(text, encoding="utf-8")
    with small_files(100):
        done = cardrules(*command.split(), "whist.yaml")
    assert done.returncode != 0
    assert done.stderr == "Error: File too large (whist.yaml).\n"
    assert (tmp_path / "whist.yaml").read_text("utf-8") == text
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"whist.yaml", "hand.phh"}


def test_a_simulation_that_has_no_space_any_more(cardrules: Cardrules) -> None:
    with small_files(4000):
        done = cardrules(*"simulate whist.yaml --games 99 --jobs 1 --save kept --csv x.csv".split())
    assert done.returncode == 74
    assert "Error: File too large (kept)." in done.stderr
    again = cardrules(*"simulate --resume kept --games 1 --json".split())
    assert json.loads(again.stdout)["games"] >= 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("line", ["run durak", "simulate whist.yaml --games 2 --jobs 1"])
def test_a_device_is_not_replaced(line: str, cardrules: Cardrules) -> None:
    done = cardrules(*line.split(), "--save", "/dev/full")
    assert "No space left on device" in done.stderr
    assert "/dev/full" in done.stderr
    assert not Path("/dev/full").is_file()
