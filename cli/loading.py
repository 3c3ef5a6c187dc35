"""Loading a ruleset for a command. Errors are shown with excerpts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..interpreter.check.load import Loaded
    from ..interpreter.errors import CardrulesError, RulesetError
    from ..interpreter.game.rules import Rules
    from ..interpreter.resolve.resolve import Resolved


def load(
    file: str,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    settings: Sequence[str] = (),
    variant: str | None = None,
    single_deal: bool = False,
) -> Rules:
    """Load a ruleset and compile it; the arguments are those of `cardrules.load`.

    Raises:
        click.exceptions.Exit: The ruleset has errors, which were shown.
        OptionError, PlayerCountError: The game has no such option, variant or number of players.
    """
    from ..interpreter.errors import RulesetError
    from ..interpreter.play import game

    try:
        loaded = game.load(
            file,
            players=players,
            options=options,
            settings=settings,
            variant=variant,
            single_deal=single_deal,
        )
    except RulesetError as error:
        raise refused(error) from None
    return game.rules_of(loaded)


def resolve(file: str, *, settings: Iterable[str] = (), variant: str | None = None) -> Resolved:
    """Resolve a ruleset, without compiling it; the arguments are those of `load`.

    Raises:
        click.exceptions.Exit: The ruleset has errors, which were shown.
        OptionError: The game has no such option, variant or number of players.
    """
    from ..interpreter.resolve.resolve import resolve

    resolved = resolve(file, settings=settings, variant=variant)
    _refuse(resolved.failure())
    return resolved


def check(file: str, *, settings: Iterable[str], variant: str | None, players: int | None) -> Loaded:
    """Check a ruleset, without compiling it; the arguments and errors are those of `load`."""
    from ..interpreter.check.load import load_ruleset

    loaded = load_ruleset(file, settings=settings, variant=variant, players=players)
    _refuse(loaded.failure())
    return loaded


def _refuse(failure: CardrulesError | None) -> None:
    """Raise what ends the command if a ruleset cannot be loaded; its errors are shown."""
    from ..interpreter.errors import RulesetError

    if failure is not None:
        raise refused(failure) if isinstance(failure, RulesetError) else failure


def refused(error: RulesetError) -> click.exceptions.Exit:
    """Show the errors of a ruleset, and return the exception that ends the command."""
    from .diagnostics.render import full
    from .exit_status import FINDINGS
    from .terminal import has_colours

    click.echo(full(error.diagnostics, error.sources, colour=has_colours()), err=True, nl=False)
    return click.exceptions.Exit(FINDINGS)


def place(game: Rules, file: str) -> str:
    """Return a name of the ruleset that works in any folder: bundled name or absolute path."""
    from ..rulesets import path

    resolved = game.loaded.resolved.path
    bundled = path(file)
    if bundled is not None and bundled.resolve() == resolved.resolve():
        return file
    return str(resolved.resolve())
