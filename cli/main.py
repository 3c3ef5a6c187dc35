"""The command line: finds the command, and turns its end into an exit status."""

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
    print_traceback,
    report_bug,
)
from .terminal import prepare_streams, say_error

# In the order of the help. Each is a module of `commands` with a click command called `command`.
COMMANDS = (
    "run",
    "dev",
    "serve",
    "publish",
    "stats",
    "rules",
    "validate",
    "explain",
    "test",
    "check",
    "fmt",
    "new",
    "schema",
    "lsp",
    "show",
    "diff",
    "simulate",
    "compare",
    "tournament",
    "list",
    "compile",
    "measure",
    "decks",
    "hands",
)


class LazyGroup(click.Group):
    """A group that imports the module of a command only when it is needed, to start fast."""

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

            from ..rulesets import known
            from .hints import command_line

            near = get_close_matches(name, COMMANDS, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            if name in known():
                hint = f" To play it: {command_line('run', name)}"
            ctx.fail(f"No such command '{name}'.{hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command. If the reader of the output closes the pipe, end without a message."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would make it status 1, which means findings here
            return _abandon_output()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """Play, check and measure card games that are written as YAML rulesets.

    `cardrules run` lets you choose a game and plays it; `cardrules rules hearts` explains one.

    FILE is the path of a ruleset or a bare name. Bundled rulesets have bare names, and so have
    rulesets in the folders that the environment variable CARDRULES_PATH lists.

    Exit status: 0 clean, 1 findings, 2 wrong usage, 3 an error in cardrules itself, 74 the system
    refused something (a full disk), 130 stopped by a signal, 141 its output was closed.
    """


_OBJECTS: Final = 100_000
"""New objects between garbage collections. Checking a ruleset makes many objects, few cycles."""


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit, with a traceback only if CARDRULES_TRACEBACK is set.

    Args:
        args: The arguments after the program's name; by default those of the process.

    Raises:
        SystemExit: Always, with the exit status.
    """
    with signals.raised():
        status = run(args)
    sys.exit(status)


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; the arguments are those of `main`."""
    gc.set_threshold(_OBJECTS)
    prepare_streams()
    status = _run(args)
    try:
        if not sys.stdout.closed:  # the language server closes it
            sys.stdout.flush()  # at shutdown, a failure could not be handled any more
    except BrokenPipeError:
        status = _abandon_output()
    except OSError as error:
        status = status or _system_error(error)  # reported only once
        _abandon_output()
    return status


def _run(args: Sequence[str] | None) -> int:
    """Run one command and return its exit status."""
    try:
        # Outside of standalone mode click returns the status given to `Context.exit`.
        status: object = group.main(args, prog_name="cardrules", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say_error("Stopped.")
        return INTERRUPTED
    except OSError as error:
        return _system_error(error)
    except Exception as error:
        if signals.arrived():  # an import that is interrupted can end in another error
            say_error("Stopped.")
            return INTERRUPTED
        from ..interpreter import errors  # not earlier, because it would slow down every start

        if not isinstance(error, errors.CardrulesError):
            report_bug(error)
            return INTERNAL_ERROR
        say_error(f"Error: {error}")
        for note in getattr(error, "__notes__", ()):
            say_error(note)
        wrong_call = isinstance(error, errors.OptionError | errors.PlayerCountError)
        return USAGE if wrong_call else FINDINGS
    return status if isinstance(status, int) else CLEAN


def _abandon_output() -> int:
    """Discard buffered output, because writing it would fail again when Python shuts down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _system_error(error: OSError) -> int:
    """Report an error of the operating system, for instance a full disk; it is not a bug."""
    print_traceback(error)
    where = f" ({error.filename})" if error.filename else ""
    closed = error.errno == errno.EBADF
    what = "standard output is closed" if closed else error.strerror or error
    say_error(f"Error: {what}{where}.")
    return SYSTEM_ERROR
