"""`cardrules simulate`: many games by bots, and statistics of a ruleset."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import cast

import click

from .. import options
from ..hints import command_line
from ..simulation import dataset
from ..simulation.options import GAMES, Playing, playing


@click.command("simulate")
@click.argument("file", required=False)
@click.option("--games", type=click.IntRange(1), help=f"How many games to play. By default {GAMES}.")
@dataset.options
@options.settings
@options.variant
@playing
def command(
    context: click.Context,
    playing: Playing,
    file: str | None,
    games: int | None,
    data_file: str | None,
    observations: dataset.Told | None,
    settings: tuple[str, ...],
    variant: str | None,
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

    playing.check_files(**{"--dataset": data_file})
    wanted = dataset.wanted(data_file, observations, resume=playing.resume is not None)
    done, rows, resume = checkpoint.Done(), playing.csv_file is not None, playing.resume
    if resume is not None:
        given = {"--set": settings, "--variant": variant, "FILE": file}
        playing.refuse_with_resume(**given)
        head, done = checkpoint.read(Path(resume))
        checkpoint.expect(head, "simulate", resume, rows=rows)
        rows = bool(head["rows"])
        setup = setups.saved(head["game"], resume, playing)
        games = games or cast("int", head["games"])
    elif file is None:
        hint = command_line("list")
        raise click.UsageError(f"Missing argument 'FILE': the ruleset ('{hint}').")
    else:
        scribe = None if wanted is None else wanted.scribe
        setup = setups.setup(file, playing, settings=settings, variant=variant, scribe=scribe)
    games = games or GAMES
    head = checkpoint.head("simulate", games, rows=rows) | {"game": setup.data()}
    kept = None if wanted is None else wanted.begun(setup.simulation)
    runner = Runner(
        setup.simulation,
        head,
        done,
        name=setup.game.program.id,
        jobs=playing.jobs,
        scheduler=playing.scheduler,
        save=playing.target,
        verbose=playing.verbose,
        hear=None if kept is None else lambda part: kept.add(part.first, part.last, part.written),
    )
    with runner:
        with kept or nullcontext():
            runner.play(games)
        if wanted is not None and kept is not None:
            wanted.report(kept.games, games)
        title = setup.game.program.title
        result = report(setup.simulation, done.tally)
        result |= {
            "seconds": round(runner.seconds, 3),
            "engine": runner.engine(setup.simulation.engine_used),
        }
        if playing.as_json:
            click.echo(json.dumps(result))
        else:
            tables.show(title, result, runner.rate)
        if playing.csv_file is not None:
            csv_report.write(
                playing.csv_file,
                setup.simulation.columns(),
                done,
                {"fingerprint": result["fingerprint"]},
            )
        if playing.html_file is not None:
            page = html_report.simulation(title, result)
            Path(playing.html_file).write_text(page, encoding="utf-8")
    context.exit(INTERRUPTED if runner.stopped else CLEAN)
