"""The work of searches for melds, of which each may do only so much.

A search counts the candidates that it examines, from zero. What is remembered of earlier searches
costs as much as if it were searched again, and what is part of another search counts there too. So whether a search is
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

WORK_OF_A_CANDIDATE = 400
"""What a candidate that a search for melds examines costs of it."""

MOST_WORK = 200_000
"""The most candidates that a search for melds examines."""

_ENDLESS = 1 << 62


def rules_in_play() -> Iterator[FrameType]:
    """Yield the running functions of a ruleset, innermost first."""
    frame = currentframe()
    while frame is not None:
        if "_located" in frame.f_globals:  # those of generated code
            yield frame
        frame = frame.f_back


def place_in_rules() -> str:
    """Return the place of the running rule as `FILE:LINE: `, or an empty text if no rule runs.

    Generated code has the line numbers of the ruleset, on from file to file.
    """
    for frame in rules_in_play():
        return f"{frame.f_globals['_located'](frame.f_lineno)}: "
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

    Attributes:
        counts: by thread the work of the searches that run, and before it what is part of none.
    """

    __slots__ = ("counts",)

    def __init__(self) -> None:
        """Start with none."""
        # `threading.local` would take three times as long.
        self.counts = defaultdict[int, list[int]](lambda: [-_ENDLESS])

    @property
    def done(self) -> int:
        """The work of the search so far."""
        return self.counts[get_ident()][-1]

    def __enter__(self) -> None:
        """Begin a search."""
        self.counts[get_ident()].append(0)

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.counts[get_ident()].pop()

    def add(self, work: int = 1) -> None:
        """Count work.

        Args:
            work: the number of candidates.

        Raises:
            StepBudgetError: the search has examined too many.
        """
        counts = self.counts[get_ident()]
        counts[-1] += work
        if counts[-1] > MOST_WORK:
            too_much(
                "finding melds takes too long, for there are too many: allow fewer wild cards, or melds of fewer sizes"
            )


SEARCH = Effort()
"""Counts what is `worked`."""


def worked(count: int) -> None:
    """Count the work of a search; in native code a routine takes its place.

    Args:
        count: the number of candidates.

    Raises:
        StepBudgetError: the search has examined too many.
    """
    SEARCH.add(count)
