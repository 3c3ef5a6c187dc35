"""A report as a self-contained HTML page with tables and SVG plots."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from . import tables
from .charts import charts
from .svg import svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .charts import Chart

_STYLE: Final = """
:root { color-scheme: light dark; --mark: #3b6ea5; --ink: #222; --faint: #ddd; --paper: #fff }
@media (prefers-color-scheme: dark) {
  :root { --mark: #7fb0e6; --ink: #ddd; --faint: #444; --paper: #181818 }
}
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
       color: var(--ink); background: var(--paper) }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .15rem .9rem .15rem 0; text-align: right; font-variant-numeric: tabular-nums }
th { font-weight: 600; border-bottom: 1px solid var(--faint) }
.words { text-align: left }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1.5rem }
figure { margin: 0 }
figcaption { font-weight: 600 }
figcaption small { display: block; font-weight: 400; opacity: .75 }
svg { width: 100%; height: auto }
svg text { font: 11px system-ui, sans-serif; fill: var(--ink) }
.mark { fill: var(--mark) }
.line { fill: none; stroke: var(--mark); stroke-width: 2 }
.grid { stroke: var(--faint) }
.span { fill: none; stroke: var(--ink) }
.level { stroke: var(--ink); stroke-dasharray: 4 3 }
"""


def simulation(title: str, report: dict[str, Any]) -> str:
    """Return the page of one simulation."""
    parts = _head(title, report)
    if report["games"]:
        parts += _results(report)
        parts.append('<h2>Plots</h2><div class="plots">')
        parts += [_figure(row[0], "") for row in charts([report])]
        parts.append("</div>")
        parts.append("<h2>Rules</h2>" + table(tables.rules(report)))
    return _page(title, parts)


def comparison(
    title: str,
    verdict: Sequence[str],
    differences: tables.Table,
    names: Sequence[str],
    reports: Sequence[dict[str, Any]],
) -> str:
    """Return the page of a comparison: sentences, differences, and plots side by side."""
    games = reports[0]["games"]
    parts = [f"<h1>{escape(title)}</h1><p>{games:,} pairs of games.</p>"]
    parts.append("<ul>" + "".join(f"<li>{escape(line)}</li>" for line in verdict) + "</ul>")
    parts.append(f"<h2>Differences</h2>{table(differences)}")
    parts += [f"<p>{escape(tables.STAR)}</p>"] if differences.rows else []
    parts.append('<h2>Plots</h2><div class="plots">')
    for row in charts(reports):
        parts += [_figure(chart, name) for chart, name in zip(row, names, strict=True)]
    parts.append("</div>")
    for name, report in zip(names, reports, strict=True):
        parts += [f"<h2>{escape(name)}</h2>", _settings(report)]
        if games:
            parts += [*_results(report), table(tables.rules(report))]
    return _page(title, parts)


def _head(title: str, report: dict[str, Any]) -> list[str]:
    games, seed = report["games"], report["seed"]
    return [
        f"<h1>{escape(title)}</h1><p>{games:,} games from seed {seed}.</p>",
        _settings(report),
    ]


def _settings(report: dict[str, Any]) -> str:
    """Return the settings of a simulation, in a block that can be opened."""
    options = ", ".join(f"{name}={value}" for name, value in report["options"].items())
    variant = f", variant {report['variant']}" if report["variant"] else ""
    single = ", single deals" if report["single_deal"] else ""
    text = f"{report['ruleset']}{variant}{single}, played by {', '.join(report['bots'])}"
    more = f"<p>{escape(options)}</p>" if options else ""
    more += f"<p>{escape(tables.made_from(report))}</p>"
    return f"<details><summary>{escape(text)}</summary>{more}</details>"


def _results(report: dict[str, Any]) -> list[str]:
    parts = [table(tables.seats(report))]
    if "kinds" in report:
        parts.append(table(tables.kinds(report)))
    rows = [(label, text) for label, text in tables.measures(report)]
    parts.append(table(tables.Table(("", "measured"), rows, frozenset(("", "measured")))))
    return parts


def table(content: tables.Table) -> str:
    """Return a table as HTML."""
    classes = [' class="words"' if name in content.words else "" for name in content.columns]
    head = "".join(f"<th{style}>{escape(name)}</th>" for style, name in zip(classes, content.columns, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{style}>{escape(cell)}</td>" for style, cell in zip(classes, row, strict=True)) + "</tr>"
        for row in content.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _figure(chart: Chart, name: str) -> str:
    title = f"{chart.title}: {name}" if name else chart.title
    more = f"<small>{escape(chart.help)}</small>" if chart.help else ""
    return f"<figure><figcaption>{escape(title)}{more}</figcaption>{svg(chart)}</figure>"


def _page(title: str, parts: Sequence[str]) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>" + "\n".join(parts) + "</body></html>\n"
    )
