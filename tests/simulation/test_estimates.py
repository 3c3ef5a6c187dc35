"""Intervals hold what they promise."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.interpreter.simulation.estimates import (
    change,
    evenness,
    mean,
    quantiles,
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
    for name, times in held.items():
        assert 0.91 <= times / trials <= 0.985, name


def test_quantiles() -> None:
    histogram = dict.fromkeys(range(1, 101), 1)
    assert quantiles(histogram, (0, 0.05, 0.5, 0.95, 1)) == [1, 5, 50, 95, 100]


def test_evenness() -> None:
    assert evenness([0.25] * 4) == pytest.approx(1)
    assert evenness([1, 0, 0]) == 0
    assert 0 < evenness([0.7, 0.3]) < 1
    assert evenness([1]) == 1
