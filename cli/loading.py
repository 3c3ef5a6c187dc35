"""Loading a ruleset for a command: its errors are shown with their excerpts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..interpreter.game import Game


def load(
    file: str,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    settings: Sequence[str] = (),
    variant: str | None = None,
    single_deal: bool = False,
) -> Game:
    """Load a ruleset and compile it; the arguments are those of `cardrules.load`.

    Raises:
        click.exceptions.Exit: The ruleset has errors, which were shown.
        OptionError, PlayerCountError: The game does not offer that.
    """
    from ..interpreter import game
    from ..interpreter.errors import RulesetError
    from .main import FINDINGS

    try:
        return game.load(
            file,
            players=players,
            options=options,
            settings=settings,
            variant=variant,
            single_deal=single_deal,
        )
    except RulesetError as error:
        from .render import full
        from .terminal import has_colours

        click.echo(full(error.diagnostics, error.sources, colour=has_colours()), err=True, nl=False)
        raise click.exceptions.Exit(FINDINGS) from None


def place(game: Game, file: str) -> str:
    """Return how the ruleset is found again from anywhere: its bundled name or absolute path."""
    from ..rulesets import path

    resolved = game.loaded.resolved.path
    bundled = path(file)
    if bundled is not None and bundled.resolve() == resolved.resolve():
        return file
    return str(resolved.resolve())
