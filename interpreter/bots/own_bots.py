"""Bots of one's own: classes in Python files and installed packages, and what happens if they fail.

`FILE.py:CLASS` names a class in a file; a name of the entry point group `cardrules.bots` names one
in an installed package.
"""

from __future__ import annotations

import sys
from ctypes import c_ulong, py_object, pythonapi
from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from threading import Lock, Timer, get_ident
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final

from ..diagnostics import brief, printable
from ..errors import BotError, SetupError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..play.action import Action
    from .assessment import Assessment
    from .view import Chooser, Progress, View

GROUP: Final = "cardrules.bots"
"""The entry point group in which packages register bots."""

LIMIT: Final = 60.0
"""The most seconds that a decision may take, unless another limit is given."""

_LONGEST: Final = 120  # characters of an exception's message
_HERE: Final = Path(__file__).parent


def installed() -> tuple[str, ...]:
    """Return the names of the bots that installed packages register."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def make_own_bot(name: str, seed: int, limit: float = LIMIT) -> OwnBot | None:
    """Return a bot by the name of its class; None if the name is neither a file's nor installed.

    Args:
        name: `FILE.py:CLASS`, or the name of an entry point.
        seed: The seed of its random numbers, for classes that have a parameter `seed`.
        limit: The most seconds that a decision may take.

    Raises:
        SetupError: The file, package or class cannot be used.
    """
    make = _maker(name)
    if make is None:
        return None
    try:
        bot = make(seed=seed) if "seed" in signature(make).parameters else make()
    except Exception as error:
        raise SetupError(f"the bot '{name}' cannot be made: {_told(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise SetupError(f"the bot '{name}' has no method choose(view)")
    return OwnBot(name, bot, limit)


@cache
def _maker(name: str) -> Callable[..., Any] | None:
    """Return the class that a name means."""
    file, _, attribute = name.rpartition(":")
    if not file.endswith(".py"):
        for point in entry_points(group=GROUP, name=name):
            try:
                return point.load()
            except Exception as error:
                raise SetupError(f"the bot '{name}' cannot be loaded: {_told(error)}") from error
        return None
    path = Path(file)
    if not path.is_file():
        raise SetupError(f"the bot '{name}' cannot be loaded: there is no file '{file}'")
    # The whole path is part of the name, so that two files of one name are two modules.
    spec = spec_from_file_location(f"cardrules bot {path.resolve()}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[module.__name__]
        raise SetupError(f"the bot '{name}' cannot be loaded: {_told(error)}") from error
    if not callable(found := getattr(module, attribute, None)):
        raise SetupError(f"the bot '{name}' cannot be loaded: '{file}' has no class '{attribute}'")
    return found


def _told(error: BaseException) -> str:
    """Return an exception, and the place that raised it, in a few words on one line."""
    message = printable(" ".join(str(error).split()))
    short = message if len(message) <= _LONGEST else message[:_LONGEST] + "…"
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        if not file.is_relative_to(_HERE) and file.is_file():
            place = f" ({file.name}, line {line})"
    return f"{type(error).__name__}{': ' * bool(short)}{short}{place}"


class OwnBot:
    """A bot whose choices are checked.

    Attributes:
        progress: Not called, because the bot does not know it.
        assessment: None.
    """

    def __init__(self, name: str, bot: Chooser, limit: float = LIMIT) -> None:
        """Check the choices of a bot.

        Args:
            name: Its name in messages.
            bot: The bot.
            limit: The most seconds that a decision may take.
        """
        self._name = name
        self._bot = bot
        self._limit = limit
        self.progress: Progress | None = None
        self.assessment: Assessment | None = None

    def choose(self, view: View) -> Action:
        """Return the bot's choice.

        Raises:
            BotError: It raised an exception, chose an illegal action, or took too long.
        """
        try:
            with _TimeLimit(self._limit):
                chosen: object = self._bot.choose(view)
        except _TooLongError:
            message = f"the bot '{self._name}' took longer than {self._limit:g} s for a decision"
            raise BotError(message) from None
        except (Exception, SystemExit) as error:
            raise BotError(f"the bot '{self._name}' raised {_told(error)}") from error
        for action in view.actions():
            if chosen == action or chosen == action.text:
                return action
        raise BotError(f"the bot '{self._name}' chose {brief(chosen)}, which is not a legal action")


class _TooLongError(BaseException):
    """A decision takes too long; not an `Exception`, so that a bot does not catch it by chance."""


class _TimeLimit:
    """Raises `_TooLongError` in a block that takes too long, between two steps of Python code."""

    def __init__(self, seconds: float) -> None:
        self._thread = get_ident()
        self._lock = Lock()
        self._over = False
        self._timer = Timer(seconds, self._interrupt)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            self._raise(None)  # if the timer was just ahead

    def _interrupt(self) -> None:
        with self._lock:
            if not self._over:
                self._raise(_TooLongError)

    def _raise(self, kind: type[BaseException] | None) -> None:
        pythonapi.PyThreadState_SetAsyncExc(
            c_ulong(self._thread), py_object(kind) if kind is not None else None
        )
