"""`cardrules schema`: where the JSON Schema of rulesets lies, for editors."""

from __future__ import annotations

import click


@click.command("schema")
@click.option("--suite", is_flag=True, help="Print the path of the schema of suites.")
def command(suite: bool) -> None:
    """Print the path of the JSON Schema of rulesets.

    An editor that knows the schema completes the keys of a ruleset, explains them and marks wrong
    ones. Editors that use yaml-language-server know it by a setting, which docs/editors.md shows.
    """
    from ...schema import path

    click.echo(path("suite" if suite else "ruleset"))
