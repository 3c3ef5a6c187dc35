"""Some games of a vector in the memory of one module, which one thread at a time uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..interpreter.native.stepping.stepping import PASSED_OVER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..interpreter.native.stepping.stepper import Stepper
    from .game_spaces import Spaces
    from .observations import Array
    from .rows import Batch


class Part:
    """Games that follow each other in a vector.

    Attributes:
        first: the number of the first one in the vector.
        games: the bytes of each game.
        done: how many games `begin` has begun.
        stopped: the games that `step` has left to Python, by their numbers in the vector.
    """

    def __init__(self, stepper: Stepper, spaces: Spaces, first: int, count: int, *, waits: bool) -> None:
        """Take a memory.

        Args:
            stepper: the module.
            spaces: the spaces of the game.
            first: the number of the first game in the vector.
            count: how many games.
            waits: whether a game that has ended waits for the next step, which passes it over.
        """
        self._stepper, self._count, self._waits = stepper, count, waits
        self.first, self.done = first, 0
        self.stopped: list[int] = []
        desk, players = stepper.desk, spaces.game.players
        memory: NDArray[np.uint8] = np.frombuffer(stepper.memory, np.uint8)
        self._rows = rows = desk.rows

        def array(start: int, width: int, kind: type[np.generic]) -> NDArray[np.generic]:
            size = rows * width * np.dtype(kind).itemsize
            return memory[start : start + size].view(kind).reshape(rows, width)

        self._per_point = spaces.game.program.per_point
        self._observations = array(desk.observations, spaces.size, np.float32)
        self._masks = array(desk.masks, spaces.actions.size, np.int8)
        self._rewards = array(desk.rewards, players, np.float32)
        self._told = array(desk.told, 2, np.int64)
        self._actions = array(desk.actions, 1, np.int64)[:, 0]
        size = spaces.actions.size
        self._counts = memory[desk.counts : desk.counts + 4 * size].view(np.int32)
        self.games = memory[desk.games : desk.games + count * desk.stride].reshape(count, desk.stride)

    @property
    def undecided(self) -> bool:
        """Whether the game at which `begin` ended is over before anyone decides."""
        return self._stepper.undecided

    def begin(self, games: NDArray[np.intp], seed: int, batch: Batch) -> Iterator[None]:
        """Begin games up to one that does not begin here, in steps; write what they show.

        Args:
            games: their numbers in the vector, in ascending order.
            seed: the seed of the first game; each later one has the next.
            batch: where it is written.
        """
        self.done = 0
        while self.done < len(games):
            some = games[self.done : self.done + self._rows]
            np.subtract(some, self.first, out=self._actions[: len(some)])
            found = self._stepper.begin(len(some), seed + self.done)
            if found:
                self._tell(some[:found], batch)
            self.done += found
            if found < len(some):
                return
            yield

    def step(self, actions: NDArray[np.int64], seed: int | None, batch: Batch) -> Iterator[None]:
        """Do a choice in each game, in steps; write what follows.

        Args:
            actions: the choices of all games of the vector.
            seed: the seed of the next game that begins, if games begin at once, up to the first that is for Python.
            batch: where it is written.
        """
        self.stopped = []
        at, end = self.first, self.first + self._count
        while at < end:
            some = actions[at : min(at + self._rows, end)]
            wanted = len(some)
            self._actions[:wanted] = some
            done = self._stepper.step(at - self.first, wanted, seed)
            here, over = slice(at, at + done), self._told[:done, 1] != 0
            self._tell(here, batch)
            np.divide(self._rewards[:done], self._per_point, out=batch.rewards[here])
            batch.over[here] = over
            if seed is not None:
                seed += int(np.count_nonzero(some[:done] == PASSED_OVER if self._waits else over))
            at += done
            if done < wanted:
                self.stopped.append(at)
                at, seed = at + 1, None
            yield

    def replay(self, at: int, seed: int, choices: list[int], batch: Batch | None) -> bool:
        """Play a game up to where it is now; return whether native code can go on with it.

        Args:
            at: its number in the vector.
            seed: its seed.
            choices: all choices in it so far.
            batch: where is written what it shows, if that is wanted.
        """
        self._actions[0] = at - self.first
        if not self._stepper.begin(1, seed):
            return False
        for number in choices:
            self._actions[0] = number
            if not self._stepper.step(at - self.first, 1, None):
                return False
        if batch is not None:
            self._tell(slice(at, at + 1), batch)
        return True

    def observe(self, at: int, seat: int) -> Array | None:
        """Return what a seat knows in a game; None if Python must tell."""
        return self._observations[0].copy() if self._stepper.look(at - self.first, seat) else None

    def completions(self, at: int) -> NDArray[np.int32] | None:
        """Return how many actions each number may become in a game; None if Python must tell."""
        return self._counts.copy() if self._stepper.count(at - self.first) else None

    def _tell(self, games: slice | NDArray[np.intp], batch: Batch) -> None:
        """Write the first rows."""
        count = games.stop - games.start if isinstance(games, slice) else len(games)
        batch.observation[games] = self._observations[:count]
        batch.mask[games] = self._masks[:count]
        batch.player[games] = self._told[:count, 0]
