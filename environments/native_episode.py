"""One game in native code, for the environments of PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .arguments import whole
from .choice import refusal
from .episode import Episode
from .rows import blank
from .stepped import Refused

if TYPE_CHECKING:
    from .choice import Mask
    from .game_spaces import Spaces
    from .observations import Array
    from .stepped import Stepped


class NativeEpisode:
    """A game in play, as far as the environment asks for it.

    Attributes:
        player: the seat that chooses; None if the game is over.
    """

    def __init__(self, spaces: Spaces, native: Stepped, seed: int) -> None:
        """Deal a new game; the one that native code had before must not be used again.

        Args:
            spaces: the spaces of the game.
            native: native code for one game.
            seed: the seed of all chance.

        Raises:
            Refused: Python must play this game.
        """
        self._spaces, self._native, self._seed = spaces, native, seed
        self._chosen: list[int] = []
        self._batch = blank(spaces, 1)
        if not native.begin(np.zeros(1, np.intp), seed, self._batch):
            raise Refused("this game")
        self.player: int | None = int(self._batch.player[0])

    def mask(self) -> Mask:
        """Return 1 for each number that may be chosen now, and 0 for the others."""
        mask = self._batch.mask[0]
        return mask.copy() if self.player is not None else np.zeros_like(mask)

    def completions(self) -> NDArray[np.int32]:
        """Return for each number how many legal actions it may become."""
        if self.player is None or not self._spaces.actions.has_steps:
            return self.mask().astype(np.int32)
        found = self._native.completions(0)
        return self.in_python().completions() if found is None else found

    def step(self, action: object) -> list[float]:
        """Choose a number: an action, or the next step of one.

        Args:
            action: an integer of Python or numpy.

        Returns:
            By how much the returns of each seat changed.

        Raises:
            IllegalActionError: the number may not be chosen now; nothing is changed.
            Refused: Python must go on with this game; nothing is changed.
        """
        number, legal = whole(action), self._batch.mask[0]
        if self.player is None or not (0 <= number < len(legal) and legal[number]):
            raise refusal(self._spaces.actions, self.player, np.flatnonzero(legal).tolist(), number)
        return self._stepped(number)

    def step_at_random(self, luck: int) -> list[float]:
        """Do one of the legal actions.

        Args:
            luck: tells which of them, a number below `LUCK`.

        Returns:
            By how much the returns of each seat changed.

        Raises:
            Refused: Python must go on with this game; nothing is changed.
        """
        return self._stepped(-1 - luck)

    def _stepped(self, number: int) -> list[float]:
        batch = self._batch
        stopped, _ = self._native.step(np.array([number]), None, batch)
        if stopped:
            raise Refused("the rest of this game")
        self._chosen.append(number)
        self.player = None if batch.over[0] else int(batch.player[0])
        return [int(change) if change.is_integer() else change for change in batch.rewards[0].tolist()]

    def observe(self, seat: int) -> Array:
        """Return what a seat knows, as an array of `spaces.size` numbers."""
        if seat == self.player:
            return self._batch.observation[0].copy()
        found = self._native.observe(0, seat)
        return self.in_python().observe(seat) if found is None else found

    def in_python(self) -> Episode:
        """Return the same game as an episode, which is played again up to here."""
        episode = Episode(self._spaces, self._seed)
        for number in self._chosen:
            if number < 0:
                episode.step_at_random(-1 - number)
            else:
                episode.step(number)
        return episode
