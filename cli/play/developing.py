"""A game at the terminal whose rules are edited while it is played."""

from __future__ import annotations

import os
import secrets
import select
import sys
import time
from typing import TYPE_CHECKING, Final, NoReturn

from rich.text import Text

from ...interpreter.diagnostics import printable
from ...interpreter.errors import CardrulesError, PlayerCountError, RulesetError
from ...interpreter.game.saving import changes, provenance
from ...interpreter.play.game import Game
from ...interpreter.play.going_on import Script, go_on
from ...interpreter.speech.english import listed
from ...rulesets import path as bundled
from ..diagnostics.render import full
from ..exit_status import CLEAN, FINDINGS, INTERRUPTED
from ..terminal import has_colours
from .keeping import Keeper
from .looking import look, suites_of
from .rounds import SEEDS
from .session import EndedError, LeaveError, Session
from .watching import PAUSE, EditedError, files_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ...interpreter.game.rules import Rules
    from ...interpreter.play.state import State
    from ...interpreter.presentation.choice import Choice
    from .keeping import Setting
    from .session import Screen
    from .watching import Watch

_WAY_OUT: Final = "Save the ruleset, or type 'undo', 'again' (another hand), 'seed 7' or 'quit'."


class AnewError(Exception):
    """The person wants another game.

    Attributes:
        seed: its seed.
    """

    def __init__(self, seed: int) -> None:
        """Name the seed."""
        super().__init__()
        self.seed = seed


class _Unkept(Keeper):
    """Saves a game only if the person says so."""

    def stop(self, state: State) -> None:
        """Let a game go whose input has ended."""

    def leave(self, state: State, how: str = "", *options: str) -> None:
        """Let a game go that is left."""


class Trial(Session):
    """A game that is played until it is left, or until a file is saved; its end is not the end of the work."""

    def __init__(self, state: State, setting: Setting, screen: Screen, watch: Watch, *, stands: bool) -> None:
        """Prepare to play.

        Args:
            state: The game.
            setting: The players.
            screen: Where it is played.
            watch: The files with its rules.
            stands: Whether its next move was refused, so that bots do not go on at once.
        """
        super().__init__(state, setting, screen)
        self._watch = watch
        self._stands = stands
        self._others = ("again", "seed")
        self._keeper = _Unkept(setting, screen.console, terminal=False)
        self._commands |= {"seed": self._with_seed, "again": self._another}

    def _play(self) -> int:
        """Play until the game is left, and return the exit status."""
        while True:
            why = Text("The game is over.", "bold")
            try:
                if self._stands:
                    self._stand()
                status = super()._play()
                if not self._state.is_terminal():
                    return status
            except CardrulesError as error:  # in the rules, or in a bot of the user's own
                why = Text.from_ansi(_sentences(error))
            try:
                self._wait(why)
            except (LeaveError, EndedError):
                return CLEAN
            except KeyboardInterrupt:
                self._console.print()
                return INTERRUPTED

    def _stand(self) -> None:
        """Show the table, and wait before a move that nobody at the terminal decides."""
        actor = self._state.current_player()
        if (
            self._interactive
            and actor is not None
            and not (actor in self._humans and len(self._state.legal_actions()) > 1)
        ):
            seat = actor if actor in self._humans else self._humans[0]
            self._show_table(seat)
            self._say(Text("Save the ruleset again, or press Enter to let the game go on from here."))
            while word := self._word(seat):
                self._obey(seat, word)
        self._stands = False

    def _obey(self, seat: int, line: str) -> bool:
        """Obey a command where no move is asked for; return whether the position has changed."""
        name, _, rest = line.partition(" ")
        if name in ("again", "seed", "undo"):
            return self._commands[name](seat, rest)
        self._say(Text(_WAY_OUT))
        return False

    def _wait(self, why: Text) -> None:
        """Wait until the game can go on that has ended: some of it is taken back, or a file is saved."""
        self._console.print(why, soft_wrap="\n" in why.plain)
        self._say(Text(_WAY_OUT))
        while not self._obey(self._humans[0], self._word(self._humans[0])):
            pass

    def _read(self, choice: Choice | None = None) -> str:
        """Return the next line of input; also look at the files where it cannot be waited for both."""
        if not self._interactive and self._watch.edited():
            raise EditedError
        return super()._read(choice)

    def _line(self) -> str:
        """Return a line that is typed at a terminal, unless a file is saved before.

        Raises:
            EditedError: A file was saved.
        """
        if os.name == "nt":  # where a terminal cannot be waited for
            return super()._line()
        self._console.file.write("> ")
        self._console.file.flush()
        while not select.select([sys.stdin], [], [], PAUSE)[0]:
            if self._watch.edited():
                raise EditedError
        return input()

    def _with_seed(self, seat: int, rest: str) -> bool:
        """Begin with a seed."""
        if rest.removeprefix("-").isdecimal() and len(rest) < len(str(10 * SEEDS)):
            raise AnewError(int(rest))
        self._say(Text(f"Type a number after it, such as 'seed 7'. The seed of this game is {self._setting.seed}."))
        return False

    def _another(self, seat: int, rest: str) -> NoReturn:
        """Begin with another seed."""
        raise AnewError(secrets.randbelow(SEEDS))


