"""`cardrules new`: a new ruleset."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ..hints import command_line


@click.command("new")
@click.argument("name")
@click.option("--extends", "parent", metavar="GAME", help="Write a variant of GAME, a bare name or a path.")
def command(name: str, parent: str | None) -> None:
    """Write NAME.yaml: a small complete game, or a variant of another with --extends.

    Both contain scenarios that `cardrules test` can play. NAME may begin with a folder:
    `cardrules new rulesets/my_game`.
    """
    from ...interpreter.authoring.templates import new_game, new_variant
    from ...interpreter.errors import RulesetError
    from ...rulesets import path as known
    from ..loading import refused

    path = Path(name.removesuffix(".yaml") + ".yaml")
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,59}", path.stem):
        better = re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_")
        hint = f" Write '{better}'." if re.fullmatch(r"[a-z][a-z0-9_]{0,59}", better) else ""
        message = f"'{path.stem}' is not a valid name: use small letters, digits, underscores.{hint}"
        raise click.BadParameter(message, param_hint="NAME")
    if path.exists():
        message = f"'{path}' exists already; choose another name."
        raise click.BadParameter(message, param_hint="NAME")
    if not path.parent.is_dir():
        message = f"There is no folder '{path.parent}'; make it first."
        raise click.BadParameter(message, param_hint="NAME")
    if known(path.stem) is not None:
        message = f"'{path.stem}' is the name of a ruleset that comes with cardrules, or is on the "
        raise click.BadParameter(message + "search path; choose another.", param_hint="NAME")
    try:
        text = new_variant(path, parent) if parent is not None else new_game(path.stem)
    except RulesetError as error:
        raise refused(error) from None
    path.write_text(text, encoding="utf-8", newline="\n")
    click.echo(f"Wrote {path}. Next: {command_line('test', str(path))}")
