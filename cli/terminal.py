"""The terminal and the standard streams: what they can show, and a rich console for them."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def console() -> Console:
    """Return a console on standard output: 80 columns of plain text where it is not a terminal.

    Rich respects NO_COLOR and the width of the terminal. Markup and highlighting are off, because
    names and texts come from rulesets.
    """
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise  # the caller decides; rich would end the program

    width = None if sys.stdout.isatty() else 80
    if width is None and os.environ.get("TERM") == "dumb":
        width = shutil.get_terminal_size().columns  # rich does not ask such a terminal
    return Screen(markup=False, highlight=False, emoji=False, width=width)


def lean(screen: Console, *parts: RenderableType) -> str:
    """Return what a console would print, without the spaces with which rich fills lines."""
    with screen.capture() as drawn:
        for part in parts:
            screen.print(part)
    return "".join(f"{line.rstrip()}\n" for line in drawn.get().splitlines())


def prepare_streams() -> None:
    """Make the standard streams safe to use.

    A character that a stream cannot encode is written as `?`. A stream that the shell has closed
    gets a file descriptor, because otherwise the next file that is opened would receive its output.
    Writing to a closed standard output fails.
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
    for stream in (sys.stdout, sys.stderr):
        _guard(stream)


_COMMAND: Final = re.compile(r"(?m)^(\s*)(?=::|##\w*\[)")


def harmless(text: str) -> str:
    r"""Return a text with a backslash before what a CI service would take for a command to it.

    Titles, notes and names of files come from authors, and services read what a job prints: GitHub
    obeys lines that begin with `::`, others those that begin with `##vso[` or `##teamcity[`.

    >>> harmless("  ::stop-commands::x")
    '  \\::stop-commands::x'
    """
    return _COMMAND.sub(r"\1\\", text)


def _guard(stream: TextIO) -> None:
    """Make a stream write no line that a CI service would take for a command."""
    write = stream.write
    if hasattr(write, "exactly"):  # a stream that is guarded already
        return
    begins = True  # whether there is nothing but space yet in the present line

    def guarded(text: str) -> int:
        nonlocal begins
        first, line, rest = text.partition("\n")
        shown = (harmless(first) if begins else first) + line + harmless(rest)
        last = rest.rpartition("\n")[2] if line else first
        begins = (begins or bool(line)) and not last.strip()
        write(shown)
        return len(text)

    guarded.exactly = write  # type: ignore[attr-defined]
    stream.write = guarded


def write_report(text: str, output: str) -> None:
    """Write diagnostics in a format to standard output; those for GitHub are commands to it."""
    if output == "github":
        getattr(sys.stdout.write, "exactly", sys.stdout.write)(text)
    else:
        sys.stdout.write(text)


def write_utf8(text: str) -> None:
    """Write the text of a ruleset or rulebook to standard output, always in UTF-8."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.flush()


def write_ruleset(text: str) -> None:
    """Write the text of a ruleset to standard output.

    It is written as it is, unless what is printed goes to a CI service.
    """
    services = ("CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
    to_file = False
    with contextlib.suppress(OSError):  # a stream of a program that calls this one
        to_file = stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    is_read = not to_file and any(map(os.environ.get, services))
    write_utf8(harmless(text) if is_read else text)


def say_error(text: str) -> None:
    """Print a message to standard error, unless it cannot be written to."""
    import click

    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def has_colours() -> bool:
    """Return whether standard output is a terminal with colours, and NO_COLOR is not set."""
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
