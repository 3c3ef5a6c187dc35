"""Measures of many games at once, from the columns of numbers that native code tells of them.

They are those that `Simulation` adds up game by game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import mul
from typing import TYPE_CHECKING

from .tally import SCALE, Moments

if TYPE_CHECKING:
    from ..native.engine import Played
    from .tally import Tally

Column = Sequence[int]


def add_column(tally: Tally, name: str, values: Column) -> None:
    """Add a measure of many games to a tally."""
    found = tally.moments.setdefault(name, Moments())
    found.count += len(values)
    found.total += sum(values)
    found.squares += sum(map(mul, values, values))


def add_outcomes(
    tally: Tally, played: Played, place: int, players: int,
    measures: Callable[[Sequence[int], int], Mapping[str, int]],
) -> None:  # fmt: skip
    """Add the measures that depend on the result and on the seat that had the first turn.

    Args:
        tally: gets them.
        played: the games.
        place: where the result lies in what is told of a game.
        players: the number of players.
        measures: returns them for a result and a seat.
    """
    marks = [played.member(place, seat) for seat in range(players)]
    for (length, first, *result), times in Counter(
        zip(played.length(place), played.column(1), *marks, strict=True)
    ).items():
        ended = result if length == players else (0,) * players
        for name, value in measures(ended, first).items():
            found = tally.moments.setdefault(name, Moments())
            found.count += times
            found.total += value * times
            found.squares += value * value * times


def branching(played: Played) -> Column:
    """Return the mean numbers of legal actions, in millionths."""
    return [
        SCALE * choices // (decisions or 1)
        for choices, decisions in zip(played.column(2), played.column(0), strict=True)
    ]
