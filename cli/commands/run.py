"""`cardrules run`: play a game at the terminal, or let bots play it."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...interpreter.presentation.players import HUMAN
from .. import options
from ..files import check_new
from ..hints import command_line
from ..loading import load, place
from ..players import one_for_each_seat, parse_names, parse_players

if TYPE_CHECKING:
    from ...interpreter.game.saving import Since
    from ...interpreter.play.state import State
    from ..play.keeping import Setting


@click.command("run")
@click.argument("file", required=False)
@click.option(
    "--players",
    metavar="KIND,...",
    help="Who plays, seat by seat: human, easy, normal, hard, rollout, ismcts, cfr, quick, random, a bot of "
    "your own, FILE.py:CLASS, or a network, onnx:FILE. Or how many: you, and bots. By default you, "
    "against rollout bots.",
)
@click.option(
    "--names",
    metavar="NAME,...",
    help="What the players are called, seat by seat. An empty name stands for the usual one.",
)
@click.option("--seed", type=int, help="The seed of all chance. By default a new one at a terminal, else 0.")
@click.option(
    "--deck",
    metavar="DEAL",
    help="The first deal: 'microsoft 617', 'pysol 12345', a file of bridge deals such as club.pbn, or club.pbn:12 for "
    "board 12 of it, four hands such as 'N:AKQ32.KJ7.94.T86 …', or all cards in the order in which they are dealt.",
)
@options.settings
@options.variant
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[SAVE]",
    help="Continue a saved game: a file, or the name of a game in the state folder. Without SAVE, "
    "continue the only one there, or choose one.",
)
@click.option(
    "--save",
    "target",
    metavar="FILE",
    help="A new file for the game. By default one in the state folder.",
)
@options.single_deal
@click.option(
    "--new-rules",
    is_flag=True,
    help="With --resume: go on without a question if the rules have changed since the game was saved.",
)
@click.option(
    "--budget",
    type=click.IntRange(1, 1_000_000),
    help="Simulations of a bot that searches, for each decision. By default 200, or as many as the "
    "time of --think allows.",
)
@click.option(
    "--think",
    type=options.NumberRange(0.01, 3600),
    metavar="SECONDS",
    help="The time of a bot that searches, for each decision. By default 1 at a terminal; "
    "elsewhere it is not limited, so that a seed gives the same game again.",
)
@click.option(
    "--practice",
    is_flag=True,
    help="Any move can be taken back, even if something hidden was shown since. The log says so.",
)
@click.pass_context
def command(
    context: click.Context,
    file: str | None,
    players: str | None,
    names: str | None,
    seed: int | None,
    deck: str | None,
    settings: tuple[str, ...],
    variant: str | None,
    resume: str | None,
    target: str | None,
    single_deal: bool,
    new_rules: bool,
    budget: int | None,
    think: float | None,
    practice: bool,
) -> None:
    """Play FILE, a ruleset's path or the name of a bundled one.

    Without FILE you choose a game from a list, at a terminal.

    At a terminal, choose with the arrow keys, space and Enter, or type a move, its number, or its
    parts one by one; `?` shows the other commands. Without a terminal the moves are read from
    standard input, one a line.

    At a terminal a game is saved after each move, and --resume continues it. The state folder for
    saved games is cardrules/games in XDG_STATE_HOME or ~/.local/state (on macOS in
    ~/Library/Application Support, on Windows in %LOCALAPPDATA%). A save there is removed when its
    game is over. Without a terminal a game is saved by `quit` or `save`, or with --save or
    --resume.
    """
    from ...interpreter.bots.bots import check_bots
    from ...interpreter.bots.search.clock import DEFAULT_BUDGET
    from ...interpreter.play.game import Game
    from ..play import rounds
    from ..play.given_deck import given_deck
    from ..play.keeping import Setting
    from ..play.resuming import resumed, seated
    from ..play.saves import Slot
    from ..play.screen import opened

    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    called = parse_names(names)
    if target is not None and target != resume:
        check_new(target)
    if resume is not None:
        given = {"--set": settings, "--variant": variant, "--seed": seed is not None, "--deck": deck is not None}
        given |= {"--single-deal": single_deal}
        for name in [name for name, value in given.items() if value]:
            raise click.UsageError(f"{name} cannot be used with --resume: the saved game has its own.")
        path = _saved_game(resume, terminal)
        game, state, setting, since = resumed(path, file, players, called)
        title = ""
        if not new_rules:
            _accept(since, path, terminal=terminal)
        if budget is not None or think is not None:
            setting.budget, setting.think = budget, think
    else:
        file = file or chosen_game(terminal=terminal)
        kinds, count = parse_players(players)
        chosen = _seed(terminal) if seed is None else seed
        with one_for_each_seat(players):
            game = load(file, players=count, settings=settings, variant=variant, single_deal=single_deal)
        kinds = kinds or (HUMAN, *["rollout"] * (game.players - 1))
        sitting = seated(kinds, called)
        if budget is None and think is None:
            budget, think = DEFAULT_BUDGET, 1.0 if terminal and sitting.humans else None
        setting = Setting(place(game, file), sitting, chosen, budget, think, None)
        deal = None if deck is None else given_deck(deck)
        state = Game(game).new_initial_state(chosen) if deal is None else deal.begun(game, chosen)
        title = deal.title if deal else ""
    check_bots(game, setting.players.kinds)
    if practice and setting.practice is None:
        setting.practice = 0
    if target is not None:
        setting.slot = Slot(Path(target).expanduser())
    screen = opened(interactive=terminal and bool(setting.players.humans))
    _introduce(state, setting, title, resumed=resume is not None)
    context.exit(rounds.play(game, state, setting, screen))


def _introduce(state: State, setting: Setting, deal: str, *, resumed: bool) -> None:
    """Print the title of the game, the deal or the seed, or how far a saved game is."""
    from ...interpreter.diagnostics import counted, printable

    program = state.game.program
    title = printable(program.title)
    if resumed:
        done = state.last.number if state.last else 0
        click.echo(f"{title}: continues after {counted(done, 'move')}.")
    else:
        of = printable(deal) or f"seed {setting.seed}"
        click.echo(f"{title}, {of}{', practice' * (setting.practice is not None)}.")


def chosen_game(*, terminal: bool) -> str:
    """Let the user choose a game that has a bare name.

    Raises:
        click.UsageError: The user cannot be asked.
    """
    from ...interpreter.diagnostics import printable, spaced, suggest
    from ...interpreter.speech.english import listed
    from ...rulesets import known
    from ..terminal import console

    names = known()
    if not terminal:
        hint = command_line("list")
        raise click.UsageError(f"Missing argument 'FILE': the ruleset to play ('{hint}').")
    width = max(map(len, names)) + 7
    rows = -(-len(names) // max(console().width // width, 1))
    for row in range(rows):
        cells = [f"{n + 1:>3}  {spaced(names[n])}" for n in range(row, len(names), rows)]
        click.echo("".join(f"{cell:<{width}}" for cell in cells).rstrip())
    click.echo(f"'{command_line('list')}' says more about each of them.")
    while True:
        typed = str(click.prompt("Which game? Number or name")).strip()
        if typed.isdecimal() and 0 < int(typed[:9]) <= len(names):
            return names[int(typed) - 1]
        word = typed.lower().replace(" ", "_")
        if word in names or os.sep in typed or Path(typed).is_file():
            return word if word in names else typed
        near = [name for name in names if name.startswith(word)]
        near = near or [name for name in [suggest(word, names)] if name]
        choices = listed([f"'{spaced(name)}'" for name in near], "or")
        hint = f" Did you mean {choices}?" if near and word else (f" Type a number from 1 to {len(names)}, or a name.")
        click.echo(f"There is no game '{printable(typed[:40])}'.{hint}")


def _saved_game(name: str, terminal: bool) -> Path:
    """Return the file of the saved game that the user means.

    Args:
        name: A path or the bare name of a saved game; empty for the only one, or to choose one.
        terminal: Whether the user can be asked.

    Raises:
        click.ClickException: No game is saved, or it is not clear which is meant.
    """
    from ..play import saves
    from ..terminal import console

    if name:
        path = saves.find(name)
        if not path.exists() and path.name == name:
            raise click.ClickException(
                f"No saved game is called '{name}'; '{command_line('run', '--resume')}' lists them."
            )
        return path
    found = saves.saved_games()
    if not found:
        raise click.ClickException("There is no saved game.")
    if len(found) == 1:
        return found[0]
    if not terminal:
        lines = ["  " + command_line("run", "--resume", str(path)) for path in found]
        raise click.ClickException("\n".join(["Several games are saved. Continue one of them:", *lines]))
    click.echo("Saved games, the latest first:")
    width = max(len(saves.bare_name(path)) for path in found)
    for number, path in enumerate(found, 1):
        line = f" {number:>2}  {saves.bare_name(path):<{width}}  "
        room = max(console().width - 1 - len(line), 20)
        for part in textwrap.wrap(saves.described(path), room):
            click.echo(line + part)
            line = " " * len(line)
    number = click.prompt("Continue number", type=click.IntRange(1, len(found)), default=1)
    return found[number - 1]


def _accept(since: Since, path: Path, *, terminal: bool) -> None:
    """Tell what has changed since a game was saved; ask whether to go on if it is the rules.

    Raises:
        click.ClickException: Nobody can be asked.
        click.Abort: The answer is no.
    """
    from ...interpreter.diagnostics import printable

    if not since.text:
        return
    text = printable(f"{since.text[:1].upper()}{since.text[1:]}.")
    if since.rules and not terminal:
        how = command_line("run", "--resume", str(path), "--new-rules")
        raise click.ClickException(f"{text} To go on under the rules as they are now:\n  {how}")
    click.echo(text)
    if since.rules:
        click.confirm("Go on under the rules as they are now?", abort=True)


def _seed(fresh: bool) -> int:
    """Return a seed for a game without `--seed`."""
    import secrets

    from ..play.rounds import SEEDS

    return secrets.randbelow(SEEDS) if fresh else 0
