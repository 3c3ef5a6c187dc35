"""`cardrules simulate`: many games by bots, and what they tell about a ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .players import parse_players

if TYPE_CHECKING:
    from rich.console import RenderableType


@click.command("simulate")
@click.argument("file")
@click.option(
    "--games",
    type=click.IntRange(1, 100_000_000),
    default=1000,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="The seed of the first game; each later one adds 1.",
)
@click.option(
    "--players", metavar="KIND,...", help="Who plays, seat by seat: random or rollout. Or how many."
)
@click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option of the game."
)
@click.option("--variant", metavar="NAME", help="Play a variant that the ruleset names.")
@click.option("--single-deal", is_flag=True, help="Stop each game after one deal.")
@click.option(
    "--budget",
    type=click.IntRange(1, 1_000_000),
    default=50,
    show_default=True,
    help="Simulations of a rollout bot for each decision.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(
    context: click.Context,
    file: str,
    games: int,
    seed: int,
    players: str | None,
    settings: tuple[str, ...],
    variant: str | None,
    single_deal: bool,
    budget: int,
    as_json: bool,
) -> None:
    """Play many games of FILE by bots: wins per seat, length, and how the games end.

    The same seed gives the same games on every machine. Ctrl-C prints what there is so far.
    """
    import json
    from time import perf_counter

    from ..interpreter.simulate import Simulation, summary
    from .loading import load
    from .main import CLEAN, INTERRUPTED
    from .terminal import console

    kinds, count = parse_players(players, humans=False)
    game = load(file, players=count, settings=settings, variant=variant, single_deal=single_deal)
    simulation = Simulation(game, kinds or ["random"] * game.players, seed=seed, budget=budget)
    status = CLEAN
    start = perf_counter()
    try:
        for _ in range(games):
            simulation.play_one()
    except KeyboardInterrupt:
        status = INTERRUPTED
    result = summary(simulation, seed, perf_counter() - start)
    if as_json:
        click.echo(json.dumps(result, indent=2))
    else:
        if status == INTERRUPTED:
            click.echo(f"Stopped after {simulation.tally.games} of {games} games.", err=True)
        screen = console()
        for part in _report(result, game.program.title):
            screen.print(part)
    context.exit(status)


def _report(result: dict[str, Any], title: str) -> list[RenderableType]:
    """Return the results for people."""
    from rich.table import Table
    from rich.text import Text

    from ..interpreter.diagnostics import printable

    games = result["games"]
    speed = games / result["seconds"] if result["seconds"] else 0
    head = f"{printable(title)}: {_games(games)} from seed {result['seed']}, {speed:,.0f} games/s"
    if not games:
        return [Text(f"{printable(title)}: no game was finished.")]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("seat", justify="right")
    table.add_column("player")
    table.add_column("wins", justify="right")
    table.add_column("share", justify="right")
    table.add_column("95 % interval", justify="right")
    scored = "mean_score" in result["seats"][0]
    if scored:
        table.add_column("mean score", justify="right")
    for seat in result["seats"]:
        low, high = seat["interval"]
        row = [
            str(seat["seat"]),
            seat["player"],
            str(seat["wins"]),
            f"{seat['share']:.1%}",
            f"{low:.1%} to {high:.1%}",
        ]
        table.add_row(*row, *([f"{seat['mean_score']:.2f}"] if scored else []))
    length = result["length"]
    lines = [
        f"won by nobody     {_share(result['draws'], games)}",
        f"stopped by limit  {_share(result['limit_decided'], games)}",
        f"decisions a game  mean {length['mean']:.1f}, median {length['median']:g}, "
        f"longest {length['longest']}",
    ]
    if result["deals"] > games:
        lines.append(f"deals a game      mean {result['deals'] / games:.1f}")
    if "branching" in result:
        branching = result["branching"]
        lines.append(
            f"legal actions     mean {branching['mean']:.2f}, most {branching['most']}, "
            f"only one in {branching['forced']:.1%} of decisions"
        )
    return [Text(head, "bold"), Text(), table, Text(), *map(Text, lines)]


def _games(count: int) -> str:
    return f"{count:,} game{'s' if count != 1 else ''}"


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.1%})"
