"""Estimates from a sample: confidence intervals of shares, means and ratios, and quantiles."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .tally import Moments

LEVEL: Final = 0.95
"""The confidence level of all intervals in reports."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated value with its confidence interval."""

    value: float
    low: float
    high: float


def quantile(level: float = LEVEL) -> float:
    """Return the half-width of a confidence interval, in standard errors.

    >>> round(quantile(), 3)
    1.96
    """
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the Wilson score interval of a share; (0, 1) if there are no trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference"
    (Journal of the American Statistical Association 22, 1927).

    Successes may be parts of one: a trial with a value from 0 to 1 varies less than one that fails
    or succeeds, so that the interval is then wider than it needs to be, and never too narrow.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not trials:
        return 0.0, 1.0
    z = quantile()
    share = successes / trials
    scale = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / scale
    half = z / scale * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # The share lies in the interval; this makes it so in spite of rounding.
    return max(min(middle - half, share), 0.0), min(max(middle + half, share), 1.0)


def share(moments: Moments) -> Estimate:
    """Return the share of ones in a measure that is 0 or 1 in each game."""
    return Estimate(moments.mean(), *wilson(moments.total, moments.count))


def part(moments: Moments, scale: int) -> Estimate:
    """Return the mean of a measure from 0 to `scale`, as a part of it, with Wilson's interval.

    >>> from cardrules.interpreter.simulation.tally import Moments
    >>> part(Moments(4, 2, 1), 1)
    Estimate(value=0.5, low=0.150..., high=0.849...)
    """
    return Estimate(moments.mean(scale), *wilson(moments.total / scale, moments.count))


def mean(moments: Moments, scale: int = 1, level: float = LEVEL) -> Estimate:
    """Return the mean of a measure; with fewer than two games its interval is unbounded.

    Args:
        moments: the measure.
        scale: the factor by which its values were multiplied, such as `SCALE`.
        level: the confidence level.

    >>> from cardrules.interpreter.simulation.tally import Moments
    >>> mean(Moments(4, 20, 104))
    Estimate(value=5.0, low=3.868..., high=6.131...)
    """
    value = moments.mean(scale)
    half = inf
    if moments.count > 1:
        half = quantile(level) * sqrt(moments.variance(scale) / moments.count)
    return Estimate(value, value - half, value + half)


def change(base: Moments, variant: Moments, difference: Moments) -> Estimate:
    """Return the relative change of a mean between the two sides of paired games.

    The interval is computed by the delta method for a ratio of means.

    Args:
        base: the measure on the first side, whose mean is not 0.
        variant: the measure on the second side.
        difference: the differences of the pairs.

    >>> from cardrules.interpreter.simulation.tally import Moments
    >>> found = change(Moments(2, 20, 200), Moments(2, 24, 288), Moments(2, 4, 8))
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.2, 0.2, 0.2)
    """
    if not base.total or base.count < 2:
        return Estimate(0.0, float("-inf"), float("inf"))
    ratio = variant.mean() / base.mean()
    together = (base.variance() + variant.variance() - difference.variance()) / 2
    spread = variant.variance() + ratio**2 * base.variance() - 2 * ratio * together
    half = quantile() * sqrt(max(spread, 0.0) / base.count) / abs(base.mean())
    return Estimate(ratio - 1, ratio - 1 - half, ratio - 1 + half)


def quantiles(histogram: Mapping[int, int], parts: Sequence[float]) -> list[int]:
    """Return quantiles of a distribution.

    Args:
        histogram: how often each value occurs.
        parts: the fractions, from 0 to 1; for each, the least value is returned such that this
            fraction of all values is not greater.

    >>> quantiles({1: 1, 2: 2, 9: 1}, (0.05, 0.5, 1))
    [1, 2, 9]
    """
    values = sorted(histogram.items())
    total = sum(times for _, times in values)
    result: list[int] = []
    for part in parts:
        seen = 0
        for value, times in values:
            seen += times
            if seen >= part * total:
                result.append(value)
                break
    return result


def evenness(shares: Sequence[float]) -> float:
    """Return the entropy of shares divided by its maximum: 1 if all shares are equal.

    >>> evenness([0.5, 0.5]), evenness([1.0, 0.0])
    (1.0, 0.0)
    """
    if len(shares) < 2:
        return 1.0
    entropy = -sum(share * log(share) for share in shares if share > 0)
    return max(0.0, entropy) / log(len(shares))


def rounded(estimate: Estimate, digits: int = 4) -> dict[str, object]:
    """Return an estimate as data for JSON: its value, and its interval as `interval` returns it."""
    return {"value": round(estimate.value, digits), "interval": interval(estimate, digits)}


def interval(estimate: Estimate, digits: int = 4) -> list[float] | None:
    """Return an interval as data for JSON, or None if there are too few games for one."""
    if estimate.high == inf:
        return None
    return [round(estimate.low, digits), round(estimate.high, digits)]


_ELO: Final = 400 / log(10)
_ROUNDS: Final = 1000


def ratings(points: Sequence[Sequence[float]]) -> list[Estimate]:
    """Return Elo ratings, whose mean is 0, with their confidence intervals.

    They are the maximum of the likelihood in the model of Bradley and Terry, found by the iteration
    of D. Hunter, "MM algorithms for generalized Bradley-Terry models" (Annals of Statistics 32,
    2004); the intervals come from the information matrix. Each pair that has played gets one more
    drawn game, so that a player who has won all games has a finite rating.

    Args:
        points: For each player, the points won against each other one, half a point for a draw.

    >>> [round(each.value) for each in ratings([[0, 75.5], [24.5, 0]])]
    [97, -97]
    """
    players = range(len(points))
    played = [[points[i][j] + points[j][i] for j in players] for i in players]
    won = [sum(points[i]) + sum(0.5 for games in played[i] if games) for i in players]
    played = [[games + (games > 0) for games in row] for row in played]
    strength = [1.0 for _ in players]
    for _ in range(_ROUNDS):
        shares = [sum(played[i][j] / (strength[i] + strength[j]) for j in players) for i in players]
        strength = [won[i] / shares[i] if shares[i] else 1.0 for i in players]
        middle = exp(sum(map(log, strength)) / len(strength))
        strength = [each / middle for each in strength]
    # The information matrix has no inverse; with 1/n added to each entry, it has one.
    information = [[1 / len(points) for _ in players] for _ in players]
    for i in players:
        for j in players:
            chance = strength[i] / (strength[i] + strength[j])
            information[i][i] += played[i][j] * chance * (1 - chance)
            information[i][j] -= played[i][j] * chance * (1 - chance)
    found: list[Estimate] = []
    for i in players:
        value, half = _ELO * log(strength[i]), inf
        column = _solved(information, [float(i == j) for j in players])
        if column is not None:
            half = quantile() * _ELO * sqrt(max(column[i] - 1 / len(points), 0.0))
        found.append(Estimate(value, value - half, value + half))
    return found


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float] | None:
    """Solve a system of linear equations with a positive matrix; None if there is no solution."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        if abs(pivot[i]) < 1e-12:
            return None
        for row in rows:
            if row is not pivot:
                factor = row[i] / pivot[i]
                row[:] = [value - factor * own for value, own in zip(row, pivot, strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]
