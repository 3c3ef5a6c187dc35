"""Pairwise combinations: a few rows in which every two values of two choices occur together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import TypeVar

V = TypeVar("V")


def combine(choices: Mapping[str, Sequence[V]], few: int = 16) -> list[dict[str, V]]:
    """Return combinations of values; the first has the first value of each choice.

    Args:
        choices: the values of each choice, at least one; the default first.
        few: if there are at most this many combinations, all are returned; otherwise enough of them
            for every pair of values of two choices.

    >>> combine({"a": [1, 2], "b": [True, False]})[:2]
    [{'a': 1, 'b': True}, {'a': 1, 'b': False}]
    >>> len(combine({name: [0, 1, 2] for name in "abcdefgh"}))
    16
    """
    if prod(map(len, choices.values())) <= few:
        return [dict(zip(choices, row, strict=True)) for row in product(*choices.values())]
    names = list(choices)
    sizes = [len(choices[name]) for name in names]
    missing = {
        (one, i, other, j)
        for one, other in combinations(range(len(names)), 2)
        for i in range(sizes[one])
        for j in range(sizes[other])
    }
    rows = [[0] * len(names)]
    _cross_off(missing, rows[0])
    while missing:
        tried = [_row(missing, sizes, start) for start in range(len(names))]
        rows.append(max(tried, key=lambda row: sum(pair in missing for pair in _pairs(row))))
        _cross_off(missing, rows[-1])
    return [{name: choices[name][i] for name, i in zip(names, row, strict=True)} for row in rows]


def _row(missing: set[tuple[int, int, int, int]], sizes: list[int], start: int) -> list[int]:
    """Return a combination with at least one missing pair, and many others."""
    one, i, other, j = min(missing)
    chosen = {one: i, other: j}
    for step in range(len(sizes)):
        place = (start + step) % len(sizes)
        if place not in chosen:
            gains = [
                sum(_pair(place, value, *each) in missing for each in chosen.items())
                for value in range(sizes[place])
            ]
            chosen[place] = gains.index(max(gains))
    return [chosen[place] for place in range(len(sizes))]


def _pair(one: int, i: int, other: int, j: int) -> tuple[int, int, int, int]:
    return (one, i, other, j) if one < other else (other, j, one, i)


def _cross_off(missing: set[tuple[int, int, int, int]], row: list[int]) -> None:
    missing.difference_update(_pairs(row))


def _pairs(row: list[int]) -> Iterator[tuple[int, int, int, int]]:
    for one, other in combinations(range(len(row)), 2):
        yield one, row[one], other, row[other]
