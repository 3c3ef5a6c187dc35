"""`cardrules schema`: where the JSON Schemas lie, for editors and for programs that read JSON."""

from __future__ import annotations

import click

from ...schema import KINDS, Kind, path


@click.command("schema")
@click.argument("kind", type=click.Choice(KINDS), default="ruleset")
def command(kind: Kind) -> None:
    """Print the path of the JSON Schema of rulesets, or of another format.

    An editor that knows the schema completes the keys of a ruleset, explains them and marks wrong
    ones. Editors that use yaml-language-server know it by a setting, which docs/editors.md shows.
    `suite` is for scenarios in a file of their own; all others are for the JSON that commands print.
    """
    click.echo(path(kind))
