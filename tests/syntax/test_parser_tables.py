"""The parser's tables are kept where nobody else can write, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardrules.interpreter.private import cache_folder

posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="others are kept out differently")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for caches."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("CARDRULES_NO_CACHE", raising=False)
    return tmp_path


def parse() -> str:
    """Parse something in a process of its own; return what it says."""
    text = (
        "from cardrules.interpreter.syntax.syntax import parse\n"
        "print(parse('1 + 1', 'expression').node)"
    )
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    return done.stdout


def test_tables_are_kept_and_used(home: Path) -> None:
    first = parse()
    (kept,) = (home / "cardrules").iterdir()
    content, written = kept.read_bytes(), kept.stat().st_mtime_ns
    assert parse() == first
    assert list((home / "cardrules").iterdir()) == [kept]
    assert kept.stat().st_mtime_ns == written  # read, not made again
    for damaged in (b"", content[: len(content) // 2], b"nonsense\n" + content):
        kept.write_bytes(damaged)
        assert parse() == first
        assert len(kept.read_bytes()) == pytest.approx(len(content), rel=0.1)  # made again


@posix
def test_only_a_private_folder_is_used(home: Path) -> None:
    folder = home / "cardrules"
    assert cache_folder() == folder
    assert folder.stat().st_mode & 0o777 == 0o700
    for mode in (0o755, 0o720, 0o702):
        folder.chmod(mode)
        assert cache_folder() is None
    folder.rmdir()
    (home / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(home / "elsewhere")
    assert cache_folder() is None
    folder.unlink()
    folder.write_text("a file")
    assert cache_folder() is None


def test_it_can_be_done_without(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDRULES_NO_CACHE", "1")
    assert cache_folder() is None
    assert parse()
    assert list(home.iterdir()) == []


def test_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache_folder() is None
