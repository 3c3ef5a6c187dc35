"""`cardrules check`: trial games under all options, and problems found in them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import click

from ..hints import command_line
from ..options import MOST_PLAYERS
from ..simulation.options import engine

if TYPE_CHECKING:
    from ...interpreter.authoring.trials import Contents, Finding, Setting, Trials
    from ...interpreter.check.load import Loaded
    from ...interpreter.diagnostics import Diagnostic, Source, Sources


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=10,
    show_default=True,
    help="How many games to play under each setting.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first game of each.")
@click.option(
    "--players",
    type=click.IntRange(1, MOST_PLAYERS),
    help="Play only with this number of players.",
)
@click.option("--set", "values", multiple=True, metavar="OPTION=VALUE", help="Play only with this option.")
@click.option("--variant", metavar="NAME", help="Play only this variant.")
@engine
@click.option(
    "--format",
    "output",
    type=click.Choice(["full", "concise", "json"]),
    default="full",
    show_default=True,
    help="How to show what is found.",
)
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    games: int,
    seed: int,
    players: int | None,
    values: tuple[str, ...],
    variant: str | None,
    engine: str | None,
    output: Literal["full", "concise", "json"],
) -> None:
    """Play trial games of each FILE, and report problems that appear in play.

    FILE is a ruleset, or a suite of scenarios. The ruleset of a suite is played, and what the
    scenarios of both reach counts.

    Games are played at random, by the ruleset's quick players, and by rollout bots (not from a
    decision between more than 1,000 actions on): with each number of players, in each variant, and
    under all options (in pairs if there are many).
    The report lists players without a legal action, games that end in an error or too often at
    the limit, lost cards, actions that change nothing or reveal hidden cards, rules that never
    apply, and conditions that are always true or always false.

    With the extra 'fast', native code plays the later games of each setting. It finds the same, so
    --games 1000 takes little time in most games.

    Each finding names the fewest settings and the seed that reproduce it, and the position in which
    it appeared. With --players, --set or --variant only that setting is played.

    Ctrl-C stops it, and shows what was found so far.

    Exit status: 0 nothing found, 1 findings, 2 wrong usage, 3 an error in cardrules, 130 stopped.
    """
    from ...interpreter.diagnostics import counted
    from ...interpreter.native.availability import missing
    from ...interpreter.simulation.engines import FIRST
    from ..diagnostics.render import render
    from ..exit_status import CLEAN, FINDINGS, INTERRUPTED
    from ..terminal import write_report

    if engine == "native" and missing() is not None:
        raise click.UsageError(f"--engine native: {missing()}.")
    found: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    stopped = ""
    for file in files:
        trials, texts, chosen = _prepared(file, players, values, variant, engine)
        done = _played(trials, chosen, games, seed)
        stopped = f"Stopped after {done} of {counted(len(chosen), 'setting')}." if done < len(chosen) else ""
        one = bool(values) or variant is not None or players is not None
        findings = trials.findings(complete=not one and not stopped)
        found += [each.diagnostic for each in findings]
        sources |= texts
        if output == "full":
            _report(trials, findings, texts, done, engines=games > FIRST or engine is not None)
        if stopped:
            break
    if output != "full":
        write_report(render(found, sources, output), output)
    if stopped:
        click.echo(stopped, err=True)
        context.exit(INTERRUPTED)
    context.exit(FINDINGS if found else CLEAN)


def _prepared(
    file: str, players: int | None, values: tuple[str, ...], variant: str | None, engine: str | None
) -> tuple[Trials, Sources, list[Setting]]:
    """Return what plays the trial games of a file, its texts, and the settings to play."""
    from ...interpreter.authoring.trials import Trials, settings
    from ...interpreter.errors import RulesetError
    from ...interpreter.scenarios.suite import opened
    from ..loading import check, refused

    suite = opened(file)
    if suite.games is None:
        raise refused(RulesetError(suite.diagnostics, suite.sources))
    if values or variant is not None or players is not None:
        loaded = check(suite.games.source, settings=values, variant=variant, players=players)
        chosen = [_only(loaded, values)]
    else:
        chosen = settings(suite.games.loaded)
    trials = Trials(suite.games, file, suite.all_scenarios, command=command_line("check"), engine=engine)
    return trials, suite.sources, chosen


def _played(trials: Trials, chosen: list[Setting], games: int, seed: int) -> int:
    """Play the trial games; return how many settings were played before Ctrl-C."""
    done = 0
    try:
        for setting in chosen:
            if sys.stderr.isatty():
                click.echo(f"\rSetting {done + 1} of {len(chosen)} ", nl=False, err=True)
            trials.play(setting, games, seed)
            done += 1
    except KeyboardInterrupt:  # what was found so far is shown; a second Ctrl-C ends that, too
        pass
    if sys.stderr.isatty():
        click.echo("\r" + " " * 30 + "\r", nl=False, err=True)
    return done


def _report(trials: Trials, findings: list[Finding], sources: Sources, done: int, *, engines: bool) -> None:
    """Print the findings of a file with what was played, and with what played it if that is asked for."""
    from ...interpreter.diagnostics import counted
    from ..diagnostics.render import full, summary
    from ..terminal import has_colours

    for each in findings:
        click.echo(full([each.diagnostic], sources, colour=has_colours()), nl=False)
        _show(each.position)
        click.echo()
    found = summary([each.diagnostic for each in findings])
    played = f"{trials.played:,} games with {trials.decisions:,} decisions under {counted(done, 'setting')}"
    click.echo(f"{trials.file}: {played}: {found}.")
    if trials.natively or engines:
        click.echo(f"Engine: {_engines(trials)}.")


def _show(position: Contents) -> None:
    """Print a position."""
    from ...interpreter.diagnostics import printable

    width = max((len(name) for name, _ in position), default=0)
    for name, text in position:
        click.echo(f"    {printable(name):<{width}}  {printable(text)}")


def _engines(trials: Trials) -> str:
    """Return what played the games, and under how many settings if not the same under all."""
    from ...interpreter.diagnostics import counted

    if len(trials.engines) == 1:
        return next(iter(trials.engines))
    return "; ".join(f"{each} ({counted(times, 'setting')})" for each, times in trials.engines.items())


def _only(loaded: Loaded, values: tuple[str, ...]) -> Setting:
    """Return the setting that the user asked for."""
    from ...interpreter.authoring.trials import Setting

    resolved = loaded.resolved
    usual = resolved.variant is not None or not values
    return Setting(resolved.players, dict(resolved.options), resolved.variant, usual=usual)
