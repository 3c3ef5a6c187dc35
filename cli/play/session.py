"""A game at the terminal: asking players, showing the table, and saving the game."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click
from rich.text import Text

from ...interpreter.bots.bots import DEFAULT_BUDGET, RolloutBot, View, make_bot
from ...interpreter.diagnostics import printable, suggest
from ...interpreter.errors import CardrulesError, IllegalActionError
from .. import signals
from ..exit_status import CLEAN, INTERRUPTED, SYSTEM_ERROR
from ..players import HUMAN, Players
from ..state_folder import new_files
from ..terminal import say_error
from . import move_input, rule_help, saves
from .score_sheet import score_sheet
from .story import Story
from .table_view import Painter, Style

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from ...interpreter.play.action import Action
    from ...interpreter.play.state import State


_MOST_MOVES: Final = 60  # moves that are listed; of more, half as many are shown
_LOG: Final = 20  # moves that `log` shows
_TOLD: Final = 12  # moves that are shown before a decision
_CLEAR: Final = "\x1b[3J\x1b[2J\x1b[H"  # also the lines that can be scrolled back to


class _Leave(Exception):
    """The player leaves, or the input has ended."""


@dataclass(slots=True)
class Setting:
    """The settings of a session.

    Attributes:
        ruleset: The name of a bundled ruleset, or an absolute path.
        players: Who sits at each seat.
        seed: The seed of the game and of its bots.
        budget: Simulations of a bot for each decision.
        slot: Where to save; None to choose a new file.
    """

    ruleset: str
    players: Players
    seed: int
    budget: int
    slot: saves.Slot | None


class Session:
    """A game that is played, from its start or from a save, until it is over or left."""

    def __init__(
        self,
        state: State,
        setting: Setting,
        console: Console,
        style: Style,
        *,
        interactive: bool,
    ) -> None:
        """Prepare to play.

        Args:
            state: The game.
            setting: The players, and the file of the game.
            console: The output.
            style: What the screen can show.
            interactive: Whether a person plays at a terminal; else each line of input is a move.
        """
        self._state = state
        self._setting = setting
        self._console = console
        self._interactive = interactive
        self._painter = Painter(state.game, setting.players, style)
        self._bots = [
            None if kind == HUMAN else make_bot(kind, setting.seed, setting.budget)
            for kind in setting.players.kinds
        ]
        self._humans = setting.players.humans
        done = state.last.number if state.last else 0
        self._told = [max(done - 3, 0)] * len(self._bots)  # the moves that each seat has been shown
        self._at_screen: int | None = None
        self._commands: dict[str, Callable[[int, str], bool]] = {
            "?": self._explain,
            "help": self._explain,
            "hint": self._hint,
            "undo": self._undo,
            "log": self._log,
            "scores": self._score_sheet,
            "rules": self._rules,
            "save": self._save_as,
            "quit": self._quit,
            "exit": self._quit,
        }

    def play(self) -> int:
        """Play to the end and return the exit status. Save a game that is left."""
        try:
            while not self._state.is_terminal():
                seat = self._state.current_player()
                assert seat is not None
                if self._bots[seat] is None:
                    self._ask(seat)
                else:
                    self._let_bot(seat)
            self._show_end()
        except _Leave:
            self._leave()
        except OSError:  # the output is closed, or the disk is full
            if self._humans:
                self._leave()
            raise
        except KeyboardInterrupt:
            self._console.print()
            self._leave()
            return INTERRUPTED
        except CardrulesError:  # an error in the rules
            self._leave("After correcting the ruleset, go on")
            raise
        else:
            self._forget()
        return CLEAN

    # --------------------------------------------------------------------------------- turns

    def _let_bot(self, seat: int) -> None:
        """Play the turn of a bot. If only bots play, show it."""
        bot = self._bots[seat]
        assert bot is not None
        view = View(self._state, seat)
        thinks = self._interactive and self._setting.players.kinds[seat] != "random"
        if thinks:
            with self._console.status(f"{self._painter.who(seat, None)} is thinking …"):
                action = bot.choose(view)
        else:
            action = bot.choose(view)
        self._apply(action)
        if not self._humans:
            self._tell(None, 0)

    def _ask(self, seat: int) -> None:
        """Ask a person for a move: show the table, and read until a move is clear."""
        if len(self._humans) > 1 and self._interactive and self._at_screen != seat:
            self._pass_screen(seat)
        self._show(seat)
        legal = self._state.legal_actions()
        if len(legal) == 1 and self._interactive:
            note = Text.assemble(" Only one move: ", self._painter.words(legal[0].text))
            self._console.print(note)
            self._apply(legal[0])
            return
        while not self._answer(seat, self._read()):
            pass

    def _apply(self, action: Action) -> None:
        """Apply an action. If that is interrupted, the position stays as it was."""
        after = self._state.clone()
        after.apply_action(action)
        self._state = after

    def _answer(self, seat: int, line: str) -> bool:
        """Obey a line that was typed; return whether the position or the viewer has changed."""
        typed = line.strip()
        if not typed or (typed.startswith("#") and not self._interactive):
            return False
        word, _, rest = typed.partition(" ")
        if word.startswith("?") and len(word) > 1:
            word, rest = "?", typed[1:]
        command = self._commands.get(word.lower().removeprefix(":") or word)
        verbs = self._state.game.program.actions
        if command is not None and (word.startswith(":") or word.lower() not in verbs):
            return command(seat, rest.strip())
        found = move_input.match(self._state, typed)
        if len(found) == 1:
            self._apply(found[0])
            return True
        if found:
            some = Text(", ").join(self._painter.words(each.text) for each in found[:8])
            more = f" and {len(found) - 8} more" if len(found) > 8 else ""
            self._say(Text.assemble("That could be ", some, f"{more}; type more of it."))
            return False
        begun = [name for name in self._commands if name.startswith(word.lower())]
        if len(begun) == 1 and not rest:
            return self._commands[begun[0]](seat, "")
        near = suggest(word, self._commands) if len(word) > 2 else None
        refusal = self._painter.sentence(move_input.refusal(self._state, typed), seat)
        text = f"Did you mean '{near}'?" if near else refusal
        self._say(Text(f"{text} '?' explains the moves."))
        return False

    def _read(self) -> str:
        """Return the next line of input.

        Raises:
            _Leave: The input has ended.
        """
        if self._interactive:
            try:
                return input("> ")
            except EOFError:
                self._console.print()
                raise _Leave from None
            except UnicodeDecodeError:
                return ""
        line = sys.stdin.readline()
        if not line:
            raise _Leave
        if line.strip():
            self._console.print(Text(f"> {printable(line.strip()[:200])}"), soft_wrap=True)
        return line

    def _pass_screen(self, seat: int) -> None:
        """Clear the screen, and wait for the person whose turn it is."""
        name = self._setting.players.names[seat]
        self._clear()
        self._say(Text(f"Pass the screen to {name}. {name}, press Enter when you have it."))
        self._read()
        self._clear()
        self._at_screen = seat

    def _clear(self) -> None:
        self._console.file.write(_CLEAR)
        self._console.file.flush()

    # ------------------------------------------------------------------------------- showing

    def _show(self, seat: int) -> None:
        """Show a person what has happened, the table, and the legal moves."""
        self._console.print(self._painter.heading(self._state))
        self._tell(seat, _TOLD)
        self._draw(seat)
        self._list_moves(seat)

    def _draw(self, viewer: int | None) -> None:
        """Draw the table between empty lines."""
        self._console.file.write("\n")
        self._print_lean(self._painter.table(self._state, viewer))
        self._console.file.write("\n")

    def _print_lean(self, *parts: RenderableType) -> None:
        """Print without trailing spaces."""
        with self._console.capture() as drawn:
            for part in parts:
                self._console.print(part)
        self._console.file.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())

    def _list_moves(self, seat: int) -> None:
        texts = [action.text for action in self._state.legal_actions()]
        most = len(texts) if len(texts) <= _MOST_MOVES else _MOST_MOVES // 2
        several = len(self._humans) > 1
        whose = f"{self._setting.players.names[seat]}, your move" if several else "Your move"
        self._console.print(Text.assemble((whose, "bold"), ("  (? explains)", "dim")))
        for line in self._painter.moves(texts, most, self._console.width):
            self._console.print(line)

    def _tell(self, viewer: int | None, most: int) -> None:
        """Print what has happened since the last time; if that is too much, only the end."""
        index = viewer if viewer is not None else 0
        last = self._state.last.number if self._state.last else 0
        first = min(self._told[index], last)
        if first < last:
            if most and last - first > most:
                self._say(Text(f" … {last - first - most} moves before that: see 'log'", "dim"))
                first = last - most
            for line in Story(self._painter, self._state, viewer, first).lines():
                self._console.print(line)
        self._told[index] = last

    def _say(self, text: Text) -> None:
        self._console.print(text)

    def _show_end(self) -> None:
        """Show the last moves, the table and the result."""
        viewer = self._humans[0] if len(self._humans) == 1 else None
        if self._humans:
            self._console.print(self._painter.heading(self._state))
            if viewer is None:
                done = self._state.last.number if self._state.last else 0
                self._told[0] = max(done - self._state.game.players, 0)
            self._tell(viewer, _TOLD)
        self._draw(viewer)
        if self._state.position.deal > 1 and any(self._state.scores()):
            self._print_lean(score_sheet(self._painter, self._state, viewer))
        self._console.print(Text(self._result(viewer), "bold"))

    def _result(self, viewer: int | None) -> str:
        """Return the winners and the scores, in words."""
        state = self._state
        winners = state.winners()
        names = [self._name(seat, viewer) for seat in winners]
        if not names:
            text = "Nobody wins."
        elif winners == [viewer] or names == ["You"]:
            text = "You win!"
        else:
            text = f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'}."
        if state.game.program.uses_scores:
            sheet = self._painter.sheet(state.scores(), lambda seat: self._name(seat, viewer))
            text += f" Scores: {sheet}."
        program = state.game.program
        if state.position.turns >= program.turn_limit:
            text += f" The game was stopped at its limit of {program.turn_limit} turns."
        return text[:1].upper() + text[1:]

    def _name(self, seat: int, viewer: int | None) -> str:
        kind = self._setting.players.kinds[seat]
        name = self._painter.who(seat, viewer)
        return name if kind == HUMAN else f"{name} ({kind})"

    # ------------------------------------------------------------------------------ commands

    def _explain(self, seat: int, rest: str) -> bool:
        state, painter = self._state, self._painter
        found = rule_help.one(painter, state, rest) if rest else rule_help.overview(painter, state)
        self._print_lean(*found)
        return False

    def _hint(self, seat: int, rest: str) -> bool:
        bot = RolloutBot(self._setting.seed + 1, max(self._setting.budget, DEFAULT_BUDGET))
        if self._interactive:
            with self._console.status("thinking …"):
                action = bot.choose(View(self._state, seat))
        else:
            action = bot.choose(View(self._state, seat))
        self._say(Text.assemble("Hint: ", self._painter.words(action.text)))
        return False

    def _undo(self, seat: int, rest: str) -> bool:
        """Go back to the last decision of this person, if nothing hidden was revealed since."""
        state = self._state.clone()
        try:
            while True:
                state.undo()
                if state.current_player() == seat and (
                    len(state.legal_actions()) > 1 or not self._interactive
                ):
                    break
        except IllegalActionError as error:
            self._say(Text(f"Nothing is undone: {printable(str(error))}."))
            return False
        self._state = state
        self._told = [min(told, state.last.number if state.last else 0) for told in self._told]
        self._say(Text("Taken back."))
        return True

    def _log(self, seat: int, rest: str) -> bool:
        last = self._state.last.number if self._state.last else 0
        first = 0 if rest.lower() == "all" else max(last - _LOG, 0)
        if first:
            self._say(Text(f" … {first} moves before that: 'log all' shows them", "dim"))
        story = Story(self._painter, self._state, seat, first)
        for number, line in enumerate(story.steps(), first + 1):
            self._console.print(Text.assemble((f"{number:>5}", "dim"), line))
        if not last:
            self._say(Text("There are no moves yet."))
        return False

    def _score_sheet(self, seat: int, rest: str) -> bool:
        self._print_lean(score_sheet(self._painter, self._state, seat))
        return False

    def _rules(self, seat: int, rest: str) -> bool:
        from ...interpreter.rulebook.rulebook import rulebook
        from ..rulebook.terminal import show

        show(self._console, rulebook(self._state.game.loaded), paged=self._interactive)
        return False

    def _save_as(self, seat: int, rest: str) -> bool:
        if rest:
            self._setting.slot = saves.Slot(Path(rest).expanduser())
        try:
            self._save()
        except OSError as error:
            self._say(Text(f"{printable(str(error))}"))
        return False

    def _quit(self, seat: int, rest: str) -> NoReturn:
        raise _Leave

    # -------------------------------------------------------------------------------- saving

    def _leave(self, how: str = "Go on") -> None:
        """Save the game. A second Ctrl-C does not interrupt that."""
        with signals.ignored():
            try:
                self._save(how)
            except OSError as error:
                say_error(f"Error: {printable(str(error))}")
                click.echo("This is the saved game. Put it into a file, and go on with --resume:")
                click.echo(self._record().text())
                raise SystemExit(SYSTEM_ERROR) from None

    def _forget(self) -> None:
        """Remove the save of a finished game from the state folder."""
        slot = self._setting.slot
        if slot is not None and slot.automatic and not slot.changed:
            with contextlib.suppress(OSError):
                slot.path.unlink()

    def _save(self, how: str = "Go on") -> None:
        """Save the game in the chosen file, else in another place, and print the file.

        Raises:
            OSError: The game cannot be saved anywhere.
        """
        problem = ""
        for slot in self._slots():
            if slot is self._setting.slot and slot.changed:
                problem = f"'{slot.path}' is kept: another game was saved there meanwhile."
                continue
            try:
                slot.write(self._record())
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else str(error)
                problem = problem or f"'{slot.path}' cannot be written: {reason}."
                continue
            if problem:
                say_error(f"Error: {printable(problem)}")
            self._setting.slot = slot
            command = f"cardrules run --resume {shlex.quote(str(slot.path))}"
            text = f"Saved as {slot.path}.\n{how} with: {command}"
            try:
                self._console.print(Text(text), soft_wrap=True)
            except OSError:
                say_error(text)
            return
        raise OSError(f"The game could not be saved: {problem}")

    def _slots(self) -> Iterator[saves.Slot]:
        """Yield the files for the game, the best first."""
        if self._setting.slot is not None:
            yield self._setting.slot
        for path in new_files("games", self._state.game.program.id, saves.ENDING):
            yield saves.Slot(path)

    def _record(self) -> saves.Save:
        """Return the save of the game."""
        state, setting = self._state, self._setting
        data = json.loads(state.to_json())
        kinds, names = setting.players.kinds, setting.players.names
        return saves.Save(setting.ruleset, kinds, names, setting.seed, setting.budget, data)
