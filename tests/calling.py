"""Calls the command line in this process; starting one would take longer than most tests."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardrules.cli.main import main


@dataclass(frozen=True, slots=True)
class Done:
    """The exit status of a command, and its output."""

    returncode: int
    stdout: str
    stderr: str


def environment(folder: Path) -> dict[str, str]:
    """Return an environment that shares nothing with the user who runs the tests."""
    return {
        "PYTHONUTF8": "1",
        "HOME": str(folder / "home"),
        "XDG_STATE_HOME": str(folder / "state"),
        "GITHUB_ACTIONS": "",
    }


def call(
    arguments: Iterable[str],
    folder: Path,
    *,
    stdin: str | bytes = "",
    variables: Mapping[str, str] | None = None,
    merged: bool = False,
) -> Done:
    """Run a command as a shell would, with its own folder, environment and streams.

    Args:
        arguments: What stands after `cardrules`.
        folder: The current folder.
        stdin: What the command reads.
        variables: Further environment variables.
        merged: Whether errors are printed among the output, as `2>&1` does.
    """
    data = stdin.encode("utf-8") if isinstance(stdin, str) else stdin
    out = io.BytesIO()
    err = out if merged else io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**environment(folder), **(variables or {})}.items():
            patch.setenv(name, value)
        patch.setattr(gc, "set_threshold", lambda *_: None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
        patch.chdir(folder)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        streams = [io.TextIOWrapper(stream, "utf-8", newline="\n", write_through=merged) for stream in (out, err)]
        patch.setattr(sys, "stdout", streams[0])
        patch.setattr(sys, "stderr", streams[1])
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        for stream in streams:
            stream.flush()
    assert isinstance(ended.value.code, int)
    done = Done(
        ended.value.code,
        out.getvalue().decode("utf-8"),
        "" if merged else err.getvalue().decode("utf-8"),
    )
    for stream in streams:
        stream.detach()  # else one would close what the other still needs
    assert "Traceback" not in done.stdout + done.stderr
    return done
