"""The plots of a simulation, as plain data; `svg.py` draws them.

The plots of several simulations have the same axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from math import floor
from typing import TYPE_CHECKING, Final, Literal

from .tables import part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .tables import Report

_BINS: Final = 40  # the most that a histogram has
_RULES: Final = 16  # the most that one plot shows
_EVEN: Final = "The winners of a game share it; the line is an even part. "


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot.

    Attributes:
        title: What the plot shows.
        axis: What the labels or bins are, such as "seat".
        kind: Columns side by side, columns over an axis of integers, rows below one another, or a
            line.
        labels: What each column, row or point stands for.
        values: The height of each column or point, or the length of each row.
        top: Where the axis of values ends.
        bins: The first integer of a histogram, and how many integers each column stands for.
        spans: The confidence interval of each value, if there is one.
        level: A value that a line marks.
        percent: Whether values are shares.
        help: A sentence on how to read the plot.
    """

    title: str
    axis: str
    kind: Literal["columns", "histogram", "rows", "line"]
    labels: tuple[str, ...]
    values: tuple[float, ...]
    top: float
    bins: tuple[int, int] = (0, 1)
    spans: tuple[tuple[float, float], ...] = ()
    level: float | None = None
    percent: bool = True
    help: str = ""


def charts(reports: Sequence[Report]) -> list[list[Chart]]:
    """Return the plots, each as a list with one chart for each report."""
    if not all(report["games"] for report in reports):
        return []
    makers: list[Callable[[Sequence[Report]], list[Chart]]] = [
        _wins,
        lambda some: _histogram(some, "decisions", "Decisions in a game", "decisions"),
        lambda some: _histogram(some, "choices", "Legal actions at a decision", "legal actions"),
        lambda some: _histogram(some, "scores", "Scores at the end", "score of a seat"),
        _ahead,
        _rules,
    ]
    return [found for maker in makers if (found := maker(reports))]


def _wins(reports: Sequence[Report]) -> list[Chart]:
    seats = [report["seats"] for report in reports]
    parts = [[part_of(seat) for seat in each] for each in seats]
    spans = [[tuple(found["interval"] or (found["value"],) * 2) for found in each] for each in parts]
    top = max((high for each in spans for _, high in each), default=1)
    several = any("part" in seat for each in seats for seat in each)
    return [
        Chart(
            "Part of the games, by seat" if several else "Games won, by seat",
            "seat",
            "columns",
            tuple(f"{seat['seat']} {seat['player']}" for seat in each),
            tuple(part["value"] for part in found),
            min(top * 1.05, 1.0),
            spans=tuple(span),
            level=1 / len(each) if several else None,
            help=(_EVEN if several else "") + "The whiskers are intervals of 95 %.",
        )
        for each, found, span in zip(seats, parts, spans, strict=True)
    ]


def _histogram(reports: Sequence[Report], name: str, title: str, axis: str) -> list[Chart]:
    """Return how often each value came up, in bins of equal width."""
    found: list[dict[float, int]] = [dict(report["histograms"].get(name, ())) for report in reports]
    if not all(found):
        return []
    low, high = floor(min(map(min, found))), floor(max(map(max, found)))
    width = _bin_width(low, high)
    start = low // width * width
    firsts = range(start, high + 1, width)
    labels = tuple(f"{each} to {each + width - 1}" if width > 1 else str(each) for each in firsts)
    rows: list[tuple[float, ...]] = []
    for each in found:
        counts = [0] * len(firsts)
        for value, times in each.items():
            counts[floor(value - start) // width] += times
        rows.append(tuple(number / sum(each.values()) for number in counts))
    top = max(max(row) for row in rows) * 1.05
    return [Chart(title, axis, "histogram", labels, row, top, (start, width)) for row in rows]


def _bin_width(low: int, high: int) -> int:
    """Return the least round width that gives few enough bins; they begin at multiples of it.

    >>> _bin_width(668, 668), _bin_width(0, 39), _bin_width(0, 40), _bin_width(-13, 287)
    (1, 1, 2, 10)
    """
    widths = (size * 10**power for power in count() for size in (1, 2, 5))
    return next(width for width in widths if high // width - low // width < _BINS)


def _ahead(reports: Sequence[Report]) -> list[Chart]:
    courses = [report.get("course", {}).get("ahead") for report in reports]
    if not all(courses):
        return []
    return [
        Chart(
            "Winner in front, by tenth of the game",
            "part of the game that is over",
            "line",
            tuple(f"{10 * part + 5} %" for part in range(len(course))),
            tuple(course),
            1.0,
            help="How often nobody stood above the later winner. Early and high: decided early.",
        )
        for course in courses
        if course is not None
    ]


def _rules(reports: Sequence[Report]) -> list[Chart]:
    rates = [
        {name: rule["per_game"] for name, rule in report["rules"].items() if "per_game" in rule} for report in reports
    ]
    names: Iterable[str] = dict.fromkeys(name for each in rates for name in each)
    ranked = sorted(names, key=lambda name: -max(each.get(name, 0.0) for each in rates))
    shown = tuple(ranked[:_RULES])
    if not shown:
        return []
    top = max(max(each.get(name, 0.0) for each in rates) for name in shown) * 1.05 or 1.0
    return [
        Chart(
            "What rules do",
            "times in a game",
            "rows",
            shown,
            tuple(each.get(name, 0.0) for name in shown),
            top,
            percent=False,
            help="The rules that do something most often.",
        )
        for each in rates
    ]
