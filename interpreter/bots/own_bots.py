"""Bots of one's own: classes in Python files and installed packages, and what happens if they fail.

`FILE.py:CLASS` names a class in a file; a name of the entry point group `cardrules.bots` names one
in an installed package.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager, suppress
from hashlib import blake2b
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from inspect import iscoroutine, signature
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, cast

from ..diagnostics import brief, printable
from ..errors import BotError, SetupError
from ..game.action import Action
from ..shared import Together, shared
from .time_limit import TooLongError, within

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import ModuleType
    from typing import TextIO

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


def make_own_bot(name: str, seed: int, limit: float) -> OwnBot | None:
    """Return a bot by the name of its class; None if the name is neither a file's nor installed.

    Args:
        name: `FILE.py:CLASS`, or the name of an entry point.
        seed: The seed of its random numbers. A class that has a parameter `seed` is given a number
            made from it, which does not tell the seed of the game.
        limit: The most seconds that a decision may take.

    Raises:
        SetupError: The file, package or class cannot be used.
    """
    make = _maker(name)
    if make is None:
        return None
    with _refused(f"the bot '{name}' cannot be made"):
        bot = make(seed=_scrambled(seed)) if _takes_seed(make) else make()
        can_choose = callable(getattr(bot, "choose", None))
    if not can_choose:
        raise SetupError(f"the bot '{name}' has no method choose(view)")
    return OwnBot(name, bot, limit)


def _takes_seed(make: Callable[..., Any]) -> bool:
    try:
        return "seed" in signature(make).parameters
    except (TypeError, ValueError):  # some classes of C have no signature
        return False


def _scrambled(seed: int) -> int:
    """Return a seed that does not tell the one of the game, from which seeds of bots are made."""
    return int.from_bytes(blake2b(f"bot {seed}".encode(), digest_size=7).digest(), "big")


def _to_stderr() -> TextIO:
    """Let what is printed go to standard error; return where it went."""
    before, sys.stdout = sys.stdout, sys.stderr
    return before


def _back(before: TextIO) -> None:
    """Let what is printed go where it went."""
    sys.stdout = before


_aside: Final = Together(_to_stderr, _back)
"""What a bot prints is not output of ours."""


@contextmanager
def _refused(what: str) -> Generator[None]:
    """Run code of others, and put what it raises in one sentence."""
    try:
        with _aside:
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise SetupError(f"{what}: {told(error)}") from error


def _maker(name: str) -> Callable[..., Any] | None:
    """Return the class that a name means."""
    file, _, attribute = name.rpartition(":")
    if not file.endswith(".py"):
        return _installed(name)
    path = Path(file).expanduser().resolve()
    if not path.is_file():
        raise SetupError(f"the bot '{name}' cannot be loaded: there is no file '{file}'")
    with _refused(f"the bot '{name}' cannot be loaded"):
        module = _module(path, path.stat().st_mtime_ns)
    if not callable(found := getattr(module, attribute, None)):
        raise SetupError(f"the bot '{name}' cannot be loaded: '{file}' has no class '{attribute}'")
    return found


@shared()
def _installed(name: str) -> Callable[..., Any] | None:
    """Return the class that an installed package registers by a name; None if there is none."""
    with _refused(f"the bot '{name}' cannot be loaded"):
        return next((point.load() for point in entry_points(group=GROUP, name=name)), None)


@shared()
def _module(path: Path, changed: int) -> ModuleType:
    """Run a file, once until it is changed.

    Args:
        path: The whole path. It is part of the module's name, so that two files of one name are two modules.
        changed: When it was changed last.
    """
    spec = spec_from_file_location(f"cardrules bot {path}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    return module


def told(error: BaseException) -> str:
    """Return an exception, and the place that raised it, in a few words on one line."""
    text = ""
    with suppress(Exception):  # of a class of others
        text = str(error)
    message = printable(" ".join(text.split()))
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
            with _aside:
                chosen = within(self._limit, lambda: cast("object", self._bot.choose(view)))
        except TooLongError:
            message = f"the bot '{self._name}' took longer than {self._limit:g} s for a decision"
            raise BotError(message) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotError(f"the bot '{self._name}' raised {told(error)}") from error
        if not isinstance(chosen, Action | str):
            if iscoroutine(chosen):
                chosen.close()  # else Python complains that nobody waited for it
            raise BotError(
                f"the bot '{self._name}' chose an object of the class {type(chosen).__name__}; "
                "choose(view) returns one of view.actions(), or its text"
            )
        for action in view.actions():
            if chosen in (action, action.text):
                return action
        raise BotError(f"the bot '{self._name}' chose {brief(chosen)}, which is not a legal action")
