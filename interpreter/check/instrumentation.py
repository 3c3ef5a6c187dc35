"""Counters in compiled rules: which rules ran, and which conditions held.

A build with probes is slower, because it tests cards one by one instead of as sets. It plays the
same games. A build without probes contains none of this code.
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


class Probes:
    """Counts how often the points of one ruleset are reached, in any number of games.

    Attributes:
        points: what is counted.
        counts: for each point how often; for a condition how often it held and how often not.
        trace: if it is a list, each point that is passed is noted there with what was seen; events
            of a journal can be noted in the same list.
        last: the rule or statement that was passed last.
    """

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        self.counts = [[0, 0] for _ in self.points]
        self.trace: list[object] | None = None
        self.last: Point | None = None
        self._rules = {p.address: i for i, p in enumerate(self.points) if p.text == p.address}
        self._conditions: dict[Span, int] = {}
        self._statements: dict[Span, int] = {}
        for index, point in enumerate(self.points):
            if point.kind == "condition":
                self._conditions.setdefault(point.span, index)
            elif point.kind == "statement":
                self._statements.setdefault(point.span, index)

    def rule(self, address: str) -> int | None:
        """Return the number of a rule's point; None if it is not counted."""
        return self._rules.get(address)

    def condition(self, span: Span) -> int | None:
        """Return the number of the condition that stands at a place."""
        return self._conditions.get(span)

    def statement(self, span: Span) -> int | None:
        """Return the number of the statement that stands at a place."""
        return self._statements.get(span)

    def passed(self) -> set[str]:
        """Return the addresses of all points that were reached, and reset the counts."""
        counted = zip(self.points, self.counts, strict=True)
        found = {point.address for point, count in counted if any(count)}
        for count in self.counts:
            count[:] = [0, 0]
        return found

    # -- called by compiled rules

    def ran(self, index: int) -> None:
        """Count a rule or a statement."""
        self.counts[index][0] += 1
        self.last = self.points[index]
        if self.trace is not None:
            self.trace.append(Passed(self.points[index], True))

    def saw(self, index: int, value: object) -> object:
        """Count a condition, and return its value."""
        self.counts[index][0 if value else 1] += 1
        if self.trace is not None:
            self.trace.append(Passed(self.points[index], bool(value)))
        return value
