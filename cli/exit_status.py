"""The exit statuses of all commands, and the message for an error in cardrules itself."""

import os
from typing import Final

from .terminal import say_error

CLEAN: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
INTERNAL_ERROR: Final = 3
SYSTEM_ERROR: Final = 74  # a full disk, for instance; EX_IOERR of sysexits.h
INTERRUPTED: Final = 130  # 128 + SIGINT, what a shell reports for Ctrl-C
PIPE_CLOSED: Final = 141  # 128 + SIGPIPE, what a shell reports for `... | head`


def report_bug(error: Exception, file: str = "") -> None:
    """Tell a user of an unexpected exception, with its traceback if CARDRULES_TRACEBACK is set.

    Args:
        error: the exception.
        file: the ruleset with which it occurs, if there are several.
    """
    print_traceback(error)
    words = " ".join(str(error).split())
    what = f"{type(error).__name__}: {words[:200]}" if words else type(error).__name__
    say_error(
        f"{file}{': ' * bool(file)}cardrules failed unexpectedly ({what}); this is a bug, please "
        "report it together with what the same command prints when CARDRULES_TRACEBACK=1 is set."
    )


def print_traceback(error: Exception) -> None:
    """Print the traceback of an exception, if CARDRULES_TRACEBACK is set."""
    if os.environ.get("CARDRULES_TRACEBACK"):
        import traceback

        say_error("".join(traceback.format_exception(error)).rstrip())
