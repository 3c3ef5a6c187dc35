"""Intervals hold what they promise."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from math import exp, inf, log
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.interpreter.simulation.estimates import (
    change,
    evenness,
    interval,
    mean,
    quantiles,
    ratings,
    rounded,
    share,
    wilson,
)
from cardrules.interpreter.simulation.tally import SCALE, Moments, Tally


def moments(values: list[int]) -> Moments:
    """Return the moments of some values."""
    return Moments(len(values), sum(values), sum(value * value for value in values))


def test_wilson_as_published() -> None:
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
    for successes, trials, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_holds_its_share() -> None:
    for trials in (1, 10, 1000):
        for successes in range(0, trials + 1, max(trials // 7, 1)):
            low, high = wilson(successes, trials)
            assert 0 <= low <= successes / trials <= high <= 1
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_moments_agree_with_the_standard_library(values: list[int]) -> None:
    from statistics import fmean, variance

    found = moments(values)
    assert found.mean() == pytest.approx(fmean(values))
    assert found.variance() == pytest.approx(variance(values))
    assert found.variance(SCALE) == pytest.approx(variance(values) / SCALE**2)


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.integers(-5, 5)), max_size=20))
def test_no_order_and_no_partition_matters(games: list[dict[str, int]]) -> None:
    whole = Tally()
    for game in games:
        whole.add(game)
        whole.count("values", game.values())
    for size in (1, 3, 7):
        parts: list[Tally] = []
        for start in range(0, len(games), size):
            part = Tally()
            for game in games[start : start + size]:
                part.add(game)
                part.count("values", game.values())
            parts.append(part)
        merged = Tally()
        for part in reversed(parts):
            merged.merge(Tally.from_data(part.data()))
        assert merged.data() == whole.data()


def test_coverage(amount: Callable[[int, int], int]) -> None:
    """Of many samples, about 95 of 100 have an interval with the true value in it."""
    rng = random.Random(1)
    trials = amount(300, 5000)
    held = {"mean": 0, "share": 0, "change": 0}
    for _ in range(trials):
        base = [rng.randint(1, 21) for _ in range(200)]
        variant = [value + rng.randint(0, 4) for value in base]  # 11 becomes 13
        found = mean(moments(base))
        held["mean"] += found.low <= 11 <= found.high
        found = share(moments([int(value > 17) for value in base]))
        held["share"] += found.low <= 4 / 21 <= found.high
        pairs = [after - before for before, after in zip(base, variant, strict=True)]
        found = change(moments(base), moments(variant), moments(pairs))
        held["change"] += found.low <= 2 / 11 <= found.high
        assert found.value - found.low == pytest.approx(found.high - found.value)
    for name, times in held.items():
        assert 0.91 <= times / trials <= 0.985, name


def test_quantiles() -> None:
    histogram = dict.fromkeys(range(1, 101), 1)
    assert quantiles(histogram, (0, 0.05, 0.5, 0.95, 1)) == [1, 5, 50, 95, 100]


def test_evenness() -> None:
    assert evenness([0.5, 0.25, 0.25]) == pytest.approx(1.5 / 1.584962500721156)
    assert evenness([0.25] * 4) == pytest.approx(1)
    assert evenness([1, 0, 0]) == 0
    assert 0 < evenness([0.7, 0.3]) < 1
    assert evenness([1]) == 1


@pytest.mark.parametrize("values", [[], [5], [5, 5], [5, 7], [0, 0], [0, 7]])
def test_fewer_than_two_values_have_no_interval(values: list[int]) -> None:
    """And two have one, also where they are equal or their mean is 0."""
    few = len(values) < 2
    found = mean(moments(values))
    assert ((found.low, found.high) == (-inf, inf)) == few
    assert (interval(found) is None) == (rounded(found)["interval"] is None) == few
    assert found.value == (sum(values) / len(values) if values else 0)
    ratio = change(moments(values), moments(values), moments([0] * len(values)))
    assert (interval(ratio) is None) == (few or not sum(values))
    assert ratio.value == 0
    if not few:
        assert found.value - found.low == pytest.approx(found.high - found.value)
        assert (found.low == found.high) == (len(set(values)) == 1)


def test_rounding_keeps_as_many_digits_as_asked_for() -> None:
    found = mean(moments([1, 2, 4]))
    for digits in (1, 2, 4):
        told = rounded(found, digits)
        assert told == {"value": round(found.value, digits), "interval": interval(found, digits)}
        assert interval(found, digits) == [round(found.low, digits), round(found.high, digits)]
    assert interval(found, 4) != interval(found, 2)


POINTS: list[list[float]] = [[0, 30.5, 12, 7], [9.5, 0, 20, 0], [8, 20, 0, 31], [3, 0, 9, 0]]
"""A tournament in which the last player has not met the second one."""


def expected(points: list[list[float]]) -> tuple[list[list[float]], list[float]]:
    """Return how many games each pair counts, with a drawn one more, and the points of each player."""
    pairs = [[a + b + (a + b > 0) for a, b in zip(own, other, strict=True)] for own, other in across(points)]
    won = [sum(own) + sum(0.5 for games in row if games) for own, row in zip(points, pairs, strict=True)]
    return pairs, won


def across(points: list[list[float]]) -> list[tuple[list[float], list[float]]]:
    """Return the points of each player for and against."""
    return [(own, [row[i] for row in points]) for i, own in enumerate(points)]


def test_ratings_expect_the_points_that_were_won() -> None:
    """The likelihood is greatest where this holds for each player."""
    pairs, won = expected(POINTS)
    found = [each.value for each in ratings(POINTS)]
    assert sum(found) == pytest.approx(0, abs=1e-6)
    for own, games, points in zip(found, pairs, won, strict=True):
        chances = [1 / (1 + 10 ** ((other - own) / 400)) for other in found]
        assert sum(map(operator.mul, games, chances)) == pytest.approx(points, rel=1e-4)


def test_intervals_of_ratings_come_from_the_information() -> None:
    pairs, _ = expected(POINTS)
    found = ratings(POINTS)
    unit = 400 / log(10)
    chances = [[1 / (1 + exp((b.value - a.value) / unit)) for b in found] for a in found]
    information = -np.array(pairs) * np.array(chances) * (1 - np.array(chances))
    information -= np.diag(information.sum(axis=1))
    errors = np.sqrt(np.diag(np.linalg.pinv(information))) * unit
    for each, error in zip(found, errors, strict=True):
        assert each.high - each.value == pytest.approx(each.value - each.low)
        assert each.high - each.value == pytest.approx(NormalDist().inv_cdf(0.975) * error, rel=1e-4)


@given(st.permutations(range(4)))
def test_the_order_of_the_players_does_not_matter(order: list[int]) -> None:
    found = ratings([[POINTS[i][j] for j in order] for i in order])
    for place, player in enumerate(order):
        assert found[place].value == pytest.approx(ratings(POINTS)[player].value, abs=1e-3)
        assert found[place].high == pytest.approx(ratings(POINTS)[player].high, abs=1e-3)


def test_players_that_never_met_cannot_be_compared() -> None:
    for points in ([[0, 5, 0], [5, 0, 0], [0, 0, 0]], [[0, 3, 0, 0], [2, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]):
        assert all(interval(each) is None for each in ratings(points))
