"""Commands in messages work where they are printed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cardrules.cli.hints import command_line
from cardrules.interpreter import installing


def program(folder: Path) -> Path:
    folder.mkdir()
    file = folder / "cardrules"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return file


def test_the_program_is_named_as_it_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize(
    ("file", "origin", "expected"),
    [
        ("", ("file:///home/me/cards", "/home/me/cards"), "pip install '.[fast]' in a checkout of cardrules"),
        ("", ("", ""), "pip install '.[fast]' in a checkout of cardrules"),
        ("", ("git+https://host/cardrules", ""), "pip install 'cardrules[fast] @ git+https://host/cardrules'"),
        (
            "pyvenv.cfg",
            ("git+https://host/cardrules", ""),
            "uv pip install 'cardrules[fast] @ git+https://host/cardrules'",
        ),
        ("pipx_metadata.json", ("", ""), "pipx install --force 'cardrules[fast]'"),
        (
            "pipx_metadata.json",
            ("file:///home/me/cards", "/home/me/cards"),
            "pipx install --force '/home/me/cards[fast]'",
        ),
        (
            "uv-receipt.toml",
            ("git+https://host/cardrules", ""),
            "uv tool install --force 'cardrules[fast] @ git+https://host/cardrules'",
        ),
    ],
)
def test_an_extra_is_installed_as_cardrules_was(
    file: str,
    origin: tuple[str, str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Advice that does not work for whoever has installed in another way."""
    if file:
        (tmp_path / file).write_text("home = /usr/bin\nuv = 0.9\n")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installing, "_origin", lambda: origin)
    assert installing.how_to_install("fast") == expected
