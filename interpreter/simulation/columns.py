"""Measures of many games at once, from the columns of numbers that native code tells of them.

They are those that `Simulation` adds up game by game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..native.playing.played import Played
    from .tally import Tally


def add_outcomes(
    tally: Tally,
    played: Played,
    place: int,
    players: int,
    measures: Callable[[Sequence[int], int], Mapping[str, int]],
) -> None:
    """Add the measures that depend on the result and on the seat that had the first turn.

    Each pair of these is looked at once.

    Args:
        tally: gets them.
        played: the games.
        place: where the result lies in the report about a game.
        players: the number of players.
        measures: returns them for a result and a seat.
    """
    results = played.parts(place, players)
    for (found, first), times in Counter(zip(results, played.column(1), strict=True)).items():
        result = played.members(found) or (0,) * players
        for name, value in measures(result, first).items():
            tally.add_moments(name, times, value * times, value * value * times)
