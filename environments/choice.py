"""A decision by numbers: which actions are left after the steps that were chosen so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..interpreter.errors import IllegalActionError
from .arguments import whole

if TYPE_CHECKING:
    from ..interpreter.core.machine import Raw
    from .actions import ActionSpace

Mask = NDArray[np.int8]
Counts = NDArray[np.int32]


class Choice:
    """The actions of which a player chooses one, by the steps in which they are chosen.

    It does not change: a step leads to another choice.

    Attributes:
        chosen: the steps so far.
        actions: the actions that begin with them, in raw form.
    """

    __slots__ = ("_open", "_space", "chosen")

    def __init__(self, space: ActionSpace, legal: Iterable[Raw]) -> None:
        """Begin with all legal actions.

        Args:
            space: the numbers of the game's actions.
            legal: the legal actions in raw form; none if nobody chooses.
        """
        steps = space.steps
        self._space = space
        self._open: dict[tuple[int, ...], Raw] = {steps(raw): raw for raw in legal}
        self.chosen: tuple[int, ...] = ()

    @property
    def actions(self) -> list[Raw]:
        """The actions that begin with the steps so far."""
        return list(self._open.values())

    def legal(self) -> list[int]:
        """Return the numbers that may be chosen now, in ascending order."""
        at = len(self.chosen)
        return sorted({steps[at] for steps in self._open})

    def mask(self) -> Mask:
        """Return 1 for each number that may be chosen now, and 0 for the others."""
        mask = np.zeros(self._space.size, np.int8)
        if self._open:
            mask[self.legal()] = 1
        return mask

    def completions(self) -> Counts:
        """Return for each number how many legal actions it may become; 0 if it is masked."""
        counts = np.zeros(self._space.size, np.int32)
        at = len(self.chosen)
        for steps in self._open:
            counts[steps[at]] += 1
        return counts

    def step(self, action: object, player: int | None) -> Choice | Raw:
        """Return the choice after a number, or the action in raw form that it completes.

        Args:
            action: an integer of Python or numpy.
            player: the seat that chooses; None if the game is over.

        Raises:
            IllegalActionError: the number may not be chosen now.
        """
        number = whole(action)
        chosen = (*self.chosen, number)
        at = len(chosen)
        left = {steps: raw for steps, raw in self._open.items() if steps[:at] == chosen}
        if not left:
            raise refusal(self._space, player, self.legal(), number)
        raw = left.get(chosen)
        if raw is not None:
            return raw
        found = object.__new__(Choice)
        found._space, found._open, found.chosen = self._space, left, chosen
        return found


def refusal(space: ActionSpace, player: int | None, legal: Sequence[int], number: int) -> IllegalActionError:
    """Return the error for an action that may not be chosen.

    Args:
        space: the numbers of the game's actions.
        player: the seat that chooses; None if the game is over.
        legal: what may be chosen.
        number: the action.
    """
    names = space.names
    if player is None:
        return IllegalActionError(f"the game is over, so action {number} comes too late")
    if not 0 <= number < len(names):
        return IllegalActionError(f"there is no action {number}; actions are numbered 0 to {len(names) - 1}")
    if not legal:
        return IllegalActionError(f"the rules leave player {player} no action, so that this game cannot go on")
    allowed = ", ".join(f"{each} ({names[each]})" for each in legal[:5])
    return IllegalActionError(f"action {number} ({names[number]}) is not legal now; legal are for example {allowed}")
