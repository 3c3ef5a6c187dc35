"""What a step of many games leads to: arrays with one row for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..interpreter.errors import SetupError

if TYPE_CHECKING:
    from .choice import Mask
    from .game_spaces import Spaces
    from .observations import Array


class Batch(NamedTuple):
    """What a step of all games leads to; each array has one row for each game.

    Attributes:
        observation: what the player knows who acts in the game, shape (n, size).
        mask: 1 for each legal action, shape (n, actions).
        player: the seat that acts, shape (n,).
        rewards: by how much the returns of each seat changed, shape (n, players).
        over: whether the game ended; the observation is then of the next game, shape (n,).
    """

    observation: Array
    mask: Mask
    player: NDArray[np.int64]
    rewards: Array
    over: NDArray[np.bool_]


def blank(spaces: Spaces, n: int) -> Batch:
    """Return arrays for a step of n games, in which no game has ended.

    Raises:
        SetupError: there is not as much memory.
    """
    try:
        return Batch(
            np.empty((n, spaces.size), np.float32),
            np.empty((n, spaces.actions.size), np.int8),
            np.empty(n, np.int64),
            np.zeros((n, spaces.game.players), np.float32),
            np.zeros(n, np.bool_),
        )
    except (MemoryError, ValueError):  # numpy calls very large arrays wrong values
        raise SetupError(f"{n} games do not fit into memory; choose fewer") from None
