"""Charts as a PNG, SVG or PDF file, drawn by matplotlib (the extra `plot`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from .charts import Chart


def draw(plots: Sequence[Sequence[Chart]], names: Sequence[str], path: Path) -> None:
    """Draw plots below one another, those of several simulations side by side.

    Args:
        plots: Each plot as a list with a chart for each simulation.
        names: What each simulation is called.
        path: Where to write; its ending says in which form.

    Raises:
        OSError: The file cannot be written.
    """
    # Not pyplot, which keeps a state of its own and may look for a screen.
    from matplotlib.figure import Figure

    heights = [
        max(2.6, 0.22 * len(row[0].values)) if row[0].kind == "rows" else 2.6 for row in plots
    ]
    figure = cast("Any", Figure(figsize=(6.2 * len(names), sum(heights) + 0.6)))
    figure.set_layout_engine("constrained")
    axes = figure.subplots(
        len(plots), len(names), squeeze=False, gridspec_kw={"height_ratios": heights}
    )
    for row, charts in enumerate(plots):
        for column, chart in enumerate(charts):
            _draw(axes[row][column], chart)
            if row == 0 and len(names) > 1:
                axes[row][column].set_title(f"{names[column]}\n{chart.title}", fontsize=10)
    figure.savefig(path, dpi=150)


def _draw(axes: Any, chart: Chart) -> None:
    axes.set_title(chart.title, fontsize=10)
    positions = list(range(len(chart.values)))
    if chart.kind == "rows":
        axes.barh(positions, chart.values)
        axes.set_yticks(positions, chart.labels, fontsize=7)
        axes.invert_yaxis()
        axes.set_xlim(0, chart.top)
        axes.set_xlabel(chart.axis)
        return
    values = [100 * value if chart.percent else value for value in chart.values]
    factor = 100 if chart.percent else 1
    if chart.kind == "line":
        axes.plot(positions, values, marker="o")
    else:
        axes.bar(positions, values, width=0.85)
    if chart.spans:
        below = [factor * (v - low) for v, (low, _) in zip(chart.values, chart.spans, strict=True)]
        above = [
            factor * (high - v) for v, (_, high) in zip(chart.values, chart.spans, strict=True)
        ]
        axes.errorbar(positions, values, yerr=[below, above], fmt="none", ecolor="black", capsize=4)
    if chart.level is not None:
        axes.axhline(factor * chart.level, color="grey", linestyle="--", linewidth=1)
    every = max(len(positions) // 8, 1)
    labels = [label.split(" to ")[0] for label in chart.labels]
    axes.set_xticks(positions[::every], labels[::every], fontsize=8)
    axes.set_ylim(0, factor * chart.top)
    axes.set_xlabel(chart.axis)
    axes.set_ylabel("%" if chart.percent else "")
