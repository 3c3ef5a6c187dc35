"""Computer players by name. A bot gets a `View` and never a state: it knows what its seat knows.

The section `bots` of a ruleset tells which actions random players prefer and how good a position
is.
"""

from __future__ import annotations

import re
from importlib import import_module
from math import inf
from operator import index
from typing import TYPE_CHECKING, Final

from ..diagnostics import brief
from ..errors import SetupError
from ..game.plain import plain
from ..installing import how_to_install
from .cfr import CfrBot
from .own_bots import LIMIT, installed, make_own_bot
from .quick import QuickBot, RandomBot
from .search.clock import DEFAULT_BUDGET
from .search.ismcts import IsmctsBot
from .search.rollout import RolloutBot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..game.rules import Rules
    from .view import Bot

_SEARCHES: Final[dict[str, type[IsmctsBot | RolloutBot]]] = {
    "ismcts": IsmctsBot,
    "rollout": RolloutBot,
}
_QUICK: Final[dict[str, type[RandomBot]]] = {"quick": QuickBot, "random": RandomBot}

STRENGTHS: Final = {
    "easy": ("rollout", 10, 1),
    "normal": ("rollout", 200, 1),
    "hard": ("rollout", 1000, 3),
}
"""Names for bots that search: the search, its simulations, and how many times as long as others it
may think where time is limited."""

CFR: Final = "cfr"
"""The name of the bot that computes a strategy for a whole deal."""

BOTS: Final[tuple[str, ...]] = (*_SEARCHES, CFR, *_QUICK, *STRENGTHS)
"""The names of the bots that come with cardrules."""

_FILE: Final = re.compile(r"(?P<own>.*\.py):[^:]*|onnx:(?P<network>.+?)(?P<sampled>:sample)?")
_LIMIT: Final = re.compile(r"(\w+):(?:(\d{1,9})|(\d{1,9}(?:\.\d{1,9})?)s)", re.ASCII)


def installed_bots() -> tuple[str, ...]:
    """Return the names of installed bots; a name of a bot of cardrules means only that one."""
    return tuple(name for name in installed() if name not in BOTS)


def make_bot(
    name: str,
    seed: int = 0,
    budget: int | None = DEFAULT_BUDGET,
    seconds: float | None = None,
    limit: float = LIMIT,
) -> Bot:
    """Return a bot by its name.

    Args:
        name: One of `BOTS`; a bot that searches with its own limit (`ismcts:500` for simulations,
            `ismcts:0.5s` for time); `cfr:1000` for a number of iterations; `FILE.py:CLASS` or an
            entry point for a bot of one's own; `onnx:FILE` for a network, and `onnx:FILE:sample` for
            one whose actions are drawn.
        seed: The seed of its random numbers.
        budget: The number of simulations for each decision, for bots that simulate; None for as
            many as time allows.
        seconds: The time for each decision, for bots that simulate; None if there is no limit.
        limit: The most seconds for a decision of a bot of one's own, which fails if it takes more.

    Raises:
        SetupError: There is no such bot, or it cannot be used.

    >>> type(make_bot("random")).__name__
    'RandomBot'
    >>> type(make_bot("ismcts:0.5s")).__name__
    'IsmctsBot'
    """
    budget, seconds, limit = plain(budget), plain(seconds), plain(limit)
    seed = _checked(name, seed, budget, seconds, limit)
    if name in _QUICK:
        return _QUICK[name](seed)
    if name in STRENGTHS:
        name, budget, patience = STRENGTHS[name]
        seconds = None if seconds is None else patience * seconds
    if name in _SEARCHES:
        return _SEARCHES[name](seed, budget, seconds)
    if name == CFR:
        return CfrBot(seed)
    given = _LIMIT.fullmatch(name)
    if given is not None and given[1] == CFR and given[2] and int(given[2]):
        return CfrBot(seed, int(given[2]))
    if given is not None and given[1] in _SEARCHES:
        budget = int(given[2]) if given[2] else None
        seconds = float(given[3]) if given[3] else None
        if budget == 0 or seconds == 0:
            raise SetupError(f"the bot {brief(name)} has no simulations and no time")
        return _SEARCHES[given[1]](seed, budget, seconds)
    if name.partition(":")[0] == "onnx":
        return _network_bot(name, seed)
    made = make_own_bot(name, seed, limit)
    if made is not None:
        return made
    if name.partition(":")[0] in _SEARCHES:
        raise SetupError(
            f"the limit of the bot {brief(name)} is not understood: "
            "write rollout:200 for 200 simulations, or rollout:0.5s for half a second"
        )
    if name.partition(":")[0] == CFR:
        raise SetupError(
            f"the number of iterations of the bot {brief(name)} is not understood: write cfr:500 for 500 of them"
        )
    if name.endswith(".py"):
        raise SetupError(f"the bot {brief(name)} is a file; add the name of a class: FILE.py:CLASS")
    known = ", ".join((*BOTS, *installed_bots()))
    raise SetupError(f"there is no bot {brief(name)}; there are {known}, FILE.py:CLASS, or onnx:FILE")


def file_of(name: str) -> str | None:
    """Return the file of a bot; None if it has none.

    >>> file_of("mybot.py:Bot"), file_of("onnx:net.onnx:sample"), file_of("rollout:200")
    ('mybot.py', 'net.onnx', None)
    """
    found = _FILE.fullmatch(name)
    return found and (found["own"] or found["network"])


def _network_bot(name: str, seed: int) -> Bot:
    """Return a bot that asks a network.

    Raises:
        SetupError: There is no such network, or what it needs is not installed.
    """
    found = _FILE.fullmatch(name)
    if found is None:
        raise SetupError(f"the bot {brief(name)} has no file: write onnx:FILE, such as onnx:policy.onnx")
    try:
        # Environments lie above bots, and are loaded by name as an installed bot is.
        module = import_module("...environments.network", __package__)
        return module.NetworkBot(found["network"], seed, sampled=found["sampled"] is not None)
    except ModuleNotFoundError as error:
        if error.name not in ("numpy", "onnxruntime"):
            raise
        raise SetupError(f"the bot {brief(name)} needs the package {error.name}: {how_to_install('onnx')}") from None


def check_bots(rules: Rules, names: Iterable[str]) -> None:
    """Make sure before a game that its bots can play it.

    Args:
        rules: The game.
        names: The names of the bots.

    Raises:
        SetupError: One is `cfr`, and the game is too large for it.
    """
    if any(name.partition(":")[0] == CFR for name in names):
        from ..equilibrium.tree import check

        check(rules)


def _checked(name: object, seed: object, budget: object, seconds: object, limit: object) -> int:
    """Return the seed of a bot if all that it is made of is what it should be.

    Raises:
        SetupError: Something is not.
    """
    if not isinstance(name, str):
        raise SetupError(f"a bot is asked for by its name, not by {brief(name)}")
    if budget is not None and (not isinstance(budget, int) or budget < 1):
        raise SetupError(f"budget is a number of simulations from 1 on, or None, not {brief(budget)}")
    for what, time in (("seconds", seconds), ("limit", limit)):
        if time is not None and not (isinstance(time, int | float) and 0 < time < inf):
            raise SetupError(f"{what} is a number of seconds above 0, not {brief(time)}")
    try:
        return index(seed)  # pyright: ignore[reportArgumentType]
    except TypeError:
        raise SetupError(f"the seed of a bot is a whole number, not {brief(seed)}") from None
