"""Choosing with keys: the options stand below the table, and change while one chooses."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

try:
    import termios
except ImportError:  # Windows
    termios = None

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.defaults import load_key_bindings
from prompt_toolkit.key_binding.key_bindings import merge_key_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import AfterInput, BeforeInput, ConditionalProcessor
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output

from ...interpreter.game.action import LISTS
from ...interpreter.presentation.choice import RefusedError
from .watching import PAUSE, EditedError

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent
    from rich.console import Console
    from rich.text import Text

    from .choice_view import ChoiceView
    from .watching import Watch


class KeyInput:
    """Reads keys at a terminal.

    Args:
        console: Draws the options.
        watch: Files; when one of them is saved, no more keys are waited for.
    """

    def __init__(self, console: Console, watch: Watch | None = None) -> None:
        self._console = console
        self._watch = watch
        self._output = create_output(stdout=sys.stdout)
        if isinstance(self._output, Vt100_Output):
            self._output.enable_cpr = False  # not every terminal answers where its cursor is

    @contextmanager
    def echo(self, *, on: bool) -> Generator[None, None, None]:
        """Let the terminal show keys that are typed while none are read, or not, for a while."""
        if termios is None or not sys.stdin.isatty():
            yield
            return
        file = sys.stdin.fileno()
        before = termios.tcgetattr(file)
        now = [*before[:3], before[3] | termios.ECHO if on else before[3] & ~termios.ECHO]
        termios.tcsetattr(file, termios.TCSADRAIN, [*now, *before[4:]])
        try:
            yield
        finally:
            termios.tcsetattr(file, termios.TCSADRAIN, before)

    def read(self, view: ChoiceView, title: Text, answer: Text) -> str:
        """Return the line that was typed, empty if keys have made the choice.

        Args:
            view: The choice, which keys change.
            title: The line above it.
            answer: What the line before is answered; it is erased with the choice, so that the
                table stays on the screen.

        Raises:
            EOFError: The input has ended.
            KeyboardInterrupt: Ctrl-C was typed.
            EditedError: A file that is watched was saved.
        """
        self._console.file.flush()
        keys = _Keys(self._console, view, title, answer)
        app: Application[str] = Application(
            layout=keys.layout(),
            key_bindings=merge_key_bindings([load_key_bindings(), keys.bindings()]),
            erase_when_done=True,
            output=self._output,
        )
        app.ttimeoutlen = 0.05
        app.timeoutlen = 0.1

        async def wait() -> None:
            assert self._watch is not None
            while not self._watch.edited():
                await asyncio.sleep(PAUSE)
            if not app.is_done:
                app.exit(exception=EditedError())

        def begin() -> None:
            if self._watch is not None:
                app.create_background_task(wait())

        line = app.run(handle_sigint=False, set_exception_handler=False, pre_run=begin)
        ahead = get_typeahead(app.input)  # keys that came together with Enter
        if any(each.key == Keys.ControlC for each in ahead):
            raise KeyboardInterrupt
        store_typeahead(app.input, ahead)
        return line


class _Keys:
    """One choice that is made with keys: the cursor, and what each key does."""

    def __init__(self, console: Console, view: ChoiceView, title: Text, answer: Text) -> None:
        self._console = console
        self._answer = answer
        self._view = view
        self._choice = view.choice
        self._title = title
        self._cursor: int | None = None
        self._note = ""
        self._buffer = Buffer(multiline=False, on_text_changed=lambda _: self._forget_note())

    # ------------------------------------------------------------------------------- drawing

    def layout(self) -> Layout:
        """Return the options above the line that is typed."""
        hint = ConditionalProcessor(AfterInput(self._hint, style="ansibrightblack"), self._is_empty())
        line = Window(
            BufferControl(self._buffer, input_processors=[BeforeInput("> "), hint]),
            wrap_lines=True,
            dont_extend_height=True,
        )
        options = Window(FormattedTextControl(self._drawn), dont_extend_height=True)
        return Layout(HSplit([options, line]), focused_element=line)

    def _is_empty(self) -> Condition:
        return Condition(lambda: not self._buffer.text)

    def _hint(self) -> str:
        if self._note:
            return self._note
        return "arrows and Enter, or type a move"

    def _drawn(self) -> ANSI:
        lines = list(self._view.lines(self._console.width, self._cursor))
        if not self._choice.begun:
            lines.insert(0, self._title)
        with self._console.capture() as drawn:
            for line in lines:
                self._console.print(line)
            if self._answer:
                self._console.print(self._answer)
        return ANSI(drawn.get().rstrip("\n"))

    def _forget_note(self) -> None:
        self._note = ""

    # ---------------------------------------------------------------------------------- keys

    def bindings(self) -> KeyBindings:
        """Return what the keys do."""
        keys = KeyBindings()
        empty = self._is_empty()
        for key, by_rows, forward in (
            ("left", False, False),
            ("right", False, True),
            ("up", True, False),
            ("down", True, True),
            ("s-tab", False, False),
            ("tab", False, True),
        ):
            self._bind_move(keys, key, by_rows=by_rows, forward=forward)
        keys.add("enter")(self._enter)
        keys.add("c-j")(self._enter)
        keys.add("space", filter=empty)(self._space)
        keys.add("backspace", filter=empty)(self._back)
        keys.add("escape", filter=empty)(self._back)
        keys.add("c-c")(self._interrupt)
        keys.add("c-d", filter=empty)(self._end)
        keys.add("c-l")(self._redraw)
        keys.add("c-z")(self._suspend)
        return keys

    def _bind_move(self, keys: KeyBindings, key: str, *, by_rows: bool, forward: bool) -> None:
        @keys.add(key, filter=self._is_empty())
        def _(event: KeyPressEvent) -> None:
            step = self._view.columns if by_rows else 1
            self._move(step if forward else -step)

    def _move(self, step: int) -> None:
        """Move the cursor to the next option in a direction that can be picked."""
        options = self._choice.options()
        able = [index for index, option in enumerate(options) if option.after is not None]
        if not able:
            return
        if self._cursor is None or self._cursor >= len(options):
            self._cursor = able[0] if step > 0 else able[-1]
            return
        index = self._cursor + step
        while 0 <= index < len(options) and index not in able:
            index += 1 if step > 0 else -1
        if index in able:
            self._cursor = index
        elif abs(step) == 1:
            self._cursor = able[0] if step > 0 else able[-1]

    def _space(self, event: KeyPressEvent) -> None:
        if self._cursor is None:
            self._move(1)
        else:
            self._pick(event)

    def _pick(self, event: KeyPressEvent) -> None:
        """Pick the option under the cursor, or put it back."""
        options = self._choice.options()
        if self._cursor is None or self._cursor >= len(options):
            return
        option = options[self._cursor]
        try:
            self._choice.pick(option)
        except RefusedError as error:
            self._note = str(error)
            return
        if option.kind not in LISTS:
            self._cursor = None
        self._leave_if_chosen(event)

    def _enter(self, event: KeyPressEvent) -> None:
        """Take the line that was typed, or else what the keys have chosen."""
        if self._buffer.text.strip():
            event.app.exit(result=self._buffer.text)
        elif self._choice.finishes:
            self._choice.done()
            self._cursor = None
            self._leave_if_chosen(event)
        elif self._cursor is not None and self._choice.proposal is None:
            self._pick(event)
        else:
            event.app.exit(result="")

    def _leave_if_chosen(self, event: KeyPressEvent) -> None:
        if self._choice.action is not None:
            event.app.exit(result="")

    def _interrupt(self, event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    def _end(self, event: KeyPressEvent) -> None:
        event.app.exit(exception=EOFError)

    def _redraw(self, event: KeyPressEvent) -> None:
        event.app.exit(result="table")

    def _suspend(self, event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    def _back(self, event: KeyPressEvent) -> None:
        """Take back the last step of the choice, or forget the cursor."""
        if not self._choice.back():
            self._cursor = None
