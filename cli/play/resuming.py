"""A saved game that is continued, and who sits where."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ...interpreter.presentation.players import HUMAN, Players
from ..loading import load, place
from ..players import parse_players
from . import saves
from .keeping import Setting

if TYPE_CHECKING:
    from pathlib import Path

    from ...interpreter.game.rules import Rules
    from ...interpreter.game.saving import Since
    from ...interpreter.play.state import State


def resumed(
    path: Path, file: str | None, players: str | None, called: tuple[str, ...]
) -> tuple[Rules, State, Setting, Since]:
    """Load the game of a save; also return what has changed since.

    Args:
        path: The save.
        file: The ruleset that is loaded instead of its own.
        players: Who plays instead, as `--players` has it.
        called: What the players are called instead; empty for the names in the save.

    Raises:
        SaveFileError: The save is damaged, or its ruleset has changed.
        click.UsageError: The number of players is another one.
    """
    from ...interpreter.bots.bots import make_bot
    from ...interpreter.errors import SaveFileError, SetupError
    from ...interpreter.game.saving import changes
    from ...interpreter.play.state import State

    slot = saves.Slot(path)
    save = saves.read(path)
    game = _load_for(save, file)
    kinds = save.players
    try:
        for kind in kinds:
            if kind != HUMAN:
                make_bot(kind)
    except SetupError as error:
        raise SaveFileError(f"'{path}' cannot be resumed: {error}.") from None
    if players is not None:
        kinds = parse_players(players)[0] or kinds
        if len(kinds) != game.players:
            raise click.UsageError(f"The saved game has {game.players} players, not {len(kinds)}.")
    try:
        state = State.from_json(game, json.dumps(save.state))
    except SaveFileError as error:
        reason = str(error).rstrip(".")
        raise SaveFileError(f"'{path}' cannot be resumed: {reason}.") from None
    setting = Setting(
        place(game, file or save.ruleset),
        seated(kinds, called) if called else Players(kinds, save.names),
        save.seed,
        save.budget,
        save.think,
        slot,
        save.practice,
    )
    return game, state, setting, changes(game, save.state)


def seated(kinds: tuple[str, ...], names: tuple[str, ...]) -> Players:
    """Return the players of a game, of whom some were given names.

    Args:
        kinds: Who plays, by seat.
        names: What they are called; empty names, and those that are missing, are the usual ones.

    Raises:
        click.UsageError: There are too many names.
    """
    if len(names) > len(kinds):
        raise click.UsageError(f"--names: there are {len(names)} names for {len(kinds)} players.")
    return Players.named(kinds, names)


def _load_for(save: saves.Save, file: str | None) -> Rules:
    """Load the ruleset of a saved game, or the file that the user names instead."""
    from ...interpreter.errors import OptionError, PlayerCountError, SaveFileError

    settings = save.settings
    try:
        return load(
            file or save.ruleset,
            players=settings["players"],
            options=settings["options"],
            variant=settings["variant"],
            single_deal=settings["single_deal"],
        )
    except (OptionError, PlayerCountError) as error:
        reason = str(error).rstrip(".")
        message = f"the saved game does not fit the ruleset as it is now: {reason}."
        raise SaveFileError(message) from None
