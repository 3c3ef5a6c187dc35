"""Commands in messages work where they are printed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cardrules.cli.hints import command_line


def program(folder: Path) -> Path:
    folder.mkdir()
    file = folder / "cardrules"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return file


def test_the_program_is_named_as_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = program(tmp_path / "mine"), program(tmp_path / "other")
    monkeypatch.setattr(sys, "argv", [str(mine)])
    for path, expected in (
        ("", str(mine)),
        (str(mine.parent), "cardrules"),
        (str(other.parent), str(mine)),  # another one would be found
    ):
        monkeypatch.setenv("PATH", path)
        assert command_line("run", "--resume", "a b") == f"{expected} run --resume 'a b'"
    monkeypatch.chdir(mine.parent.parent)
    monkeypatch.setattr(sys, "argv", ["mine/cardrules"])
    assert command_line("list") == "mine/cardrules list"
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert command_line("list") == "cardrules list"
