"""Nothing that is printed can be taken for a command by a CI service.

The kind of mistake: titles, notes, names of files and other texts of authors began a line of the
output, and GitHub obeys lines that begin with `::`, also after spaces.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cardrules.cli.main import run
from cardrules.cli.terminal import harmless

PARENT = """
cardrules: 1
name: "::error::parent"
players: {least: 2, most: 2}
deck: {ranks: 6 7 8, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
deal: {do: shuffle stock then deal 1 each to hand}
phases: {turn: {players: each once}}
actions: {show: {phase: turn, do: add value of first of hand to score}}
match: {deals: 1, winner: highest}
limits: {turns: 9, result: nobody wins}
"""

CHILD = """
cardrules: 1
extends: "::error::parent.yaml"
name: "::error::title"
summary: "::warning::pwned by a summary"
options:
  more: {type: boolean, default: false, help: "::warning::help"}
labels: {hand: "::error::label"}
notes:
  playing: |
    ::stop-commands::token

      ::error::behind spaces
    ##vso[task.complete result=Succeeded]
scenarios:
  some:
    help: "::warning::help"
    given: {hand: [6C, 7H]}
    tests:
      - play: show
        then: {score: [9, 9]}
change:
  actions: {show:   {do: add 2 * value of first of hand to score}}
"""

BROKEN = CHILD.replace("2 * value", "2 * valeu").replace("  some:", "  ::stop-commands::t:")

COMMANDS = (
    "validate {0}",
    "validate --format full {0}",
    "validate --format concise {0}",
    "validate --format junit {0}",
    "fmt --diff {0}",
    "fmt --check {0}",
    "fmt -",
    "rules {0}",
    "rules --format markdown {0}",
    "rules --format html {0}",
    "test {0}",
    "test --coverage {0}",
    "test --mutate {0}",
    "show {0}",
    "diff {0}",
    "check --games 4 {0}",
    "simulate --games 4 --jobs 1 {0}",
    "compare --games 4 --jobs 1 {0} --set more=true",
    "tournament --games 2 --jobs 1 {0}",
    "measure --games 2 {0}",
    "decks {0}",
    "hands {0}",
    "list {0}",
    "run --players random {0}",
    "run {0}",
    "validate ::error::missing.yaml",
    "rules ::error::missing",
    "explain ::error::code",
)

COMMAND = re.compile(r"^\s*(::|##\w*\[)", re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "::error::parent.yaml").write_text(PARENT)
    (tmp_path / "::error::child.yaml").write_text(CHILD)
    (tmp_path / "::error::broken.yaml").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("CARDRULES_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_prints_what_a_service_obeys(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("::error::child.yaml", "::error::broken.yaml"):
        with (folder / name).open() as given:
            monkeypatch.setattr(sys, "stdin", given)
            run(command.format(name).split())
        found = capsys.readouterr()
        assert not COMMAND.search(found.out), found.out
        assert not COMMAND.search(found.err), found.err


def test_annotations_for_github_are_commands_still(folder: Path) -> None:
    command = [sys.executable, "-m", "cardrules", "validate", "::error::broken.yaml"]
    env = {**os.environ, "GITHUB_ACTIONS": "true"}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    lines = done.stdout.splitlines()
    assert lines
    assert all(line.startswith("::error file=%3A%3Aerror%3A%3Abroken.yaml,") for line in lines)


def test_text_that_comes_in_parts_is_guarded_and_other_text_is_left_as_it_is() -> None:
    assert harmless("a ::b\n::c") == "a ::b\n\\::c"
    code = (
        "import sys\nfrom cardrules.cli.terminal import prepare_streams\n"
        "prepare_streams()\nprepare_streams()\n"
        "for part in ('a', '::b\\n', '  ', '::c', '::d\\n', '::e'): sys.stdout.write(part)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "a::b\n  \\::c::d\n\\::e"
