"""`cardrules measure`: how large games are as environments for learning."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

import click

from .. import options

if TYPE_CHECKING:
    from ...environments.sizes import Sizes
    from ...interpreter.game.rules import Rules

_HEADS: Final = (
    "game",
    "players",
    "actions",
    "observation",
    "steps",
    "branching",
    "widest",
    "information states",
    "met again",
)


@click.command("measure")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=20,
    show_default=True,
    help="How many games are played at random.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first game.")
@options.player_count
@options.settings
@options.variant
@options.single_deal
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    files: tuple[str, ...],
    games: int,
    seed: int,
    players: int | None,
    settings: tuple[str, ...],
    variant: str | None,
    single_deal: bool,
    as_json: bool,
) -> None:
    """Print how large games are: action space, observation, length, branching, information.

    FILE is a ruleset's path or the name of a bundled one. docs/environments.md explains the
    columns.
    """
    from ..loading import load

    games_of = {
        file: load(file, players=players, settings=settings, variant=variant, single_deal=single_deal) for file in files
    }
    found: dict[str, dict[str, Any]] = {}
    for file, game in games_of.items():
        sizes = _measured(game, games, seed)
        found[file] = {**game.settings(), **game.origin, "seed": seed, **asdict(sizes)}
        if not as_json:
            _print(file, sizes, first=len(found) == 1)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))


def _measured(game: Rules, games: int, seed: int) -> Sizes:
    """Return the sizes of a game.

    Raises:
        SetupError: numpy is not installed.
    """
    from ...interpreter.errors import SetupError
    from ...interpreter.installing import how_to_install

    try:
        from ...environments.sizes import measure
    except ImportError as error:
        if error.name != "numpy":
            raise
        raise SetupError(f"this needs the package numpy: {how_to_install('rl')}") from None
    return measure(game, games, seed)


def _print(file: str, sizes: Sizes, *, first: bool) -> None:
    """Print a line of the table, after its head if it is the first."""
    if first:
        click.echo(_line(_HEADS))
    click.echo(
        _line(
            (
                file,
                f"{sizes.players}",
                f"{sizes.actions:,}",
                f"{sizes.observation:,}",
                f"{sizes.steps:,.1f}",
                f"{sizes.branching:.1f}",
                f"{sizes.widest:,}",
                f"{sizes.information_states:,}",
                f"{sizes.repeated:.1%}",
            )
        )
    )


def _line(cells: tuple[str, ...]) -> str:
    """Return cells in columns; the first is the widest."""
    first, *others = cells
    widths = (max(len(head), 9) for head in _HEADS[1:])
    columns = "  ".join(f"{cell:>{width}}" for cell, width in zip(others, widths, strict=True))
    return f"{first:<22}{columns}"
