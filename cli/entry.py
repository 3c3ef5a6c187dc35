"""The program `cardrules`. It imports little before it handles signals."""

import sys
from typing import NoReturn

from . import signals
from .exit_status import INTERRUPTED


def main() -> NoReturn:
    """Run the command line of this process, and end the process."""
    signals.handle()
    try:
        from .main import run

        status = run()
    except KeyboardInterrupt:  # before there was a command, or again while it ended
        status = INTERRUPTED
    signals.ignore()
    sys.exit(status)
