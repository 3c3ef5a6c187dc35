"""The screen: what it can show, and a rich console that is set up for it."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console


def console() -> Console:
    """Return a console on standard output: 80 columns of plain text where it is no terminal.

    Rich honours NO_COLOR and the terminal's own width; nothing is marked up or highlighted on its
    own account, since names and texts come from rulesets.
    """
    from rich.console import Console

    replace_unencodable(sys.stdout)
    width = None if sys.stdout.isatty() else 80
    return Console(markup=False, highlight=False, emoji=False, width=width)


def has_colours() -> bool:
    """Return whether standard output is a terminal that shows colours, and they are wanted."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def replace_unencodable(stream: TextIO) -> None:
    """Make a stream write and read `?` where a character does not fit its encoding."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")


def encodes(text: str, stream: TextIO | None = None) -> bool:
    """Return whether a stream (by default standard output) can show all characters of a text."""
    encoding = getattr(stream or sys.stdout, "encoding", None) or "ascii"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
