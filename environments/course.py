"""The choices of the games of a vector that native code plays, so that Python can play them again."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..interpreter.runtime.chance import MASK

_FORGET = 1_000
"""After so many steps the choices of games that have ended are forgotten."""

_NEVER = np.iinfo(np.int64).max
"""When a game began that native code does not play."""


class Course:
    """The seeds of some games, and all choices in them so far.

    A game may go on from a game of an earlier course, whose choices then come first.
    """

    def __init__(self, n: int) -> None:
        """Begin without games.

        Args:
            n: how many games are played at once.
        """
        self._seeds = np.zeros(n, np.uint64)  # of a seed as much as random numbers depend on
        self._begun = np.full(n, _NEVER)  # the step at which each game began
        # The choices before that step: of a game that Python played, or those of a game in another course.
        self._earlier: dict[int, list[int] | tuple[Course, int]] = {}
        self._past: list[NDArray[np.int32]] = []  # the choices of each step, -1 for none
        self._forgotten = 0  # how many steps came before these

    def past(self, at: int) -> tuple[int, list[int]]:
        """Return the seed of a game, and all choices in it so far."""
        parts: list[list[int]] = []
        course, game = self, at
        while True:
            steps = course._past[int(course._begun[game]) - course._forgotten :]
            parts.append([int(step[game]) for step in steps if step[game] >= 0])
            earlier = course._earlier.get(game, [])
            if not isinstance(earlier, tuple):
                parts.append(earlier)
                return int(self._seeds[at]), [number for part in reversed(parts) for number in part]
            course, game = earlier

    def note(self, choices: NDArray[np.int32]) -> None:
        """Note the choices of a step of all games; -1 for none. Nobody may change them later."""
        if len(self._past) >= _FORGET and not len(self._past) % _FORGET:
            now = self._forgotten + len(self._past)
            gone = min(int(self._begun.min()), now) - self._forgotten
            del self._past[:gone]
            self._forgotten += gone
        self._past.append(choices)

    def begin(self, at: int, seed: int, earlier: list[int] | tuple[Course, int] | None = None) -> None:
        """Note that a game begins, or goes on.

        Args:
            at: the game.
            seed: its seed.
            earlier: the choices in it so far, or the game in another course from which it goes on.
        """
        self._begun[at], self._seeds[at] = self._forgotten + len(self._past), seed & MASK
        self._earlier.pop(at, None)
        if earlier is not None:
            self._earlier[at] = earlier

    def begin_several(self, games: NDArray[np.intp], seed: int) -> None:
        """Note that several games begin.

        Args:
            games: their numbers.
            seed: the seed of the first; each later one has the next.
        """
        self._begun[games] = self._forgotten + len(self._past)
        self._seeds[games] = np.arange(len(games), dtype=np.uint64) + np.uint64(seed & MASK)
        for at in games.tolist() if self._earlier else ():
            self._earlier.pop(at, None)

    def leave(self, at: int) -> None:
        """Note that native code no longer plays a game."""
        self._begun[at] = _NEVER
        self._earlier.pop(at, None)

    def go_on(self, at: int, course: Course, game: int) -> None:
        """Note that a game goes on from a game of another course, which nobody changes any more."""
        self.begin(at, int(course._seeds[game]), (course, game))

    def __copy__(self) -> Course:
        """Return a copy that later steps do not change."""
        other: Any = object.__new__(Course)
        other._seeds, other._begun = self._seeds.copy(), self._begun.copy()
        other._earlier, other._past, other._forgotten = copy(self._earlier), self._past[:], self._forgotten
        return other
