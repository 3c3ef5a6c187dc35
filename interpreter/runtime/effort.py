"""The cost of meld searches, which is charged to the step budget of the rule that runs.

A search counts the candidates that it examines. From time to time this work is subtracted from
the remaining steps of the position (`limits.steps`). So a rule that searches for melds cannot run
longer than a rule with a loop. Results from a cache cost nothing.
"""

from __future__ import annotations

from inspect import currentframe
from typing import TYPE_CHECKING, NoReturn

from ..errors import StepBudgetError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

WORK_OF_A_STEP = 40
"""The number of candidates that cost one step of `limits.steps`."""

PORTION = 1000
"""The number of candidates after which work is charged."""

MOST_WORK = 1_000_000
"""The most candidates of a search that no rule started, such as one for a text of a player."""


def rules_in_play() -> Iterator[FrameType]:
    """Yield the running functions of a ruleset, innermost first."""
    frame = currentframe()
    while frame is not None:
        if "__name__" not in frame.f_globals:  # generated code has none
            yield frame
        frame = frame.f_back


def place_in_rules() -> str:
    """Return the place of the running rule as `FILE:LINE: `, or an empty text if no rule runs.

    Generated code has the file names and line numbers of the ruleset.
    """
    for frame in rules_in_play():
        return f"{frame.f_code.co_filename}:{frame.f_lineno}: "
    return ""


def too_much(what: str) -> NoReturn:
    """Raise the error for a search that takes too long.

    Args:
        what: the message, to which the place of the running rule is added.

    Raises:
        StepBudgetError: always.
    """
    raise StepBudgetError(f"{place_in_rules()}{what}")


class Effort:
    """Counts the work of the searches of one game.

    In a `with` block, searches are parts of one large search.
    """

    __slots__ = ("_alone", "_depth", "_done")

    def __init__(self) -> None:
        """Start with none."""
        self._done = 0
        self._alone = 0
        self._depth = 0

    def begin(self) -> None:
        """Begin a search; one that no rule or larger search started gets a new budget."""
        if not self._depth:
            self._alone = 0

    def __enter__(self) -> None:
        """Begin a search that consists of others."""
        self.begin()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._depth -= 1

    def add(self, work: int = 1) -> None:
        """Count work.

        Args:
            work: the number of candidates.

        Raises:
            StepBudgetError: the step budget is used up.
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
