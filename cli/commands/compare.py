"""`cardrules compare`: the differences between two sets of rules, on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from .. import options
from ..hints import command_line
from ..simulation.options import GAMES, Playing, playing

if TYPE_CHECKING:
    from ...interpreter.presentation.figures import Table
    from ...interpreter.simulation.compare import Comparison
    from ..simulation.runner import Runner
    from ..simulation.setups import Setup

_PILOT: Final = 400  # games after which the number that a precision needs is estimated
_MOST: Final = 10_000_000
_SPARE: Final = 1.1  # a margin, because an estimate may be too low


@click.command("compare")
@click.argument("base", required=False)
@click.argument("variant", required=False)
@click.option(
    "--games",
    type=click.IntRange(2),
    help=f"How many games to play on each side. By default {GAMES}; with --precision, the most.",
)
@click.option(
    "--precision",
    type=options.NumberRange(0.01, 50),
    metavar="POINTS",
    help="Play until the main differences are known to this precision.",
)
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option of VARIANT.")
@click.option("--variant", "named", metavar="NAME", help="Choose a variant that VARIANT names.")
@click.option("--base-set", multiple=True, metavar="OPTION=VALUE", help="Set an option of BASE.")
@click.option("--base-variant", metavar="NAME", help="Choose a variant that BASE names.")
@playing
def command(
    context: click.Context,
    playing: Playing,
    base: str | None,
    variant: str | None,
    games: int | None,
    precision: float | None,
    settings: tuple[str, ...],
    named: str | None,
    base_set: tuple[str, ...],
    base_variant: str | None,
) -> None:
    """Play the same deals with the same bots under the rules of BASE and of VARIANT.

    Without VARIANT, --set and --variant turn BASE into the other side. Sentences describe the
    differences that are statistically sure (docs/simulation.md).
    """
    from ...interpreter.simulation.compare import Comparison
    from ..exit_status import CLEAN, INTERRUPTED
    from ..simulation import checkpoint, csv_report, setups
    from ..simulation.runner import Runner

    playing.check_files()
    done, rows, resume = checkpoint.Done(), playing.csv_file is not None, playing.resume
    if resume is not None:
        given = {
            "--set": settings,
            "--variant": named,
            "--base-set": base_set,
            "--base-variant": base_variant,
            "BASE": base,
        }
        playing.refuse_with_resume(**given)
        head, done = checkpoint.read(Path(resume))
        checkpoint.expect(head, "compare", resume, rows=rows)
        rows = bool(head["rows"])
        first = setups.saved(head.get("base"), resume, playing)
        second = setups.saved(head.get("variant"), resume, playing)
        goal = games or cast("int", head["games"])
        precision = precision or (None if games else head.get("precision"))
    elif base is None:
        hint = command_line("list")
        raise click.UsageError(f"Missing argument 'BASE': the ruleset ('{hint}').")
    else:
        first = setups.setup(base, playing, settings=base_set, variant=base_variant)
        second = setups.setup(variant or base, playing, settings=settings, variant=named)
        if first.data() == second.data():
            raise click.UsageError("both sides are the same game: name a second ruleset, --set or --variant.")
        goal = min(_PILOT, games or _PILOT) if precision else games or GAMES
    comparison = Comparison(first.simulation, second.simulation)
    head = checkpoint.head("compare", goal, rows=rows) | {
        "base": first.data(),
        "variant": second.data(),
        "precision": precision,
    }
    runner = Runner(
        comparison,
        head,
        done,
        name=f"{first.game.program.id}-{second.game.program.id}",
        jobs=playing.jobs,
        scheduler=playing.scheduler,
        save=playing.target,
        verbose=playing.verbose,
    )
    with runner:
        runner.play(goal)
        if precision is not None:
            _refine(runner, goal, precision, games or _MOST)
        _show(comparison, (first, second), runner, playing)
        if playing.csv_file is not None:
            marks = {
                f"{side} fingerprint": setup.game.origin["fingerprint"]
                for side, setup in (("base", first), ("variant", second))
            }
            csv_report.write(playing.csv_file, comparison.columns(), done, marks)
    context.exit(INTERRUPTED if runner.stopped else CLEAN)


def _refine(runner: Runner, games: int, precision: float, most: int) -> None:
    """Play on until the main differences are known with the wanted precision.

    The number of games is estimated only after all games so far are finished, so that it does not
    depend on the processes that play them.
    """
    from ...interpreter.simulation.compare import Sides

    while not runner.stopped and games < most:
        needed = Sides(runner.done.tally).needed(precision / 100)
        if needed <= games:
            return
        games = min(round(needed * _SPARE), most)
        runner.play(games)


def _show(comparison: Comparison, setups: tuple[Setup, Setup], runner: Runner, playing: Playing) -> None:
    """Print the differences, and write the page."""
    import json

    from ...interpreter.presentation import conclusions
    from ...interpreter.simulation.compare import Sides
    from ...interpreter.simulation.report import report
    from ..simulation import html_report

    sides = Sides(runner.done.tally)
    reports = [
        report(comparison.base, sides.base),
        report(comparison.variant, sides.variant),
    ]
    for each, own in zip(reports, (comparison.base, comparison.variant), strict=True):
        each["engine"] = runner.engine(own.engine_used)
    differences = sides.differences()
    players = comparison.base.players
    addresses = [set[str](each.get("rules", ())) for each in reports]
    only = (addresses[0] - addresses[1], addresses[1] - addresses[0])
    sentences = conclusions.verdict(differences, players, only)
    table = conclusions.table(differences, players)
    names = _names(setups)
    title = f"{names[0]} and {names[1]}"
    if playing.as_json:
        result: dict[str, Any] = {
            "format": reports[0]["format"],
            "games": sides.games,
            "verdict": sentences,
            "differences": [each.data() for each in differences.values()],
            "base": reports[0],
            "variant": reports[1],
            "seconds": round(runner.seconds, 3),
        }
        click.echo(json.dumps(result))
    else:
        _print(title, reports, sentences, table, runner.rate)
    if playing.html_file is not None:
        text = html_report.comparison(title, sentences, table, names, reports)
        Path(playing.html_file).write_text(text, encoding="utf-8")


def _print(
    title: str,
    reports: list[dict[str, Any]],
    sentences: list[str],
    table: Table,
    rate: float | None,
) -> None:
    """Print the sentences, then the table of numbers, and what played each side."""
    from rich.text import Text

    from ...interpreter.diagnostics import printable
    from ..simulation.tables import STAR, made_from, per_second, rich_table
    from ..terminal import console

    screen = console()
    speed = f", {per_second(rate, 'pairs')}" if rate else ""
    games = reports[0]["games"]
    screen.print(Text(f"{printable(title)}: {games:,} pairs of games{speed}", "bold"))
    screen.print()
    for sentence in sentences:
        screen.print(Text(printable(sentence)))
    if table.rows:
        screen.print(Text(), rich_table(table), sep="\n")
        screen.print(Text(STAR, "dim"))
    base, variant = (each["engine"] for each in reports)
    engine = base if base == variant else f"base {base}; variant {variant}"
    screen.print(Text(f"engine  {printable(engine)}"))
    screen.print(Text(), Text(made_from(*reports), "dim"), sep="\n")


def _names(setups: tuple[Setup, Setup]) -> list[str]:
    """Return names for the sides: their titles, or the options that tell them apart."""
    titles = [setup.game.program.title for setup in setups]
    if titles[0] != titles[1]:
        return titles
    games = [setup.simulation.settings() for setup in setups]
    names: list[str] = []
    for title, own, other in zip(titles, games, reversed(games), strict=True):
        differs = [
            f"{option}={value}" for option, value in own["options"].items() if other["options"].get(option) != value
        ]
        how = own["variant"] or ", ".join(differs) or "as it is"
        names.append(f"{title} ({how})")
    return names
