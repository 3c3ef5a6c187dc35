"""The plots of a simulation: their contents, and readable numbers."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cli.simulation import html_report, tables
from cardrules.cli.simulation.charts import Chart, charts
from cardrules.cli.simulation.svg import svg, ticks

VALUES = st.dictionaries(st.integers(-(10**6), 10**6) | st.integers(-20, 40), st.integers(1, 10**5), min_size=1)


def report(decisions: dict[int, int], **more: Any) -> dict[str, Any]:
    """Return the part of a report that the plots need."""
    interval = [0.9, 1.0]
    return {
        "games": 100,
        "seats": [{"seat": 0, "player": "random", "share": 1.0, "interval": interval}],
        "histograms": {"decisions": list(decisions.items())},
        "rules": {},
        **more,
    }


def histograms(*decisions: dict[int, int]) -> list[Chart]:
    """Return the plots of decisions in a game."""
    (found,) = (row for row in charts([report(each) for each in decisions]) if row[0].kind == "histogram")
    return found


def texts(chart: Chart) -> list[str]:
    """Return what is written in a plot, without the tooltips."""
    root = ElementTree.fromstring(svg(chart))
    return [str(each.text) for each in root.iter("text")]


def test_a_constant_is_one_column() -> None:
    (chart,) = histograms({668: 100})
    assert (chart.labels, chart.values) == (("668",), (1.0,))
    assert texts(chart) == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %", "668", "decisions"]
    (column,) = re.findall(r'<rect class="mark"[^>]* width="([\d.]+)"', svg(chart))
    assert float(column) <= 60


def test_the_columns_reach_from_the_least_value_to_the_greatest() -> None:
    (chart,) = histograms({3: 1, 7: 98, 211: 1})
    assert (chart.labels[0], chart.labels[-1]) == ("0 to 9", "210 to 219")
    assert (chart.values[0], chart.values[-1]) == (0.99, 0.01)
    assert [text for text in texts(chart) if "%" not in text] == ["0", "50", "100", "150", "200", "decisions"]


def test_two_simulations_have_the_same_axes() -> None:
    first, second = histograms({3: 1}, {90: 1})
    assert (first.bins, first.labels, first.top) == (second.bins, second.labels, second.top)
    assert first.values[0] == second.values[-1] == 1


@given(VALUES)
def test_every_value_is_in_its_column(values: dict[int, int]) -> None:
    (chart,) = histograms(values)
    assert 1 <= len(chart.values) <= 40
    assert sum(chart.values) == pytest.approx(1)
    start, width = chart.bins
    for value in values:
        assert chart.values[(value - start) // width] > 0
    shown = svg(chart)
    assert "e+" not in shown
    assert "more" not in shown
    marks = re.findall(r'<rect class="mark" x="([-\d.]+)" y="([-\d.]+)"', shown)
    assert all(0 <= float(x) <= 460 and float(y) >= 0 for x, y in marks)


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e7), st.integers(2, 9), st.booleans())
def test_ticks_are_round_few_and_inside(low: float, size: float, most: int, whole: bool) -> None:
    high = low + size
    found, digits = ticks(low, high, most, whole=whole)
    assert len(found) <= most + 1
    slack = 1e-6 * max(abs(low), abs(high), 1)
    assert all(low - slack <= each <= high + slack for each in found)
    assert found == sorted(set(found))
    assert len({f"{each:.{digits}f}" for each in found}) == len(found)
    if whole:
        assert digits == 0


def test_shares_and_rates_are_written_without_exponents() -> None:
    rules = {f"actions.{'long_' * 12}{number}": {"per_game": 10.0**number} for number in range(-4, 7)}
    found = charts([report({1: 1}, rules=rules, course={"ahead": [0.001] * 9 + [1.0]})])
    shown = [text for row in found for text in texts(row[0])]
    assert not [text for text in shown if re.search(r"\de[+-]", text)]
    assert {"100 %", "1,000,000", "0.0001"} <= set(shown)
    assert max(map(len, shown)) < 50


def test_winners_of_one_game_share_it_in_the_plot_and_in_the_table() -> None:
    """The kind of mistake: where several win, their shares stood beside the line of even parts."""
    seats = [
        {
            "seat": seat,
            "player": "random",
            "wins": 60,
            "share": 0.6,
            "interval": [0.5, 0.7],
            "part": {"value": 0.3, "interval": [0.2, 0.4]},
        }
        for seat in range(3)
    ]
    found = report({3: 100}, seats=seats)
    (plot,) = charts([found])[0]
    assert (plot.values, plot.level) == ((0.3,) * 3, 1 / 3)
    assert plot.spans == ((0.2, 0.4),) * 3
    table = tables.seats(found)
    assert table.columns[3] == "part"
    assert {row[3] for row in table.rows} == {"30.0%"}
    for seat in seats:  # of players who win or lose together
        del seat["part"]
    (plot,) = charts([found])[0]
    assert (plot.values, plot.level) == ((0.6,) * 3, None)
    assert tables.seats(found).columns[3] == "won"


def test_the_page_of_a_comparison_explains_its_star() -> None:
    differences = tables.Table(("measure", "difference"), [("length", "1*")], frozenset())
    empty: dict[str, Any] = dict.fromkeys(("ruleset", "fingerprint", "version", "engine"), "x")
    empty |= {"games": 0, "options": {}, "variant": None, "single_deal": False, "bots": []}
    page = html_report.comparison("X", [], differences, ("a", "b"), [empty] * 2)
    assert page.index("1*") < page.index(tables.STAR)
