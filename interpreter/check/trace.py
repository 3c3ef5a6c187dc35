"""The trace of a game: which points of its rules were passed, and which conditions held.

A build with a trace is slower, because it tests cards one by one instead of as sets. It plays the
same games. A build without a trace contains none of this code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..diagnostics import Span

if TYPE_CHECKING:
    from .coverage_points import Point


@dataclass(frozen=True, slots=True)
class Passed:
    """A point that was reached, and whether the condition held there."""

    point: Point
    held: bool


class Trace:
    """Notes how often the points of one ruleset are passed, in any number of games.

    Attributes:
        points: what is noted; compiled rules name points by their number here.
        counts: for each point how often; for a condition how often it held and how often not.
        entries: if it is a list, each point that is passed is noted there with what was seen;
            events of a journal can be noted in the same list.
        last: the rule or statement that was passed last.
        rules: the numbers of rules by their addresses.
        conditions: the numbers of conditions by their places.
        statements: the numbers of statements by their places.
    """

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        self.counts = [[0, 0] for _ in self.points]
        self.entries: list[object] | None = None
        self.last: Point | None = None
        self.rules = {point.address: number for number, point in enumerate(self.points) if point.text == point.address}
        self.conditions: dict[Span, int] = {}
        self.statements: dict[Span, int] = {}
        by_place = {"condition": self.conditions, "statement": self.statements}
        for number, point in enumerate(self.points):
            if point.kind in by_place:
                by_place[point.kind].setdefault(point.span, number)

    def passed(self) -> set[str]:
        """Return the addresses of all points that were reached, and reset the counts."""
        counted = zip(self.points, self.counts, strict=True)
        found = {point.address for point, count in counted if any(count)}
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

    def saw(self, number: int, value: object) -> object:
        """Note a condition, and return its value."""
        self.counts[number][0 if value else 1] += 1
        if self.entries is not None:
            self.entries.append(Passed(self.points[number], bool(value)))
        return value
