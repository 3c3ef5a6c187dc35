"""The screen of a game: the terminal, or the streams in its place."""

from __future__ import annotations

import contextlib
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from ...interpreter.presentation.faces import Style
from ..terminal import console, encodes, has_colours
from .session import Screen

if TYPE_CHECKING:
    from .watching import Watch


def opened(*, interactive: bool, watch: Watch | None = None) -> Screen:
    """Return the terminal, or the streams in its place.

    Args:
        interactive: whether a person plays at a terminal.
        watch: files; the person is interrupted when one of them is saved.
    """
    keys = None
    output = console()
    if interactive and os.environ.get("TERM") != "dumb":
        from .key_input import KeyInput

        keys = KeyInput(output, watch)
    elif interactive:
        with contextlib.suppress(ImportError):
            import_module("readline")  # editing and history for `input`
    symbols = sys.stdout.isatty() and encodes("♣♦♥♠▒×–…─")
    style = Style(symbols=symbols, colour=symbols and has_colours())
    return Screen(output, style, interactive, keys)
