"""The terminal and the standard streams: what they can show, and a rich console for them."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console() -> Console:
    """Return a console on standard output: 80 columns of plain text where it is no terminal.

    Rich honours NO_COLOR and the terminal's own width; nothing is marked up or highlighted on its
    own account, since names and texts come from rulesets.
    """
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise  # the caller decides; rich would end the program

    width = None if sys.stdout.isatty() else 80
    return Screen(markup=False, highlight=False, emoji=False, width=width)


def prepare_streams() -> None:
    """Make the standard streams safe to use, whatever the shell has made of them.

    A character that a stream cannot encode is written as `?`. A stream that was closed gets a
    descriptor of its own, for otherwise the next file to be opened would take its place; to write
    to a closed standard output fails.
    """
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        sys.stdin = open(os.open(os.devnull, os.O_RDONLY))  # noqa: SIM115
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def write_utf8(text: str) -> None:
    """Write a ruleset's text to standard output: in UTF-8, whatever the terminal's encoding is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.flush()


def has_colours() -> bool:
    """Return whether standard output is a terminal that shows colours, and they are wanted."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def encodes(text: str) -> bool:
    """Return whether standard output can show all characters of a text."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
