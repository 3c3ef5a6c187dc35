"""The work of searches for melds, of which each may do only so much.

A search counts the candidates that it examines, from zero. What is remembered of earlier searches
costs as much as if it were searched again, or is a search of its own. So whether a search is
stopped depends on its cards alone, and a game on its number alone.
"""

from __future__ import annotations

from collections import defaultdict
from inspect import currentframe
from threading import get_ident
from typing import TYPE_CHECKING, NoReturn

from ..errors import StepBudgetError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

WORK_OF_A_SET = 375
"""What a set of cards costs of the work between two decisions (`work.MOST_WORK`)."""

MOST_WORK = 200_000
"""The most candidates that a search for melds examines."""


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
    """Counts the work of searches, for each thread by itself.

    A `with` block is one search, which may consist of others. In the block of another search it
    still counts from zero.
    """

    __slots__ = ("_done", "_outer")

    def __init__(self) -> None:
        """Start with none."""
        # By thread. `threading.local` would take three times as long.
        self._done = defaultdict[int, int](int)
        self._outer = defaultdict[int, list[int]](list)

    @property
    def done(self) -> int:
        """The work of the search so far."""
        return self._done[get_ident()]

    def begin(self) -> None:
        """Begin a search, unless it is a part of one."""
        thread = get_ident()
        if not self._outer[thread]:
            self._done[thread] = 0

    def __enter__(self) -> None:
        """Begin a search."""
        thread = get_ident()
        self._outer[thread].append(self._done[thread])
        self._done[thread] = 0

    def __exit__(self, *_: object) -> None:
        """End it."""
        thread = get_ident()
        self._done[thread] = self._outer[thread].pop()

    def add(self, work: int = 1) -> None:
        """Count work.

        Args:
            work: the number of candidates.

        Raises:
            StepBudgetError: the search has examined too many.
        """
        thread = get_ident()
        self._done[thread] = done = self._done[thread] + work
        if done > MOST_WORK:
            too_much(
                "finding melds takes too long, for there are too many: allow fewer wild cards, "
                "or melds of fewer sizes"
            )


PLAIN = Effort()
"""Counts what the searches of `native/` do where Python makes them."""