class Workbench:
    """A ruleset that is being written, with the game that is played under it."""

    def __init__(
        self,
        file: str,
        load: Callable[[int | None], Rules],
        seated: Callable[[Rules], Setting],
        screen: Screen,
        watch: Watch,
    ) -> None:
        """Begin without a game.

        Args:
            file: The ruleset, a path or a bare name.
            load: Loads the ruleset for a number of players; None for the usual one, or the one that was named.
            seated: Returns who plays a game.
            screen: Where it is played.
            watch: The files with its rules.
        """
        self._file = file
        self._load = load
        self._seated = seated
        self._screen = screen
        self._watch = watch
        self._setting: Setting | None = None
        self._state: State | None = None
        self._script = Script()
        self._path: Path | None = None

    def work(self) -> int:
        """Play and look at the ruleset each time it is saved, until the person leaves; return the exit status."""
        self._look(again=False)
        while True:
            if self._state is None or self._setting is None:
                if not self._screen.interactive:
                    return FINDINGS
                self._say(Text("The game begins when the ruleset has no errors. Ctrl-C ends.", "dim"))
                self._watch.wait()
                self._look()
                continue
            stands = self._script.stands(self._state)
            trial = Trial(self._state, self._setting, self._screen, self._watch, stands=stands)
            try:
                return trial.play()
            except EditedError:
                self._state = trial.state
                self._look()
            except AnewError as wish:
                self._begin(self._state.game, wish.seed)

    def _say(self, text: Text) -> None:
        excerpt = "\n" in text.plain  # the marks below a line must stay where they are
        self._screen.console.print(text, soft_wrap=excerpt)

    def _look(self, *, again: bool = True) -> None:
        """Show what is wrong with the ruleset, and go on under the rules as they are now."""
        path = bundled(self._file)
        shown = self._file if path is None else str(path)
        self._watch.on([shown])
        game, wrong = self._loaded()
        if self._path is None and game is not None:
            self._path = game.loaded.resolved.path
        suites = suites_of(self._path) if self._path is not None else []
        self._watch.on(suites)
        lines = list(look(self._file, suites, colour=has_colours()))
        if again and self._screen.interactive:
            self._screen.console.clear()
        self._say(Text(f"{printable(self._file)}, {time.strftime('%H:%M:%S')}", "bold"))
        for line in lines:
            self._say(Text.from_ansi(line))
        if wrong:
            self._say(Text(wrong))
        if game is None and self._state is not None:
            self._say(Text("The game stays under the rules as they were."))
        elif game is not None:
            self._go_on(game)

    def _loaded(self) -> tuple[Rules | None, str]:
        """Return the game as its files are now, or None and why not, unless `look` says that."""
        count = len(self._setting.players.kinds) if self._setting is not None else None
        try:
            try:
                game = self._load(count)
            except PlayerCountError:
                if count is None:
                    raise
                game = self._load(None)
            game.machine.blank  # noqa: B018  # the game is compiled while nobody waits for a move
        except RulesetError as error:
            self._watch.on(files_of(error.sources))
            return None, ""
        except CardrulesError as error:
            return None, _sentences(error)
        self._watch.on(files_of(game.loaded.resolved.sources))
        return game, ""

    def _begin(self, game: Rules, seed: int | None = None) -> None:
        """Begin a game anew."""
        setting = self._seated(game)
        if seed is None and self._setting is not None:
            seed = self._setting.seed
        setting.seed = setting.seed if seed is None else seed
        try:
            self._state = Game(game).new_initial_state(setting.seed)
        except CardrulesError as error:
            self._say(Text.from_ansi(_sentences(error)))
            return
        self._setting = setting
        self._script = Script()
        self._say(Text(f"{printable(game.program.title)}, seed {setting.seed}."))

    def _go_on(self, game: Rules) -> None:
        """Play the moves of the game again under other rules."""
        state = self._state
        if state is None or self._setting is None or game.players != state.game.players:
            self._begin(game)
            return
        if game.origin == state.game.origin:
            return
        changed = changes(game, provenance(state.game)).changed
        self._say(Text(f"Changed: {printable(listed(list(changed)) or 'the order of the rules')}."))
        moves = self._script.moves(state, self._setting.players.humans)
        assert state.opening is not None
        try:
            found = go_on(state.game, state.opening, moves, game)
        except CardrulesError as error:
            self._say(Text.from_ansi(_sentences(error)))
            self._begin(game)
            return
        self._state = found.state
        self._script.note(moves, found)
        self._say(Text(found.told(moves, self._setting.players.names), "bold" if found.refused else ""))


def _sentences(error: CardrulesError) -> str:
    """Return an error as text for a terminal."""
    if isinstance(error, RulesetError):
        return full(error.diagnostics, error.sources, colour=has_colours()).rstrip("\n")
    text = printable(str(error)).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
