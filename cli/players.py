"""The options `--players` and `--names`: who sits at each seat."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from ..interpreter.bots.bots import BOTS, installed_bots, make_bot
from ..interpreter.diagnostics import suggest
from ..interpreter.errors import PlayerCountError, SetupError
from ..interpreter.presentation.players import HUMAN, name_problem, names_problem
from .options import MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Generator


def parse_names(text: str | None) -> tuple[str, ...]:
    """Return the names of `--names`, by seat; an empty one stands for the usual name.

    Raises:
        click.UsageError: A name is not possible.

    >>> parse_names("Kim, Robin")
    ('Kim', 'Robin')
    """
    names = () if text is None else tuple(name.strip() for name in text.split(","))
    given = [name for name in names if name]
    problems = (name_problem(name, one_word=True) for name in given)
    problem = next(filter(None, problems), None) or names_problem(given)
    if problem is not None:
        raise click.UsageError(f"--names: {problem}.")
    return names


def parse_players(text: str | None, *, humans: bool = True) -> tuple[tuple[str, ...] | None, int | None]:
    """Return the kind of player at each seat, and the number of players; None if not given.

    Where only bots play, one kind alone is that of all seats, however many there are.

    Args:
        text: Kinds with commas between them, such as `human,rollout`; or a number.
        humans: Whether people can play.

    Raises:
        click.UsageError: A kind is unknown, or a bot of one's own cannot be loaded.

    >>> parse_players("human, random")
    (('human', 'random'), 2)
    >>> parse_players("3")
    (('human', 'rollout', 'rollout'), 3)
    >>> parse_players("2", humans=False)
    (('random', 'random'), 2)
    >>> parse_players("quick", humans=False)
    (('quick',), None)
    >>> parse_players(None)
    (None, None)
    """
    if text is None:
        return None, None
    count = _number(text)
    if count:
        first, others = (HUMAN, "rollout") if humans else ("random", "random")
        return (first, *[others] * (count - 1)), count
    kinds = tuple(_kind(word.strip(), humans=humans) for word in text.split(","))
    return kinds, len(kinds) if humans or len(kinds) > 1 else None


@contextmanager
def one_for_each_seat(text: str | None) -> Generator[None]:
    """Add to the error for a wrong number of players how `--players` names them.

    Args:
        text: What was given.

    Raises:
        PlayerCountError: The game is not for so many players.
    """
    try:
        yield
    except PlayerCountError as error:
        if text is None or _number(text):
            raise
        advice = "--players names one for each seat, with commas between them."
        raise PlayerCountError(f"{error} {advice}") from None


def _number(text: str) -> int:
    """Return the number of players if a text is one, else 0."""
    word = text.strip()
    number = int(word) if word.isdecimal() and len(word) < 9 else 0
    return number if number <= MOST_PLAYERS else 0


def _kind(word: str, *, humans: bool) -> str:
    """Return a kind of player as bots know it.

    Raises:
        click.UsageError: There is no such player, or it cannot be loaded.
    """
    known = (*[HUMAN] * humans, *BOTS)
    lower = word.lower()
    if lower in known:
        return lower
    own = installed_bots()
    if ":" not in word and not word.endswith(".py") and word not in (*own, "onnx"):
        near = suggest(lower, (*known, *own))
        names = " '--names' says what the players are called." if humans else ""
        all_known = f" There are {', '.join((*known, *own))}, FILE.py:CLASS, and onnx:FILE.{names}"
        hint = f" Did you mean '{near}'?" if near else all_known
        raise click.UsageError(f"--players: there is no player '{word}'.{hint}")
    try:
        make_bot(word)
    except SetupError as error:
        raise click.UsageError(f"--players: {error}.") from None
    return word
