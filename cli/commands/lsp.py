"""`cardrules lsp`: the language server for editors."""

from __future__ import annotations

import click


@click.command("lsp")
def command() -> None:
    """Serve an editor: mistakes, completion, explanations and more, while you write.

    The editor starts this command, and talks to it over standard input and output by the Language Server
    Protocol. docs/editors.md says how to set up an editor.
    """
    from ...interpreter.errors import SetupError
    from ...interpreter.installing import how_to_install

    try:
        from ..language_server.server import made
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] == "cardrules":
            raise
        raise SetupError(f"the language server needs the package {error.name}: {how_to_install('lsp')}") from None
    made().start_io()
