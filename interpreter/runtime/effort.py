"""What searches cost: they draw on the same budget of steps as the loops of a rule.

A search counts what it looks at. Each portion of that work is charged to the position whose rule
asked for it, so that a rule cannot take longer by searching melds than it could by looping. What
was found before and is remembered costs nothing.
"""

from __future__ import annotations

from inspect import currentframe
from typing import TYPE_CHECKING, NoReturn

from ..errors import StepBudgetError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

WORK_OF_A_STEP = 40
"""How many candidates a search may look at for one step of `limits.steps`."""

PORTION = 1000
"""After how much work it is charged."""

MOST_WORK = 1_000_000
"""What a search may cost that no rule asked for, such as one for a text that a player typed."""


def rules_in_play() -> Iterator[FrameType]:
    """Yield the running functions of a ruleset, innermost first."""
    frame = currentframe()
    while frame is not None:
        if "__name__" not in frame.f_globals:  # generated code has none
            yield frame
        frame = frame.f_back


def place_in_rules() -> str:
    """Return the place of the rule that is running, with a colon; nothing if there is none.

    Generated code carries the names and the lines of its ruleset's files.
    """
    for frame in rules_in_play():
        return f"{frame.f_code.co_filename}:{frame.f_lineno}: "
    return ""


def too_much(what: str) -> NoReturn:
    """Refuse a search that takes too long.

    Raises:
        StepBudgetError: always; the message begins with the place of the rule.
    """
    raise StepBudgetError(f"{place_in_rules()}{what}")


class Effort:
    """Counts the work of the searches of one game."""

    __slots__ = ("_alone", "_done")

    def __init__(self) -> None:
        """Start with none."""
        self._done = 0
        self._alone = 0

    def begin(self) -> None:
        """Begin a search; only one that no rule asked for has a budget of its own."""
        self._alone = 0

    def add(self, work: int = 1) -> None:
        """Count some work.

        Raises:
            StepBudgetError: the budget of steps does not allow it.
        """
        self._done += work
        if self._done >= PORTION:
            self._charge()

    def _charge(self) -> None:
        work, self._done = self._done, 0
        for frame in rules_in_play():
            position = frame.f_locals.get("s")
            if position is not None:
                position.steps -= work // WORK_OF_A_STEP
                if position.steps < 0:
                    too_much("finding melds takes more steps than `limits.steps` allows")
                return
        self._alone += work
        if self._alone > MOST_WORK:
            too_much("finding melds takes too long, for there are too many")
