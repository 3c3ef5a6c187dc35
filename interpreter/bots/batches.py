"""Playouts in native code, many in one call, where it is installed and can play the game.

They draw the same random numbers as those of `playouts.py` and lead to the same positions. To make
native code takes as long as some hundred playouts. So the first ones of a game are made in Python.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import RLock
from typing import TYPE_CHECKING, Final, NamedTuple

from ..native.availability import missing
from ..runtime.chance import seeded
from ..shared import kept_with

if TYPE_CHECKING:
    from ..core.machine import Raw
    from ..game.rules import Rules
    from ..native.engine import Native, PlayedOn
    from ..native.playing.policies import Policy
    from ..native.playing.searching import Searched
    from ..native.tree import NativeTree
    from ..runtime.position import Position

WORTHWHILE: Final = 0 if sys.platform == "emscripten" else 400
"""After so many playouts of a game further ones are made in native code; at once in a browser, where Python is slow."""


KEPT: Final = "batches"
"""Under this name the batches of a game are kept with it."""


class Trial(NamedTuple):
    """A playout that is wanted.

    Attributes:
        world: the number of the world in which it begins.
        raw: the action that is played first.
        seat: the seat whose result it is.
        luck: the seed of its random numbers.
    """

    world: int
    raw: Raw
    seat: int
    luck: int


class Batches:
    """Playouts of one game in native code.

    Attributes:
        busy: is held while native code runs: its memory has one user at a time, and bots of other
            threads wait.
    """

    def __init__(self, game: Rules) -> None:
        """Take the game; nothing is translated yet."""
        self.busy = RLock()
        self._machine = game.bare
        self._made = 0
        self._native: Native | None = None
        self._tree: NativeTree | None = None
        self._hindered = missing() is not None

    def count(self, playouts: int) -> None:
        """Count playouts that were made in Python."""
        self._made += playouts

    def use_python(self) -> None:
        """From now on make no playouts of the game in native code."""
        self._hindered, self._native, self._tree = True, None, None

    def ready(self, policy: Policy) -> bool:
        """Return whether native code makes further playouts; translate the game if that is due."""
        with self.busy:
            if self._native is None and not self._hindered and self._made >= WORTHWHILE:
                self._translate(policy)
            return self._native is not None

    def optimize(self) -> None:
        """Compile native code well now, rather than in the middle of a decision."""
        with self.busy:
            if self._native is not None:
                self._native.optimize()

    def tree(self, policy: Policy, hidden: frozenset[int]) -> NativeTree | None:
        """Return the tree for searches in native code, if that makes playouts already.

        Args:
            policy: how players choose outside of the tree.
            hidden: the numbers of the actions that not all seats see wholly.
        """
        one = self._machine.program.tables is None
        with self.busy:
            if one and self._tree is None and self._native is not None and not self._hindered:
                from ..native.playing.searching import Searched
                from ..native.tree import NativeTree

                self._translate(policy, Searched(hidden))
                if not self._hindered:
                    self._tree = NativeTree(self._native, self._machine.program.players)
            return self._tree

    @property
    def translated(self) -> bool:
        """Whether the game has been translated."""
        return self._native is not None

    @property
    def has_tree(self) -> bool:
        """Whether there is native code for tree searches."""
        return self._tree is not None

    def _translate(self, policy: Policy, searched: Searched | None = None) -> None:
        from ..native.dialect import Refused
        from ..native.engine import Native
        from ..native.playing.wanted import Wanted

        told = [slot for slot in ("result", "v_score", "v_teams") if self._has(slot)]
        try:
            wanted = Wanted(told, policy=policy, playouts=True, searched=searched)
            self._native = Native(self._machine, wanted)
        except Refused:
            self._hindered = True

    def _has(self, slot: str) -> bool:
        return hasattr(self._machine.blank, slot)

    def play_on(self, worlds: Sequence[Position], trials: Sequence[Trial], horizon: int) -> list[PlayedOn | None]:
        """Play actions in copies of worlds, and play on; None where Python must do it.

        Args:
            worlds: the worlds; they wait for the same decision.
            trials: what is played in them.
            horizon: the most decisions after the action.
        """
        from ..native.dialect import Refused
        from ..native.playing.rollouts import Job

        site = worlds[0].pc
        jobs = [Job(world, site, raw, seat, seeded(luck), horizon) for world, raw, seat, luck in trials]
        with self.busy:
            if self._native is not None:
                with suppress(Refused):  # a position that has no room in native code
                    return self._native.rollouts(worlds, jobs)
        return [None] * len(jobs)


def batches_of(game: Rules) -> Batches:
    """Return the playouts of a game in native code."""
    return kept_with(game, KEPT, Batches)
