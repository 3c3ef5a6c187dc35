"""The trace of a game: which points of its rules were passed, and which conditions held.

A build with a trace is slower, because it tests cards one by one instead of as sets. It plays the
same games. A build without a trace contains none of this code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

Point = TypeVar("Point")


@dataclass(frozen=True, slots=True)
class Passed:
    """A point that was passed, and the value that was seen there; True if there is none."""

    point: Any
    value: object


class Trace(Generic[Point]):
    """Notes how often some points of rules are passed, in any number of games.

    Attributes:
        points: what is noted; compiled rules name points by their number here.
        counts: for each point how often; for a condition how often it held and how often not.
        entries: if it is a list, each point that is passed is noted there with what was seen;
            events of a journal can be noted in the same list.
        last: the rule or statement that was passed last.
    """

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        self.counts = [[0, 0] for _ in self.points]
        self.entries: list[object] | None = None
        self.last: Point | None = None

    def passed(self) -> list[Point]:
        """Return all points that were passed, and reset the counts."""
        counted = zip(self.points, self.counts, strict=True)
        found = [point for point, count in counted if any(count)]
        for count in self.counts:
            count[:] = [0, 0]
        return found

    # -- called by compiled rules

    def ran(self, number: int) -> None:
        """Note a rule or a statement."""
        self.counts[number][0] += 1
        self.last = self.points[number]
        if self.entries is not None:
            self.entries.append(Passed(self.points[number], True))

    def saw(self, number: int, value: object, times: int = 1) -> object:
        """Note a value, and return it."""
        self.counts[number][0 if value else 1] += times
        if self.entries is not None:
            lasting: Any = tuple(cast("list[object]", value)) if isinstance(value, list) else value
            self.entries.append(Passed(self.points[number], lasting))
        return value  # pyright: ignore[reportUnknownVariableType]
