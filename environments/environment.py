"""What the environments of PettingZoo and Gymnasium have in common."""

from __future__ import annotations

import sys
from copy import deepcopy
from typing import TYPE_CHECKING, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .episode import drawn

if TYPE_CHECKING:
    from typing import Self

    from .episode import Episode, Spaces
    from .play import Play


class Observed(TypedDict):
    """What the player of a seat is told.

    Keys:
        observation: an array of 32-bit floats, one for each of `spaces.names`: what the seat knows.
        action_mask: an array of 8-bit integers, one for each number of an action: 1 if it may be
            chosen now. All are 0 for a seat that does not act now.
    """

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


def observation_space(known: Spaces) -> spaces.Dict:
    """Return a new space of observations."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, (known.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (known.actions.size,), np.int8),
        }
    )


class Environment:
    """An environment whose games a `Play` deals.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
        render_mode: `ansi` or `human`; None if nothing is shown.
    """

    spaces: Spaces
    render_mode: str | None
    _play: Play
    _chance: np.random.Generator

    @property
    def engine(self) -> str:
        """What plays the games that begin now: `native` or `python`."""
        return self._play.engine

    @property
    def episode(self) -> Episode:
        """The game in play.

        Raises:
            SetupError: no game has begun.
        """
        return self._play.episode

    def completions(self) -> NDArray[np.int32]:
        """Return for each number how many legal actions it may become; 0 if it is masked.

        It is 1 where an action is chosen in one step.

        Raises:
            SetupError: no game has begun.
        """
        return self._play.completions()

    def sample(self) -> int:
        """Return a random number for the player who acts: all legal actions are equally likely.

        A number drawn from the mask prefers actions that are chosen in several steps less or more.
        The numbers come from the environment's own generator, which `reset(seed=…)` seeds.

        Raises:
            SetupError: no game has begun, or it is over.
        """
        return drawn(self.completions(), self._chance.random())

    def __copy__(self) -> Self:
        """Return an independent copy; one that shared the game would see it change."""
        return deepcopy(self)

    def _show(self, seen: object) -> str | None:
        """Print what is seen, or return it as text, as the mode wants it."""
        if self.render_mode == "ansi":
            return str(seen)
        if self.render_mode == "human":
            sys.stdout.write(f"{seen}\n")
        return None
