"""`cardrules simulate`: many games by bots, and statistics of a ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from .. import options
from ..simulation.options import GAMES, check_outputs, playing, refuse_with_resume


@click.command("simulate")
@click.argument("file", required=False)
@click.option(
    "--games", type=click.IntRange(1), help=f"How many games to play. By default {GAMES}."
)
@options.settings
@options.variant
@playing
def command(
    context: click.Context,
    file: str | None,
    games: int | None,
    settings: tuple[str, ...],
    variant: str | None,
    seed: int | None,
    players: str | None,
    single_deal: bool,
    budget: int | None,
    jobs: int | None,
    scheduler: str | None,
    save: str | None,
    resume: str | None,
    as_json: bool,
    csv_file: str | None,
    html_file: str | None,
) -> None:
    """Let bots play many games of FILE, and measure wins, length, course, endings and rules.

    The same seed gives the same games, on every machine and with any number of processes. Ctrl-C
    prints the results so far, saves them, and says how to continue. The measures are defined in
    docs/simulation.md.
    """
    import json

    from ...interpreter.simulation.report import report
    from ..exit_status import CLEAN, INTERRUPTED
    from ..simulation import checkpoint, csv_report, html_report, setups, tables
    from ..simulation.runner import Runner

    check_outputs(csv_file, html_file, save)
    done, rows = checkpoint.Done(), csv_file is not None
    if resume is not None:
        given = {
            "--set": settings, "--variant": variant, "--seed": seed is not None,
            "--players": players, "--budget": budget, "--single-deal": single_deal,
            "--save": save, "FILE": file,
        }  # fmt: skip
        refuse_with_resume(given)
        head, done = checkpoint.read(Path(resume))
        checkpoint.expect(head, "simulate", resume, rows=rows)
        rows = bool(head["rows"])
        setup = setups.again(head["game"], resume)
        games = games or cast("int", head["games"])
    elif file is None:
        raise click.UsageError("Missing argument 'FILE': the ruleset ('cardrules list').")
    else:
        setup = setups.setup(
            file, players=players, seed=seed, settings=settings, variant=variant,
            single_deal=single_deal, budget=budget,
        )  # fmt: skip
    games = games or GAMES
    head = checkpoint.head("simulate", games, rows=rows) | {"game": setup.data()}
    target = resume or save
    runner = Runner(
        setup.simulation, head, done, name=setup.game.program.id, jobs=jobs, scheduler=scheduler,
        save=Path(target) if target is not None else None,
    )  # fmt: skip
    with runner:
        runner.play(games)
        title = setup.game.program.title
        result = report(setup.simulation, done.tally) | {"seconds": round(runner.seconds, 3)}
        if as_json:
            click.echo(json.dumps(result))
        else:
            tables.show(title, result, runner.rate)
        if csv_file is not None:
            csv_report.write(csv_file, setup.simulation.columns(), done)
        if html_file is not None:
            Path(html_file).write_text(html_report.simulation(title, result), encoding="utf-8")
    context.exit(INTERRUPTED if runner.stopped else CLEAN)
