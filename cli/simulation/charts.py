"""Which plots there are of a simulation: plain data, which `svg.py` or `figures.py` draws.

Of several simulations, each plot is made for all of them with the same axes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_BINS: Final = 30
_RULES: Final = 16  # the most that one plot shows

Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot.

    Attributes:
        kind: Columns side by side, rows below one another, or a line.
        labels: What each column, row or point is.
        values: How high or long it is.
        top: Where the axis of values ends.
        spans: The interval of each value, if there is one.
        level: A value that is marked by a line.
        percent: Whether values are shares.
    """

    title: str
    axis: str
    kind: Literal["columns", "rows", "line"]
    labels: tuple[str, ...]
    values: tuple[float, ...]
    top: float
    spans: tuple[tuple[float, float], ...] = ()
    level: float | None = None
    percent: bool = True
    help: str = field(default="", compare=False)


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
    top = max((seat["interval"][1] for each in seats for seat in each), default=1)
    return [
        Chart(
            "Games won, by seat",
            "seat",
            "columns",
            tuple(f"{seat['seat']} {seat['player']}" for seat in each),
            tuple(seat["share"] for seat in each),
            min(top * 1.05, 1.0),
            tuple((seat["interval"][0], seat["interval"][1]) for seat in each),
            level=1 / len(each),
            help="The line is an even share; the whiskers are intervals of 95 %.",
        )
        for each in seats
    ]


def _histogram(reports: Sequence[Report], name: str, title: str, axis: str) -> list[Chart]:
    """Return how often values came up: in bins of equal width, up to the 99th percentile."""
    found: list[dict[int, int]] = [dict(report["histograms"].get(name, ())) for report in reports]
    if not all(found):
        return []
    low = min(min(each) for each in found)
    high = max(_percentile(each, 0.99) for each in found)
    width = max(-(-(high - low + 1) // _BINS), 1)
    bins = (high - low) // width + 1
    rows: list[tuple[float, ...]] = []
    for each in found:
        total = sum(each.values())
        counts = [0] * bins
        for value, times in each.items():
            counts[min((value - low) // width, bins - 1)] += times
        rows.append(tuple(count / total for count in counts))
    edges = [low + number * width for number in range(bins)]
    labels = tuple(_range(edge, width, last=edge == edges[-1]) for edge in edges)
    top = max(max(row) for row in rows) * 1.05
    return [Chart(title, axis, "columns", labels, row, top) for row in rows]


def _range(low: int, width: int, *, last: bool) -> str:
    """Return what values a column stands for; the last one takes all that are left."""
    if last:
        return f"{low} or more"
    return str(low) if width == 1 else f"{low} to {low + width - 1}"


def _percentile(histogram: dict[int, int], part: float) -> int:
    from ...interpreter.simulation.estimates import quantiles

    return quantiles(histogram, (part,))[0]


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
        {name: rule["per_game"] for name, rule in report["rules"].items() if "per_game" in rule}
        for report in reports
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
