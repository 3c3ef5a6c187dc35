"""The exit statuses of all commands, and the message for an error in cardrules itself."""

from typing import Final

CLEAN: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
INTERNAL_ERROR: Final = 3
SYSTEM_ERROR: Final = 74  # a full disk, for instance; EX_IOERR of sysexits.h
INTERRUPTED: Final = 130  # 128 + SIGINT, what a shell reports for Ctrl-C
PIPE_CLOSED: Final = 141  # 128 + SIGPIPE, what a shell reports for `... | head`


def bug_report(error: Exception) -> str:
    """Return the sentence that tells a user of an unexpected exception."""
    words = " ".join(str(error).split())
    what = f"{type(error).__name__}: {words[:200]}" if words else type(error).__name__
    return (
        f"cardrules failed unexpectedly ({what}); this is a bug, please report it together with "
        "what the same command prints when CARDRULES_TRACEBACK=1 is set."
    )
