"""Commands as real processes: signals, worker processes, and several commands at once."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from .conftest import Cardrules, games

if not Path("/proc/self/stat").exists():
    pytest.skip("what a process does is read from /proc", allow_module_level=True)

Process = Callable[..., "subprocess.Popen[str]"]
Send = Callable[[int, int], None]

LONG = """\
cardrules: 1
name: Long
summary: A turn takes very long.
players: 2
options: {points: {type: integer, default: 1, help: Points of a wait.}}
deck: {ranks: 2 3 4 5 6 7 8 9 T J Q K A, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
deal: {do: deal 3 each to hand}
phases:
  turn: {players: in turn from left of dealer}
actions:
  wait:
    phase: turn
    do: |
      repeat 1000000 times:
        add points to score of actor
match: {deals: 1, winner: highest}
limits: {turns: 1000, steps: 1000000, result: end deal}
scenarios:
  long: {given: {hand: [2C, 3C], rest: stock}, tests: [{play: wait}]}
"""


SMALL = """\
cardrules: 1
name: Small
summary: Who gets rid of ten cards first wins.
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9 T J Q K A, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
deal: {do: "shuffle stock\\ndeal 10 each to hand"}
phases:
  turn: {players: in turn from left of dealer}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to pile
      if hand of actor is empty: actor wins
match: {winner: highest}
limits: {turns: 50, result: nobody wins}
"""

# Workers are not started after seconds, but soon.
SOON = "from cardrules.cli.simulation import runner; runner._ALONE = 0.1"


@pytest.fixture
def long(tmp_path: Path) -> str:
    """Return a ruleset whose rules take a very long time."""
    (tmp_path / "long.yaml").write_text(LONG)
    return "long.yaml"


@pytest.fixture(autouse=True)
def small(tmp_path: Path) -> None:
    """Put a ruleset that is compiled quickly into the folder."""
    (tmp_path / "small.yaml").write_text(SMALL)


def wait_until(condition: Callable[[], object], process: subprocess.Popen[str]) -> None:
    """Wait until a condition holds, while a process runs."""
    end = time.monotonic() + 60
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)


def fields(pid: int) -> list[str] | None:
    """Return what the system knows about a process, None if it has ended."""
    try:
        found = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return found if found[0] != "Z" else None


def seconds(pid: int) -> float:
    """Return for how many seconds a process has worked."""
    known = fields(pid)
    return (int(known[11]) + int(known[12])) / os.sysconf("SC_CLK_TCK") if known else 0


def calculates(process: subprocess.Popen[str]) -> Callable[[], bool]:
    """Return a test whether a process works through a rule: it has not read for some time."""
    reads, since = "", 0.0

    def test() -> bool:
        nonlocal reads, since
        now, worked = Path(f"/proc/{process.pid}/io").read_text(), seconds(process.pid)
        if now != reads:
            reads, since = now, worked
        return worked - since > 0.25

    return test


def handles_signals(pid: int) -> bool:
    caught = re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text())
    assert caught
    return bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)


def workers(process: subprocess.Popen[str]) -> set[int]:
    """Return the other processes of the session that a process leads."""
    pids = [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]
    of = {pid: known for pid in pids if (known := fields(pid))}
    return {pid for pid, known in of.items() if int(known[3]) == process.pid != pid}


def working(process: subprocess.Popen[str], least: float = 0.5) -> int:
    """Return how many of these have worked for some seconds."""
    return sum(seconds(pid) > least for pid in workers(process))


def have_worked(process: subprocess.Popen[str], jobs: int, least: float) -> bool:
    """Return whether all jobs of a command have worked for some seconds."""
    return working(process, least) >= jobs if jobs > 1 else seconds(process.pid) > least


def ends_at_once(process: subprocess.Popen[str], number: signal.Signals, send: Send = os.kill) -> tuple[str, str]:
    """Send a signal, and return what was printed; the process and its workers are gone then."""
    send(process.pid, number)
    out, err = process.communicate(timeout=15)
    end = time.monotonic() + 15
    while workers(process):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert process.returncode == 130, err
    assert "Traceback" not in out + err
    return out, err


@pytest.mark.parametrize(
    ("arguments", "number", "words"),
    [
        ("simulate {} --jobs 2", signal.SIGINT, "Stopped after 0 of 1,000 games."),
        ("compare {} --set points=2", signal.SIGTERM, "Stopped after 0 of 1,000 games."),
        ("check {}", signal.SIGTERM, "Stopped"),
        ("test {}", signal.SIGINT, "Stopped."),
        ("run {} --players random,random --save mine.json", signal.SIGTERM, ""),
    ],
)
def test_a_command_ends_in_the_middle_of_a_long_rule(
    process: Process, long: str, arguments: str, number: signal.Signals, words: str
) -> None:
    begun = process(*arguments.format(long).split())
    wait_until(calculates(begun), begun)
    out, err = ends_at_once(begun, number)
    assert words in err
    assert ("Saved as" in out) == arguments.startswith("run")


@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, 2), (signal.SIGTERM, 1)])
def test_a_simulation_keeps_what_there_is(
    process: Process, cardrules: Cardrules, tmp_path: Path, number: signal.Signals, jobs: int
) -> None:
    arguments = f"simulate small.yaml --games 100000000 --json --jobs {jobs}"
    played = 0
    out = err = ""
    least = 0.25  # seconds of work, until some games have ended: machines differ
    while not played and least < 30:
        begun = process(*arguments.split(), first=SOON)
        wait_until(partial(handles_signals, begun.pid), begun)
        wait_until(partial(have_worked, begun, jobs, least), begun)
        out, err = ends_at_once(begun, number)
        played = json.loads(out)["games"] if out else 0  # it may not even have begun
        least *= 2
    assert 0 < played < 100_000_000
    assert f"Stopped after {played:,} of 100,000,000 games." in err
    (kept,) = (tmp_path / "state" / "cardrules" / "simulations").iterdir()
    assert err.endswith(f"Go on with: cardrules simulate --resume {kept}\n")
    again = cardrules("simulate", "--resume", str(kept), "--games", "1", "--json")
    assert json.loads(again.stdout)["games"] == played


DROPPED = """
import itertools, os, signal
from cardrules.cli import signals
from cardrules.cli.simulation import runner
class Last:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        sum(range(10000))  # here the signal is noticed
def spread(*arguments, real=runner.spread, **named):
    for part in real(*arguments, **named):
        for _ in range({}):
            Last()
        yield part
runner.spread = spread
"""
"""The exception of a signal that arrives in a finalizer is dropped by Python."""

PAUSES = "signals.monotonic = itertools.count(10, 10).__next__"
"""Between two signals the machine stands still for ten seconds."""


WHILE_IT_IS_REPEATED = """
import sys
def profile(frame, event, _):
    if frame.f_code.co_name == "_arrive_again" and event == "return":
        sys.setprofile(None)
        os.kill(os.getpid(), signal.SIGTERM)
sys.setprofile(profile)
"""
"""Another signal arrives while a dropped one is prepared to arrive again."""


@pytest.mark.parametrize(("times", "first"), [(1, ""), (12, PAUSES), (1, WHILE_IT_IS_REPEATED)])
def test_a_simulation_ends_by_a_signal_that_python_drops(times: int, first: str, process: Process) -> None:
    arguments = "simulate small.yaml --games 1000000000 --jobs 1"
    code = DROPPED.format(times) + first
    begun = process(*arguments.split(), first=f"exec({code!r})")
    _, err = begun.communicate(timeout=60)
    assert begun.returncode == 130
    assert "Exception ignored" not in err
    assert "of 1,000,000,000 games." in err


AT_A_CALL = """
import os, signal, sys
from cardrules.cli import signals
def begin(real=signals.handle):
    signals.handle = real
    real()
    sys.setprofile(profile)
signals.handle = begin
left = {}
def profile(frame, event, argument):
    global left
    name, of = frame.f_code.co_name, frame.f_globals.get("__name__")
    if {}:
        left -= 1
        if left == 0:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGTERM)
