"""Playouts in native code, several in one call, where it is installed and can play the game.

They draw the same random numbers as those of `playouts.py` and lead to the same positions. To make
native code takes as long as some thousand playouts. So the first ones of a game are made in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from ..runtime.chance import seeded

if TYPE_CHECKING:
    from ..compile.machine import Raw
    from ..native.engine import Native, PlayedOn
    from ..native.policies import Policy
    from ..play.rules import Rules
    from ..runtime.position import Position

WORTHWHILE: Final = 1_000
"""After so many playouts of a game further ones are made in native code."""


class Batches:
    """Playouts of one game in native code."""

    def __init__(self, game: Rules) -> None:
        """Take the game; nothing is translated yet."""
        self._machine = game.bare
        self._made = 0
        self._native: Native | None = None
        self._hindered = game.program.tables is not None or find_spec("wasmtime") is None

    def ready(self, count: int, policy: Policy) -> bool:
        """Return whether native code makes so many further playouts."""
        self._made += count
        if self._native is None and not self._hindered and self._made >= WORTHWHILE:
            self._translate(policy)
        return self._native is not None

    @property
    def translated(self) -> bool:
        """Whether the game has been translated."""
        return self._native is not None

    def _translate(self, policy: Policy) -> None:
        from ..native.engine import Native
        from ..native.kinds import Refused

        told = [slot for slot in ("result", "v_score", "v_teams") if self._has(slot)]
        try:
            self._native = Native(
                self._machine, frozenset(), told, policy=policy, from_positions=True
            )
        except Refused:
            self._hindered = True

    def _has(self, slot: str) -> bool:
        return hasattr(self._machine.blank, slot)

    def play_on(
        self, world: Position, seat: int, raws: Sequence[Raw], luck: int, horizon: int
    ) -> list[PlayedOn | None]:
        """Play actions in copies of a world, and play on from each; None where Python must do it.

        Args:
            world: the world.
            seat: the seat for which the last positions are valued.
            raws: the actions.
            luck: the seed of the random numbers of each playout.
            horizon: the most decisions after the action.
        """
        from ..native.kinds import Refused
        from ..native.rollouts import Job

        assert self._native is not None
        state, site = seeded(luck), world.pc
        jobs = [Job(0, site, raw, seat, state, horizon) for raw in raws]
        try:
            return self._native.rollouts([world], jobs)
        except Refused:  # a position that has no room in native code
            return [None] * len(jobs)


_BATCHES: WeakKeyDictionary[Rules, Batches] = WeakKeyDictionary()


def batches_of(game: Rules) -> Batches:
    """Return the playouts of a game in native code."""
    if game not in _BATCHES:
        _BATCHES[game] = Batches(game)
    return _BATCHES[game]
