"""Charts as SVG text for the HTML report."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .charts import Chart

_WIDTH: Final = 460
_LEFT: Final = 52
_RIGHT: Final = _WIDTH - 6
_HEIGHT: Final = 180  # of the plot itself
_ABOVE: Final = 12
_BELOW: Final = 44
_BOTTOM: Final = _ABOVE + _HEIGHT
_ROW: Final = 17
_LETTER: Final = 6.2  # the mean width of a letter
_COLUMN: Final = 60  # the greatest width of a column


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
    """Yield columns or a line between two axes."""
    scale = _HEIGHT / chart.top
    unit = 100 if chart.percent else 1
    marks, digits = ticks(0, chart.top * unit, 6)
    for mark in marks:
        y = _BOTTOM - mark / unit * scale
        yield f'<line class="grid" x1="{_LEFT}" y1="{y:.1f}" x2="{_RIGHT}" y2="{y:.1f}"/>'
        text = f"{mark:,.{digits}f}{' %' if chart.percent else ''}"
        yield _text(_LEFT - 5, y + 4, text, "end")
    step = (_RIGHT - _LEFT) / len(chart.values)
    middles = [_LEFT + step * (index + 0.5) for index in range(len(chart.values))]
    heights = [_BOTTOM - value * scale for value in chart.values]
    if chart.kind == "line":
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(middles, heights, strict=True))
        yield f'<polyline class="line" points="{points}"/>'
    wide = max(min(step * (1 if chart.kind == "histogram" else 0.85), _COLUMN) - 0.5, 0.5)
    for x, y, label, value in zip(middles, heights, chart.labels, chart.values, strict=True):
        tip = f"<title>{escape(f'{label}: {_value(chart, value)}')}</title>"
        if chart.kind == "line":
            yield f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="3">{tip}</circle>'
        else:
            yield (
                f'<rect class="mark" x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" '
                f'height="{_BOTTOM - y:.1f}">{tip}</rect>'
            )
    for x, span in zip(middles, chart.spans, strict=False):
        low, high = (_BOTTOM - min(edge, chart.top) * scale for edge in span)
        yield f'<path class="span" d="M{x - 5:.1f} {high:.1f}h10M{x:.1f} {high:.1f}V{low:.1f}'
        yield f'M{x - 5:.1f} {low:.1f}h10"/>'
    if chart.level is not None and chart.level <= chart.top:
        y = _BOTTOM - chart.level * scale
        yield f'<line class="level" x1="{_LEFT}" y1="{y:.1f}" x2="{_RIGHT}" y2="{y:.1f}"/>'
    for x, text in _integers(chart) if chart.kind == "histogram" else _names(chart, middles):
        yield _text(x, _BOTTOM + 15, text, "middle")
    yield _text((_LEFT + _RIGHT) / 2, _BOTTOM + 34, chart.axis, "middle")


def _integers(chart: Chart) -> Iterator[tuple[float, str]]:
    """Yield round numbers for the axis of a histogram, with their positions."""
    start, width = chart.bins
    size = (_RIGHT - _LEFT) / (width * len(chart.values))
    for mark in ticks(start, start + width * len(chart.values) - 1, 8, whole=True)[0]:
        yield _LEFT + size * (mark - start + 0.5), f"{mark:,.0f}"


def _names(chart: Chart, middles: list[float]) -> Iterator[tuple[float, str]]:
    """Yield the labels of columns with their positions, as many as fit."""
    room = _LETTER * (2 + max(map(len, chart.labels)))
    every = ceil(room * len(middles) / (_RIGHT - _LEFT))
    yield from list(zip(middles, chart.labels, strict=True))[::every]


def _rows(chart: Chart) -> Iterator[str]:
    """Yield horizontal bars, each between its name and its value."""
    left = min(_LETTER * max(map(len, chart.labels)) + 8, _WIDTH / 2)
    room = _WIDTH - left - 56
    for index, (label, value) in enumerate(zip(chart.labels, chart.values, strict=True)):
        y = _ABOVE + _ROW * index
        wide = value / chart.top * room
        yield _text(left - 6, y + 12, _short(label, (left - 6) / _LETTER), "end")
        yield (
            f'<rect class="mark" x="{left:.1f}" y="{y + 2}" width="{wide:.1f}" '
            f'height="{_ROW - 5}"><title>{escape(label)}</title></rect>'
        )
        yield _text(left + wide + 5, y + 12, _value(chart, value), "start")
    yield _text(left + room / 2, _ABOVE + _ROW * len(chart.values) + 24, chart.axis, "middle")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(text: str, letters: float) -> str:
    """Return the end of a long text, because addresses differ at the end.

    >>> _short("actions.draw.do", 20), _short("actions.draw.do", 10)
    ('actions.draw.do', '…s.draw.do')
    """
    return text if len(text) <= letters else f"…{text[1 - floor(letters) :]}"


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> tuple[list[float], int]:
    """Return round numbers from `low` to `high`, and how many decimals they need.

    Args:
        low: The least number.
        high: The greatest number.
        most: The most steps that there may be between them.
        whole: Whether only integers are wanted.

    >>> ticks(0, 105, 5)
    ([0, 50, 100], 0)
    >>> ticks(0, 0.31, 5)
    ([0.0, 0.1, 0.2, 0.3], 1)
    >>> ticks(-13, 47, 8, whole=True)
    ([-10, 0, 10, 20, 30, 40], 0)
    >>> ticks(668, 668, 8, whole=True)
    ([668], 0)
    """
    power = floor(log10((high - low) / most)) if high > low else 0
    if whole:
        power = max(power, 0)
    sizes = [(size, exponent) for exponent in (power, power + 1) for size in (1, 2, 5)]
    size, exponent = next(
        (size, exponent) for size, exponent in sizes if (high - low) / (size * 10.0**exponent) <= most
    )
    step: float = size * 10**exponent if exponent >= 0 else size / 10**-exponent
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    digits = max(-exponent, 0)
    return [round(number * step, digits) if digits else number * step for number in range(first, last + 1)], digits


def _value(chart: Chart, value: float) -> str:
    """Return a value with three significant digits.

    >>> from cardrules.cli.simulation.charts import Chart
    >>> chart = Chart("", "", "rows", (), (), 1)
    >>> _value(chart, 1.0), _value(chart, 0.06251)
    ('100 %', '6.25 %')
    """
    shown = 100 * value if chart.percent else value
    digits = max(2 - floor(log10(abs(shown))), 0) if shown else 0
    text = f"{shown:,.{digits}f}"
    return (text.rstrip("0").rstrip(".") if digits else text) + (" %" if chart.percent else "")
