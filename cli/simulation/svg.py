"""A chart as SVG text, to stand in a page."""

from __future__ import annotations

from html import escape
from math import floor, log10
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .charts import Chart

_WIDTH: Final = 460
_LEFT: Final = 52
_HEIGHT: Final = 180  # of the plot itself
_ABOVE: Final = 12
_BELOW: Final = 44
_ROW: Final = 17
_NAMES: Final = 170  # for the names of rows


def svg(chart: Chart) -> str:
    """Return a chart as an `<svg>` element; its colours come from the page's style."""
    rows = chart.kind == "rows"
    height = _ROW * len(chart.values) if rows else _HEIGHT
    parts = _rows(chart) if rows else _upright(chart)
    total = height + _ABOVE + _BELOW
    return (
        f'<svg viewBox="0 0 {_WIDTH} {total}" role="img" aria-label="{escape(chart.title)}">'
        + "".join(parts)
        + "</svg>"
    )


def _upright(chart: Chart) -> Iterator[str]:
    """Yield columns or a line over an axis."""
    bottom, right = _ABOVE + _HEIGHT, _WIDTH - 6
    count = len(chart.values)
    step = (right - _LEFT) / count
    scale = _HEIGHT / chart.top
    for tick in _ticks(chart.top):
        y = bottom - tick * scale
        yield f'<line class="grid" x1="{_LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/>'
        yield _text(_LEFT - 5, y + 4, _number(chart, tick), "end")
    middles = [_LEFT + step * (index + 0.5) for index in range(count)]
    if chart.kind == "line":
        points = " ".join(
            f"{x:.1f},{bottom - value * scale:.1f}"
            for x, value in zip(middles, chart.values, strict=True)
        )
        yield f'<polyline class="line" points="{points}"/>'
    for index, (x, value) in enumerate(zip(middles, chart.values, strict=True)):
        y = bottom - value * scale
        tip = f"<title>{escape(chart.labels[index])}: {_number(chart, value, 3)}</title>"
        if chart.kind == "line":
            yield f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="3">{tip}</circle>'
            continue
        wide = max(min(step * 0.85, 60), 0.5)
        yield (
            f'<rect class="mark" x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" '
            f'height="{value * scale:.1f}">{tip}</rect>'
        )
        if chart.spans:
            low, high = (bottom - min(edge, chart.top) * scale for edge in chart.spans[index])
            yield f'<path class="span" d="M{x - 5:.1f} {high:.1f}h10M{x:.1f} {high:.1f}V{low:.1f}'
            yield f'M{x - 5:.1f} {low:.1f}h10"/>'
    if chart.level is not None and chart.level <= chart.top:
        y = bottom - chart.level * scale
        yield f'<line class="level" x1="{_LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/>'
    every = max(-(-count * max(map(len, chart.labels)) * 7 // (right - _LEFT)), 1)
    for index in range(0, count, every):
        if len(chart.labels) - index >= every or index == 0:
            yield _text(middles[index], bottom + 15, chart.labels[index].split(" to ")[0], "middle")
    yield _text((_LEFT + right) / 2, bottom + 34, chart.axis, "middle")


def _rows(chart: Chart) -> Iterator[str]:
    """Yield bars below one another, each with its name before it and its value behind."""
    room = _WIDTH - _NAMES - 56
    for index, (label, value) in enumerate(zip(chart.labels, chart.values, strict=True)):
        y = _ABOVE + _ROW * index
        wide = value / chart.top * room
        yield _text(_NAMES - 6, y + 12, label, "end")
        yield (
            f'<rect class="mark" x="{_NAMES}" y="{y + 2}" width="{wide:.1f}" height="{_ROW - 5}"/>'
        )
        yield _text(_NAMES + wide + 5, y + 12, _number(chart, value, 3), "start")
    yield _text(_NAMES + room / 2, _ABOVE + _ROW * len(chart.values) + 24, chart.axis, "middle")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _ticks(top: float) -> list[float]:
    """Return round values from 0 to below the top of an axis.

    >>> _ticks(0.62)
    [0.0, 0.2, 0.4, 0.6]
    """
    size = 10 ** floor(log10(top))
    step = next(size * part for part in (0.1, 0.2, 0.5, 1, 2) if top / (size * part) <= 5)
    return [round(step * number, 10) for number in range(int(top / step + 1e-9) + 1)]


def _number(chart: Chart, value: float, digits: int = 2) -> str:
    return f"{100 * value:.{digits}g} %" if chart.percent else f"{value:,.{digits}g}"
