"""What actions are worth by their parts, where there are too many to try each of them often.

The parts of an action are its verb and its arguments; an argument that is a set of cards has a part
for each card. A choice of three cards of thirteen has 286 forms, but only 13 cards, and each card
is in a quarter of the choices that were tried.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...game.action import LISTS
from ...runtime.melds import cards_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from ...core.machine import Raw
    from ...program.program import Program

_PRIOR = 8.0  # a part counts as tried so many times with the mean result


class ActionParts:
    """The mean results of the parts of actions.

    Attributes:
        combined: the numbers of the actions that have a set of cards as an argument.

    Args:
        program: the rules.
    """

    def __init__(self, program: Program) -> None:
        kinds = [[parameter.kind in LISTS for parameter in action.parameters] for action in program.actions.values()]
        self.combined = frozenset(verb for verb, several in enumerate(kinds) if any(several))

        @cache
        def parts(raw: Raw) -> tuple[Hashable, ...]:
            found: list[Hashable] = [raw[0]]
            for index, (several, value) in enumerate(zip(kinds[raw[0]], raw[1:], strict=True)):
                values = cards_of(value) if several else [value]
                found += [(raw[0], index, each) for each in values]
            return tuple(found)

        self._parts = parts
        self._sums: dict[tuple[int, Hashable], list[float]] = {}
        self._all = [0.0, 0.0]

    def add(self, place: int, raw: Raw, result: float) -> None:
        """Add the result of an action at a place, a number that tells decisions apart."""
        self._all[0] += 1
        self._all[1] += result
        for part in self._parts(raw):
            sums = self._sums.get((place, part))
            if sums is None:
                sums = self._sums[place, part] = [0.0, 0.0]
            sums[0] += 1
            sums[1] += result

    def best(self, place: int, actions: Iterable[Raw]) -> Raw:
        """Return the action that is worth most by its parts; of equal ones the first."""
        return max(actions, key=lambda raw: self.worth(place, raw))

    def worth(self, place: int, raw: Raw) -> float:
        """Return the mean result, and by how much each part of an action makes it better."""
        usual = self._all[1] / self._all[0] if self._all[0] else 0.0
        total = usual
        for part in self._parts(raw):
            sums = self._sums.get((place, part))
            if sums is not None:
                total += (sums[1] - sums[0] * usual) / (sums[0] + _PRIOR)
        return total
