"""`cardrules hands`: hands of poker in the PHH format, from a saved game and into one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ..files import check_new

if TYPE_CHECKING:
    from ...interpreter.interchange.phh import Hand

_ENDINGS: Final = (".phh", ".phhs")
_LARGEST: Final = 50_000_000  # bytes of a file


@click.command("hands")
@click.argument("file", metavar="FILE")
@click.option("--hand", type=click.IntRange(1), help="Which hand of a .phhs file is meant. By default the first one.")
@click.option("--save", "target", metavar="FILE", help="The new file for the game of a hand.")
def command(file: str, hand: int | None, target: str | None) -> None:
    """Print the finished deals of a saved game of poker as hands in the PHH format.

    FILE is a saved game, a file or the name of one in the state folder. What is printed is for a
    file *.phh, or *.phhs if there are several deals; pokerkit and other programs read it.

    If FILE is such a file, a hand of it becomes a saved game in the file that --save names: all is
    played as the hand has it, `cardrules run --resume` goes on from there. The variants are Texas
    hold'em, short-deck hold'em, Omaha, seven-card stud, razz, 2-7 single and triple draw, and
    badugi, with the bets that the format has for each.
    """
    from ...interpreter.errors import DeckError

    try:
        if file.lower().endswith(_ENDINGS):
            _save(file, hand, target)
        elif hand is not None or target is not None:
            raise click.UsageError("--hand and --save are for files of hands, which end with .phh or .phhs.")
        else:
            click.echo(_written(file), nl=False)
    except DeckError as error:
        raise click.ClickException(f"'{file}': {error}.") from None


def _written(file: str) -> str:
    """Return the finished deals of a saved game as a file of hands."""
    from ...interpreter.interchange.phh import written
    from ...interpreter.play.poker_hands import hands_of
    from ..play import saves
    from ..play.resuming import resumed

    path = saves.find(file)
    _, state, setting, _ = resumed(path, None, None, ())
    found = hands_of(state, setting.players.names)
    if not found:
        raise click.ClickException(f"'{file}' has no deal that is over.")
    return written(found)


def _save(file: str, number: int | None, target: str | None) -> None:
    """Save a hand of a file as a game."""
    from ...interpreter.diagnostics import counted
    from ...interpreter.play.poker_hands import played
    from ...interpreter.presentation.players import HUMAN, Players, name_problem, names_problem
    from ..hints import command_line
    from ..play.keeping import Setting
    from ..play.saves import Slot

    if target is None:
        raise click.UsageError("--save names the new file for the game of the hand.")
    check_new(target)
    hand = _hand(file, number)
    game = played(hand)
    names = tuple("" if name_problem(name) else name for name in hand.players)
    if names_problem(name for name in names if name):
        names = ()
    players = Players.named((HUMAN,) * len(hand.stacks), names)
    setting = Setting(hand.rules.ruleset, players, 0, None, None, None)
    path = Path(target).expanduser()
    try:
        Slot(path).write(setting.record(game.state))
    except OSError as error:
        raise click.ClickException(f"'{target}' cannot be written: {error.strerror or error}.") from None
    last = game.state.last
    click.echo(f"Saved as {target}, after {counted(last.number if last else 0, 'move')}. Go on with:")
    click.echo(f"  {command_line('run', '--resume', target)}")
    if hand.unit != 1:
        click.echo(f"One chip there stands for {float(hand.unit):g} of the hand.")
    for player in game.unknown:
        click.echo(f"Cards of {players.names[player]} are not known; others stand for them.")
    if game.state.is_terminal() and hand.finishing not in ((), tuple(game.state.scores())):
        told = " ".join(map(str, hand.finishing))
        click.echo(f"The hand tells other chips in the end than the rules: {told}.")


def _hand(file: str, number: int | None) -> Hand:
    """Return a hand of a file; the first one if no number is given."""
    from ...interpreter.interchange.phh import hands

    path = Path(file).expanduser()
    try:
        if path.stat().st_size > _LARGEST:
            raise click.ClickException(f"'{file}' is larger than {_LARGEST // 1_000_000} MB.")
        text = path.read_text("utf-8")
    except OSError as error:
        raise click.ClickException(f"'{file}' cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise click.ClickException(f"'{file}' is not text in UTF-8, as a file of hands is.") from None
    found = hands(text)
    if number is None:
        return next(iter(found.values()))
    if number not in found:
        some = ", ".join(map(str, [*found][:10])) + ", …" * (len(found) > 10)
        raise click.ClickException(f"'{file}' has no hand {number}; it has {some}.")
    return found[number]
