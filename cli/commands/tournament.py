"""`cardrules tournament`: bots against each other on the same deals, with ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from .. import options
from ..hints import command_line
from ..simulation.options import BUDGET, Playing, playing_pairs

if TYPE_CHECKING:
    from ...interpreter.game.rules import Rules
    from ...interpreter.simulation.tournament import Tournament

_GAMES: Final = 100


@click.command("tournament")
@click.argument("file", required=False)
@click.option("--players", metavar="BOT,...", help="The bots: at least two (docs/bots.md).")
@click.option(
    "--games",
    type=click.IntRange(2),
    help="How many games each pair of bots plays: half as many deals, each twice with the seats "
    f"exchanged. An odd number becomes the next even one. By default {_GAMES}.",
)
@click.option(
    "--seats",
    type=click.IntRange(1, options.MOST_PLAYERS),
    help="The number of seats, if not that of the ruleset. The two bots of a pair take turns.",
)
@click.option(
    "--limit",
    type=options.NumberRange(0.001, 86400),
    metavar="SECONDS",
    help="A bot of your own that takes longer for a decision loses the game. By default 60.",
)
@options.settings
@options.variant
@playing_pairs
def command(
    context: click.Context,
    playing: Playing,
    file: str | None,
    games: int | None,
    seats: int | None,
    limit: float | None,
    settings: tuple[str, ...],
    variant: str | None,
) -> None:
    """Let each pair of bots play FILE on the same deals, and rate them.

    A deal is played twice with the seats exchanged, so that luck with the cards cancels out. A bot
    that fails loses the game, and the tournament goes on. The figures are defined in
    docs/simulation.md.
    """
    from ...interpreter.bots.bots import check_bots
    from ...interpreter.bots.own_bots import LIMIT
    from ...interpreter.diagnostics import counted
    from ...interpreter.simulation.tournament import Tournament, report
    from ..exit_status import CLEAN, INTERRUPTED
    from ..loading import load, place
    from ..players import parse_players
    from ..simulation import checkpoint, tables
    from ..simulation.runner import Runner
    from ..simulation.setups import check_engine, described

    playing.check_files()
    done, resume = checkpoint.Done(), playing.resume
    if resume is not None:
        given = {
            "--set": settings,
            "--variant": variant,
            "--seats": seats,
            "--limit": limit,
            "FILE": file,
        }
        playing.refuse_with_resume(**given)
        head, done = checkpoint.read(Path(resume))
        checkpoint.expect(head, "tournament", resume, rows=False)
        file, tournament = _again(head.get("game"), resume, playing.engine)
        wanted = cast("int", head["games"])
    elif file is None:
        hint = command_line("list")
        raise click.UsageError(f"Missing argument 'FILE': the ruleset ('{hint}').")
    else:
        bots = parse_players(playing.players, humans=False)[0] or ()
        if len(set(bots)) < 2 or len(set(bots)) < len(bots) or playing.players == str(len(bots)):
            raise click.UsageError("--players: name at least two different bots.")
        game = load(
            file,
            players=seats,
            settings=settings,
            variant=variant,
            single_deal=playing.single_deal,
        )
        check_bots(game, bots)
        file = place(game, file)
        tournament = Tournament(
            game,
            bots,
            seed=playing.seed or 0,
            budget=playing.budget or BUDGET,
            limit=limit or LIMIT,
            engine=playing.engine,
        )
        wanted = 0
    check_engine(tournament)
    if games is not None or resume is None:
        deals = (1 + (games or _GAMES)) // 2
        wanted = deals * len(tournament.pairs)
        if games is not None and games % 2:
            message = f"Each deal is played twice, so each pair plays {2 * deals:,} games."
            click.echo(message, err=True)
    if done.games > wanted:
        kept = counted(2 * done.games, "game")
        click.echo(f"'{resume}' has {kept} already, so no further one is played.", err=True)
    game_data = {"game": described(tournament, file)}
    head = checkpoint.head("tournament", wanted, rows=False) | game_data
    runner = Runner(
        tournament,
        head,
        done,
        name=tournament.game.program.id,
        together=2,
        jobs=playing.jobs,
        scheduler=playing.scheduler,
        save=playing.target,
        verbose=playing.verbose,
    )
    with runner:
        runner.play(wanted)
        result = report(tournament, done.tally) | {
            "seconds": round(runner.seconds, 3),
            "engine": runner.engine(tournament.engine_used),
        }
        if playing.as_json:
            click.echo(json.dumps(result))
        else:
            tables.show_tournament(tournament.game.program.title, result)
    context.exit(INTERRUPTED if runner.stopped else CLEAN)


def _again(data: Any, source: str, engine: str | None) -> tuple[str, Tournament]:
    """Return the ruleset's name and the tournament of a saved one, for an engine.

    Raises:
        SaveFileError: The ruleset has changed, or the data is damaged.
    """
    from ...interpreter.simulation.tournament import Tournament
    from ..simulation.setups import again

    def make(game: Rules, wanted: dict[str, Any]) -> Tournament:
        return Tournament(
            game,
            wanted["bots"],
            seed=int(wanted["seed"]),
            budget=int(wanted["budget"]),
            limit=float(wanted["limit"]),
            engine=engine,
        )

    return again(data, source, make)
