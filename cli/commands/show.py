"""`cardrules show`: a ruleset with all that it inherits, or the origin of its parts."""

from __future__ import annotations

import click


@click.command("show")
@click.argument("file")
@click.option(
    "--origin",
    metavar="ADDRESS",
    help="Print the file and line of each part of ADDRESS; '.' is the whole ruleset.",
)
def command(file: str, origin: str | None) -> None:
    """Print FILE as one ruleset, with all that it inherits and without `extends`.

    The output is a ruleset itself, without the comments of its files. ADDRESS is the address of a
    rule, such as `actions.draw`.
    """
    from ..loading import resolve

    resolved = resolve(file)
    if origin is None:
        from ...interpreter.source.layout import write
        from ..terminal import write_ruleset

        write_ruleset(write(resolved.tree, resolved.sources))
        return
    from ...interpreter.diagnostics import printable
    from ...interpreter.resolve.origins import origins

    try:
        parts = origins(resolved, "" if origin == "." else origin)
    except ValueError as error:
        raise click.BadParameter(printable(str(error)), param_hint="--origin") from None
    width = max((len(address) for address, _ in parts), default=0)
    for address, span in parts:
        line, column = resolved.sources[span.file].position(span.start)
        click.echo(f"{printable(address):<{width}}  {printable(span.file)}:{line}:{column}")
