"""Game after game: what is counted when one is over, and whether another is played."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich.text import Text

from ...interpreter.diagnostics import counted
from ...interpreter.play.game import Game
from ..exit_status import CLEAN
from . import statistics
from .session import Session

if TYPE_CHECKING:
    from ...interpreter.game.rules import Rules
    from ...interpreter.play.state import State
    from .keeping import Setting
    from .session import Screen

SEEDS: Final = 1_000_000  # a seed that is chosen is below it, so that it is easy to type


def play(game: Rules, state: State, setting: Setting, screen: Screen) -> int:
    """Play a game and, as long as a person at the terminal wants it, further ones.

    Args:
        game: What is played.
        state: Where it begins.
        setting: The players, and the file of the game.
        screen: Where it is played.

    Returns:
        The exit status.
    """
    while True:
        session = Session(state, setting, screen)
        fresh = not state.is_terminal()  # else it was counted when it ended
        status = session.play()
        if status != CLEAN or not session.state.is_terminal():
            return status
        if setting.players.humans and setting.practice is None and fresh:
            _count(session.state, setting, screen)
        if not (screen.interactive and _again(screen)):
            return status
        practice = None if setting.practice is None else 0
        setting = replace(setting, seed=secrets.randbelow(SEEDS), slot=None, practice=practice)
        state = Game(game).new_initial_state(setting.seed)


def _count(state: State, setting: Setting, screen: Screen) -> None:
    """Add a game to the statistics, and say what they are for the person who played."""
    played = statistics.add(state, setting.players)
    if len(played.people) != 1:
        return
    same = [each for each in statistics.games() if each.is_like(played)]
    for tally in statistics.tallies(same):
        games = f"{counted(tally.played, 'game')} of {state.game.program.title}"
        who = "You have" if tally.name == "You" else f"{tally.name} has"
        text = f"{who} won {tally.won} of {games}."
        if state.game.program.plays_together and tally.mean is not None:
            text = f"The mean score of {games} is {tally.mean:.1f}."
        screen.console.print(Text(text, "dim"))


def _again(screen: Screen) -> bool:
    """Ask whether to play again."""
    screen.console.print("Enter plays again; anything else ends.")
    try:
        return input("> ").strip() == ""
    except (EOFError, KeyboardInterrupt):
        return False
