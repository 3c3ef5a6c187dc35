"""The entry point `cardrules`: finds the command, and turns every ending into an exit status."""

import contextlib
import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn, cast

import click

from .. import __version__
from . import signals
from .exit_status import (
    CLEAN,
    FINDINGS,
    INTERNAL_ERROR,
    INTERRUPTED,
    PIPE_CLOSED,
    SYSTEM_ERROR,
    USAGE,
    bug_report,
)
from .terminal import prepare_streams

# In the order of the help. Each is a module of `commands` with a click command called `command`.
COMMANDS = (
    "run",
    "validate",
    "explain",
    "test",
    "check",
    "fmt",
    "new",
    "show",
    "diff",
    "simulate",
    "compare",
    "list",
    "compile",
)


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is named: starting is fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".commands.{cmd_name}", __package__)
        return cast(click.Command, module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name, or suggest the nearest."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, n=1)
            ctx.fail(f"No such command '{name}'." + (f" Did you mean '{near[0]}'?" if near else ""))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader of the output that has gone away ends it quietly."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would make it status 1, which means findings here
            return _abandon_output()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """Play, check and measure card games that are written as YAML rulesets.

    FILE is the path of a ruleset, or the bare name of a bundled one or of one in a folder that
    the environment variable CARDRULES_PATH names.

    Exit status: 0 clean, 1 findings, 2 wrong usage, 3 an error in cardrules itself, 74 the system
    refused something (a full disk), 130 stopped by a signal.
    """


_OBJECTS: Final = 100_000
"""After how many new objects to look for cycles: to check a ruleset makes many, and hardly any."""


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit; no traceback reaches a user who did not ask for one.

    Args:
        args: The arguments after the program's name; by default those of the process.

    Raises:
        SystemExit: Always, with the exit status.
    """
    gc.set_threshold(_OBJECTS)
    prepare_streams()
    with signals.raised():
        status = _run(args)
        try:
            sys.stdout.flush()  # at shutdown, a failure could not be handled any more
        except BrokenPipeError:
            status = _abandon_output()
        except OSError as error:
            status = status or _system_error(error)  # once is enough
            _abandon_output()
    sys.exit(status)


def _run(args: Sequence[str] | None) -> int:
    """Run one command and return its exit status."""
    try:
        # Outside of standalone mode click returns the status given to `Context.exit`.
        status: object = group.main(args, prog_name="cardrules", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say("Stopped.")
        return INTERRUPTED
    except OSError as error:
        return _system_error(error)
    except Exception as error:
        from ..interpreter import errors  # only now, for it would cost every start

        if not isinstance(error, errors.CardrulesError):
            _print_traceback()
            _say(bug_report(error))
            return INTERNAL_ERROR
        _say(f"Error: {error}")
        for note in getattr(error, "__notes__", ()):
            _say(note)
        wrong_call = isinstance(error, errors.OptionError | errors.PlayerCountError)
        return USAGE if wrong_call else FINDINGS
    return status if isinstance(status, int) else CLEAN


def _abandon_output() -> int:
    """Let what is still buffered vanish, so that it does not fail again when Python shuts down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _system_error(error: OSError) -> int:
    """Report what the operating system refused, for instance a full disk; that is no bug."""
    _print_traceback()
    where = f" ({error.filename})" if error.filename else ""
    closed = error.errno == errno.EBADF
    what = "standard output is closed" if closed else error.strerror or error
    _say(f"Error: {what}{where}.")
    return SYSTEM_ERROR


def _say(text: str) -> None:
    """Print a message to standard error, if anybody can read it."""
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def _print_traceback() -> None:
    """Print where the current exception came from, for those who ask for it."""
    if os.environ.get("CARDRULES_TRACEBACK"):
        import traceback

        traceback.print_exc()
