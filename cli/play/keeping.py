"""Keeping a game that is left: where it is saved, and what the player is told about it."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
from rich.text import Text

from ...interpreter.diagnostics import printable
from .. import signals
from ..exit_status import SYSTEM_ERROR
from ..hints import command_line
from ..state_folder import new_files
from ..terminal import say_error
from . import saves

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.console import Console

    from ...interpreter.play.state import State
    from ...interpreter.presentation.players import Players


@dataclass(slots=True)
class Setting:
    """The settings of a session.

    Attributes:
        ruleset: The name of a bundled ruleset, or an absolute path.
        players: Who sits at each seat.
        seed: The seed of the game and of its bots.
        budget: Simulations of a bot for each decision; None for as many as its time allows.
        think: Seconds of a bot for each decision; None for as many as its simulations take.
        slot: Where to save; None to choose a new file.
        practice: In a game for practice, how many moves were taken back; else None.
    """

    ruleset: str
    players: Players
    seed: int
    budget: int | None
    think: float | None
    slot: saves.Slot | None
    practice: int | None = None

    def record(self, state: State) -> saves.Save:
        """Return the save of a game with these settings."""
        return saves.Save(
            ruleset=self.ruleset,
            players=self.players.kinds,
            names=self.players.names,
            seed=self.seed,
            budget=self.budget,
            think=self.think,
            practice=self.practice,
            state=json.loads(state.to_json()),
        )


class Keeper:
    """Saves a game, and removes the save when the game is over.

    Args:
        setting: The settings, with the file of the game.
        console: The output.
        terminal: Whether a person plays at a terminal: then the game is saved after each move,
            and when the input ends.
    """

    def __init__(self, setting: Setting, console: Console, *, terminal: bool) -> None:
        self._setting = setting
        self._console = console
        self._terminal = terminal
        self._failed = False

    def keep(self, state: State) -> None:
        """Save a game that goes on, so that it is not lost however its process ends.

        A failure is reported once; after that it is tried again at each move, quietly.
        """
        if not self._terminal:
            return
        before = self._setting.slot
        try:
            slot = self._written(state)
        except OSError as error:
            if not self._failed:
                say_error(f"Error: {printable(str(error))}")
                say_error("The game goes on, but it is lost if this window is closed.")
            self._failed = True
            return
        if slot is not before and not slot.automatic:
            say_error(f"The game is saved as {printable(str(slot.path))}.")

    def stop(self, state: State) -> None:
        """Save a game whose input or output has ended.

        Without a terminal only a game that has a file is saved: a script does not want a file of
        each attempt.

        Raises:
            SystemExit: The game cannot be saved.
        """
        if self._terminal or self._setting.slot is not None:
            self.leave(state)
        else:
            self._say("The game is not over. To save it, end with 'quit' or name a file: --save.")

    def leave(self, state: State, how: str = "Go on", *options: str) -> None:
        """Save the game, which must not be interrupted; if that fails, print the save.

        Args:
            state: The game.
            how: When to go on, at the beginning of a sentence.
            options: Options of the command that goes on.

        Raises:
            SystemExit: The game cannot be saved.
        """
        with signals.ignored():
            try:
                self.save(state, how, *options)
            except OSError as error:
                say_error(f"Error: {printable(str(error))}")
                click.echo("This is the saved game. Put it into a file, and go on with --resume:")
                click.echo(self._setting.record(state).text())
                raise SystemExit(SYSTEM_ERROR) from None

    def forget(self) -> None:
        """Remove the save of a finished game from the state folder."""
        slot = self._setting.slot
        if slot is not None and slot.automatic and not slot.changed:
            with contextlib.suppress(OSError):
                slot.path.unlink()

    def save_as(self, state: State, path: Path) -> None:
        """Save the game in a file from now on, and print how to go on.

        Raises:
            OSError: The game cannot be saved anywhere.
        """
        self._setting.slot = saves.Slot(path)
        self.save(state)

    def save(self, state: State, how: str = "Go on", *options: str) -> None:
        """Save the game in the chosen file, else in another place, and print how to go on.

        Raises:
            OSError: The game cannot be saved anywhere.
        """
        slot = self._written(state)
        self._say(f"Saved as {slot.path}.\n{how} with:\n  {_resuming(slot, *options)}")

    def _say(self, text: str) -> None:
        try:
            self._console.print(Text(text), soft_wrap=True)
        except OSError:
            say_error(text)

    def for_practice(self, state: State) -> str:
        """Save the game, and return the command that goes on with it for practice.

        Raises:
            OSError: The game cannot be saved anywhere.
        """
        return _resuming(self._written(state), "--practice")

    def _written(self, state: State) -> saves.Slot:
        """Save the game in the chosen file, else in another place, and return where.

        Raises:
            OSError: The game cannot be saved anywhere.
        """
        problem = ""
        for slot in self._slots(state):
            if slot is self._setting.slot and slot.changed:
                problem = f"'{slot.path}' is kept: another game was saved there meanwhile."
                continue
            try:
                slot.write(self._setting.record(state))
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else str(error)
                problem = problem or f"'{slot.path}' cannot be written: {reason}."
                continue
            if problem:
                say_error(f"Error: {printable(problem)}")
            self._setting.slot = slot
            return slot
        raise OSError(f"The game could not be saved: {problem}")

    def _slots(self, state: State) -> Iterator[saves.Slot]:
        """Yield the files for the game, the best first."""
        if self._setting.slot is not None:
            yield self._setting.slot
        for path in new_files("games", state.game.program.id, saves.ENDING):
            yield saves.Slot(path)


def _resuming(slot: saves.Slot, *options: str) -> str:
    """Return the command that goes on with a saved game."""
    return command_line("run", "--resume", slot.name, *options)
