"""Arguments that every environment checks in the same way."""

from __future__ import annotations

from math import isfinite
from operator import index
from typing import Final, SupportsIndex

from ..interpreter.diagnostics import brief
from ..interpreter.errors import IllegalActionError, SetupError

MOST_SEEDS: Final = 1 << 62
"""So many different games the environments of PettingZoo and Gymnasium deal."""

RENDER_MODES: Final = ("ansi", "human")
RENDER_FPS: Final = 1
"""Gymnasium asks how many pictures a second make sense; a person reads a table that slowly."""

NOT_BEGUN: Final = "no game has begun; call reset() first"

MOST_SKIPPED: Final = 200
"""So many games in succession are skipped at most because they leave nothing to decide."""

NO_DECISION: Final = (
    f"nobody has a decision in {MOST_SKIPPED} games in succession, so there is nothing to learn; change the rules"
)


def integer(value: object) -> int | None:
    """Return an integer of Python or numpy as one of Python; None if it is none.

    >>> import numpy as np
    >>> integer(np.int64(3)), integer(np.array(3)), integer(np.array([3])), integer(True)
    (3, 3, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # such as an array of one number
        return None


def whole(action: object) -> int:
    """Return an action as an integer of Python.

    Raises:
        IllegalActionError: it is not an integer of Python or numpy.
    """
    number = integer(action)
    if number is None:
        raise IllegalActionError(f"an action is an integer, not {brief(action)}")
    return number


def whole_seed(seed: object) -> int:
    """Return a seed as an integer of Python.

    Raises:
        SetupError: it is not an integer of Python or numpy.
    """
    number = integer(seed)
    if number is None:
        raise SetupError(f"a seed is a whole number, not {brief(seed)}")
    return number


def library_seed(seed: object) -> int | None:
    """Return a seed as the libraries take it, which have no negative ones; None if none is given.

    Raises:
        SetupError: it is negative, or no integer of Python or numpy.
    """
    if seed is None:
        return None
    number = whole_seed(seed)
    if number < 0:
        raise SetupError(f"the seed of an environment is at least 0, not {number}")
    return number


def check_render_mode(mode: object) -> None:
    """Check how an environment is shown.

    Raises:
        SetupError: there is no such mode.
    """
    if mode is not None and not (isinstance(mode, str) and mode in RENDER_MODES):
        raise SetupError(f"render_mode is {', '.join(RENDER_MODES)} or None, not {brief(mode)}")


def flag(name: str, value: object) -> bool:
    """Return an argument that is true or false.

    Args:
        name: its name.
        value: what is given.

    Raises:
        SetupError: it is something else.
    """
    if not isinstance(value, bool):
        raise SetupError(f"{name} is True or False, not {brief(value)}")
    return value


def check_on_illegal(reply: object) -> None:
    """Check what follows an illegal action.

    Raises:
        SetupError: it is none of `error`, `random` and a number.
    """
    if reply in ("error", "random"):
        return
    if isinstance(reply, bool) or not isinstance(reply, int | float) or not isfinite(reply):
        raise SetupError(f"on_illegal is 'error', 'random' or the reward with which the game ends, not {brief(reply)}")
