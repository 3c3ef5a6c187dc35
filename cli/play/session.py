"""A game at the terminal: asking players, and showing what happens."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from rich.table import Table
from rich.text import Text

from ...interpreter.bots.bots import make_bot
from ...interpreter.bots.quick import QuickBot
from ...interpreter.bots.search.clock import DEFAULT_BUDGET
from ...interpreter.bots.search.rollout import RolloutBot
from ...interpreter.bots.view import View
from ...interpreter.diagnostics import counted, printable, slips
from ...interpreter.errors import BotError, CardrulesError, IllegalActionError
from ...interpreter.game.action import CARDS
from ...interpreter.presentation.advice import reason
from ...interpreter.presentation.card_order import hand_order, holders
from ...interpreter.presentation.choice import Choice, RefusedError
from ...interpreter.presentation.faces import Style
from ...interpreter.presentation.match_end import result
from ...interpreter.presentation.move_input import TypedChoice
from ...interpreter.presentation.painter import Painter
from ...interpreter.presentation.players import HUMAN
from ...interpreter.presentation.score_sheet import Scores, score_sheet
from ...interpreter.presentation.signs import Legend
from ...interpreter.presentation.story import Story, fitted
from ...interpreter.presentation.table_view import table
from ..exit_status import CLEAN, INTERRUPTED
from ..terminal import lean
from . import rule_help
from .choice_view import ChoiceView
from .keeping import Keeper

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from ...interpreter.bots.view import Bot
    from ...interpreter.game.action import Action
    from ...interpreter.play.state import State
    from .keeping import Setting
    from .key_input import KeyInput


_Command: TypeAlias = Callable[[int, str], bool]
"""What obeys a command of a seat with an argument; it returns whether the position has changed."""

_SLIPS: Final = 2  # the most that a word may differ from the command that is suggested
_BACK: Final = ("undo", "back", "cancel")  # words that put back what is picked for a move
_ASIDE: Final = ("rules", "scores", "log", "scenario")  # commands for those who are out of the game
_HINT: Final = 4.0  # seconds that a hint may take on a slow machine
_DIGITS: Final = 7  # more than the number of a move has
_LOG: Final = 20  # moves that `log` shows
_AT_ONCE: Final = 6  # moves of bots that are shown together, if there are more to come
_TOLD: Final = 12  # lines that tell what happened before a decision, if they are more
_FEWEST: Final = 6  # such lines that are shown even if the table does not fit below them
_PROMPT: Final = 4  # lines around a choice: what was typed, whose move it is, the prompt
_CLEAR: Final = "\x1b[3J\x1b[2J\x1b[H"  # also the lines that can be scrolled back to


class LeaveError(Exception):
    """The player leaves."""


class EndedError(Exception):
    """The input has ended."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The terminal, or the streams in its place.

    Attributes:
        console: The output.
        style: What it can show.
        interactive: Whether a person plays at a terminal; else each line of input is a move.
        keys: Reads single keys; None if lines are read.
    """

    console: Console
    style: Style
    interactive: bool
    keys: KeyInput | None = None


class Session:
    """A game that is played, from its start or from a save, until it is over or left."""

    def __init__(self, state: State, setting: Setting, screen: Screen) -> None:
        """Prepare to play.

        Args:
            state: The game.
            setting: The players, and the file of the game.
            screen: Where it is played.
        """
        self._state = state
        self._setting = setting
        self._console = screen.console
        self._interactive = screen.interactive
        self._keys = screen.keys
        self._painter = Painter(state.game, setting.players, screen.style)
        self._humans = setting.players.humans
        alive = screen.interactive and bool(self._humans)
        self._keeper = Keeper(setting, screen.console, terminal=alive)
        self._bots = [
            None if kind == HUMAN else make_bot(kind, setting.seed, setting.budget, setting.think)
            for kind in setting.players.kinds
        ]
        done = state.last.number if state.last else 0
        self._told = [max(done - 3, 0)] * len(self._bots)  # the moves that each seat has been shown
        self._at_screen: int | None = None
        self._deal = state.position.deal  # the deal that was played last
        self._shown: dict[int, int] = {}  # the deal in which each seat last saw the table
        self._onlooking = False  # all people at the terminal are out of the game
        self._finishing = False  # they do not want to see the rest of it
        self._legend = Legend(self._painter)
        self._forced: dict[int, str] = {}  # moves that nobody chose, and what is said of them
        self._choice: TypedChoice | None = None
        self._answered = Text()  # why the last line was refused, where keys are read
        self._others: tuple[str, ...] = ()  # further commands, which help lists
        self._commands: dict[str, _Command] = {
            "?": self._explain,
            "help": self._explain,
            "hint": self._hint,
            "undo": self._undo,
            "back": self._nothing_begun,
            "cancel": self._nothing_begun,
            "log": self._log,
            "scores": self._score_sheet,
            "rules": self._rules,
            "scenario": self._scenario,
            "table": self._redraw,
            "save": self._save_as,
            "quit": self._quit,
            "exit": self._quit,
        }

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self._state

    def play(self) -> int:
        """Play to the end and return the exit status. Save a game that is left."""
        with self._keys.echo(on=False) if self._keys is not None else nullcontext():
            return self._play()

    def _play(self) -> int:
        """Play to the end and return the exit status."""
        leave = self._keeper.leave
        try:
            while not self._state.is_terminal():
                self._pause_between_deals()
                seat = self._state.current_player()
                assert seat is not None
                if self._bots[seat] is None:
                    self._ask(seat)
                    continue
                if self._all_out() and not self._onlooking:
                    self._onlooking = True
                    self._ask_onlooker()
                self._let_play(seat)
            self._show_end()
        except LeaveError:
            leave(self._state)
        except EndedError:
            self._keeper.stop(self._state)
        except OSError:  # the output is closed, or the disk is full
            if self._humans:
                self._keeper.stop(self._state)
            raise
        except KeyboardInterrupt:
            self._console.print()
            self._keeper.stop(self._state)
            return INTERRUPTED
        except CardrulesError as error:  # an error in the rules, or in a bot of the user's own
            wrong = "bot" if isinstance(error, BotError) else "ruleset"
            options = ("--new-rules",) if wrong == "ruleset" else ()
            leave(self._state, f"After correcting the {wrong}, go on", *options)
            raise
        else:
            self._keeper.forget()
        return CLEAN

    # --------------------------------------------------------------------------------- turns

    def _let_play(self, seat: int) -> None:
        """Play the turn of a bot, and tell it to the person at the terminal, or to onlookers."""
        bot = self._bots[seat]
        assert bot is not None
        if self._finishing:
            self._apply(bot.choose(View(self._state, seat)))
            return
        viewer = self._humans[0] if len(self._humans) == 1 else None
        known = self._state.game.acting(self._state.position, viewer) is not None
        who = self._painter.who(seat, None) if known else "somebody"
        thinks = self._interactive and self._setting.players.kinds[seat] != "random"
        self._apply(self._thought(bot, seat, who) if thinks else bot.choose(View(self._state, seat)))
        if not self._humans:
            self._tell(None, 0)
        elif self._interactive and len(self._humans) == 1:
            viewer = self._humans[0]
            same = self._state.position.deal == self._deal  # else it is told with the result
            many = self._number - self._told[viewer] >= _AT_ONCE
            if many and same and not self._state.is_terminal():
                self._tell(viewer, _TOLD)

    def _all_out(self) -> bool:
        """Return whether all people at the terminal are out of the game, and bots play on."""
        gone = self._state.position.gone
        return self._interactive and bool(self._humans) and all(gone >> seat & 1 for seat in self._humans)

    def _ask_onlooker(self) -> None:
        """Ask people who are out of the game whether they want to see the rest of it."""
        seat = self._humans[-1]
        self._tell(seat, _TOLD)
        who = "You are" if len(self._humans) == 1 else "All of you are"
        self._say(Text(f"{who} out of the game; the others play on.", "bold"))
        self._print_lean(*rule_help.brief(self._painter, self._state, "out of the game"))
        self._say(Text("Enter watches them, 'finish' shows how it ends, 'quit' saves and leaves."))
        while True:
            word = self._word(seat)
            self._finishing = bool(word) and "finish".startswith(word)
            if self._finishing:
                seed = self._setting.seed
                self._bots = [each and QuickBot(seed) for each in self._bots]
            if self._finishing or not word:
                return
            self._say(Text("Type Enter, 'finish' or 'quit'; 'rules', 'scores' and 'log' work, too."))

    def _word(self, seat: int) -> str:
        """Return what a person types who has nothing to choose; obey commands that only show."""
        while True:
            word, _, rest = self._read().strip().lower().partition(" ")
            if word in ("quit", "exit"):
                raise LeaveError
            if word.startswith("?"):
                found = rule_help.brief(self._painter, self._state, f"{word[1:]} {rest}".strip())
                self._print_lean(*(found or [Text("'rules' shows the whole rulebook.")]))
            elif (name := "scores" if word == "score" else word) in _ASIDE:
                self._commands[name](seat, rest)
            else:
                return f"{word} {rest}".strip()

    def _pause_between_deals(self) -> None:
        """When a deal is over, tell the person at the terminal how, before the next one goes on."""
        before, self._deal = self._deal, self._state.position.deal
        alone = self._interactive and len(self._humans) == 1 and not self._onlooking
        if self._deal <= before or not alone or self._all_out():
            return
        seat = self._humans[0]
        sheet = score_sheet(self._painter, self._state, seat)
        scored = any(map(any, Scores(self._state).ends.values()))
        self._tell(seat, 0, announces=False)
        if scored:
            self._print_lean(sheet)
        aside = "  ('quit' saves and leaves; also 'undo', 'rules', 'scores', 'log')"
        self._say(Text.assemble("Enter goes on.", (aside, "dim")))
        while word := self._word(seat):
            if word not in ("undo", "back"):
                self._say(
                    Text("The deal is over. Type only Enter to go on, or 'undo', 'rules', 'scores', 'log' or 'quit'.")
                )
            elif self._undo(seat, ""):
                self._deal = self._state.position.deal
                return
        begins, *since = Story(self._painter, self._state, seat, self._number - 1).opening(self._deal)
        self._say(Text.assemble(" ", (begins.plain[:1].upper() + begins.plain[1:], "bold")))
        for each in since:
            self._say(Text.assemble("     ", each))

    def _thought(self, bot: Bot, seat: int, who: str) -> Action:
        """Return the choice of a bot; show how far it is, and what has just happened."""
        lately = Text()
        if len(self._humans) == 1:
            lines = list(self._story(self._humans[0]))
            if lines:
                margin = len(lines[-1].plain) - len(lines[-1].plain.lstrip())
                lately = Text.assemble(lines[-1][margin:], "  ")
        with self._console.status(Text.assemble(lately, (f"{who} is thinking …", "dim"))) as status:
            bot.progress = lambda done: status.update(Text.assemble(lately, (f"{who} is thinking … {done:.0%}", "dim")))
            return bot.choose(View(self._state, seat))

    def _ask(self, seat: int) -> None:
        """Ask a person for a move: show the table, and read until a move is clear."""
        if len(self._humans) > 1 and self._interactive and self._at_screen != seat:
            self._pass_screen(seat)
        legal = self._state.legal_actions()
        if len(legal) == 1 and self._interactive:
            self._play_forced(seat, legal[0])
            return
        order = hand_order(self._state, seat)
        self._choice = TypedChoice(self._state, self._setting.players.names, order)
        self._show(seat)
        while not self._answer(seat, self._choice):
            pass

    def _play_forced(self, seat: int, action: Action) -> None:
        """Play the only legal action, and tell it once."""
        self._tell(seat, _TOLD)
        if self._shown.get(seat) != self._state.position.deal:
            self._show_table(seat)  # before something is played from a hand that is new
        words = self._painter.words(action.text)
        self._apply(action)
        told = [line.plain for line in self._story(seat)]
        if len(told) == 1 and told[0].endswith(f": {words.plain}"):
            self._console.print(Text.assemble(" Played for you, your only move: ", words))
            self._told[seat] += 1
            return
        self._forced[self._number] = "your only move"
        if self._state.position.deal == self._deal and not self._state.is_terminal():
            self._tell(seat, _TOLD)  # what followed from it

    def _apply(self, action: Action) -> None:
        """Apply an action. If that is interrupted, the position stays as it was."""
        after = self._state.clone()
        after.apply_action(action)
        self._state = after
        if not self._finishing:
            self._keeper.keep(after)

    def _answer(self, seat: int, choice: TypedChoice) -> bool:
        """Read and obey one line or key; return whether the position or the viewer has changed."""
        typed = self._read(choice).strip()
        try:
            if choice.action is None:
                command, rest = self._command(choice, typed)
                if command is not None:
                    return command(seat, rest)
                self._choose(choice, typed)
        except RefusedError as error:
            return self._refuse(seat, typed, error)
        if choice.action is not None:
            self._apply(choice.action)
            return True
        self._show_choice(choice)
        return False

    def _command(self, choice: Choice, typed: str) -> tuple[_Command | None, str]:
        """Return the command that was typed, and its argument; none if it is about the choice."""
        if not typed and not (choice.proposal or choice.finishes):
            return (self._redraw if self._interactive else self._ignore), ""
        if typed.startswith("#") and not self._interactive:
            return self._ignore, ""
        if typed.lower() in _BACK and choice.begun:
            return None, ""
        word, _, rest = typed.partition(" ")
        if word.startswith("?") and len(word) > 1:
            word, rest = "?", typed[1:]
        command = self._commands.get(word.lower().removeprefix(":"))
        if self._names_action(word.lower(), alone=not rest):
            command = None  # `:log` is the command, `log` an action of such a game
        return command, rest.strip()

    def _names_action(self, word: str, *, alone: bool) -> bool:
        """Return whether an action of the game has a name, or one that begins with it."""
        program = self._state.game.program
        names = [name.lower() for verb in program.actions for name in (verb, program.label(verb))]
        return word in names or (not alone and any(each.startswith(f"{word} ") for each in names))

    def _choose(self, choice: TypedChoice, typed: str) -> None:
        """Take a step of the choice.

        Raises:
            RefusedError: The line is not such a step.
        """
        word = typed.lower()
        if word in _BACK and choice.begun:
            choice.back()
            while word == "cancel" and choice.back():
                pass
        elif word in ("", "y", "yes") and choice.proposal:
            choice.confirm()
        elif word in ("", "done") and (choice.chosen.cards or (word and not self._names_action(word, alone=True))):
            choice.done()
        else:
            choice.type(typed)

    def _refuse(self, seat: int, typed: str, error: RefusedError) -> bool:
        """Say why a line cannot be obeyed, unless it is the beginning of a command."""
        near = None
        word, _, rest = typed.partition(" ")
        begun = [name for name in self._commands if name.startswith(word.lower()) and not rest]
        if not error.known:
            if len(begun) == 1:
                return self._commands[begun[0]](seat, "")
            verbs = {action.verb for action in self._state.legal_actions()}
            useful = [name for name, command in self._commands.items() if command != self._nothing_begun]
            far = {name: slips(word.lower(), name) for name in (*verbs, *useful)}
            near = min(far, key=lambda name: far[name])  # of a move, the error says more
            near = near if near not in verbs and far[near] <= _SLIPS and len(word) > 2 else None
        text = f"Did you mean '{near}'?" if near else self._painter.sentence(str(error), seat)
        command = f", and '{begun[0]}' is a command" if error.known and len(begun) == 1 else ""
        answer = Text(f"{text} '?' explains the moves{command}.")
        if self._keys is not None:
            self._answered = answer  # it stands below the choice until the next line
        else:
            self._say(answer)
        return False

    def _read(self, choice: Choice | None = None) -> str:
        """Return the next line of input, empty if keys have changed the choice instead.

        Raises:
            EndedError: The input has ended.
        """
        if self._interactive:
            try:
                if self._keys is not None and choice is not None:
                    answer, self._answered = self._answered, Text()
                    view = ChoiceView(self._painter, choice)
                    return self._keys.read(view, self._whose(), answer)
                with self._keys.echo(on=True) if self._keys is not None else nullcontext():
                    return self._line()
            except EOFError:
                self._console.print()
                raise EndedError from None
            except UnicodeDecodeError:
                return ""
        line = sys.stdin.readline()
        if not line:
            raise EndedError
        if line.strip():
            self._console.print(Text(f"> {printable(line.strip()[:200])}"), soft_wrap=True)
        return line

    def _line(self) -> str:
        """Return a line that is typed at a terminal."""
        return input("> ")

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
        """Show a person what has happened, the table, and the choice.

        How a deal ended is not cut.
        """
        told, deal = self._told[seat], self._state.position.deal
        ended = any(step.number > told and step.before.deal < deal for step in self._state.steps())
        room = self._room(seat) if self._interactive else _TOLD
        self._tell(seat, 0 if ended else room)
        self._redraw(seat, "")

    def _room(self, seat: int) -> int:
        """Return how many lines of the screen the table and the choice leave."""
        assert self._choice is not None
        console = self._console
        view = ChoiceView(self._painter, self._choice)
        with console.capture() as drawn:
            console.print(table(self._painter, self._state, seat))
        below = drawn.get().count("\n") + len(list(view.lines(console.width)))
        below += 2 * bool(self._legend.line(drawn.get()))
        return max(console.height - below - 6, _FEWEST)

    def _redraw(self, seat: int, rest: str) -> bool:
        """Show the table and the choice."""
        assert self._choice is not None
        self._show_table(seat)
        self._show_choice(self._choice)
        return False

    def _show_table(self, seat: int) -> None:
        """Show the table to a person, below the line with the phase."""
        self._shown[seat] = self._state.position.deal
        self._console.print(self._painter.heading(self._state))
        drawn = self._draw(seat)
        if self._interactive and (legend := self._legend.line(drawn)):
            self._print_lean(Text(f" {legend}\n", "dim"))
            self._legend.is_shown(drawn)

    def _draw(self, viewer: int | None) -> str:
        """Draw the table between empty lines, and return the drawing."""
        self._console.file.write("\n")
        drawn = self._print_lean(table(self._painter, self._state, viewer))
        self._console.file.write("\n")
        return drawn

    def _print_lean(self, *parts: RenderableType) -> str:
        """Print without trailing spaces, and return what was printed."""
        text = lean(self._console, *parts)
        self._console.file.write(text)
        return text

    def _show_choice(self, choice: Choice) -> None:
        """Print what can be chosen, where keys do not show it anyway."""
        if self._keys is not None:
            return
        view = ChoiceView(self._painter, choice)
        if not choice.begun:
            self._console.print(self._whose())
        for line in view.lines(self._console.width):
            self._console.print(line, soft_wrap=True)

    def _whose(self) -> Text:
        """Return the line above the choice."""
        seat = self._state.current_player()
        assert seat is not None
        several = len(self._humans) > 1
        text = f"{self._setting.players.names[seat]}, your move" if several else "Your move"
        cards = {
            word
            for move in (self._choice.moves if self._choice is not None else ())
            for kind, words in zip(move.kinds, move.choices, strict=True)
            if kind in CARDS
            for word in words
        }
        others = holders(self._state, seat, cards)
        if len(others) == 1 and (other := others.pop()) is not None and other != seat:
            text += f", with the cards of {self._setting.players.names[other]}"
        return Text.assemble((text, "bold"), ("  (? explains)", "dim"))

    def _tell(self, viewer: int | None, most: int, *, announces: bool = True) -> None:
        """Print what has happened since the last time.

        Args:
            viewer: Who is told; None knows everything.
            most: If there are more lines, only the last ones are printed; 0 prints all.
            announces: Whether it is told that a new deal begins.
        """
        lines = list(self._story(viewer, announces=announces))
        elsewhere = "" if self._state.is_terminal() else ": see 'log'"
        for line in fitted(lines, most, self._console.width, elsewhere) if most else lines:
            self._console.print(line)
        self._told[viewer if viewer is not None else 0] = self._number

    def _story(self, viewer: int | None, *, announces: bool = True) -> Iterator[Text]:
        """Yield what a viewer has not been told."""
        first = min(self._told[viewer if viewer is not None else 0], self._number)
        return Story(self._painter, self._state, viewer, first, announces=announces, remarks=self._forced).lines()

    @property
    def _number(self) -> int:
        """The number of moves so far."""
        return self._state.last.number if self._state.last else 0

    def _say(self, text: Text) -> None:
        self._console.print(text)

    def _show_end(self) -> None:
        """Show what happened last, the table and the result."""
        viewer = self._humans[0] if len(self._humans) == 1 else None
        several = self._state.position.deal > 1 and any(self._state.scores())
        sheet = score_sheet(self._painter, self._state, viewer) if several else None
        if self._humans:
            if viewer is None:
                done = self._number
                self._told[0] = max(done - self._state.game.players, 0)
            gone = viewer is not None and self._state.position.gone >> viewer & 1
            self._tell(viewer, _TOLD if gone else 0)  # others have played on, maybe for long
            self._console.print(self._painter.heading(self._state))
        self._draw(viewer)
        if sheet is not None:
            self._print_lean(sheet)
        self._console.print(Text(result(self._painter, self._state, viewer), "bold"))

    # ------------------------------------------------------------------------------ commands

    def _ignore(self, seat: int, rest: str) -> bool:
        return False

    def _explain(self, seat: int, rest: str) -> bool:
        state, painter, console = self._state, self._painter, self._console
        assert self._choice is not None
        choice = list(ChoiceView(painter, self._choice).lines(console.width))
        room = max(console.height - len(choice) - _PROMPT, _FEWEST)
        if rest:
            found = rule_help.one(painter, state, rest, console, room)
        else:
            keys = self._keys is not None
            found = rule_help.overview(painter, state, console, room, keys=keys, others=self._others)
        self._print_lean(*found)
        return False

    def _hint(self, seat: int, rest: str) -> bool:
        """Say what the rollout bot would do."""
        setting = self._setting
        think = setting.think and max(setting.think, _HINT)
        bot = RolloutBot(setting.seed + 1, max(setting.budget or 0, DEFAULT_BUDGET), think)
        if self._interactive:
            action = self._thought(bot, seat, "The bot")
        else:
            action = bot.choose(View(self._state, seat))
        why = reason(self._painter, bot.assessment, len(self._state.legal_actions()))
        dash = self._painter.style.dash
        self._say(Text.assemble("Hint: ", self._painter.words(action.text), (dash + why, "dim")))
        return False

    def _nothing_begun(self, seat: int, rest: str) -> bool:
        """Say that there is nothing to put back."""
        self._say(Text("Nothing is picked for a move. 'undo' takes your last move back."))
        return False

    def _undo(self, seat: int, rest: str) -> bool:
        """Go back to the last decision of this person, if it was shown nothing hidden since."""
        state = self._state.clone()
        practice = self._setting.practice
        if not self._rewind(state, seat, self._humans if practice is None else ()):
            self._refuse_undo(seat, state)
            return False
        if practice is not None:
            self._setting.practice = practice + 1
        self._state = state
        self._keeper.keep(state)
        self._forced = {at: only for at, only in self._forced.items() if at <= self._number}
        self._told = [min(told, state.last.number if state.last else 0) for told in self._told]
        self._say(Text("Taken back."))
        return True

    def _rewind(self, state: State, seat: int, seats: Iterable[int]) -> bool:
        """Take moves back to the last decision of a seat, and return whether there is one.

        Args:
            state: The state. If there is none it is left at what could not be taken back.
            seat: The seat.
            seats: The seats to which nothing hidden may have been shown since.
        """
        try:
            while True:
                state.undo(seats)
                if state.current_player() == seat and (len(state.legal_actions()) > 1 or not self._interactive):
                    return True
        except IllegalActionError:
            return False

    def _refuse_undo(self, seat: int, barrier: State) -> None:
        """Say why nothing is taken back.

        Args:
            seat: The seat that wants it.
            barrier: A state whose last action cannot be taken back.
        """
        if barrier.last is None or not self._rewind(barrier.clone(), seat, ()):
            self._say(Text("Nothing is taken back: you have not decided anything yet."))
            return
        story = Story(self._painter, barrier, seat, barrier.last.number - 1)
        why = "Nothing is taken back, because you have seen something since that was hidden:\n"
        self._say(Text.assemble(why, *story.steps()))
        self._offer_practice(
            "In a game for practice everything can be taken back, but it does not count among "
            "the games that you have won or lost."
        )

    def _offer_practice(self, why: str) -> None:
        """Say how to play on for practice."""
        try:
            how = self._keeper.for_practice(self._state)
        except OSError as error:
            self._say(Text(printable(str(error))))
            return
        self._say(Text(f"{why} To play on so, 'quit', then type:"))
        self._console.print(Text(f"  {how}"), soft_wrap=True)

    def _log(self, seat: int, rest: str) -> bool:
        last = self._number
        first = 0 if rest.lower() == "all" else max(last - _LOG, 0)
        if self._setting.practice is not None:
            times = counted(self._setting.practice, "time")
            self._say(Text(f" A game for practice: moves were taken back {times}.", "dim"))
        if first:
            self._say(Text(f" … {first} moves before that: 'log all' shows them", "dim"))
        story = Story(self._painter, self._state, seat, first)
        lines = Table.grid()
        for number, line in enumerate(story.steps(), first + 1):
            lines.add_row(Text(f"{number:>5} ", "dim"), line[1:])
        self._print_lean(lines)
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

    def _scenario(self, seat: int, rest: str) -> bool:
        """Print a move as a scenario, in a game that does not count: a scenario names cards that others hold."""
        from ...interpreter.scenarios.writing import move_as_scenario

        hidden = self._interactive and self._setting.practice is None and self._state.game.players > 1
        number = int(rest) if rest.isdecimal() and len(rest) < _DIGITS else self._number
        if hidden:
            self._offer_practice("A scenario names cards that you cannot see. In a game for practice it is shown.")
        elif (rest and not rest.isdecimal()) or not 0 < number <= self._number:
            last = f"; the moves have the numbers 1 to {self._number}" if self._number else ""
            none = f"There is no move {printable(rest)} to write{last}."
            self._say(Text(none if rest else "There are no moves yet."))
        else:
            self._say(Text("Paste these lines below 'scenarios:' in the ruleset, or in a suite:", "dim"))
            for line in move_as_scenario(self._state, number).text.splitlines():
                self._console.print(Text(line), soft_wrap=True)
        return False

    def _save_as(self, seat: int, rest: str) -> bool:
        try:
            if rest:
                self._keeper.save_as(self._state, Path(rest).expanduser())
            else:
                self._keeper.save(self._state)
        except OSError as error:
            self._say(Text(f"{printable(str(error))}"))
        return False

    def _quit(self, seat: int, rest: str) -> NoReturn:
        raise LeaveError
