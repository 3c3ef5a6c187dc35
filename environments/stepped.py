"""The games of a vector in native code: choices go into its memory, and arrays come out of it."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..interpreter.errors import SetupError
from ..interpreter.native.availability import missing
from ..interpreter.native.dialect import Refused
from .arrays import arrays
from .course import Course

if TYPE_CHECKING:
    from .choice import Mask
    from .game_spaces import Spaces
    from .observations import Array

MOST_BYTES = 1 << 20
"""About so many bytes has what one call fills, so that it stays in the processor's cache."""


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


class Kept(NamedTuple):
    """A copy of games in native code.

    Attributes:
        native: the native code.
        games: the bytes of each game.
        course: their choices.
    """

    native: Stepped
    games: NDArray[np.uint8]
    course: Course


class Stepped:
    """Games in native code.

    It keeps all choices of the games in play, so that Python can play a game again.
    """

    def __init__(self, spaces: Spaces, n: int, seat: int | None = None) -> None:
        """Translate a game.

        Args:
            spaces: the spaces of the game.
            n: how many games are played at once.
            seat: the seat whose choices are given, if the others choose at random. A game that has ended then
                waits for the next step, which begins a new one.

        Raises:
            Refused: native code cannot play the game; the text says why.
        """
        if reason := missing():
            raise Refused(reason)
        from ..interpreter.native.stepping.stepper import Stepper

        row = 4 * spaces.size + spaces.actions.size
        rows = min(n, MOST_BYTES // row + 1)
        self._stepper = stepper = Stepper(spaces.game.machine, arrays(spaces), rows, n, seat)
        desk, players = stepper.desk, spaces.game.players
        memory: NDArray[np.uint8] = np.frombuffer(stepper.memory, np.uint8)

        def array(start: int, width: int, kind: type[np.generic]) -> NDArray[np.generic]:
            size = rows * width * np.dtype(kind).itemsize
            return memory[start : start + size].view(kind).reshape(rows, width)

        self._rows, self._per_point = rows, spaces.game.program.per_point
        self._observations = array(desk.observations, spaces.size, np.float32)
        self._masks = array(desk.masks, spaces.actions.size, np.int8)
        self._rewards = array(desk.rewards, players, np.float32)
        self._told = array(desk.told, 2, np.int64)
        self._actions = array(desk.actions, 1, np.int64)[:, 0]
        size = spaces.actions.size
        self._counts = memory[desk.counts : desk.counts + 4 * size].view(np.int32)
        self._games = memory[desk.games : desk.games + n * desk.stride].reshape(n, desk.stride)
        self._course = Course(n)

    def past(self, at: int) -> tuple[int, list[int]]:
        """Return the seed of a game, and all choices in it so far."""
        return self._course.past(at)

    def leave(self, at: int) -> None:
        """Leave a game to Python."""
        self._course.leave(at)

    def prepare(self) -> None:
        """Begin a step of all games."""
        self._course.prepare()

    def save(self) -> Kept:
        """Return a copy of all games."""
        return Kept(self, self._games.copy(), copy(self._course))

    def load(self, at: int, kept: Kept, game: int) -> None:
        """Go on with a copy of a game that was saved.

        Args:
            at: the number of the copy.
            kept: what was saved of these games.
            game: the number of the game in it.
        """
        self._games[at] = kept.games[game]
        self._course.go_on(at, kept.course, game)

    def begin(self, at: int, count: int, seed: int, batch: Batch) -> int:
        """Begin games, and write what they show.

        Args:
            at: the first game.
            count: how many games.
            seed: the seed of the first game; each later one has the next.
            batch: where it is written.

        Returns:
            How many have begun; the one after these is for Python.
        """
        done = 0
        while done < count:
            wanted = min(count - done, self._rows)
            found = self._stepper.begin(at + done, wanted, seed + done)
            self._tell(at + done, found, batch)
            done += found
            if found < wanted:
                self._course.leave(at + done)
                break
        self._course.begin_several(np.arange(at, at + done), seed)
        return done

    def step(
        self,
        at: int,
        count: int,
        actions: NDArray[np.int64],
        seed: int,
        batch: Batch,
        waiting: NDArray[np.bool_] | None,
    ) -> int:
        """Do a choice in each of several games, and write what follows.

        Args:
            at: the first game.
            count: how many games.
            actions: the choices of all games.
            seed: the seed of the next game that begins where one ends.
            batch: where it is written.
            waiting: which of all games have ended, where new ones begin in the next step; None where they begin at
                once.

        Returns:
            How many games were stepped; the one after these is for Python.
        """
        wanted = min(count, self._rows)
        self._actions[:wanted] = actions[at : at + wanted]
        done = self._stepper.step(at, wanted, seed)
        self._tell(at, done, batch)
        batch.rewards[at : at + done] = np.divide(self._rewards[:done], self._per_point)
        choices = actions[at : at + done].copy()
        ended = self._told[:done, 1] != 0
        batch.over[at : at + done] = ended
        if waiting is not None:
            ended = waiting[at : at + done]
            choices[ended] = -1
        self._course.note(at, choices)
        if ended.any():
            self._course.begin_several(at + np.flatnonzero(ended), seed)
        return done

    def replay(self, at: int, seed: int, choices: list[int], batch: Batch | None = None) -> bool:
        """Play a game up to where it is now.

        Args:
            at: the game.
            seed: its seed.
            choices: all choices in it so far.
            batch: where is written what it shows, if that is wanted.

        Returns:
            Whether native code can go on with it.
        """
        if not self._stepper.begin(at, 1, seed):
            return False
        for number in choices:
            self._actions[0] = number
            if not self._stepper.step(at, 1, 0):
                return False
        self._course.begin(at, seed, choices)
        if batch is not None:
            self._tell(at, 1, batch)
        return True

    def observe(self, at: int | None, seat: int) -> Array | None:
        """Return what a seat knows; None if Python must tell.

        Args:
            at: the game; None for the end of the one that ended last.
            seat: the seat.
        """
        return self._observations[0].copy() if self._stepper.look(at, seat) else None

    def completions(self, at: int) -> NDArray[np.int32] | None:
        """Return how many actions each number may become; None if Python must tell.

        Args:
            at: the game.
        """
        return self._counts.copy() if self._stepper.count(at) else None

    def _tell(self, at: int, count: int, batch: Batch) -> None:
        batch.observation[at : at + count] = self._observations[:count]
        batch.mask[at : at + count] = self._masks[:count]
        batch.player[at : at + count] = self._told[:count, 0]
