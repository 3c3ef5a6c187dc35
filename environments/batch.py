"""Vectors: many games of one ruleset that are stepped together, with arrays in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..interpreter.errors import IllegalActionError, SetupError
from .episode import Episode, Mask, Spaces
from .observations import Array

if TYPE_CHECKING:
    from ..interpreter.play.game import Game


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


class Vector:
    """Games of one ruleset; a game that ends is followed by a new one with the next seed.

    Attributes:
        spaces: the names of all actions and of all entries of an observation.
        n: the number of games.

    >>> import cardrules, numpy
    >>> games = Vector(cardrules.load("oh_hell"), 3, seed=5)
    >>> batch = games.reset()
    >>> batch = games.step(batch.mask.argmax(axis=1))
    >>> batch.observation.shape[0], batch.rewards.shape
    (3, (3, 4))
    """

    def __init__(self, game: Game, n: int, seed: int = 0) -> None:
        """Prepare the games; `reset` deals them.

        Args:
            game: the game.
            n: how many games are played at once.
            seed: the seed of the first game.

        Raises:
            SetupError: there must be at least one game.
        """
        if n < 1:
            raise SetupError(f"a vector has at least one game, not {n}")
        self.spaces = Spaces(game)
        self.n = n
        self._seed = seed
        self._episodes: list[Episode] = []

    def _new(self) -> Episode:
        self._seed += 1
        return Episode(self.spaces, self._seed - 1)

    def reset(self) -> Batch:
        """Deal all games anew, each with the next seed."""
        self._episodes = [self._new() for _ in range(self.n)]
        players = self.spaces.game.players
        return self._batch(np.zeros((self.n, players), np.float32), np.zeros(self.n, np.bool_))

    def step(self, actions: NDArray[np.int64]) -> Batch:
        """Do one action in each game.

        Args:
            actions: the number of the action of each game, shape (n,).

        Raises:
            IllegalActionError: an action is masked; the games before it have been stepped.
            SetupError: there are not as many actions as games.
        """
        if len(actions) != len(self._episodes):
            raise SetupError(
                f"there are {len(self._episodes)} games in play and {len(actions)} actions; "
                "call reset() first and give one action for each game"
            )
        gained = np.zeros((self.n, self.spaces.game.players), np.float32)
        over = np.zeros(self.n, np.bool_)
        for at, (episode, action) in enumerate(zip(self._episodes, actions.tolist(), strict=True)):
            before, done = episode.returns(), len(episode.actions)
            try:
                episode.step(action)
            except IllegalActionError as error:
                raise IllegalActionError(f"game {at}: {error}") from None
            if len(episode.actions) > done:
                gained[at] = np.subtract(episode.returns(), before)
            if episode.player is None:
                over[at] = True
                self._episodes[at] = self._new()
        return self._batch(gained, over)

    def _batch(self, gained: Array, over: NDArray[np.bool_]) -> Batch:
        episodes = self._episodes
        seats = [episode.player or 0 for episode in episodes]
        return Batch(
            np.stack([each.observe(seat) for each, seat in zip(episodes, seats, strict=True)]),
            np.stack([episode.mask() for episode in episodes]),
            np.array(seats),
            gained,
            over,
        )
