"""The option `--players` that names the player of each seat."""

from __future__ import annotations

import click

from ..interpreter.bots.bots import BOTS
from ..interpreter.diagnostics import suggest
from ..interpreter.simulation.simulate import PLAYERS
from .options import MOST_PLAYERS

HUMAN = "human"


def parse_players(
    text: str | None, *, humans: bool = True
) -> tuple[tuple[str, ...] | None, int | None]:
    """Return the kind of player at each seat, and the number of players; None if not given.

    Args:
        text: Kinds with commas between them, such as `human,rollout`; or a number.
        humans: Whether people can play.

    Raises:
        click.UsageError: A kind is unknown.

    >>> parse_players("human, random")
    (('human', 'random'), 2)
    >>> parse_players("3")
    (('human', 'rollout', 'rollout'), 3)
    >>> parse_players("2", humans=False)
    (('random', 'random'), 2)
    >>> parse_players(None)
    (None, None)
    """
    if text is None:
        return None, None
    if text.strip().isdecimal() and 0 < int(text.strip()[:9]) <= MOST_PLAYERS:
        count = int(text.strip())
        first, others = (HUMAN, "rollout") if humans else ("random", "random")
        return (first, *[others] * (count - 1)), count
    known = (HUMAN, *BOTS) if humans else PLAYERS
    kinds = tuple(word.strip().lower() for word in text.split(","))
    for kind in kinds:
        if kind not in known:
            near = suggest(kind, known)
            hint = f" Did you mean '{near}'?" if near else f" There are {', '.join(known)}."
            raise click.UsageError(f"--players: there is no player '{kind}'.{hint}")
    return kinds, len(kinds)
