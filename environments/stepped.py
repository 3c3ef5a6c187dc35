"""The games of a vector in native code: choices go into its memory, and arrays come out of it."""

from __future__ import annotations

from collections import deque
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..interpreter.native.availability import missing
from ..interpreter.native.dialect import Refused
from ..interpreter.native.stepping.stepping import PASSED_OVER
from ..interpreter.shared import cores
from .arrays import arrays
from .course import Course
from .part import Part
from .threads import Threads

if TYPE_CHECKING:
    from .game_spaces import Spaces
    from .observations import Array
    from .rows import Batch

MOST_BYTES = 1 << 20
"""About so many bytes has what one call fills, so that it stays in the processor's cache."""

FOR_A_THREAD = 1 << 18
"""A thread pays if it fills so many bytes in each step."""


class Kept(NamedTuple):
    """A copy of games in native code.

    Attributes:
        native: the native code.
        games: the bytes of each game, by its part.
        course: their choices.
    """

    native: Stepped
    games: list[NDArray[np.uint8]]
    course: Course


class Stepped:
    """Games in native code.

    The games are divided into parts, each with a memory of its own, so that several threads step them. What they lead
    to does not depend on the number of parts. All choices of the games in play are kept, so that Python can play a
    game again.

    Attributes:
        threads: steps the parts.
        undecided: whether the last call of `begin` ended at a game that is over before anyone decides.
    """

    def __init__(self, spaces: Spaces, n: int, seat: int | None = None, threads: int | None = 1) -> None:
        """Translate a game.

        Args:
            spaces: the spaces of the game.
            n: how many games are played at once.
            seat: the seat whose choices are given, if the others choose at random. A game that has ended then
                waits for the next step, which begins a new one.
            threads: how many threads step them; by default as many as pay, if there are cores for them.

        Raises:
            Refused: native code cannot play the game; the text says why.
        """
        if reason := missing():
            raise Refused(reason)
        from ..interpreter.native.stepping.stepper import steppers

        row = 4 * spaces.size + spaces.actions.size
        if threads is None:
            threads = max(1, min(cores(), n * row // FOR_A_THREAD))
        rows = min(n, MOST_BYTES // row + 1)
        found = steppers(spaces.game.machine, arrays(spaces), rows, n, seat, min(threads, n))
        self._each, self._waits = found[0].games, seat is not None
        self._firsts = np.arange(0, n, self._each)
        self._parts = [
            Part(stepper, spaces, first, min(self._each, n - first), waits=self._waits)
            for stepper, first in zip(found, self._firsts.tolist(), strict=True)
        ]
        self._in_turn = len(found) == 1  # whether one part begins games after the other
        self._course = Course(n)
        self.threads = Threads(min(threads, len(found)))
        self.undecided = False

    def past(self, at: int) -> tuple[int, list[int]]:
        """Return the seed of a game, and all choices in it so far."""
        return self._course.past(at)

    def leave(self, at: int) -> None:
        """Leave a game to Python."""
        self._course.leave(at)

    def save(self) -> Kept:
        """Return a copy of all games."""
        return Kept(self, [part.games.copy() for part in self._parts], copy(self._course))

    def load(self, at: int, kept: Kept, game: int) -> None:
        """Go on with a copy of a game that was saved.

        Args:
            at: the number of the copy.
            kept: what was saved of these games.
            game: the number of the game in it.
        """
        self._part(at).games[at % self._each] = kept.games[game // self._each][game % self._each]
        self._course.go_on(at, kept.course, game)

    def begin(self, games: NDArray[np.intp], seed: int, batch: Batch) -> int:
        """Begin games, and write what they show.

        Args:
            games: their numbers, in ascending order.
            seed: the seed of the first game; each later one has the next.
            batch: where it is written.

        Returns:
            How many have begun. The one after these is for Python, unless it is `undecided`.
        """
        bounds = [*np.searchsorted(games, self._firsts).tolist(), len(games)]
        works = [
            part.begin(games[first:last], seed + first, batch)
            for part, first, last in zip(self._parts, bounds, bounds[1:], strict=False)
        ]
        if not self._in_turn:
            self.threads.run(works)
        done = 0
        for part, work, last in zip(self._parts, works, bounds[1:], strict=True):
            deque(work, 0)  # does nothing if threads have done it
            done += part.done
            if done < last:
                self.undecided = part.undecided
                # If the seed of this game is left out, games of later parts have begun with wrong seeds, and must
                # begin again. There may be many such games in a step.
                self._in_turn = True
                break
        self._course.begin_several(games[:done], seed)
        return done

    def step(self, actions: NDArray[np.int64], seed: int | None, batch: Batch) -> tuple[list[int], int]:
        """Do a choice in each game, and write what follows.

        Args:
            actions: the choices of all games; `PASSED_OVER` where a game waits, or Python plays.
            seed: the seed of the next game that begins, if all games before one that ends or waits are native.
            batch: where it is written.

        Returns:
            The games that are for Python, and in how many places of those that ended or waited others have begun.
            These are the first places; `begin` is for the others.
        """
        if len(self._parts) > 1:
            seed = None  # how many games end in other parts is not known
        self.threads.run([part.step(actions, seed, batch) for part in self._parts])
        stopped = [at for part in self._parts for at in part.stopped]
        passed = actions == PASSED_OVER
        choices = actions.astype(np.int32)
        choices[passed] = -1
        choices[stopped] = -1
        self._course.note(choices)
        if seed is None:
            return stopped, 0
        ends = passed if self._waits else batch.over
        begun = np.flatnonzero(ends[: stopped[0]] if stopped else ends)
        self._course.begin_several(begun, seed)
        return stopped, len(begun)

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
        if not self._part(at).replay(at, seed, choices, batch):
            return False
        self._course.begin(at, seed, choices)
        return True

    def observe(self, at: int, seat: int) -> Array | None:
        """Return what a seat knows in a game, also at its end; None if Python must tell."""
        return self._part(at).observe(at, seat)

    def completions(self, at: int) -> NDArray[np.int32] | None:
        """Return how many actions each number may become in a game; None if Python must tell."""
        return self._part(at).completions(at)

    def _part(self, at: int) -> Part:
        return self._parts[at // self._each]