"""
"""A signal arrives at the given call, or return, of those that fulfil a condition."""


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("condition", "calls"),
    [
        ("name == 'acquire' and of == 'importlib._bootstrap' and event == 'return'", 100),
        ("name == 'release' and of == 'importlib._bootstrap' and event == 'call'", 100),
        ("name == '_lock_unlock_module' and event == 'call'", 3),
        ("name == '__set_name__'", 1),
        ("name == 'wasmtime_store_delete' and event == 'return'", 1),
        ("of == 'cardrules.interpreter.native.in_wasmtime'", 20),
        ("True", 200_000),
    ],
)
def test_a_simulation_ends_by_a_signal_at_a_call(process: Process, condition: str, calls: int) -> None:
    first = AT_A_CALL.replace("{}", str(calls), 1).replace("{}", condition)
    begun = process(*"simulate small.yaml --games 1000000000 --jobs 1".split(), first=f"exec({first!r})")
    out, err = begun.communicate(timeout=15)
    assert begun.returncode == 130, err
    assert "Traceback" not in out + err


SUITE = Path(__file__).parents[1] / "rulesets" / "suites" / "hearts.yaml"


def twice(pid: int, number: int) -> None:
    """Send a signal to a process and then to its group, as timeout(1) does."""
    os.kill(pid, number)
    os.killpg(pid, number)


@pytest.mark.soak
@pytest.mark.parametrize(
    "arguments",
    [
        f"test --mutate {SUITE}",
        "validate . --jobs 2",
        "simulate small.yaml --games 1000000000 --jobs 2",
    ],
)
def test_a_signal_at_any_moment(
    process: Process, tmp_path: Path, arguments: str, amount: Callable[[int, int], int]
) -> None:
    """Before there are workers, while they are started, while they work, while they are ended."""
    for number in range(40):
        (tmp_path / f"{number}.yaml").write_text("cardrules: 1\nextends: gin_rummy\nname: Mine\n")
    chance = Random(arguments)
    for _ in range(amount(1, 300)):
        begun = process(*arguments.split(), first=SOON)
        wait_until(partial(handles_signals, begun.pid), begun)
        if chance.random() < 0.5:
            wait_until(partial(workers, begun), begun)
        time.sleep(chance.choice([0, 0, 0.001, 0.01, 0.1, 1]) * chance.random())
        number = chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        ends_at_once(begun, number, chance.choice([os.kill, os.killpg, twice]))


def test_workers_end_when_their_command_is_killed(process: Process) -> None:
    begun = process(*"simulate small.yaml --games 100000000 --jobs 2".split(), first=SOON)
    wait_until(lambda: working(begun) >= 2, begun)
    begun.kill()
    begun.communicate(timeout=15)
    end = time.monotonic() + 15
    while workers(begun):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_many_first_starts_at_once(process: Process, amount: Callable[[int, int], int]) -> None:
    """Several first starts at once do not disturb each other."""
    begun = [process("validate", "small.yaml") for _ in range(amount(2, 20))]
    for each in begun:
        out, err = each.communicate(timeout=120)
        assert (each.returncode, out, err) == (0, "1 file checked: no problems.\n", "")


def test_games_that_are_left_at_once(process: Process, tmp_path: Path) -> None:
    begun = [process("run", "small.yaml", "--seed", str(seed), stdin=subprocess.PIPE) for seed in range(2)]
    printed = [each.communicate("quit\n", timeout=60)[0] for each in begun]
    saved = {json.loads(path.read_text())["seed"]: path for path in games(tmp_path)}
    assert sorted(saved) == [0, 1]
    for seed, out in enumerate(printed):
        name = saved[seed].name.partition(".")[0]
        assert out.endswith(f"Go on with:\n  cardrules run --resume {name}\n")


def test_a_game_that_is_resumed_twice_at_once(process: Process, cardrules: Cardrules, tmp_path: Path) -> None:
    cardrules("run", "small.yaml", "--seed", "1", stdin="quit\n")
    (first,) = games(tmp_path)
    slow = process("run", "--resume", stdin=subprocess.PIPE)
    assert slow.stdout is not None
    assert slow.stdin is not None
    slow.stdout.readline()  # it has read the game
    cardrules("run", "--resume", stdin="1\n1\n1\n")
    other = first.read_text()
    out, err = slow.communicate("1\n", timeout=60)
    assert first.read_text() == other
    assert err == f"Error: '{first}' is kept: another game was saved there meanwhile.\n"
    assert "small-2.cardrules.json" in out
    assert len(games(tmp_path)) == 2


def test_a_file_for_two_simulations_at_once(process: Process, cardrules: Cardrules, tmp_path: Path) -> None:
    begun = process(*"simulate small.yaml --games 100000000 --jobs 1 --save kept".split())
    kept = tmp_path / "kept"
    wait_until(lambda: kept.exists() and len(kept.read_text().splitlines()) > 1, begun)
    refused = cardrules("simulate", "--resume", "kept", "--games", "5")
    assert refused.returncode == 1
    assert refused.stderr == "Error: 'kept' is being written by another cardrules process.\n"
    ends_at_once(begun, signal.SIGTERM)
    assert cardrules("simulate", "--resume", "kept", "--games", "5").returncode == 0


def test_streams_that_the_shell_has_closed(command: list[str], tmp_path: Path) -> None:
    """A file that is opened must not take the place of a closed stream."""
    run = [*command, "simulate", "small.yaml", "--games", "5", "--save", "kept"]
    for streams, status in {">&-": 74, "<&- 2>&-": 0, "<&- >&- 2>&-": 74}.items():
        (tmp_path / "kept").unlink(missing_ok=True)
        done = subprocess.run(
            ["sh", "-c", f'exec "$@" {streams}', "sh", *run],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == status, streams
        assert all(line.startswith("{") for line in (tmp_path / "kept").read_text().splitlines())
        if streams == ">&-":
            assert "Error: standard output is closed.\n" in done.stderr


def test_a_reader_that_goes_away(process: Process, tmp_path: Path) -> None:
    begun = process("run", "small.yaml", "--seed", "1", stdin=subprocess.PIPE)
    assert begun.stdin is not None
    assert begun.stdout is not None
    begun.stdout.readline()
    begun.stdout.close()
    begun.stdin.write("?\n" * 50)
    begun.stdin.close()
    begun.wait(60)
    assert begun.stderr is not None
    assert "Traceback" not in begun.stderr.read()
    assert begun.returncode == 141
    assert games(tmp_path) == []  # nobody asked for a file


def test_the_c_locale(command: list[str], tmp_path: Path) -> None:
    """Python takes it for UTF-8 unless that is switched off."""
    (tmp_path / "jeu.yaml").write_text("cardrules: 1\nextends: small.yaml\nname: Jeu d’été\n", encoding="utf-8")
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    variables = {**os.environ, **plain, "XDG_STATE_HOME": str(tmp_path / "state")}
    for arguments in (["show", "jeu.yaml"], ["run", "jeu.yaml"]):
        done = subprocess.run(
            [*command, *arguments],
            cwd=tmp_path,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b""), arguments
        if arguments[0] == "show":
            assert "Jeu d’été".encode() in done.stdout


def test_only_a_process_with_one_thread_is_copied() -> None:
    """A copy could wait for a lock of another thread; Python warns of that from 3.12 on."""
    script = (
        "import threading, cardrules.cli.processes as p; print(p.start_method())\n"
        "end = threading.Event(); threading.Thread(target=end.wait).start()\n"
        "print(p.start_method()); end.set()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    alone = "fork" if sys.platform == "linux" else "spawn"
    assert done.stdout.split() == [alone, "spawn"]
