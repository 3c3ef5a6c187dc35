"""A ruleset that is being written, played at the table in the browser."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import click

from ...interpreter.check.load import load_ruleset
from ...interpreter.diagnostics import printable
from ...interpreter.errors import SetupError
from ...interpreter.installing import how_to_install
from ...rulesets import path
from ..terminal import has_colours
from .looking import look, suites_of
from .watching import files_of

if TYPE_CHECKING:
    from .watching import Watch

_SECONDS: Final = 0.3  # in which a bot decides: the person tries rules out
_PACE: Final = 0.4


def at_the_table(file: str, watch: Watch, port: int, *, opens: bool) -> None:
    """Serve the table until the process is told to end.

    Args:
        file: the ruleset, a path or a bare name.
        watch: the files with its rules.
        port: the port; 0 for any that is free.
        opens: whether to open the browser.
    """
    try:
        from ...table.developing import Development
        from ...table.server import serve
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] == "cardrules":
            raise
        raise SetupError(f"the table needs the package {error.name}: {how_to_install('table')}") from None
    place = path(file) or Path(file)

    def report() -> tuple[str, ...]:
        """Say at the terminal what is wrong with the ruleset, and return what the table says of it."""
        watch.on([str(place)])
        watch.on(files_of(load_ruleset(file).resolved.sources))
        suites = suites_of(place.resolve())
        watch.on(suites)
        click.echo(f"{printable(file)}, {time.strftime('%H:%M:%S')}")
        lines = list(look(file, suites, colour=has_colours()))
        for line in lines:
            click.echo(line)
        return (lines[-1],)

    def ready(address: str) -> None:
        click.echo(f"Open this address in your browser: {address} (Ctrl-C ends the table.)")
        if opens:
            click.launch(address)

    report()
    development = Development(watch.edited, report)
    with TemporaryDirectory(prefix="cardrules-") as folder:
        store = Path(folder) / "tables.sqlite"
        serve((file,), None, port, store, _SECONDS, _PACE, ready, development=development)
