"""Pairwise combinations: a few rows in which every two values of two choices occur together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeVar

V = TypeVar("V")

_FEW = 16
"""If there are at most so many combinations, all are returned."""


def combine(choices: Mapping[str, Sequence[V]]) -> list[dict[str, V]]:
    """Return combinations of values, enough for every pair of values of two choices.

    The first has the first value of each choice.

    Args:
        choices: the values of each choice, at least one; the default first.

    >>> combine({"a": [1, 2], "b": [True, False]})[:2]
    [{'a': 1, 'b': True}, {'a': 1, 'b': False}]
    >>> len(combine({name: [0, 1, 2] for name in "abcdefgh"}))
    16
    """
    if prod(map(len, choices.values())) <= _FEW:
        return [dict(zip(choices, row, strict=True)) for row in product(*choices.values())]
    sizes = [len(values) for values in choices.values()]
    pairs = _Pairs(sizes)
    rows = [[0] * len(sizes)]
    pairs.cross_off(rows[0])
    while pairs.any_missing():
        rows.append(max(map(pairs.row, range(len(sizes))), key=pairs.gain))
        pairs.cross_off(rows[-1])
    return [{name: values[i] for (name, values), i in zip(choices.items(), row, strict=True)} for row in rows]


class _Pairs:
    """The pairs of values that have not occurred together. A row has one value for each choice.

    All values of all choices are numbered, so that a set of them is an integer.
    """

    def __init__(self, sizes: list[int]) -> None:
        """Start with all pairs of values of two choices."""
        self._sizes = sizes
        self._starts = [sum(sizes[:place]) for place in range(len(sizes))]
        whole = (1 << sum(sizes)) - 1
        # For each value, those with which it has not occurred.
        self._missing = [
            whole & ~(((1 << size) - 1) << start)
            for size, start in zip(sizes, self._starts, strict=True)
            for _ in range(size)
        ]

    def any_missing(self) -> bool:
        """Return whether there are such pairs."""
        return any(self._missing)

    def row(self, start: int) -> list[int]:
        """Return a row with at least one such pair, and many others; `start` is a choice."""
        one = next(number for number, others in enumerate(self._missing) if others)
        other = (self._missing[one] & -self._missing[one]).bit_length() - 1
        chosen = dict(map(self._place, (one, other)))
        some = 1 << one | 1 << other
        for step in range(len(self._sizes)):
            place = (start + step) % len(self._sizes)
            if place not in chosen:
                first = self._starts[place]
                missing = self._missing[first : first + self._sizes[place]]
                gains = [(others & some).bit_count() for others in missing]
                chosen[place] = gains.index(max(gains))
                some |= 1 << first + chosen[place]
        return [chosen[place] for place in range(len(self._sizes))]

    def gain(self, row: list[int]) -> int:
        """Return twice the number of such pairs in a row."""
        numbers, some = self._numbers(row)
        return sum((self._missing[number] & some).bit_count() for number in numbers)

    def cross_off(self, row: list[int]) -> None:
        """Note that the values of a row have occurred together."""
        numbers, some = self._numbers(row)
        for number in numbers:
            self._missing[number] &= ~some

    def _numbers(self, row: list[int]) -> tuple[list[int], int]:
        numbers = [start + value for start, value in zip(self._starts, row, strict=True)]
        return numbers, sum(1 << number for number in numbers)

    def _place(self, number: int) -> tuple[int, int]:
        place = bisect_right(self._starts, number) - 1
        return place, number - self._starts[place]
